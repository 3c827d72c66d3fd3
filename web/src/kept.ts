// Problems of an hour ago with their solutions: kept in the browser, the latest first.

import { button, byId, make } from "./dom.ts";
import { isDraft, store, stored, toFragment } from "./share.ts";
import { on, state } from "./state.ts";
import { signed } from "./solution.ts";
import { say } from "./text.ts";
import type { Draft, Judged, Version } from "./types.ts";

/** A problem with the solution that was found for it. */
export interface Kept {
  at: number;
  draft: Draft;
  versions: Version[];
  verdict: Judged | null;
  seconds: number;
}

const KEY = "dawson.kept";

/** How many problems are kept, and how many characters one and all of them may have. */
const MANY = 60;
const LARGEST = 200_000;
const LARGE = 3_000_000;

/** Keeps what is shown as the solution of this problem. */
export function remember(draft: Draft): void {
  const { versions, verdict, seconds } = state;
  if (versions.length === 0 || versions.some(({ outcome }) => outcome === "refused")) return;
  let one: Kept = { at: Date.now(), draft, versions, verdict, seconds };
  // The problem is kept in any case; a solution that is too long is found again.
  if (JSON.stringify(one).length > LARGEST) one = { ...one, versions: [], verdict: null };
  const others = list().filter((other) => toFragment(other.draft) !== toFragment(draft));
  let size = 0;
  const all = [one, ...others].slice(0, MANY).filter((kept) => (size += JSON.stringify(kept).length) < LARGE);
  store(KEY, all);
  show();
}

function list(): Kept[] {
  const all = stored(KEY);
  return Array.isArray(all) ? all.filter((one) => typeof one?.at === "number" && isDraft(one.draft) && Array.isArray(one.versions)) : [];
}

let show = (): void => {};

/** Shows the list; `recall` shows one of them. */
export function kept(recall: (one: Kept) => void): void {
  const details = make("details", { id: "kept" });
  byId("right").append(details);
  show = () => {
    const items = list().map((one) => {
      const when = new Date(one.at).toLocaleString(state.language, { dateStyle: "short", timeStyle: "short" });
      const men = Object.keys(one.draft.board.men).length;
      const said = one.verdict ? signed(one.verdict) : "";
      return make("li", {}, button(one.draft.statement || "–", () => recall(one)), ` ${men} · ${when} ${said}`);
    });
    const forget = () => {
      store(KEY, []);
      show();
    };
    details.replaceChildren(make("summary", {}, `${say("earlier")} (${items.length})`), make("ul", { class: "drafts" }, ...items), button(say("forget"), forget));
  };
  on(["settings", "vocabulary"], () => show());
}
