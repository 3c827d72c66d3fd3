// Draws men with the outlines that the server knows, and names them.

import { drawn } from "./dom.ts";
import { state } from "./state.ts";
import { inLanguage, say } from "./text.ts";
import type { Man, WalkRow } from "./types.ts";

/** The row of a walk, if the vocabulary has one. */
export function walkRow(walk: string): WalkRow | undefined {
  return rows().get(walk);
}

let known: [unknown, Map<string, WalkRow>] = [null, new Map()];

function rows(): Map<string, WalkRow> {
  const { vocabulary } = state;
  if (known[0] !== vocabulary) known = [vocabulary, new Map(vocabulary?.walks.map((row) => [row[0], row]))];
  return known[1];
}

/** The walks of these men whose figures another walk among them has too: they get letters. */
export function ambiguous(men: Iterable<Man>): Set<string> {
  const owners = new Map<string, Set<string>>();
  for (const man of men) {
    const walk = man.split(" ")[1]!;
    const row = walkRow(walk);
    if (!row) continue;
    const figure = row[3] + row[4];
    owners.set(figure, (owners.get(figure) ?? new Set()).add(walk));
  }
  return new Set([...owners.values()].filter((walks) => walks.size > 1).flatMap((walks) => [...walks]));
}

/** The picture of a man; a neutral one is half white, half black. */
export function figure(man: Man, lettered = new Set<string>()): Element {
  const [side, walk, ...marks] = man.split(" ") as [string, string, ...string[]];
  const row = walkRow(walk);
  const [shape, turn] = row ? [row[3], row[4]] : ["D", 0];
  const wrap = document.createElement("span");
  wrap.className = "man";
  wrap.setAttribute("aria-hidden", "true");
  wrap.append(half(shape, turn, side === "b" ? "black" : "white"));
  if (side === "n") {
    const dark = half(shape, turn, "black");
    dark.classList.add("right");
    wrap.append(dark);
  }
  if (!row || row[5] || lettered.has(walk)) {
    const letters = document.createElement("span");
    letters.className = shape === "D" ? "letters disc" : "letters";
    letters.textContent = row ? inLanguage(row[2]) : walk;
    wrap.append(letters);
  }
  const royal = marks.includes("royal");
  const others = marks.filter((mark) => mark !== "royal").map(markLetters).join("");
  if (royal) wrap.append(crown());
  if (others) {
    const sign = document.createElement("span");
    sign.className = "marks";
    sign.textContent = others;
    wrap.append(sign);
  }
  return wrap;
}

function markLetters(mark: string): string {
  return mark.split("-").map((word) => word[0]).join("");
}

function crown(): SVGElement {
  const path = drawn("path", { d: "M5 85 0 25 28 52 50 10 72 52 100 25 95 85Z" });
  return drawn("svg", { viewBox: "-6 0 112 95", class: "crown" }, path);
}

const halves = new Map<string, SVGElement>();

function half(shape: string, turn: number, colour: string): SVGElement {
  const key = shape + turn + colour;
  if (!halves.has(key)) {
    const [, bodies, lines, dots] = state.vocabulary!.shapes.find(([letter]) => letter === shape)!;
    const scale = turn % 2 ? 0.87 : 0.94;
    const group = drawn("g", { transform: `translate(50 50) rotate(${45 * turn}) scale(${scale}) translate(-50 -50)` });
    for (const d of bodies) group.append(drawn("path", { d, class: "body" }));
    for (const d of lines) group.append(drawn("path", { d, class: "line" }));
    for (const d of dots) group.append(drawn("path", { d, class: "dot" }));
    halves.set(key, drawn("svg", { viewBox: "0 0 100 100", class: colour }, group));
  }
  return halves.get(key)!.cloneNode(true) as SVGElement;
}

/** The man in words: `white rook, royal`. */
export function name(man: Man): string {
  const [side, walk, ...marks] = man.split(" ") as [string, string, ...string[]];
  const row = walkRow(walk);
  const colour = say(side === "w" ? "white" : side === "b" ? "black" : "neutral");
  const words = [`${colour} ${row ? inLanguage(row[1]) : walk}`, ...marks.map(markName)];
  return words.join(", ");
}

function markName(mark: string): string {
  const row = state.vocabulary?.attributes.find(([key]) => key === mark);
  return mark === "royal" ? say("royal") : row ? inLanguage(row[1]) : mark;
}
