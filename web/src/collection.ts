// A collection: read as it streams in, counted, filtered, sorted, checked, saved; a click puts a problem on the board.

import * as api from "./api.ts";
import type { Row } from "./api.ts";
import { button, byId, download, fillBar, make } from "./dom.ts";
import { signed, SIGN_OF } from "./solution.ts";
import { state } from "./state.ts";
import { say, type Word } from "./text.ts";
import type { Class, Judged } from "./types.ts";

/** The most bytes that the server reads. */
export const MOST_BYTES = 64 << 20;

/** How many rows are shown until one asks for more. */
const PAGE = 100;

/** The most characters of problems that are checked in one job: a body of the server holds more. */
const AT_ONCE = 16 << 20;

/** A problem of the list, with what the judge said of it. */
interface Item extends Row {
  by: string;
  judged: Judged | null;
  /** Why it could not be judged. */
  failed: string;
}

type Column = "number" | "by" | "asked" | "verdict";
type Group = "all" | "unread" | "unchecked" | Class;

let items: Item[] = [];
let filter = "";
let group: Group = "all";
let column: Column = "number";
let isDown = false;
let shown = PAGE;
let running = new AbortController();

/** Reads a file and lists its problems; `open` puts one on the board. */
export async function collection(file: Blob, open: (input: string) => Promise<void>, said: HTMLElement): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  [items, filter, group, column, isDown, shown] = [[], "", "all", "number", false, PAGE];
  const view = frame(open);
  view.show(say("reading"));
  let told = 0;
  try {
    await api.collection(file, signal, (rows) => {
      for (const row of rows) items.push({ ...row, by: [row.authors?.join(", "), row.origins?.join(", ")].filter(Boolean).join("; "), judged: null, failed: row.error ?? "" });
      // The list grows while it is read, but not with each problem.
      if (performance.now() - told < 200) return;
      told = performance.now();
      view.show(say("reading"));
    });
    view.ready();
    const only = items.length === 1 ? items[0]!.input : undefined;
    if (only) await open(only);
    else byId("collection").scrollIntoView({ block: "start" });
  } catch (error) {
    view.ready();
    if (signal.aborted) return;
    said.textContent = (error as Error).message;
    if (items.length === 0) byId("collection").hidden = true;
  }
}

/** The same problems in parts that are not too long. */
function parts(all: Item[]): Item[][] {
  const cut: Item[][] = [];
  let room = 0;
  for (const item of all) {
    room -= item.input!.length;
    if (room < 0) {
      cut.push([]);
      room = AT_ONCE - item.input!.length;
    }
    cut.at(-1)!.push(item);
  }
  return cut;
}

/** What is asked, with marks for twins and set play. */
function asked(item: Item): string {
  const marks = [item.set_play && "*", (item.twins ?? 0) > 0 && `${(item.twins ?? 0) + 1}×`].filter(Boolean);
  return [item.statement ?? "", ...marks].join(" ");
}

function verdict(item: Item): string {
  if (item.judged) return [signed(item.judged), ...(item.judged.verdict === "sound" ? [] : item.judged.evidence)].join(" – ");
  return item.failed;
}

function groupOf(item: Item): Group {
  if (item.error !== undefined) return "unread";
  return item.judged?.verdict ?? "unchecked";
}

function nameOf(group: Group): string {
  return group === "all" || group === "unread" || group === "unchecked" ? say(group) : say(SIGN_OF[group][0]);
}

