// Links, drafts, downloads, pasted texts, collections.

import * as api from "./api.ts";
import { button, byId, make } from "./dom.ts";
import { whole } from "./rules.ts";
import { signed } from "./solution.ts";
import { change, edit, on, replace, state } from "./state.ts";
import { say } from "./text.ts";
import type { Draft } from "./types.ts";

const DRAFT = "dawson.draft";
const DRAFTS = "dawson.drafts";

/** A problem as the fragment of an address. */
export function toFragment(draft: Draft): string {
  const { files, ranks, holes, men } = draft.board;
  const credits = [draft.authors ?? [], draft.origins ?? []];
  const isCredited = credits.some((names) => names.length > 0);
  const rules = draft.rules?.trim() ? [draft.rules] : [];
  const text = JSON.stringify([1, draft.statement, files, ranks, holes, men, ...(isCredited || rules.length ? credits : []), ...rules]);
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The problem of a fragment, if it is one. */
export function fromFragment(fragment: string): Draft | null {
  try {
    const bytes = Uint8Array.from(atob(fragment.replace(/^#/, "").replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
    const [version, statement, files, ranks, holes, men, authors, origins, rules] = JSON.parse(new TextDecoder().decode(bytes));
    const draft = { statement, board: { files, ranks, holes, men }, ...(authors && { authors }), ...(origins && { origins }), ...(rules && { rules }) };
    return version === 1 && isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Whether data from elsewhere has the form of a problem. */
function isDraft(draft: unknown): draft is Draft {
  const { statement, board, authors, origins, rules } = (draft ?? {}) as Draft;
  const areNames = (names: unknown) => names === undefined || Array.isArray(names) && names.every((name) => typeof name === "string");
  const isSize = (size: unknown) => Number.isInteger(size) && Number(size) > 0 && Number(size) <= 26;
  return typeof statement === "string" && (rules === undefined || rules === null || typeof rules === "string") && areNames(authors) && areNames(origins) && isSize(board?.files) && isSize(board.ranks) && board.files * board.ranks <= 128
    && Array.isArray(board.holes) && board.holes.every((hole) => typeof hole === "string")
    && typeof board.men === "object" && Object.values(board.men).every((man) => typeof man === "string" && /^[wbn] /.test(man));
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function store(key: string, value: unknown): void {
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
    if (draft) edit(draft);
  });
  on(["settings", "vocabulary"], show);
}

const FORMATS: [string, string, boolean][] = [
  ["SVG", "svg", true], ["PNG", "png", true], ["PDF", "pdf", true],
  ["LaTeX", "latex", false], ["Popeye", "popeye", false], ["YACPDB", "yacpdb", false], ["PGN", "pgn", false], ["FEN", "fen", false],
];
const ENDS: Record<string, string> = { latex: "tex", popeye: "inp", yacpdb: "yaml", pgn: "pgn", fen: "fen" };

function show(): void {
  const said = make("span", { role: "status" });
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
      const link = make("a", { href: URL.createObjectURL(blob), download: `problem.${ENDS[format] ?? format}` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      said.textContent = "";
    } catch (error) {
      said.textContent = (error as Error).message;
    }
  };
  const formats = FORMATS.map(([name, format, isPicture]) => button(name, () => void fetchIt(format, isPicture)));
  const text = make("textarea", { rows: 3, "aria-label": say("paste"), placeholder: say("paste") });
  const take = () => void readText(text.value, said);
  const file = make("input", { type: "file", id: "file", onchange: async () => { if (file.files?.[0]) await readText(await file.files[0].text(), said); } });
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
    make("li", {}, button(draft.statement || "–", () => edit(draft)), ` ${Object.keys(draft.board.men).length} `, button(say("remove"), () => {
      store(DRAFTS, list().filter((_, at) => at !== index));
      show();
    })));
  return make("details", {}, make("summary", {}, `${say("drafts")} (${items.length})`), make("ul", { class: "drafts" }, ...items));
}

async function readText(text: string, said: HTMLElement): Promise<void> {
  try {
    const { kind, statement, problems } = await api.read(text, state.language, state.draft.statement);
    const [only] = problems;
    said.textContent = only?.told?.join("; ") ?? "";
    if (statement !== undefined) edit({ statement });
    // A position alone belongs to the statement that is there, but it is another one's; a problem replaces it.
    if (only && (kind === "fen" || kind === "position")) edit({ board: only.board, statement: only.statement || state.draft.statement, authors: [], origins: [] });
    else if (only) choose(only);
    if (problems.length > 1) collection(problems);
  } catch (error) {
    said.textContent = (error as Error).message;
  }
}

function choose(read: api.Read): void {
  const { board, statement, authors = [], origins = [], rules } = read;
  replace({ board, statement, authors, origins, ...(rules && { rules }) });
}

/** A list of problems; each can be opened, and all be checked one after the other. */
function collection(problems: api.Read[]): void {
  const rows = problems.map((problem, index) => {
    const verdict = make("td", {}, "");
    const title = [problem.authors?.join(", "), problem.origins?.join(", ")].filter(Boolean).join("; ");
    const open = button(`${index + 1}`, () => choose(problem));
    return { problem, verdict, row: make("tr", {}, make("td", {}, open), make("td", {}, title), make("td", {}, problem.statement), verdict) };
  });
  const checkAll = async () => {
    for (const { problem, verdict } of rows) {
      verdict.textContent = "…";
      try {
        const answer = await api.check(problem.input ? { input: problem.input } : { statement: whole(problem), position: problem.board });
        verdict.textContent = [signed(answer), ...(answer.verdict === "sound" ? [] : answer.evidence)].join(" – ");
      } catch (error) {
        verdict.textContent = (error as Error).message;
      }
    }
  };
  byId("collection").replaceChildren(
    make("h3", {}, `${problems.length} ${say("problems")}`),
    button(say("check"), () => void checkAll()),
    make("table", { class: "list" }, make("tbody", {}, ...rows.map(({ row }) => row))),
  );
  change("settings", {});
}
