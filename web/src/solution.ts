// The answer: how far the search is, its verdict, and the moves, which play on the board.

import { isPlaying, line } from "./board.ts";
import { button, byId, fillBar, make, signButton } from "./dom.ts";
import { EXAMPLES } from "./examples.ts";
import { change, on, state } from "./state.ts";
import { say, type Word } from "./text.ts";
import type { Class, Judged, Move, Phase, Version } from "./types.ts";

/** The most moves of a phase that are listed before one asks for more. */
const MANY = 400;

/** The most first moves that are named while the search goes on. */
const FEW = 12;

/** Shows the answer; `solve` and `stop` are what its buttons do. */
export function solution(solve: () => void, stop: () => void, example: (input: string) => void): void {
  on(["solution", "settings", "draft"], () => status(solve, stop, example));
  // What is folded is not printed, so all is unfolded for that.
  let folded: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    folded = [...byId("solution").querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    for (const details of folded) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of folded) details.open = false;
  });
  on(["solution", "settings", "vocabulary"], show);
  on(["view"], mark);
  on(["view", "solution", "draft", "settings"], playback);
  byId("solution").addEventListener("keydown", key);
}

/** Puts new parts into a box. One that is there already stays where it is, so that it can be clicked while others change. */
function renew(box: HTMLElement, parts: (Node | string)[]): void {
  const stays = parts.findIndex((part) => part instanceof Node && part.parentNode === box);
  if (stays < 0) return box.replaceChildren(...parts);
  const kept = parts[stays] as ChildNode;
  for (const child of [...box.childNodes]) if (child !== kept) child.remove();
  kept.before(...parts.slice(0, stays));
  kept.after(...parts.slice(stays + 1));
}

/** The button that stops: the one that is there, if it has the right word. */
function stopButton(stop: () => void): HTMLElement {
  const there = document.getElementById("stop");
  return there?.textContent === say("stop") ? there : button(say("stop"), stop, { id: "stop" });
}

function status(solve: () => void, stop: () => void, example: (input: string) => void): void {
  const { phase, progress } = state;
  const isBusy = phase === "solving" || phase === "waiting" || phase === "checking";
  const parts: (Node | string | null)[] = [];
  const verdict = whole();
  if (verdict) parts.push(make("strong", { class: `verdict ${verdict[0]}` }, `${verdict[1]} ${say(verdict[0])}`), make("span", {}, verdict[2]));
  if (isBusy) {
    const busy = say(phase === "checking" ? "checking" : "solving");
    const far = progress
      ? `${busy} ${progress.positions.toLocaleString(state.language)} ${say("positions")}` + (progress.of > 1 ? `, ${say("moveOf")} ${progress.number}/${progress.of}: ${progress.move}` : "")
      : phase === "waiting" ? say("waiting") : busy;
    if (phase !== "waiting" && state.found.length > 0) parts.push(found());
    parts.push(make("span", { class: "busy" }, far), stopButton(stop));
  }
  if (phase === "done" || phase === "checking") parts.push(make("span", { class: "time" }, `${state.seconds.toFixed(2)} s`));
  if (phase === "stopped") parts.push(make("span", {}, say("stopped")), ...(state.found.length > 0 ? [found()] : []), button(say("again"), solve));
  if (state.keptFrom) parts.push(make("span", { class: "time" }, `${say("keptFrom")} ${new Date(state.keptFrom).toLocaleString(state.language)}`), button(say("again"), solve));
  if (phase === "error") parts.push(make("span", { class: "fault" }, state.message));
  const isEmpty = Object.keys(state.draft.board.men).length === 0;
  if (phase === "idle" && !isEmpty) parts.push(say("nothingAsked"));
  if (phase === "idle" && isEmpty) parts.push(make("p", { class: "examples" }, say("emptyBoard")), ...EXAMPLES.map(([label, input]) => button(label, () => example(input))));
  for (const version of state.versions) for (const remark of version.remarks) parts.push(make("span", { class: "warning" }, remark));
  const evidence = phase === "done" && state.verdict?.verdict !== "sound" ? (state.verdict?.evidence ?? []) : [];
  if (evidence.length > 0) parts.push(make("ul", { class: "evidence" }, ...evidence.map((text) => make("li", {}, text))));
  renew(byId("status"), parts.filter((part) => part !== null));
}

type Sign = "sound" | "unclaimed" | "dual" | "cooked" | "none" | "short" | "missing" | "illegal" | "refused" | "limited" | "timeUp";

/** The first moves that are known to solve. */
function found(): HTMLElement {
  const moves = state.found.slice(0, FEW).map(({ move }) => move).join(", ");
  return make("span", { class: "found" }, `${say("found")} ${moves}${state.found.length > FEW ? ", …" : ""}`);
}

export const SIGN_OF: Record<Class, [Sign, string]> = {
  sound: ["sound", "✓"], "not examined": ["unclaimed", "·"], stopped: ["timeUp", "…"], "not supported": ["refused", "✗"],
  dual: ["dual", "✗"], short: ["short", "✗"], cooked: ["cooked", "✗"], "missing solutions": ["missing", "✗"],
  "no solution": ["none", "✗"], "illegal position": ["illegal", "✗"], "not read": ["refused", "✗"],
};

