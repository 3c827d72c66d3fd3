// The men to choose from: side, walk, attributes; found by name in three languages.

import { begin } from "./board.ts";
import { byId, fillBar, make, signButton } from "./dom.ts";
import { figure } from "./figure.ts";
import { change, chosen, on, state } from "./state.ts";
import { inLanguage, plain, say, type Word } from "./text.ts";
import type { WalkRow } from "./types.ts";

const USUAL = ["king", "queen", "rook", "bishop", "knight", "pawn", "grasshopper", "nightrider", "lion", "leo", "mao", "pao", "vao", "locust", "equihopper", "amazon", "camel", "dummy"];

let wanted = "";

/** Shows the palette, and keeps it as the state says. */
export function palette(): void {
  const search = make("input", { type: "search", id: "search-men", autocomplete: "off", spellcheck: "false" });
  const label = make("label", { for: "search-men", class: "unseen" });
  const men = make("div", { class: "men", role: "toolbar" });
  const colours = make("div", { class: "group", role: "toolbar" });
  const ways = make("div", { class: "group", role: "toolbar" });
  const marks = make("details", { class: "attributes" });
  byId("palette").replaceChildren(make("div", { class: "head" }, colours, ways, label, search), men, marks);
  search.addEventListener("input", () => {
    wanted = search.value;
    show();
  });
  const show = () => {
    if (!state.vocabulary) return;
    label.textContent = search.placeholder = say("search");
    byId("men-title").textContent = say("men");
    men.setAttribute("aria-label", say("men"));
    colours.setAttribute("aria-label", say("side"));
    ways.setAttribute("aria-label", say("board"));
    fillBar(colours, ...sides());
    fillBar(ways, ...toolsOf());
    fillBar(men, ...found().map(entry));
    showMarks(marks);
  };
  on(["settings", "vocabulary"], show);
}

function found(): WalkRow[] {
  const { walks } = state.vocabulary!;
  const word = plain(wanted);
  if (!word) return USUAL.flatMap((key) => walks.filter((row) => row[0] === key));
  const rank = (row: WalkRow) => {
    const names = [...row[1], ...row[7]].map(plain);
    if (row[2].some((letters) => letters.toLowerCase() === wanted.trim().toLowerCase())) return 0;
    if (names.some((name) => name.startsWith(word))) return 1;
    return names.some((name) => name.includes(word)) ? 2 : 3;
  };
  return walks.map((row) => [rank(row), row] as const).filter(([rank]) => rank < 3)
    .sort((one, other) => one[0] - other[0]).slice(0, 24).map(([, row]) => row);
}

function entry(row: WalkRow): HTMLElement {
  const [walk, names, letters] = row;
  const name = inLanguage(names);
  const choose = () => change("settings", { walk, tool: "place" });
  return make("button", {
    type: "button",
    class: "choice",
    "aria-pressed": state.tool === "place" && state.walk === walk,
    "aria-label": name,
    title: `${name} (${inLanguage(letters)}): ${row[6]}`,
    onclick: choose,
    onpointerdown: (event: PointerEvent) => {
      if (event.pointerType === "mouse") begin(event, [state.side, walk, ...state.marks].join(" "), null);
    },
  }, figure(`${state.side} ${walk}`), wanted ? make("span", { class: "name" }, name) : null);
}

function sides(): HTMLElement[] {
  const all: ["w" | "b" | "n", Word, string][] = [["w", "white", "○"], ["b", "black", "●"], ["n", "neutral", "◐"]];
  return all.map(([side, word, sign]) => signButton(sign, say(word), () => change("settings", { side }), { "aria-pressed": state.side === side }));
}

function toolsOf(): HTMLElement[] {
  const all: ["move" | "erase" | "hole", Word, string][] = [["move", "moveMen", "✥"], ["erase", "erase", "⌫"], ["hole", "hole", "▢"]];
  return all.map(([tool, word, sign]) => signButton(sign, say(word), () => change("settings", { tool }), { "aria-pressed": state.tool === tool }));
}

function showMarks(details: HTMLElement): void {
  const rows: [string, string, string][] = [["royal", say("royal"), ""]];
  for (const [key, names, definition] of state.vocabulary!.attributes) rows.push([key, inLanguage(names), definition]);
  const toggle = (key: string) => () => {
    const marks = state.marks.includes(key) ? state.marks.filter((mark) => mark !== key) : [...state.marks, key];
    change("settings", { marks, tool: "place" });
  };
  const boxes = rows.map(([key, name, definition]) =>
    make("label", { title: definition }, make("input", { type: "checkbox", checked: state.marks.includes(key), onchange: toggle(key) }), name));
  const many = state.marks.length ? ` (${state.marks.length})` : "";
  details.replaceChildren(make("summary", {}, say("marks") + many), make("div", { class: "boxes" }, ...boxes), figure(chosen()));
}
