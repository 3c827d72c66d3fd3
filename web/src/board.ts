// The board: a table whose cells are squares, for the mouse, fingers, the keyboard and screen readers alike.

import { draw, why } from "./api.ts";
import { byId, fillBar, make, signButton } from "./dom.ts";
import { ambiguous, figure, name, walkRow } from "./figure.ts";
import { departures, pick } from "./retro.ts";
import { change, chosen, edit, on, place, square, state, withMan } from "./state.ts";
import { inLanguage, say } from "./text.ts";
import type { Board, Man, Square, Step } from "./types.ts";

/** The board that is shown: the diagram, or the position after the moves that were chosen. */
export function shown(): { board: Board; imitators: Square[]; last: Set<Square> } {
  const version = state.versions[state.version];
  const last = new Set<Square>();
  if (state.retro) {
    const before = { ...state.draft.board, men: { ...state.draft.board.men } };
    for (const one of state.retro.line.slice(0, state.retro.at)) apply(one.changes, before, []);
    return { board: before, imitators: [], last: new Set(departures()) };
  }
  if (!version || !isPlaying()) return { board: state.draft.board, imitators: [], last };
  const board = { ...version.board, men: { ...version.board.men } };
  let imitators: Square[] = [];
  const moves = line();
  moves.forEach((move, index) => {
    const isLast = index === moves.length - 1;
    const steps = isLast ? move.steps.slice(0, state.step) : move.steps;
    for (const step of steps) {
      imitators = apply(step, board, imitators);
      if (isLast) for (const on of Object.keys(step)) last.add(on);
    }
  });
  return { board, imitators, last };
}

function apply(step: Step, board: Board, imitators: Square[]): Square[] {
  let now = imitators;
  for (const [on, man] of Object.entries(step)) {
    if (Array.isArray(man)) now = man;
    else if (man === null) delete board.men[on];
    else board.men[on] = man;
  }
  return now;
}

/** Whether a solution is being played on the board. */
export function isPlaying(): boolean {
  return state.path.length > 0 || state.version > 0;
}

/** The moves that lead to the one that is shown. The path names the phase first. */
export function line() {
  const [phase, ...places] = state.path;
  const moves = [];
  let next = phase === undefined ? undefined : state.versions[state.version]?.phases[phase]?.nodes;
  for (const index of places) {
    const move = next?.[index];
    if (!move) break;
    moves.push(move);
    next = move.next;
  }
  return moves;
}

/** Shows the board, and keeps it as the state says. */
export function board(): void {
  on(["draft", "view", "solution", "settings", "vocabulary"], show);
  const table = byId("board");
  table.addEventListener("pointerdown", down);
  table.addEventListener("contextmenu", (event) => {
    const on = squareOf(event.target);
    if (on && !isPlaying() && !state.retro) {
      event.preventDefault();
      edit({ board: withMan(state.draft.board, on, null) });
    }
  });
  table.addEventListener("keydown", key);
  table.addEventListener("focusin", (event) => {
    const on = squareOf(event.target);
    if (on && on !== state.cursor) {
      state.cursor = on;
      for (const cell of table.querySelectorAll<HTMLElement>("td")) cell.tabIndex = cell.dataset.square === on ? 0 : -1;
    }
  });
}

function show(): void {
  if (!state.asking) departure = null;
  if (!state.vocabulary) return;
  const { board, imitators, last } = shown();
  if (board.cells) {
    void picture(board);
    return;
  }
  drawn = 0;
  const hadFocus = squareOf(document.activeElement);
  const lettered = ambiguous(Object.values(board.men));
  const ranks = [...Array(board.ranks).keys()].reverse();
  const files = [...Array(board.files).keys()];
  if (state.flipped) {
    ranks.reverse();
    files.reverse();
  }
  const [file, rank] = place(state.cursor);
  if (file >= board.files || rank >= board.ranks) state.cursor = "a1";
  const rows = ranks.map((rank) =>
    make("tr", {}, make("th", { scope: "row" }, String(rank + 1)), ...files.map((file) => cell(board, file, rank, imitators, last, lettered))),
  );
  const names = make("tr", {}, make("td", { class: "corner", "aria-hidden": "true" }), ...files.map((file) => make("th", { scope: "col" }, square(file, 0)[0]!)));
  const table = make("table", { role: "grid", "aria-label": say("board"), class: state.print ? "print" : "" }, make("tbody", {}, ...rows, names));
  table.style.setProperty("--files", String(board.files));
  const holder = byId("board");
  holder.replaceChildren(table);
  byId("board-title").textContent = say("board");
  if (hadFocus) holder.querySelector<HTMLElement>(`[data-square="${state.cursor}"]`)?.focus();
  legend(board, lettered);
  caption(board);
}