/** What the filter and the group leave, in the order that was chosen. */
function chosen(): Item[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (item: Item) => {
    const text = `${item.number} ${item.by} ${asked(item)} ${verdict(item)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const left = items.filter((item) => (group === "all" || groupOf(item) === group) && (words.length === 0 || holds(item)));
  const texts: Record<Exclude<Column, "number">, (item: Item) => string> = { by: (item) => item.by, asked, verdict };
  if (column === "number") left.sort((one, other) => one.number - other.number);
  else {
    const order = new Intl.Collator(state.language, { numeric: true });
    const keys = new Map(left.map((item) => [item, texts[column as "by"](item)]));
    left.sort((one, other) => order.compare(keys.get(one)!, keys.get(other)!) || one.number - other.number);
  }
  return isDown ? left.reverse() : left;
}

/** An empty list. Its problems can be checked once all are there: `ready` says so. */
function frame(open: (input: string) => Promise<void>): { show(busy: string): void; ready(): void } {
  const head = make("h3", {});
  const groups = make("div", { class: "row groups", role: "toolbar" });
  const field = make("input", { type: "search", id: "filter", "aria-label": say("filter"), placeholder: say("filter"), oninput: () => { filter = field.value; shown = PAGE; list(); } });
  const tools = make("div", { class: "row" });
  const said = make("span", { role: "status" });
  const table = make("table", { class: "list" });
  const more = make("p", {});
  const holder = byId("collection");
  holder.hidden = false;

  const list = () => {
    const all = chosen();
    const heads: [Column, Word][] = [["number", "number"], ["by", "by"], ["asked", "asked"], ["verdict", "verdict"]];
    const sort = (by: Column) => () => {
      isDown = column === by && !isDown;
      column = by;
      list();
    };
    const names = heads.map(([key, word]) =>
      make("th", { scope: "col", "aria-sort": column !== key ? "none" : isDown ? "descending" : "ascending" }, button(`${say(word)}${column !== key ? "" : isDown ? " ↓" : " ↑"}`, sort(key))));
    table.replaceChildren(make("thead", {}, make("tr", {}, ...names)), make("tbody", {}, ...all.slice(0, shown).map(row)));
    const left = all.length - Math.min(shown, all.length);
    more.replaceChildren(...(left > 0 ? [button(`${left} ${say("more")}`, () => { shown += 5 * PAGE; list(); })] : []));
  };
  const row = (item: Item) => {
    const show = () => {
      if (!item.input) return;
      for (const other of table.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
      line.setAttribute("aria-current", "true");
      void open(item.input);
      scrollTo({ top: 0 });
    };
    const line = make("tr", { onclick: show },
      make("td", {}, make("button", { type: "button", disabled: !item.input, "aria-label": `${say("number")} ${item.number}` }, String(item.number))),
      make("td", {}, item.by), make("td", {}, asked(item)), make("td", { class: groupOf(item) === "sound" ? "sound" : "" }, verdict(item)));
    line.dataset.number = String(item.number);
    return line;
  };
  const count = () => {
    const counts = new Map<Group, number>([["all", items.length]]);
    for (const item of items) counts.set(groupOf(item), (counts.get(groupOf(item)) ?? 0) + 1);
    head.textContent = `${items.length.toLocaleString(state.language)} ${say("problems")}`;
    fillBar(groups, ...[...counts].map(([key, many]) =>
      button(`${nameOf(key)} ${many.toLocaleString(state.language)}`, () => { group = key; shown = PAGE; count(); list(); }, { "aria-pressed": group === key, "data-group": key })));
  };
  const checkAll = async () => {
    running = new AbortController();
    const { signal } = running;
    const waiting = items.filter((item) => item.input && !item.judged);
    let [done, told] = [0, performance.now()];
    buttons(true);
    said.textContent = `${say("checking")} 0/${waiting.length}`;
    let fault = "";
    try {
      for (const part of parts(waiting)) {
        await api.checkAll(part.map((item) => item.input!), state.language, signal, (some) => {
          for (const { index, verdict, error } of some) Object.assign(part[index]!, { judged: verdict ?? null, failed: error ?? "" });
          done += some.length;
          if (performance.now() - told < 500) return;
          told = performance.now();
          said.textContent = `${say("checking")} ${done}/${waiting.length}`;
          count();
          list();
        });
      }
    } catch (error) {
      if (!signal.aborted) fault = (error as Error).message;
    }
    said.textContent = signal.aborted ? say("stopped") : fault;
    buttons(false);
    count();
    list();
  };
  const save = async (as: string) => {
    const inputs = chosen().flatMap(({ input }) => input ?? []);
    try {
      download(await api.save(inputs, as, state.language, state.print), `problems.${as}`);
      said.textContent = "";
    } catch (error) {
      said.textContent = (error as Error).message;
    }
  };
  const buttons = (isBusy: boolean) => {
    const formats = ["olv", "jsonl", "inp", "csv", "tex", "pdf"];
    tools.replaceChildren(
      isBusy ? button(say("stop"), () => running.abort(), { id: "stop-all" }) : button(say("check"), () => void checkAll()),
      make("span", {}, say("saveAs")), ...formats.map((as) => button(`.${as}`, () => void save(as))),
      button(say("close"), () => { running.abort(); holder.hidden = true; }), said);
  };
  holder.replaceChildren(head, groups, field, tools, table, more);
  buttons(true);
  const show = (busy: string) => {
    said.textContent = busy;
    count();
    list();
  };
  const ready = () => {
    buttons(false);
    show("");
  };
  return { show, ready };
}
