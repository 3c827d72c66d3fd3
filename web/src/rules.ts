// The field for conditions of one's own: written in sentences, read while they are typed, explained beside them.

import { byId, make } from "./dom.ts";
import { edit, on, state } from "./state.ts";
import { say } from "./text.ts";
import type { Draft, Fault } from "./types.ts";

/** What the server reads: the statement, and behind it the text of the conditions. */
export function whole(draft: Draft): string {
  const rules = draft.rules ?? "";
  return rules.trim() === "" ? draft.statement : `${draft.statement}\nConditions\n${rules}\nEndConditions\n`;
}

/** Where the text of the conditions begins in that. */
const start = (draft: Draft): number => draft.statement.length + "\nConditions\n".length;

/** The faults of a problem as the fields of the page have them. */
export function placed(faults: Fault[], draft: Draft): Fault[] {
  const from = start(draft);
  return faults.map((fault) => fault.place === "statement" && fault.from > draft.statement.length
    ? { ...fault, place: "rules", from: Math.max(0, fault.from - from), to: Math.max(0, fault.to - from) }
    : fault);
}

/** The names of the conditions that the text defines, for the completion of the statement. */
export function names(): string[] {
  const lines = (state.draft.rules ?? "").split("\n");
  return lines.flatMap((line) => /^(?:condition|bedingung)\s+(\S.*)$/i.exec(line)?.[1]?.trim() ?? []);
}

/** Shows the field, and keeps it as the state says. */
export function rules(): void {
  const area = make("textarea", { id: "rules-text", rows: 5, spellcheck: "false", "aria-describedby": "rules-said" });
  const label = make("label", { for: "rules-text" });
  const summary = make("summary", {});
  const said = make("div", { id: "rules-said", "aria-live": "polite" });
  const details = make("details", { id: "rules-box" }, summary, label, area, said);
  byId("rules").replaceChildren(details);
  area.addEventListener("input", () => edit({ rules: area.value }, true));
  const show = () => {
    const text = state.draft.rules ?? "";
    summary.textContent = say("rules");
    label.textContent = say("rulesHint");
    area.placeholder = "condition Adhesive men\nA man may not act if some hostile man like it touches it.";
    if (area.value !== text) area.value = text;
    if (text !== "") details.open = true;
    const faults = state.faults.filter((fault) => fault.place === "rules");
    area.setAttribute("aria-invalid", String(faults.some((fault) => fault.is_error)));
    const explained = state.understood.flatMap((part) => part.explained ? [make("pre", {}, part.explained)] : []);
    said.replaceChildren(...faults.map((fault) => told(fault, area)), ...(text === "" ? [] : explained));
  };
  on(["draft", "solution", "settings"], show);
  show();
}

/** A fault with its line, and buttons for the words that may stand there. */
function told(fault: Fault, area: HTMLTextAreaElement): HTMLElement {
  const line = area.value.slice(0, fault.from).split("\n").length;
  const words = [...(fault.help ?? "").matchAll(/`([^`.]+)`/g)].map((match) => match[1]!);
  const wrong = area.value.slice(fault.from, fault.to);
  const mend = (word: string) => () => {
    const text = area.value.slice(0, fault.from) + word + area.value.slice(fault.to);
    area.value = text;
    edit({ rules: text });
    area.focus();
  };
  const buttons = words.filter((word) => word !== wrong).slice(0, 12).map((word) => make("button", { type: "button", onclick: mend(word) }, word));
  return make("p", { class: fault.is_error ? "fault" : "warning" }, `${line}: ${fault.help ?? fault.message} `, ...buttons);
}
