// Moves taken back: the board shows where a man can have come from, and goes back a move by a click.

import * as api from "./api.ts";
import { shown } from "./board.ts";
import { button, byId, make, signButton } from "./dom.ts";
import { change, on, state } from "./state.ts";
import { say } from "./text.ts";
import type { Draft, Retro, Square, UnMove } from "./types.ts";

/** The most moves that are listed before one asks for more. */
const MANY = 200;

let running = new AbortController();

/** Shows the panel, and keeps it as the state says. */
export function retro(): void {
  on(["view", "draft", "settings", "vocabulary"], show);
}

const OTHER = { w: "b", b: "w" } as const;

/** Whose turn it is in the position that is shown. */
function turn({ turn, at }: Retro): "w" | "b" {
  return at % 2 === 0 ? turn : OTHER[turn];
}

/** What the moves taken back have shown of the past. */
function asked(retro: Retro): api.PastAsked {
  const last = retro.line[retro.at - 1];
  return { turn: turn(retro), rights: last?.rights ?? "-", passed: last?.passed ?? null };
}

function draft(): Draft {
  return { ...state.draft, board: shown().board };
}

/** Where the moves of a man are shown to end: where it stands now, if it has not vanished. */
const stands = (one: UnMove) => one.to ?? one.arrival;

/** The squares from which the chosen man may have come. */
export function departures(): Square[] {
  const { chosen, past } = state.retro ?? {};
  if (!chosen || !past) return [];
  return past.un_moves.filter((one) => stands(one) === chosen).map((one) => one.from);
}

function set(changes: Partial<Retro>): void {
  if (state.retro) change("view", { retro: { ...state.retro, ...changes } });
}

/** Asks what can have led to the position that is shown. */
async function ask(): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  set({ past: null, chosen: null, from: null, said: "…" });
  const { retro } = state;
  if (!retro) return;
  try {
    const past = await api.retract(draft(), state.language, asked(retro), signal);
    set({ past, said: past.said });
  } catch (error) {
    if (!signal.aborted) set({ said: (error as Error).message || say("offline") });
  }
}

function open(): void {
  change("view", { path: [], step: 0, version: 0, asking: false, why: null, retro: { turn: "w", line: [], at: 0, past: null, chosen: null, from: null, said: "" } });
  void ask();
}

function begin(turn: "w" | "b"): void {
  set({ turn, line: [], at: 0 });
  void ask();
}

/** Goes to a place of the line of moves taken back. */
function go(at: number): void {
  set({ at });
  void ask();
}

function take(one: UnMove): void {
  const { line, at } = state.retro!;
  set({ line: [...line.slice(0, at), one], at: at + 1 });
  void ask();
}

/** A click on the board: first the man, then where it came from. */
export async function pick(square: Square): Promise<void> {
  const { retro } = state;
  if (!retro?.past) return;
  const man = shown().board.men[square];
  const mover = OTHER[turn(retro)];
  if (!retro.chosen || man) {
    const isMover = man?.startsWith(mover) || man?.startsWith("n");
    return set({ chosen: isMover && square !== retro.chosen ? square : null, from: null, said: retro.past.said });
  }
  const ways = retro.past.un_moves.filter((one) => stands(one) === retro.chosen && one.from === square);
  if (ways.length === 1) return take(ways[0]!);
  if (ways.length > 1) return set({ from: square, said: retro.past.said });
  try {
    const said = await api.whyNotLast(draft(), state.language, asked(retro), [square, retro.chosen]);
    if (state.retro?.chosen === retro.chosen) set({ said });
  } catch (error) {
    set({ said: (error as Error).message || say("offline") });
  }
}

function show(): void {
  const { retro } = state;
  const panel = make("details", { open: retro !== null, ontoggle: () => {
    if (panel.open && !state.retro) open();
    if (!panel.open && state.retro) change("view", { retro: null });
  } }, make("summary", {}, say("retro")), ...(retro ? parts(retro) : []));
  const had = document.activeElement;
  const name = had?.closest("#retro") ? had.getAttribute("aria-label") ?? had.textContent : null;
  byId("retro").replaceChildren(panel);
  if (name === null) return;
  const again = [...panel.querySelectorAll<HTMLElement>("button:not(:disabled)")].find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name);
  (again ?? panel.querySelector<HTMLElement>("summary"))!.focus();
}

function parts(retro: Retro): HTMLElement[] {
  const { line, at, past, chosen, from } = retro;
  const side = (turn: "w" | "b") => button(say(turn === "w" ? "black1" : "white1"), () => begin(turn), { "aria-pressed": retro.turn === turn });
  const ways = (past?.un_moves ?? []).filter((one) => (!chosen || stands(one) === chosen) && (!from || one.from === from));
  return [
    make("div", { class: "row" }, make("div", { class: "group", role: "group", "aria-label": say("movedLast") }, side("b"), side("w")), say("movedLast")),
    make("div", { class: "row" },
      signButton("⇥", say("diagram"), () => go(0), { disabled: at === 0 }),
      signButton("▶", say("forwardAgain"), () => go(at - 1), { disabled: at === 0 }),
      signButton("◀", say("backAgain"), () => go(at + 1), { disabled: at === line.length })),
    make("p", { id: "retro-line" }, ...(line.length > 0 ? ["R: ", ...line.flatMap((one, index) => [make("span", { class: index < at ? "" : "time" }, numbered(index, one)), " "])] : [])),
    make("p", { id: "retro-said", role: "status" }, retro.said),
    make("p", { class: "time" }, past && past.un_moves.length > 0 ? say("retroHint") : ""),
    list(ways),
  ];
}

/** Moves of both sides have one number; the first begins with the side that moved last. */
function numbered(index: number, one: UnMove): string {
  return index % 2 === 0 ? `${index / 2 + 1}.${one.move}` : one.move;
}

function list(ways: UnMove[]): HTMLElement {
  const item = (one: UnMove) => make("li", {}, button(one.move, () => take(one)));
  const items = make("ul", { id: "retro-moves", class: "row" }, ...ways.slice(0, MANY).map(item));
  if (ways.length > MANY) {
    const more = make("li", {}, button(`+ ${ways.length - MANY}`, () => more.replaceWith(...ways.slice(MANY).map(item))));
    items.append(more);
  }
  return items;
}