/** How many pictures of boards were asked for; none if a table is shown. */
let drawn = 0;

/** A board whose cells are no squares in files and ranks is a picture; its men are typed or pasted. */
async function picture(board: Board): Promise<void> {
  const number = ++drawn;
  const file = await draw({ ...state.draft, board }, state.language, "svg", state.print).catch(() => null);
  if (number !== drawn || !file) return;
  const address = URL.createObjectURL(file);
  const image = make("img", { src: address, alt: say("board"), class: "cells" });
  image.addEventListener("load", () => URL.revokeObjectURL(address));
  byId("board").replaceChildren(image);
  byId("board-title").textContent = say("board");
  byId("legend").replaceChildren();
  byId("caption").hidden = true;
}

/** What a magazine prints below the diagram: what is asked, the conditions, how many men, and the mark of the test. */
function caption(board: Board): void {
  const count = (side: string) => Object.values(board.men).filter((man) => man.startsWith(side)).length;
  const neutral = count("n");
  const many = `(${count("w")} + ${count("b")}${neutral ? ` + ${neutral}n` : ""})`;
  const parts = state.understood.filter(({ kind }) => kind !== "twin").map(({ text, name }) => name ?? text);
  const twins = state.understood.filter(({ kind }) => kind === "twin").map(({ text }) => make("span", { class: "twin" }, text));
  const mark = state.phase === "done" ? state.verdict?.mark : null;
  byId("caption").hidden = Object.keys(board.men).length === 0;
  byId("caption").replaceChildren(
    make("strong", {}, parts[0] ?? ""), make("span", { class: "rest" }, parts.slice(1).join(", ")), make("span", { class: "count" }, [many, mark?.split(" ")[0]].filter(Boolean).join("  ")), ...twins);
}

function cell(board: Board, file: number, rank: number, imitators: Square[], last: Set<Square>, lettered: Set<string>): HTMLElement {
  const on = square(file, rank);
  const man = board.men[on];
  const isHole = board.holes.includes(on);
  const said = isHole ? say("holeHere") : man ? name(man) : imitators.includes(on) ? "Imitator" : say("empty");
  const classes = [(file + rank) % 2 ? "light" : "dark", isHole && "hole", last.has(on) && "last", (state.retro ? on === state.retro.chosen : state.asking && on === departure) && "asked"].filter(Boolean).join(" ");
  return make(
    "td",
    { role: "gridcell", tabindex: on === state.cursor ? 0 : -1, "data-square": on, class: classes, "aria-label": `${on}, ${said}` },
    man ? figure(man, lettered) : null,
    imitators.includes(on) && make("span", { class: "imitator", "aria-hidden": "true" }, "I"),
  );
}

/** Names every man that is not orthodox. */
function legend(board: Board, lettered: Set<string>): void {
  const usual = ["king", "queen", "rook", "bishop", "knight", "pawn"];
  const seen = new Map<string, Man>();
  for (const man of Object.values(board.men)) {
    const walk = man.split(" ")[1]!;
    if (!usual.includes(walk) && !seen.has(walk)) seen.set(walk, man.split(" ").slice(0, 2).join(" "));
  }
  const entries = [...seen].map(([walk, man]) => {
    const row = walkRow(walk);
    return make("span", { class: "entry", title: row?.[6] ?? "" }, figure(man, lettered), row ? inLanguage(row[1]) : walk);
  });
  byId("legend").replaceChildren(...entries);
}

function squareOf(target: EventTarget | null): Square | null {
  return (target as Element | null)?.closest?.<HTMLElement>("[data-square]")?.dataset.square ?? null;
}

/** What follows the finger: a man that is dragged. */
interface Drag {
  from: Square | null;
  man: Man;
  ghost: HTMLElement | null;
  x: number;
  y: number;
}

let drag: Drag | null = null;

/** Where the move that is asked about begins, once it is known. */
let departure: Square | null = null;

