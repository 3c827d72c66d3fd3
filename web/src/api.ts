// Talks to the server; nothing else does.

import type { Board, Draft, Fault, Finding, Found, Judged, Lines, Past, Progress, Report, Square, Themes, Understood, Version, Vocabulary, Why } from "./types.ts";
import { placed, whole } from "./rules.ts";
import { say, type Language } from "./text.ts";

/** An answer that is an error, with the faults of the problem. */
export class Refusal extends Error {
  faults: Fault[];
  constructor(message: string, faults: Fault[]) {
    super(message);
    this.faults = faults;
  }
}

const problem = (draft: Draft, language: Language) => ({ statement: whole(draft), position: draft.board, language });
/** The same with author and source, for what is printed. */
const printed = (draft: Draft, language: Language) => ({ ...problem(draft, language), authors: draft.authors ?? [], origins: draft.origins ?? [] });

async function post(path: string, body: unknown, signal?: AbortSignal, accept = "application/json"): Promise<Response> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: accept },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(answer.error ?? response.statusText, answer.faults ?? []);
}

/** Everything with a name. */
export async function vocabulary(): Promise<Vocabulary> {
  return (await fetch("/api/vocabulary")).json();
}

/** What was understood of a statement. */
export async function explain(draft: Draft, language: Language, signal: AbortSignal): Promise<{ understood: Understood[]; faults: Fault[] }> {
  const { understood, faults } = await (await post("/api/explain", problem(draft, language), signal)).json();
  return { understood, faults: placed(faults, draft) };
}

/** What a search tells while it runs. */
export interface Listener {
  waiting(): void;
  progress(progress: Progress): void;
  found(found: Found): void;
  version(version: Version): void;
  /** Lines of a version that is being searched: what is known of it, then they. */
  begun(version: Version): void;
  lines(lines: Lines): void;
  /** The solution is whole; the verdict follows. */
  solved(seconds: number): void;
  done(verdict: Judged | null): void;
}

/** Solves; aborting the signal stops the search on the server too. */
export async function solve(
  draft: Draft,
  language: Language,
  wishes: { set_play: boolean; tries: boolean; token: string },
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  const body = { ...problem(draft, language), ...wishes, page: true };
  const response = await post("/api/solve", body, signal, "text/event-stream");
  await events(response, (head, data) => tell(head, data, listener));
}

/** Stops the search with this word; what was found comes to whoever listens. */
export async function stop(token: string): Promise<boolean> {
  return (await (await post("/api/stop", { token })).json()).stopped;
}

/** A row of a collection. */
export interface Row {
  number: number;
  line: number;
  authors?: string[];
  origins?: string[];
  statement?: string;
  twins?: number;
  set_play?: boolean;
  /** The whole problem, in Popeye's language. */
  input?: string;
  /** Why it could not be read. */
  error?: string;
}

/** Reads a collection; its problems come as they are read. */
export async function collection(file: Blob, signal: AbortSignal, hear: (rows: Row[]) => void): Promise<string> {
  const response = await fetch("/api/collection", { method: "POST", headers: { "Content-Type": "application/octet-stream", Accept: "text/event-stream" }, body: file, signal });
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new Refusal(answer.error ?? response.statusText, []);
  }
  let format = "";
  await events(response, (head, data) => {
    if (head === "event: problems") hear(data);
    if (head === "event: done") format = data.format;
    if (head === "event: error") throw new Refusal(data.error, []);
  });
  return format;
}

/** What became of one of many problems. */
export interface Checked {
  /** Its place among those that were asked about. */
  index: number;
  verdict?: Judged;
  /** Why there is no verdict. */
  error?: string;
}

/** Verdicts on many problems in one job, as they come; aborting the signal stops it on the server too. */
export async function checkAll(inputs: string[], language: Language, signal: AbortSignal, hear: (some: Checked[]) => void): Promise<void> {
  const response = await post("/api/check-all", { inputs, language, time: 20 }, signal, "text/event-stream");
  let isWhole = false;
  await events(response, (head, data) => {
    if (head === "event: verdicts") hear(data);
    if (head === "event: done") isWhole = true;
  });
  if (!isWhole) throw new Refusal(say("offline"), []);
}

