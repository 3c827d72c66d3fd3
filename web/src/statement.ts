// The line of the statement: completed while it is typed, explained below it, its faults underlined.

import { button, byId, fillBar, make } from "./dom.ts";
import { USUAL } from "./examples.ts";
import { edit, on, state } from "./state.ts";
import { names as ownNames } from "./rules.ts";
import { inLanguage, plain, say } from "./text.ts";
import type { Fault, Three } from "./types.ts";

/** Shows the line, and keeps it as the state says. */
export function statement(): void {
  const input = make("input", {
    id: "line", type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off",
    role: "combobox", "aria-expanded": "false", "aria-controls": "completions", "aria-autocomplete": "list", "aria-describedby": "understood",
  });
  const under = make("div", { class: "under", "aria-hidden": "true" });
  const list = make("ul", { id: "completions", role: "listbox", hidden: true });
  const label = make("label", { for: "line" });
  const understood = make("div", { id: "understood", "aria-live": "polite" });
  const usual = make("div", { class: "usual", role: "toolbar" });
  byId("statement").replaceChildren(label, make("div", { class: "line" }, under, input), list, usual, understood);

  let chosen = -1;
  const options = () => [...list.children] as HTMLElement[];
  const close = () => {
    list.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const take = (word: string) => {
    const { from, to } = wordAt(input);
    const text = input.value.slice(0, from) + word + input.value.slice(to);
    input.value = text;
    input.setSelectionRange(from + word.length, from + word.length);
    close();
    edit({ statement: text });
    input.focus();
  };
  const open = () => {
    const { word } = wordAt(input);
    const found = completions(word);
    list.setAttribute("aria-label", say("statement"));
    list.replaceChildren(...found.map((name, index) => make("li", { role: "option", id: `completion-${index}`, "aria-selected": "false", onpointerdown: (event: Event) => { event.preventDefault(); take(name); } }, name)));
    list.hidden = found.length === 0;
    chosen = -1;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };
  const ask = (word: string) => {
    edit({ statement: word });
    input.focus();
  };
  const point = (index: number) => {
    chosen = index;
    options().forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `completion-${index}`);
  };
  input.addEventListener("input", () => {
    edit({ statement: input.value }, true);
    open();
  });
  input.addEventListener("blur", close);
  input.addEventListener("scroll", () => (under.scrollLeft = input.scrollLeft));
  input.addEventListener("keydown", (event) => {
    const many = options().length;
    if (list.hidden || many === 0) return;
    if (event.key === "ArrowDown") point((chosen + 1) % many);
    else if (event.key === "ArrowUp") point((chosen + many) % many === 0 ? many - 1 : chosen - 1);
    else if (event.key === "Tab" && !event.shiftKey) take(options()[Math.max(chosen, 0)]!.textContent!);
    else if (event.key === "Enter" && chosen >= 0) take(options()[chosen]!.textContent!);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });

  const show = () => {
    label.textContent = say("statement");
    input.placeholder = say("statementHint");
    if (input.value !== state.draft.statement) {
      // Who is typing goes on where he was.
      const at = document.activeElement === input && state.draft.statement.startsWith(input.value) ? input.selectionStart : null;
      input.value = state.draft.statement;
      if (at !== null) input.setSelectionRange(at, at);
    }
    const faults = state.faults.filter((fault) => fault.place === "statement" && fault.to > fault.from);
    under.replaceChildren(...underlined(input.value, faults));
    under.scrollLeft = input.scrollLeft;
    input.setAttribute("aria-invalid", String(state.faults.some((fault) => fault.is_error)));
    const chips = state.understood.map((part) =>
      make("details", { class: `chip ${part.kind}` }, make("summary", {}, part.text), part.means ? make("p", {}, part.means) : null));
    const said = state.faults.map((fault) => told(fault, input));
    understood.replaceChildren(...chips, ...said);
    usual.hidden = state.draft.statement.trim() !== "";
    usual.setAttribute("aria-label", say("usual"));
    fillBar(usual, ...(usual.hidden ? [] : USUAL.map((word) => button(word, () => ask(word)))));
  };
  on(["draft", "solution", "settings"], show);
  show();
}

/** The word that the cursor stands behind: what is between separators. */
function wordAt(input: HTMLInputElement): { word: string; from: number; to: number } {
  const to = input.selectionStart ?? input.value.length;
  const before = input.value.slice(0, to);
  const start = Math.max(before.lastIndexOf(","), before.lastIndexOf(";")) + 1;
  const from = start + (before.slice(start).length - before.slice(start).trimStart().length);
  return { word: before.slice(from), from, to };
}

function completions(word: string): string[] {
  if (word.length < 2 || !state.vocabulary) return [];
  const wanted = plain(word);
  if (wanted.length < 2) return [];
  const words = state.vocabulary.words.filter(([kind]) => kind === "condition" || kind === "option");
  const all = [...ownNames().map((name): Three => [name, name, name]), ...words.map(([, , names]) => names)];
  // A word that is finished needs no help, in whatever language it is.
  if (all.some((names) => names.some((name) => plain(name) === wanted))) return [];
  const found = new Map<string, number>();
  for (const names of all) {
    const own = inLanguage(names);
    const rank = Math.min(rankOf(own, wanted), ...names.map((name) => 3 + rankOf(name, wanted)));
    if (rank < NO_RANK) found.set(own, Math.min(rank, found.get(own) ?? NO_RANK));
  }
  // The best first: what begins so in the language of the page, the shortest of them.
  const order = [...found].sort(([one, rank], [other, than]) => rank - than || one.length - other.length || one.localeCompare(other));
  return order.slice(0, 8).map(([name]) => name);
}

/** Worse than any name that holds the word, in whatever language. */
const NO_RANK = 6;

/** How well a name answers what was typed: its beginning, the beginning of a word of it, anything in it. */
function rankOf(name: string, wanted: string): number {
  if (plain(name).startsWith(wanted)) return 0;
  // Words within a name, as in `SchwarzerLaengstzueger`.
  const words = name.split(/[\s\-/]|(?=\p{Lu})/u);
  if (words.some((_, at) => plain(words.slice(at).join("")).startsWith(wanted))) return 1;
  return plain(name).includes(wanted) ? 2 : NO_RANK;
}

/** The text with marks under its faults. */
function underlined(text: string, faults: Fault[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const fault of [...faults].sort((one, other) => one.from - other.from)) {
    if (fault.from < at) continue;
    parts.push(text.slice(at, fault.from), make("mark", {}, text.slice(fault.from, fault.to)));
    at = fault.to;
  }
  return [...parts, text.slice(at)];
}

/** A fault in words, with buttons for what it suggests. */
function told(fault: Fault, input: HTMLInputElement): HTMLElement {
  const words = fault.place === "statement" ? [...(fault.help ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1]!) : [];
  const mend = (word: string) => () => {
    const text = input.value.slice(0, fault.from) + word + input.value.slice(fault.to);
    input.value = text;
    edit({ statement: text });
    input.focus();
  };
  const buttons = words.slice(0, 3).map((word) => make("button", { type: "button", onclick: mend(word) }, word));
  return make("p", { class: fault.is_error ? "fault" : "warning" }, fault.message, fault.help ? ` – ${fault.help} ` : " ", ...buttons);
}