/** The first square is where a move begins, the second where it ends; then the server says why it fails. */
async function ask(on: Square): Promise<void> {
  state.cursor = on;
  const from = departure;
  departure = from === null && shown().board.men[on] ? on : null;
  if (from === null || from === on) return change("view", { why: null });
  const line = [...playedLine(), `${from}-${on}`].join(" ");
  try {
    change("view", { why: await why(state.draft, state.language, state.version, line) });
  } catch (error) {
    change("view", { why: { played: [], reasons: [(error as Error).message], solves: false } });
  }
}

/** The moves that lead to the position that is shown, as the solution prints them. */
function playedLine(): string[] {
  return line().map((move) => move.n + move.text.replace(/\s+/g, ""));
}

function down(event: PointerEvent): void {
  const on = squareOf(event.target);
  if (!on || event.button !== 0) return;
  if (state.retro) return event.preventDefault(), (state.cursor = on), void pick(on);
  if (state.asking) return event.preventDefault(), void ask(on);
  if (isPlaying()) return;
  const man = state.draft.board.men[on];
  if (man) begin(event, man, on);
  else click(on);
}

/** Begins to drag a man, from a square or from the palette. */
export function begin(event: PointerEvent, man: Man, from: Square | null): void {
  drag = { from, man, ghost: null, x: event.clientX, y: event.clientY };
  (event.target as Element).releasePointerCapture?.(event.pointerId);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up, { once: true });
  window.addEventListener("pointercancel", end, { once: true });
}

function move(event: PointerEvent): void {
  if (!drag) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
  if (!drag.ghost) {
    drag.ghost = make("div", { class: "ghost", "aria-hidden": "true" }, figure(drag.man));
    document.body.append(drag.ghost);
  }
  drag.ghost.style.left = `${event.clientX}px`;
  drag.ghost.style.top = `${event.clientY}px`;
}

function up(event: PointerEvent): void {
  const dragged = drag;
  end();
  if (!dragged) return;
  const on = squareOf(document.elementFromPoint(event.clientX, event.clientY));
  if (!dragged.ghost) {
    if (dragged.from) click(dragged.from);
    return;
  }
  let board = state.draft.board;
  if (dragged.from) board = withMan(board, dragged.from, null);
  if (on && !board.holes.includes(on)) board = withMan(board, on, dragged.man);
  edit({ board });
}

function end(): void {
  drag?.ghost?.remove();
  drag = null;
  window.removeEventListener("pointermove", move);
}

/** Does what the tool does on a square. */
function click(on: Square): void {
  const { board } = state.draft;
  state.cursor = on;
  const cell = () => byId("board").querySelector<HTMLElement>(`[data-square="${on}"]`)?.focus();
  if (state.tool === "erase") edit({ board: withMan(board, on, null) });
  else if (state.tool === "hole") {
    const holes = board.holes.includes(on) ? board.holes.filter((hole) => hole !== on) : [...board.holes, on];
    edit({ board: { ...withMan(board, on, null), holes } });
  } else if (state.tool === "place" && !board.holes.includes(on)) {
    const man = chosen();
    edit({ board: withMan(board, on, board.men[on] === man ? null : man) });
  }
  cell();
}

const LETTERS: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", s: "knight", p: "pawn", g: "grasshopper", n: "nightrider" };
const SIDES: Record<string, "w" | "b" | "n"> = { 1: "w", 2: "b", 3: "n" };

function key(event: KeyboardEvent): void {
  const on = squareOf(event.target);
  if (!on || event.ctrlKey || event.metaKey || event.altKey) return;
  const [file, rank] = place(on);
  const way = state.flipped ? -1 : 1;
  const steps: Record<string, [number, number]> = { ArrowLeft: [-way, 0], ArrowRight: [way, 0], ArrowUp: [0, way], ArrowDown: [0, -way] };
  const step = steps[event.key];
  const { board } = shown();
  if (step) {
    const [f, r] = [file + step[0], rank + step[1]];
    if (f >= 0 && f < board.files && r >= 0 && r < board.ranks) {
      byId("board").querySelector<HTMLElement>(`[data-square="${square(f, r)}"]`)?.focus();
    }
  } else if (state.retro) {
    if (event.key === "Escape") change("view", { retro: null });
    else if (event.key === "Enter" || event.key === " ") void pick(on);
    else return;
  } else if (state.asking) {
    if (event.key === "Escape") {
      departure = null;
      change("view", { asking: false, why: null });
    } else if (event.key === "Enter" || event.key === " ") void ask(on);
    else return;
  } else if (isPlaying()) return;
  else if (event.key in SIDES) change("settings", { side: SIDES[event.key]! });
  else if (event.key.toLowerCase() in LETTERS) {
    const side = event.shiftKey && state.side === "w" ? "b" : state.side;
    edit({ board: withMan(state.draft.board, on, `${side} ${LETTERS[event.key.toLowerCase()]}`) });
  } else if (event.key === "Delete" || event.key === "Backspace") edit({ board: withMan(state.draft.board, on, null) });
  else if (event.key === "Enter" || event.key === " ") click(on);
  else return;
  event.preventDefault();
}