/** The sign and word of a verdict. */
export function signed({ verdict, mark }: Judged): string {
  const [word, sign] = SIGN_OF[verdict];
  return [sign, say(word), mark].filter(Boolean).join(" ");
}

/** The verdict on all versions that are there: kind, sign, words. */
function whole(): [Sign, string, string] | null {
  const { versions, verdict } = state;
  if (versions.length === 0) return null;
  if (versions.some((version) => version.outcome === "refused")) return ["refused", "✗", ""];
  if (versions.some((version) => version.outcome === "time-up")) return ["timeUp", "…", ""];
  if (state.phase !== "done") return null;
  const words = versions.flatMap((version) => version.verdicts.map((counts) => (version.label ? `${version.label}) ` : "") + counted(counts.solutions, counts.duals))).join("; ");
  if (verdict) return [...SIGN_OF[verdict.verdict], [verdict.mark, words].filter(Boolean).join(", ")];
  if (versions.some((version) => version.outcome === "limited")) return ["limited", "…", words];
  // So many lines that they were not kept: nobody claimed them.
  return versions.some((version) => version.phases.some((phase) => phase.told)) ? ["unclaimed", "·", words] : null;
}

function counted(solutions: number, duals: number): string {
  const many = solutions === 1 ? say("one") : `${solutions} ${say("solutions")}`;
  return duals > 0 ? `${many}, ${duals} ${say("duals")}` : many;
}

function show(): void {
  const holder = byId("solution");
  byId("solution-title").textContent = say("solution");
  const wish = (word: "setPlay" | "tries" | "asText") =>
    make("label", {}, make("input", { type: "checkbox", checked: state[word], onchange: () => change("settings", { [word]: !state[word] }) }), say(word));
  const wishes = make("div", { class: "row" }, wish("setPlay"), wish("tries"), wish("asText"));
  const tabs = state.versions.length > 1 ? make("div", { class: "group", role: "tablist" }, ...state.versions.map(tab)) : null;
  const version = state.versions[state.version] ?? state.versions[0];
  holder.replaceChildren(wishes, ...(tabs ? [tabs] : []), ...(version ? content(version) : []));
  mark();
}

function tab(version: Version, index: number): HTMLElement {
  const isShown = index === state.version;
  const title = (version.changes ?? []).join(", ");
  return make("button", { type: "button", role: "tab", "aria-selected": isShown, title, onclick: () => change("solution", { version: index, path: [], step: 0 }) }, `${version.label ?? index + 1})`);
}

function content(version: Version): HTMLElement[] {
  if (state.asText) return [make("pre", { tabindex: 0 }, version.text.trim())];
  // A phase without moves is none.
  const parts = version.phases.map((phase, index) => (phase.nodes.length > 0 || phase.threat ? phaseOf(phase, index) : null)).filter((part) => part !== null);
  const changes = version.changes?.length ? [make("p", { class: "changes" }, version.changes.join(", "))] : [];
  return [...changes, ...parts, ...(version.cut ? [make("p", { class: "warning" }, say("cut"))] : [])];
}

function phaseOf(phase: Phase, index: number): HTMLElement | null {
  const words: Record<Phase["kind"], Word | null> = { set: "setPlay", "after-key": "afterKey", actual: null, defence: null };
  const word = words[phase.kind];
  if (phase.nodes.length === 0 && phase.kind === "set") return null;
  const title = [word && say(word), phase.threat === "zugzwang" && "zugzwang"].filter(Boolean).join(": ");
  // Of very many lines the first are here.
  const told = phase.told ?? 0;
  const many = told > phase.nodes.length ? make("p", { class: "many" }, `${say("first")} ${phase.nodes.length.toLocaleString(state.language)} ${say("of")} ${told.toLocaleString(state.language)} ${say("lines")}`) : null;
  return make("section", { class: phase.kind }, title ? make("h3", {}, title) : null, many, list(phase.nodes, [index]));
}

function list(moves: Move[], path: number[], isListed: (move: Move) => boolean = () => true): HTMLElement {
  const places = moves.map((_, index) => index).filter((index) => isListed(moves[index]!));
  const rows = (some: number[]) => some.map((index) => row(moves[index]!, [...path, index], moves));
  const items = make("ul", {}, ...rows(places.slice(0, MANY)));
  if (places.length > MANY) {
    const more = make("li", {}, button(`+ ${places.length - MANY}`, () => more.replaceWith(...rows(places.slice(MANY)))));
    items.append(more);
  }
  return items;
}

