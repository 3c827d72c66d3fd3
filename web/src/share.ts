// Links, drafts, downloads, pasted texts and files.

import * as api from "./api.ts";
import { button, byId, download, make } from "./dom.ts";
import { collection, MOST_BYTES } from "./collection.ts";
import { edit, on, replace, state } from "./state.ts";
import { say } from "./text.ts";
import type { Draft } from "./types.ts";

const DRAFT = "dawson.draft";
const DRAFTS = "dawson.drafts";

/** A problem as the fragment of an address. */
export function toFragment(draft: Draft): string {
  const { files, ranks, holes, men, cells } = draft.board;
  const credits = [draft.authors ?? [], draft.origins ?? []];
  const isCredited = credits.some((names) => names.length > 0);
  const rules = draft.rules?.trim() ? [draft.rules] : [];
  const text = JSON.stringify([1, draft.statement, cells ? [files, cells] : files, ranks, holes, men, ...(isCredited || rules.length ? credits : []), ...rules]);
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The problem of a fragment, if it is one. */
export function fromFragment(fragment: string): Draft | null {
  try {
    const bytes = Uint8Array.from(atob(fragment.replace(/^#/, "").replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
    const [version, statement, width, ranks, holes, men, authors, origins, rules] = JSON.parse(new TextDecoder().decode(bytes));
    const [files, cells] = [width].flat();
    const draft = { statement, board: { files, ranks, holes, men, ...(cells && { cells }) }, ...(authors && { authors }), ...(origins && { origins }), ...(rules && { rules }) };
    return version === 1 && isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Whether data from elsewhere has the form of a problem. */
export function isDraft(draft: unknown): draft is Draft {
  const { statement, board, authors, origins, rules } = (draft ?? {}) as Draft;
  const areNames = (names: unknown) => names === undefined || Array.isArray(names) && names.every((name) => typeof name === "string");
  const isSize = (size: unknown) => Number.isInteger(size) && Number(size) > 0 && Number(size) <= 26;
  return typeof statement === "string" && (rules === undefined || rules === null || typeof rules === "string") && areNames(authors) && areNames(origins) && isSize(board?.files) && isSize(board.ranks) && board.files * board.ranks <= 128
    && (board.cells === undefined || typeof board.cells === "string")
    && Array.isArray(board.holes) && board.holes.every((hole) => typeof hole === "string")
    && typeof board.men === "object" && Object.values(board.men).every((man) => typeof man === "string" && /^[wbn] /.test(man));
}

export function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

/** What the page begins with: the link, else what was there last. */
export function first(): Draft | null {
  const draft = stored(DRAFT);
  return fromFragment(location.hash) ?? (isDraft(draft) ? draft : null);
}

/** Keeps link and draft as the problem is; shows the tools for sharing. */
export function share(): void {
  on(["draft"], () => {
    history.replaceState(null, "", `#${toFragment(state.draft)}`);
    store(DRAFT, state.draft);
  });
  addEventListener("hashchange", () => {
    const draft = fromFragment(location.hash);
    if (draft) replace(draft);
  });
  on(["settings", "vocabulary"], show);
}

const FORMATS: [string, string, boolean][] = [
  ["SVG", "svg", true], ["PNG", "png", true], ["PDF", "pdf", true],
  ["LaTeX", "latex", false], ["Popeye", "popeye", false], ["YACPDB", "yacpdb", false], ["PGN", "pgn", false], ["FEN", "fen", false],
];
const ENDS: Record<string, string> = { latex: "tex", popeye: "inp", yacpdb: "yaml", pgn: "pgn", fen: "fen" };

function show(): void {
  const said = make("span", { role: "status", id: "said" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = say("copied");
    } catch {
      said.textContent = location.href;
    }
  };
  const fetchIt = async (format: string, isPicture: boolean) => {
    try {
      const { draft, language, print } = state;
      const blob = isPicture ? await api.draw(draft, language, format, print) : new Blob([await api.write(draft, language, format)], { type: "text/plain" });
      download(blob, `problem.${ENDS[format] ?? format}`);
      said.textContent = "";
    } catch (error) {
      said.textContent = (error as Error).message;
    }
  };
  const formats = FORMATS.map(([name, format, isPicture]) => button(name, () => void fetchIt(format, isPicture)));
  const text = make("textarea", { rows: 3, "aria-label": say("paste"), placeholder: say("paste") });
  const take = () => void readText(text.value, said);
  const file = make("input", { type: "file", id: "file", onchange: async () => { if (file.files?.[0]) await readFile(file.files[0], said); } });
  byId("share").replaceChildren(
    make("h3", {}, say("share")),
    make("div", { class: "row" }, button(say("link"), () => void copy(), { id: "link" }), button(say("save"), save), said),
    make("div", { class: "row", role: "group", "aria-label": say("download") }, make("span", {}, say("download")), ...formats),
    drafts(),
    text,
    make("div", { class: "row" }, button(say("read"), take), make("label", { for: "file" }, say("open")), file),
  );
}

function list(): Draft[] {
  const drafts = stored(DRAFTS);
  return Array.isArray(drafts) ? drafts.filter(isDraft) : [];
}

function save(): void {
  store(DRAFTS, [state.draft, ...list().filter((draft) => toFragment(draft) !== toFragment(state.draft))].slice(0, 50));
  show();
}

function drafts(): HTMLElement {
  const items = list().map((draft, index) =>
    make("li", {}, button(draft.statement || "–", () => replace(draft)), ` ${Object.keys(draft.board.men).length} `, button(say("remove"), () => {
      store(DRAFTS, list().filter((_, at) => at !== index));
      show();
    })));
  return make("details", {}, make("summary", {}, `${say("drafts")} (${items.length})`), make("ul", { class: "drafts" }, ...items));
}

/** Reads a text of any kind and shows what is in it. */
export async function openText(text: string): Promise<void> {
  await readText(text, byId("said"));
}

async function readText(text: string, said: HTMLElement, asked = withoutPasted(state.draft)): Promise<void> {
  try {
    // What is long is a collection; the server reads no more than some problems of a pasted text.
    if (text.length > MOST_PASTED) return void (await openCollection(new Blob([text]), said));
    const before = state.draft.statement;
    const { kind, statement, problems } = await api.read(text, state.language, asked);
    const [only] = problems;
    said.textContent = only?.told?.join("; ") ?? "";
    if (problems.length > 1) return void (await openCollection(new Blob([text]), said));
    if (statement !== undefined) return void (await takeStatement(statement, said));
    if (only && (kind === "fen" || kind === "position")) takePosition(only, text, state.draft.statement === before);
    else if (only) choose(only);
  } catch (error) {
    said.textContent = (error as Error).message;
  }
}

/** A statement alone is about the position that is there; one that was pasted says more than its men. */
async function takeStatement(statement: string, said: HTMLElement): Promise<void> {
  const { pasted, board } = state.draft;
  edit({ statement, pasted: { parts: [] } });
  if (pasted?.position && JSON.stringify(pasted.board) === JSON.stringify(board)) await readText(pasted.position, said, statement);
}

/** A position alone belongs to the statement that was typed, but it is another one's. What was typed while it was read stays. */
function takePosition({ board, statement, added = [] }: api.Read, position: string, isFresh: boolean): void {
  const { pasted, rules = null, statement: typed } = state.draft;
  const wasPasted = pasted?.rules !== undefined && pasted.rules === rules;
  edit({
    board, authors: [], origins: [], rules: wasPasted ? null : rules,
    statement: isFresh ? statement : typed,
    pasted: { parts: isFresh ? added : [], position, board, isOpen: (isFresh ? statement : typed).trim() === "" },
  });
}

/** Reads a pasted position again once somebody has said what is asked of it: who begins, who may castle. */
export async function readAgain(): Promise<void> {
  const { pasted, board, statement } = state.draft;
  if (!pasted?.isOpen || !pasted.position || JSON.stringify(pasted.board) !== JSON.stringify(board)) return;
  const { problems: [only] } = await api.read(pasted.position, state.language, statement);
  if (!only || state.draft.statement !== statement) return;
  byId("said").textContent = only.told?.join("; ") ?? "";
  edit({ statement: only.statement, pasted: { ...pasted, parts: only.added ?? [], isOpen: false } });
}

/** The parts of a statement: a comma within a number parts nothing. */
const parts = (statement: string): string[] => statement.split(/,\s+/).filter((part) => part !== "");

/** The statement of a draft without what the last paste has put there. */
function withoutPasted({ statement, pasted }: Draft): string {
  const from = [...(pasted?.parts ?? [])];
  if (from.length === 0) return statement;
  const kept = parts(statement).filter((part) => {
    const at = from.indexOf(part);
    if (at >= 0) from.splice(at, 1);
    return at < 0;
  });
  return kept.join(", ");
}

function choose(read: api.Read): void {
  const { board, statement, authors = [], origins = [], rules } = read;
  replace({ board, statement, authors, origins, ...(rules && { rules }), pasted: { parts: parts(statement), ...(rules && { rules }) } });
}

/** The most characters that are read as one problem. */
const MOST_PASTED = 60_000;

async function readFile(file: File, said: HTMLElement): Promise<void> {
  if (file.size > MOST_PASTED || /\.(gz|zst)$/.test(file.name)) return openCollection(file, said);
  await readText(await file.text(), said);
}

async function openCollection(file: Blob, said: HTMLElement): Promise<void> {
  if (file.size > MOST_BYTES) return void (said.textContent = say("tooLarge"));
  said.textContent = "";
  await collection(file, (input) => openText(input), said);
}