/** Problems in one file. */
export async function save(inputs: string[], as: string, language: Language, print: boolean): Promise<Blob> {
  return (await post("/api/save", { inputs, as, language, print }, undefined, "*/*")).blob();
}

/** Calls `hear` with each event of a stream. */
async function events(response: Response, hear: (head: string, data: any) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const whole = text.split("\n\n");
    text = whole.pop()!;
    for (const event of whole) {
      const [head, ...rest] = event.split("\n");
      hear(head!, JSON.parse(rest.join("\n").replace(/^data: /, "")));
    }
  }
}

/** What the workshop tells while it tries variants. */
export interface Bench {
  progress(number: number, of: number): void;
  finding(finding: Finding): void;
}

/** Asks the workshop; aborting the signal stops the trials on the server too. */
export async function workshop(draft: Draft, language: Language, question: string, keep: string, signal: AbortSignal, bench: Bench): Promise<Report> {
  const body = { ...problem(draft, language), question, keep: keep.trim() === "" ? [] : [keep] };
  const response = await post("/api/workshop", body, signal, "text/event-stream");
  let report: Report | null = null;
  await events(response, (head, data) => {
    if (head === "event: progress") bench.progress(data.number, data.of);
    if (head === "event: finding") bench.finding(data);
    if (head === "event: done") report = data;
    if (head === "event: error") throw new Refusal(data.error, []);
  });
  if (!report) throw new Refusal("", []);
  return report;
}

/** The themes that a problem shows; aborting the signal stops the search on the server too. */
export async function themes(draft: Draft, language: Language, signal: AbortSignal): Promise<Themes> {
  return (await post("/api/themes", problem(draft, language), signal)).json();
}

/** What is asked about the past of a position. */
export interface PastAsked {
  turn: "w" | "b";
  rights: string;
  passed: Square | null;
}

/** The moves that can have led to the position of a draft. */
export async function retract(draft: Draft, language: Language, asked: PastAsked, signal: AbortSignal): Promise<Past> {
  return (await post("/api/retract", { ...problem(draft, language), ...asked, time: 20 }, signal)).json();
}

/** Why a move cannot have been the last one. */
export async function whyNotLast(draft: Draft, language: Language, asked: PastAsked, squares: [Square, Square]): Promise<string> {
  return (await (await post("/api/retract", { ...problem(draft, language), ...asked, why: squares, time: 20 })).json()).why;
}

function tell(head: string, data: any, listener: Listener): void {
  if (head === "event: queued") listener.waiting();
  if (head === "event: progress") listener.progress(data);
  if (head === "event: version") listener.version(data);
  if (head === "event: begun") listener.begun(data);
  if (head === "event: lines") listener.lines(data);
  if (head === "event: found") listener.found(data);
  if (head === "event: solved") listener.solved(data.seconds);
  if (head === "event: done") listener.done(data.verdict);
  if (head === "event: error") throw new Refusal(data.error, []);
}

/** Why a line of play fails. */
export async function why(draft: Draft, language: Language, version: number, line: string): Promise<Why> {
  return (await post("/api/why", { ...problem(draft, language), version, line, time: 10 })).json();
}

/** A picture. */
export async function draw(draft: Draft, language: Language, format: string, print: boolean): Promise<Blob> {
  return (await post("/api/draw", { ...printed(draft, language), format, print, square: 80 }, undefined, "*/*")).blob();
}

/** The problem in another format. */
export async function write(draft: Draft, language: Language, as: string): Promise<string> {
  return (await (await post("/api/write", { ...printed(draft, language), as })).json()).text;
}

/** A problem that was read. */
export interface Read {
  board: Board;
  statement: string;
  /** The text of its own conditions, if it has any. */
  rules?: string | null;
  authors?: string[];
  origins?: string[];
  input?: string;
  /** What is to be said about it: what became of the other fields of a FEN, what was not understood. */
  told?: string[];
  /** What the other fields of a position have added to the statement. */
  added?: string[];
}

/** Reads whatever was pasted; a position alone is read for the statement that is there. */
export async function read(text: string, language: Language, statement: string): Promise<{ kind: string; statement?: string; problems: Read[] }> {
  return (await post("/api/read", { text, language, statement })).json();
}
