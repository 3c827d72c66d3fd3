// Lines that come while the search goes on: the first of them are shown, all are counted.

import type { Lines, Move, Phase, Version } from "./types.ts";

/** What stands in a text for lines that came before it. */
const GAP = "\0";

/** The version that is being searched, with the lines that came so far. */
export class Streamed {
  version: Version | null = null;

  begin(version: Version): void {
    this.version = this.version?.index === version.index ? this.version : version;
  }

  add({ kind, starter, count, nodes }: Lines): void {
    if (!this.version) return;
    const old = phaseOf(this.version, kind, starter);
    const phase: Phase = { kind, starter, threat: "", nodes: [...(old?.nodes ?? []), ...nodes], told: count };
    this.version = { ...this.version, phases: [...this.version.phases.filter((one) => one !== old), phase] };
  }

  /** The version as it is when it is finished, with the lines that came before. */
  end(version: Version): Version {
    const before = this.version?.index === version.index ? this.version : null;
    this.version = null;
    if (!before) return version;
    const texts: string[] = [];
    const phases = version.phases.map((phase) => {
      if (!phase.told) return phase;
      const nodes = phaseOf(before, phase.kind, phase.starter)?.nodes ?? [];
      texts.push(nodes.map(text).join("\n") + (nodes.length < phase.told ? "\n…" : ""));
      return { ...phase, nodes: [...nodes, ...phase.nodes] };
    });
    const parts = version.text.split(GAP);
    return { ...version, phases, text: parts.map((part, index) => (index === 0 ? part : `${texts[index - 1] ?? ""}\n${part}`)).join("") };
  }
}

function phaseOf({ phases }: Version, kind: Phase["kind"], starter: Phase["starter"]): Phase | undefined {
  return phases.find((phase) => phase.kind === kind && phase.starter === starter);
}

/** A line as text. */
function text(line: Move): string {
  const moves: string[] = [];
  for (let move: Move | undefined = line; move; move = move.next?.[0]) moves.push(`${move.n} ${move.text}`.trim());
  return `  ${moves.join("  ")}`;
}
