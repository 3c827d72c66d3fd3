// Starts the page, and solves while the problem is changed.

import * as api from "./api.ts";
import { board, tools } from "./board.ts";
import { button, byId, make } from "./dom.ts";
import { kept as problemsKept, remember, type Kept } from "./kept.ts";
import { palette } from "./palette.ts";
import { first, openText, readAgain, share } from "./share.ts";
import { placed, rules } from "./rules.ts";
import { retro } from "./retro.ts";
import { solution } from "./solution.ts";
import { change, credits, NOTHING, on, redo, replace, state, undo } from "./state.ts";
import { statement } from "./statement.ts";
import { Streamed } from "./streamed.ts";
import { LANGUAGES, say, speak, type Language } from "./text.ts";
import type { Version } from "./types.ts";
import { workshop } from "./workshop.ts";

/** How long nobody may type before the search begins, in milliseconds. */
const QUIET = 150;

let timer = 0;
let running = new AbortController();

/** Ends the search that runs; the server stops too. */
function abort(): AbortSignal {
  clearTimeout(timer);
  running.abort();
  running = new AbortController();
  return running.signal;
}

/** Asks the server to stop; what was found until then still comes. */
function stop(): void {
  const { signal } = running;
  const giveUp = () => {
    if (running.signal !== signal || state.phase === "stopped" || state.phase === "done") return;
    abort();
    change("solution", { phase: "stopped", progress: null });
  };
  api.stop(token).then((isStopped) => window.setTimeout(giveUp, isStopped ? PATIENCE : 0), giveUp);
}

/** The word with which the search that runs is stopped. */
let token = "";

/** How long the server may take to stop, in milliseconds. */
const PATIENCE = 3000;

/** Shows a problem of an earlier hour with the solution that was found then. */
async function recall({ draft, versions, verdict, seconds, at }: Kept): Promise<void> {
  replace(draft);
  if (versions.length === 0) return;
  const signal = abort();
  try {
    const { understood, faults } = await api.explain(draft, state.language, signal);
    change("solution", { understood, faults, versions, verdict, seconds, phase: "done", keptFrom: at, version: 0 });
  } catch (error) {
    if (!signal.aborted) change("solution", { phase: "error", message: say("offline") });
  }
}

/** After each change: what was understood, then the solution. */
function solveSoon(): void {
  const signal = abort();
  timer = window.setTimeout(() => void solveNow(signal), QUIET);
}

async function solveNow(signal: AbortSignal): Promise<void> {
  const { draft, language } = state;
  try {
    const { understood, faults } = await api.explain(draft, language, signal);
    change("solution", { understood, faults, keptFrom: null });
    // While the statement is wrong, the last solution stays; a verdict on it does not.
    if (faults.some((fault) => fault.is_error)) return change("solution", { phase: "error", message: "", progress: null, verdict: null });
    if (!understood.some((part) => part.kind === "stipulation" || part.kind === "twin")) {
      return change("solution", { phase: "idle", message: "", progress: null, ...NOTHING });
    }
    await readAgain();
    if (signal.aborted) return;
    // A statement is typed before its men are put: nothing is wrong with that.
    if (Object.keys(draft.board.men).length === 0) return change("solution", { phase: "idle", message: "", progress: null, ...NOTHING });
    token = crypto.randomUUID?.() ?? String(Math.random());
    change("solution", { phase: "waiting", progress: null, found: [], verdict: null });
    let isFirst = true;
    let isStopped = false;
    const finished: Version[] = [];
    const streamed = new Streamed();
    await api.solve(draft, language, { set_play: state.setPlay, tries: state.tries, token }, signal, {
      waiting: () => change("solution", { phase: "solving" }),
      progress: (progress) => change("solution", { progress, ...(isFirst ? { versions: [] } : {}) }),
      version: (version) => {
        finished.push(streamed.end(version));
        isFirst = false;
        isStopped ||= version.outcome === "interrupted";
        change("solution", { versions: [...finished] });
      },
      begun: (version) => streamed.begin(version),
      lines: (lines) => {
        streamed.add(lines);
        isFirst = false;
        if (streamed.version) change("solution", { versions: [...finished, streamed.version] });
      },
      found: (found) => change("solution", { found: [...state.found, found] }),
      solved: (seconds) => change("solution", isStopped ? { progress: null, seconds } : { phase: "checking", progress: null, found: [], seconds }),
      done: (verdict) => {
        change("solution", { phase: isStopped ? "stopped" : "done", progress: null, verdict });
        if (!isStopped) remember(draft);
      },
    });
    // Stopped while it waited for its turn.
    if (!signal.aborted && (state.phase === "solving" || state.phase === "waiting")) change("solution", { phase: "stopped", progress: null });
  } catch (error) {
    if (signal.aborted) return;
    const isRefusal = error instanceof api.Refusal;
    change("solution", { phase: "error", progress: null, ...(isRefusal ? NOTHING : {}), message: isRefusal ? error.message : say("offline"), ...(isRefusal && error.faults.length ? { faults: placed(error.faults, draft) } : {}) });
  }
}