/** A move with those that follow without a fork on one line, and the forks below. */
function row(move: Move, path: number[], siblings: Move[]): HTMLElement {
  const line = make("div", { class: "moves" });
  let [last, at] = [move, path];
  line.append(moveButton(move, path, siblings));
  while (last.next?.length === 1 && last.kind !== "key" && last.kind !== "try") {
    [last, at] = [last.next[0]!, [...at, 0]];
    line.append(" ", moveButton(last, at, []));
  }
  const all = last.next ?? [];
  const item = make("li", { class: move.kind }, line);
  // What refutes a try stands beside it; the rest of its play is folded.
  all.forEach((reply, index) => {
    if (reply.kind === "refutation") line.append(" ", moveButton(reply, [...at, index], all));
  });
  const next = all.filter((reply) => reply.kind !== "refutation");
  if (next.length === 0) return item;
  const isOpen = path.length <= 3 && move.kind !== "try";
  const below = list(all, at, (reply) => reply.kind !== "refutation");
  if (next.length < 3 && isOpen) item.append(below);
  else item.append(make("details", { open: isOpen }, make("summary", {}, `${next.length}`), below));
  return item;
}

const SIGNS: Record<Move["kind"], string> = { "": "", line: "", key: " !", try: " ?", threat: "", refutation: " !", violation: " ?!?" };

function moveButton(move: Move, path: number[], siblings: Move[]): HTMLElement {
  const said = move.kind === "threat" && siblings[0] === move ? `${say("threat")}: ` : move.kind === "refutation" ? `${say("but")} ` : "";
  return make("button", { type: "button", class: `move ${move.kind}`, "data-path": path.join("."), onclick: () => play(path) }, make("span", { class: "number" }, said + move.n), ` ${move.text}${SIGNS[move.kind]}`);
}

let timer = 0;

/** Shows a move on the board, one effect after the other. */
function play(path: number[]): void {
  clearTimeout(timer);
  change("view", { path, step: 0, retro: null });
  const steps = line().at(-1)?.steps.length ?? 0;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || steps < 2) return change("view", { step: steps });
  const next = () => {
    change("view", { step: state.step + 1 });
    if (state.step < steps) timer = window.setTimeout(next, 450);
  };
  next();
}

/** Marks the move that is shown. */
function mark(): void {
  const path = state.path.join(".");
  for (const move of byId("solution").querySelectorAll<HTMLElement>(".move")) {
    const isShown = move.dataset.path === path;
    if (isShown) move.setAttribute("aria-current", "step");
    else move.removeAttribute("aria-current");
  }
}

/** The moves that may follow where the path leads. */
function following(path: number[]): Move[] {
  const [phase, ...places] = path;
  let next = state.versions[state.version]?.phases[phase ?? 0]?.nodes ?? [];
  for (const index of places) next = next[index]?.next ?? [];
  return next;
}

function forth(): void {
  const moves = line();
  const steps = moves.at(-1)?.steps.length ?? 0;
  if (state.path.length && state.step < steps) return change("view", { step: state.step + 1 });
  const actual = state.versions[state.version]?.phases.findIndex((phase) => phase.kind === "actual") ?? 0;
  const path = state.path.length ? state.path : [Math.max(actual, 0)];
  if (following(path).length > 0) play([...path, 0]);
}

function back(): void {
  clearTimeout(timer);
  const path = state.path.length > 2 ? state.path.slice(0, -1) : [];
  change("view", { path });
  change("view", { step: line().at(-1)?.steps.length ?? 0 });
}

function playback(): void {
  const holder = byId("playback");
  const text = line().map((move) => `${move.n} ${move.text}`.trim()).join("  ");
  fillBar(holder,
    signButton("⇤", say("diagram"), () => change("view", { path: [], step: 0, version: 0 }), { disabled: !isPlaying() }),
    signButton("◀", say("back"), back, { disabled: state.path.length === 0 }),
    signButton("▶", say("forth"), forth),
    button(say("whyNot"), () => change("view", { asking: !state.asking, why: null, retro: null }), { id: "ask", "aria-pressed": state.asking }),
    make("span", { "aria-live": "polite" }, isPlaying() ? text : say("editing")),
  );
  answer();
}

/** What was asked by a move on the board, and why it fails. */
function answer(): void {
  const { asking, why } = state;
  const parts: Node[] = [];
  if (asking && !why) parts.push(make("p", {}, say("whyHint")));
  if (why) {
    const after = why.played.length ? `${say("afterLine")} ${why.played.join(" ")}: ` : "";
    const said = why.solves && why.reasons.length === 0 ? [say("solves")] : why.reasons;
    parts.push(make("ul", {}, ...said.map((reason) => make("li", {}, after + reason))));
  }
  byId("why").replaceChildren(...parts);
}

function key(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (!target.classList.contains("move")) return;
  const all = [...byId("solution").querySelectorAll<HTMLElement>(".move")].filter((move) => move.offsetParent !== null);
  const at = all.indexOf(target);
  const path = target.dataset.path!;
  const parent = path.split(".").slice(0, -1).join(".");
  const to: Record<string, HTMLElement | undefined> = {
    ArrowDown: all[at + 1],
    ArrowUp: all[at - 1],
    ArrowRight: all.find((move) => move.dataset.path === `${path}.0`) ?? all[at + 1],
    ArrowLeft: all.find((move) => move.dataset.path === parent) ?? all[at - 1],
    Home: all[0],
    End: all.at(-1),
  };
  const next = to[event.key];
  if (!(event.key in to)) return;
  event.preventDefault();
  if (!next) return;
  next.focus();
  play(next.dataset.path!.split(".").map(Number));
}
