// What the page knows: positions, moves, and what the server answers.

/** A square's name, `e4`. */
export type Square = string;

/** A man: side, key of its walk, marks; `w rook`, `n grasshopper kamikaze`. */
export type Man = string;

/** A board with men. */
export interface Board {
  files: number;
  ranks: number;
  /** The key of the condition whose cells it has, if they are no squares in files and ranks. */
  cells?: string;
  holes: Square[];
  men: Record<Square, Man>;
}

/** Everything that makes up a problem on this page; this is what links and drafts hold. */
export interface Draft {
  statement: string;
  board: Board;
  /** Conditions of one's own, in sentences. */
  rules?: string | null;
  authors?: string[];
  origins?: string[];
  /** What the last paste has set, so that the next one can take it back. */
  pasted?: Pasted;
}

/** What a paste has put into the statement, and the conditions that came with it; of a position also its text, and the board that it gave. */
export interface Pasted {
  parts: string[];
  rules?: string;
  position?: string;
  board?: Board;
  /** Whether nothing was asked then, so that nobody knew what its other fields mean. */
  isOpen?: boolean;
}

/** A fault with its place in the text. */
export interface Fault {
  place: "statement" | "position" | "input" | "rules";
  from: number;
  to: number;
  is_error: boolean;
  message: string;
  help: string | null;
}

/** A part of the statement that was understood. */
export interface Understood {
  kind: "stipulation" | "condition" | "option" | "twin";
  text: string;
  name?: string;
  means: string | null;
  /** The explanation of a condition in sentences. */
  explained?: string | null;
}

/** Squares that change: who stands there now. `imitators` has the squares of imitators. */
export type Step = Record<string, Man | null | Square[]>;

/** A move with what follows. */
export interface Move {
  n: string;
  text: string;
  kind: "" | "line" | "key" | "try" | "threat" | "refutation" | "violation";
  side: "w" | "b";
  steps: Step[];
  next?: Move[];
}

export interface Phase {
  kind: "set" | "actual" | "after-key" | "defence";
  starter: "w" | "b";
  threat: string;
  nodes: Move[];
  /** How many lines there are, where they came while the search went on. */
  told?: number;
}

/** Lines that are found while the search goes on, and how many there are so far. */
export interface Lines {
  version: number;
  kind: Phase["kind"];
  starter: "w" | "b";
  count: number;
  nodes: Move[];
}

/** What the judge says of the whole problem. */
export interface Judged {
  verdict: Class;
  mark: string | null;
  solutions: number | null;
  intended: number | null;
  evidence: string[];
}

export type Class = "sound" | "not examined" | "stopped" | "not supported" | "dual" | "short" | "cooked" | "missing solutions" | "no solution" | "illegal position" | "not read";

/** A first move that solves, told while the search goes on. */
export interface Found {
  version: number;
  move: string;
}

/** Why a line of play fails, or that it does not. */
export interface Why {
  played: string[];
  reasons: string[];
  solves: boolean;
}

/** A move that can have led to a position. */
export interface UnMove {
  move: string;
  from: Square;
  arrival: Square;
  to: Square | null;
  /** Who stands where before it. */
  changes: Record<Square, Man | null>;
  rights: string;
  passed: Square | null;
}

/** All of them. */
export interface Past {
  un_moves: UnMove[];
  said: string;
  outcome: "finished" | "time-up";
}

/** Moves taken back on the board. */
export interface Retro {
  /** Whose turn it is in the diagram: the other side moved last. */
  turn: "w" | "b";
  /** The moves taken back, and how many of them the board shows. */
  line: UnMove[];
  at: number;
  past: Past | null;
  /** Where the man stands whose moves are looked at, and where it may have come from. */
  chosen: Square | null;
  from: Square | null;
  /** Why a move cannot have been the last, or why nothing can be taken back. */
  said: string;
}

/** A variant of the problem that is what was asked for. */
export interface Finding {
  kind: string;
  change: string;
  verdict: Class;
  reason?: string;
  found: string[];
  remarks?: string[];
  /** The changed problem in the problem language. */
  input: string;
}

/** What one man is there for. */
export interface ManReport {
  man: string;
  square: Square;
  without?: { class: Class; reason?: string };
  because?: string[];
  weaker: string[];
  aside: string[];
  is_idle: boolean;
}

/** The answer of the workshop. */
export interface Report {
  intended: string[];
  now: { class: Class; reason?: string };
  findings: Finding[];
  tried: number;
  critique?: { men: ManReport[]; keys: { key: string }[]; superfluous: string[]; remarks: string[] };
}

/** A theme that a problem shows, with what shows it. */
export interface Shown {
  theme: string;
  name: string;
  count: number;
  evidence: { lines?: string[]; squares?: string[]; men?: string[] }[];
}

/** The themes of a problem. */
export interface Themes {
  themes: Shown[];
  is_complete: boolean;
}

/** What was counted for one side of a version. */
export interface Counted {
  text: string;
  solutions: number;
  shorts: number;
  tries: number;
  duals: number;
  unique: boolean;
}

/** What was found for the diagram or a twin. */
export interface Version {
  index: number;
  of: number;
  label: string | null;
  changes: string[] | null;
  board: Board;
  phases: Phase[];
  verdicts: Counted[];
  outcome: "finished" | "limited" | "time-up" | "interrupted" | "refused";
  remarks: string[];
  cut: boolean;
  text: string;
}

export interface Progress {
  version: number;
  positions: number;
  plies: number;
  number: number;
  of: number;
  move: string;
}

/** A walk: key, names, letters, shape, eighths of a turn, whether lettered, definition, other names. */
export type WalkRow = [string, Three, Three, string, number, 0 | 1, string, string[]];
/** A word: kind, key, names, definition. */
export type WordRow = [string, string, Three, string];
/** English, German, French. */
export type Three = [string, string, string];

export interface Vocabulary {
  walks: WalkRow[];
  words: WordRow[];
  attributes: [string, Three, string][];
  /** Letter, bodies, lines, dots. */
  shapes: [string, string[], string[], string[]][];
}
