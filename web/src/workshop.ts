// The workshop: what each man is there for, repairs, twins; a click puts a finding on the board.

import * as api from "./api.ts";
import { button, byId, make } from "./dom.ts";
import { edit, on, state } from "./state.ts";
import { say, type Word } from "./text.ts";
import type { Finding, ManReport, Report, Shown } from "./types.ts";

/** Names of questions: as the server calls them, and as the page does. */
const QUESTIONS: [string, Word][] = [["critique", "critique"], ["repair", "repair"], ["twin", "twins"], ["conditions", "conditions"], ["extend", "extend"]];

let running = new AbortController();
let keep = "";

/** Shows the panel. */
export function workshop(): void {
  on(["settings", "vocabulary"], show);
  // Another problem: what was found is about the former one. What is on the board by a click keeps the list.
  on(["draft"], () => {
    if (!isChosen) clear();
    isChosen = false;
  });
}

let isChosen = false;

function clear(): void {
  running.abort();
  document.getElementById("findings")?.replaceChildren();
  const status = document.getElementById("workshop-status");
  if (status) status.textContent = "";
}

function show(): void {
  const line = make("input", { id: "keep", type: "text", "aria-label": say("keepLines"), placeholder: say("keepLines"), value: keep, oninput: () => { keep = line.value; } });
  const isOpen = document.querySelector("#workshop details")?.hasAttribute("open") ?? false;
  byId("workshop").replaceChildren(
    make("details", { open: isOpen },
      make("summary", {}, say("workshop")),
      line,
      make("div", { class: "row", role: "group", "aria-label": say("workshop") }, ...QUESTIONS.map(([question, word]) => button(say(word), () => void ask(question))), button(say("themes"), () => void showThemes()), button(say("stop"), () => running.abort())),
      make("p", { id: "workshop-status", role: "status" }),
      make("div", { id: "findings" })),
  );
}

async function ask(question: string): Promise<void> {
  clear();
  running = new AbortController();
  const signal = running.signal;
  const status = byId("workshop-status");
  const list = make("ul", { class: "findings" });
  byId("findings").replaceChildren(list);
  let count = 0;
  try {
    const report = await api.workshop(state.draft, state.language, question, keep, signal, {
      progress: (number, of) => { status.textContent = `${number}/${of} ${say("tried")}`; },
      finding: (finding) => {
        count += 1;
        // What is said of men in a critique is told in its table.
        if (question !== "critique") list.append(item(finding));
      },
    });
    status.textContent = `${report.tried} ${say("tried")}`;
    list.replaceChildren(...report.findings.map(item));
    byId("findings").replaceChildren(...(report.critique ? [table(report)] : []), list);
    if (report.findings.length === 0 && !report.critique) list.append(make("li", {}, say("nothingFound")));
  } catch (error) {
    if (signal.aborted) status.textContent = `${say("stopped")}; ${count}`;
    else status.textContent = (error as Error).message || say("offline");
  }
}

/** What the solution shows, with the lines that show it. */
async function showThemes(): Promise<void> {
  clear();
  running = new AbortController();
  const signal = running.signal;
  const status = byId("workshop-status");
  status.textContent = "…";
  try {
    const report = await api.themes(state.draft, state.language, signal);
    status.textContent = report.is_complete ? "" : say("themesMissing");
    const list = make("ul", { class: "themes" }, ...report.themes.map(theme));
    byId("findings").replaceChildren(report.themes.length > 0 ? list : make("p", {}, say("noTheme")));
  } catch (error) {
    status.textContent = signal.aborted ? say("stopped") : (error as Error).message || say("offline");
  }
}

function theme(shown: Shown): HTMLElement {
  const lines = shown.evidence.map((proof) => (proof.lines ?? []).join(" | ")).filter(Boolean);
  const count = shown.count > 1 ? ` (${shown.count})` : "";
  return make("li", {}, make("strong", {}, shown.name + count), lines.length > 0 ? ` ${lines.join("; ")}` : "");
}

function item(finding: Finding): HTMLElement {
  const remarks = finding.remarks ?? [];
  const said = [finding.found.join("  "), finding.verdict === "sound" ? "" : finding.reason ?? "", ...remarks].filter(Boolean).join(" – ");
  return make("li", {}, button(finding.change.trim(), () => void choose(finding)), ` ${said}`);
}

/** Puts a finding on the board. */
async function choose(finding: Finding): Promise<void> {
  try {
    const { problems } = await api.read(finding.input, state.language, state.draft.statement);
    const [only] = problems;
    if (!only) return;
    isChosen = true;
    edit({ board: only.board, statement: only.statement });
  } catch (error) {
    byId("workshop-status").textContent = (error as Error).message;
  }
}

function table(report: Report): HTMLElement {
  const rows = report.critique!.men.map((man) => make("tr", {}, make("th", { scope: "row" }, man.man), make("td", {}, role(man))));
  const keys = report.critique!.remarks.map((remark) => make("li", {}, remark));
  return make("div", {}, make("table", { class: "list critique" }, make("tbody", {}, ...rows)), make("ul", {}, ...keys));
}

function role(man: ManReport): string {
  const because = man.because?.length ? ` (${man.because.join("; ")})` : "";
  const without = man.without ? `${say("without")}: ${man.without.reason || man.without.class}${because}` : "";
  const parts = [man.is_idle ? say("idle") : without];
  if (man.weaker.length > 0) parts.push(`${say("wouldDo")} ${man.weaker.join(", ")}`);
  if (man.aside.length > 0) parts.push(`${say("wouldDoOn")} ${man.aside.join(", ")}`);
  return parts.filter(Boolean).join("; ");
}
