// The state of the page, in one place; whoever shows a part of it listens.

import type { Board, Draft, Fault, Found, Judged, Man, Pasted, Progress, Retro, Square, Understood, Version, Vocabulary, Why } from "./types.ts";
import type { Language } from "./text.ts";

export type Tool = "move" | "erase" | "hole" | "place";

export interface State {
  draft: Draft;
  undo: Draft[];
  redo: Draft[];
  vocabulary: Vocabulary | null;
  language: Language;
  theme: "auto" | "light" | "dark";
  print: boolean;
  flipped: boolean;
  tool: Tool;
  side: "w" | "b" | "n";
  walk: string;
  marks: string[];
  cursor: Square;
  understood: Understood[];
  faults: Fault[];
  versions: Version[];
  progress: Progress | null;
  phase: "idle" | "waiting" | "solving" | "checking" | "done" | "stopped" | "error";
  /** When the solution that is shown was found, if it was kept from then. */
  keptFrom: number | null;
  /** First moves that solve, as far as they are known while the search goes on. */
  found: Found[];
  verdict: Judged | null;
  /** Whether moves made on the board are questions, and the answer to the last one. */
  asking: boolean;
  why: Why | null;
  /** Moves taken back on the board, while that panel is open. */
  retro: Retro | null;
  message: string;
  seconds: number;
  setPlay: boolean;
  tries: boolean;
  asText: boolean;
  /** Which version is shown, and which move of it: places in the lists of following moves. */
  version: number;
  path: number[];
  /** How many steps of the last move of the path are shown. */
  step: number;
}

export const EMPTY: Board = { files: 8, ranks: 8, holes: [], men: {} };

export const state: State = {
  draft: { statement: "", board: EMPTY },
  undo: [],
  redo: [],
  vocabulary: null,
  language: "en",
  theme: "auto",
  print: false,
  flipped: false,
  tool: "move",
  side: "w",
  walk: "king",
  marks: [],
  cursor: "e4",
  understood: [],
  faults: [],
  versions: [],
  progress: null,
  phase: "idle",
  keptFrom: null,
  message: "",
  seconds: 0,
  found: [],
  verdict: null,
  asking: false,
  why: null,
  retro: null,
  setPlay: false,
  tries: false,
  asText: false,
  version: 0,
  path: [],
  step: 0,
};

/** No solution and nothing said about one. */
export const NOTHING: Partial<State> = { versions: [], verdict: null, found: [] };

/** What changed; listeners choose what they show. */
export type Topic = "draft" | "view" | "solution" | "settings" | "vocabulary";

const listeners: [Topic[], () => void][] = [];

/** Calls `show` after each change of these topics. */
export function on(topics: Topic[], show: () => void): void {
  listeners.push([topics, show]);
}

/** Changes the state and shows it. */
export function change(topic: Topic, changes: Partial<State>): void {
  Object.assign(state, changes);
  for (const [topics, show] of listeners) if (topics.includes(topic)) show();
}

/** Changes the problem; the former one can be had back. */
export function edit(changes: Partial<Draft>, isTyping = false): void {
  const draft = { ...state.draft, ...changes };
  if (JSON.stringify(draft) === JSON.stringify(state.draft)) return;
  // Letters typed one after the other are one change.
  const last = state.undo.at(-1);
  const joins = isTyping && last && JSON.stringify(last.board) === JSON.stringify(draft.board) && lastWasTyping;
  lastWasTyping = isTyping;
  const undo = joins ? state.undo : [...state.undo, state.draft].slice(-200);
  change("draft", { draft, undo, redo: [], path: [], step: 0, version: 0, asking: false, why: null, retro: null });
}

/** Author and source on one line, if they are known. */
export function credits({ authors = [], origins = [] }: Draft): string {
  return [authors.join(", "), origins.join(", ")].filter(Boolean).join("; ");
}

const NOTHING_PASTED: Pasted = { parts: [] };

/** Puts a problem in place of the one that is there, whole: nothing of that stays. */
export function replace(draft: Draft): void {
  Object.assign(state, { ...NOTHING, faults: [], understood: [], message: "", phase: "idle", progress: null, setPlay: false, tries: false });
  edit({ rules: null, authors: [], origins: [], pasted: NOTHING_PASTED, ...draft });
  change("solution", {});
  change("settings", {});
}

let lastWasTyping = false;

/** Takes the last change back. */
export function undo(): void {
  const draft = state.undo.at(-1);
  if (!draft) return;
  lastWasTyping = false;
  change("draft", { draft, undo: state.undo.slice(0, -1), redo: [...state.redo, state.draft], path: [], step: 0, version: 0, asking: false, why: null, retro: null });
}

/** Makes the change that was taken back again. */
export function redo(): void {
  const draft = state.redo.at(-1);
  if (!draft) return;
  change("draft", { draft, redo: state.redo.slice(0, -1), undo: [...state.undo, state.draft], path: [], step: 0, version: 0, asking: false, why: null, retro: null });
}

/** The name of a square from its file and rank, counted from 0. */
export function square(file: number, rank: number): Square {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/** File and rank of a square, counted from 0. */
export function place(name: Square): [number, number] {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

/** The man that the palette would put. */
export function chosen(): Man {
  return [state.side, state.walk, ...state.marks].join(" ");
}

/** The board with a man, or nobody, on a square. */
export function withMan(board: Board, on: Square, man: Man | null): Board {
  const men = { ...board.men };
  if (man === null) delete men[on];
  else men[on] = man;
  return { ...board, men };
}