/** A board whose men stand elsewhere, as `where` says; men that fall off are lost. */
function moved(board: Board, files: number, ranks: number, where: (file: number, rank: number) => [number, number]): Board {
  const to = (name: Square) => {
    const [file, rank] = where(...place(name));
    return file >= 0 && file < files && rank >= 0 && rank < ranks ? square(file, rank) : null;
  };
  const men: Record<Square, Man> = {};
  for (const [name, man] of Object.entries(board.men)) {
    const target = to(name);
    if (target) men[target] = man;
  }
  const holes = board.holes.map(to).filter((name): name is Square => name !== null);
  return { files, ranks, holes, men };
}

const ARRAY = ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"];

/** The tools below the board. */
export function tools(): void {
  const bar = make("div", { class: "row", role: "toolbar" });
  const sizes = make("div", { class: "row" });
  byId("tools").replaceChildren(bar, sizes);
  const draw = () => {
    const { board } = state.draft;
    const { files, ranks } = board;
    const put = (where: (file: number, rank: number) => [number, number], f = files, r = ranks) => () => edit({ board: moved(board, f, r, where) });
    const size = (word: "files" | "ranks", value: number) =>
      make("label", {}, say(word), make("input", {
        type: "number", min: 1, max: 16, value,
        onchange: (event: Event) => {
          const wished = Math.round(Number((event.target as HTMLInputElement).value));
          const [f, r] = word === "files" ? [wished, ranks] : [files, wished];
          if (f >= 1 && r >= 1 && f <= 26 && f * r <= 128) edit({ board: moved(board, f, r, (file, rank) => [file, rank]) });
          else change("draft", {});
        },
      }));
    bar.setAttribute("aria-label", say("board"));
    fillBar(bar,
        signButton("↶", say("undo"), undoIt, { disabled: state.undo.length === 0 }),
        signButton("↷", say("redo"), redoIt, { disabled: state.redo.length === 0 }),
        signButton("⟳", say("turn"), put((file, rank) => [rank, files - 1 - file], ranks, files)),
        signButton("⇋", say("mirror"), put((file, rank) => [files - 1 - file, rank])),
        signButton("◐", say("colours"), () => edit({ board: { ...board, men: Object.fromEntries(Object.entries(board.men).map(([on, man]) => [on, man.replace(/^[wb]/, (side) => (side === "w" ? "b" : "w"))])) } })),
        signButton("←", say("left"), put((file, rank) => [file - 1, rank])),
        signButton("→", say("right"), put((file, rank) => [file + 1, rank])),
        signButton("↑", say("up"), put((file, rank) => [file, rank + 1])),
        signButton("↓", say("down"), put((file, rank) => [file, rank - 1])),
        signButton("⇅", say("flip"), () => change("settings", { flipped: !state.flipped }), { "aria-pressed": state.flipped }),
        signButton("✕", say("clear"), () => edit({ board: { ...board, men: {}, holes: [] } })),
        signButton("♔", say("start"), () => {
          const men: Record<Square, Man> = {};
          ARRAY.forEach((walk, file) => {
            men[square(file, 0)] = `w ${walk}`;
            men[square(file, 1)] = "w pawn";
            men[square(file, 6)] = "b pawn";
            men[square(file, 7)] = `b ${walk}`;
          });
          edit({ board: { files: 8, ranks: 8, holes: [], men } });
        }),
    );
    sizes.replaceChildren(size("files", files), size("ranks", ranks));
  };
  on(["draft", "settings", "vocabulary"], draw);
}

import { redo as redoIt, undo as undoIt } from "./state.ts";