function settings(): void {
  const choice = <T extends string>(id: string, label: string, value: T, all: [T, string][], set: (value: T) => void) => {
    const select = make("select", { id, onchange: () => set(select.value as T) }, ...all.map(([key, name]) => make("option", { value: key, selected: key === value }, name)));
    return make("label", {}, make("span", { class: "unseen" }, label), select);
  };
  const show = () => {
    byId("settings").replaceChildren(
      choice("language", say("language"), state.language, LANGUAGES, (language: Language) => {
        speak(language);
        keep("language", language);
        change("settings", { language });
        solveSoon();
      }),
      choice("theme", say("theme"), state.theme, [["auto", say("auto")], ["light", say("light")], ["dark", say("dark")]], (theme: "auto" | "light" | "dark") => {
        keep("theme", theme);
        document.documentElement.dataset.theme = theme;
        change("settings", { theme });
      }),
      make("label", {}, make("input", { type: "checkbox", checked: state.print, onchange: () => change("settings", { print: !state.print }) }), say("print")),
      button(say("printIt"), () => window.print(), { id: "print" }),
    );
  };
  on(["vocabulary"], show);
  let last = state.language;
  on(["settings"], () => {
    if (state.language !== last) {
      last = state.language;
      show();
      byId("language").focus();
    }
  });
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`dawson.${key}`, value);
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(`dawson.${key}`);
  } catch {
    return null;
  }
}

addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y") {
    event.preventDefault();
    redo();
  } else if (event.key === "/" && !isTyping) {
    event.preventDefault();
    byId("line").focus();
  }
});

async function start(): Promise<void> {
  const wished = kept("language") ?? navigator.language.slice(0, 2);
  const language = LANGUAGES.find(([key]) => key === wished)?.[0] ?? "en";
  speak(language);
  const theme = (kept("theme") ?? "auto") as "auto";
  document.documentElement.dataset.theme = theme;
  Object.assign(state, { language, theme });
  const draft = first();
  if (draft) state.draft = draft;
  settings();
  statement();
  rules();
  board();
  tools();
  palette();
  solution(solveSoon, stop, (input) => void openText(`BeginProblem\n${input}\nEndProblem\n`));
  retro();
  workshop();
  share();
  problemsKept((one) => void recall(one));
  let wishes = `${state.setPlay}${state.tries}`;
  on(["settings"], () => {
    const now = `${state.setPlay}${state.tries}`;
    if (now !== wishes) solveSoon();
    wishes = now;
  });
  on(["draft"], solveSoon);
  on(["draft"], () => { byId("credits").textContent = credits(state.draft); });
  change("vocabulary", { vocabulary: await api.vocabulary() });
  change("draft", {});
}

void start();
