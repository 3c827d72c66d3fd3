// Links hold the whole problem: `node test/link.mjs`. The page's own code is bundled and asked, without a browser.
import assert from "node:assert";
import { build } from "esbuild";

const bundled = await build({ entryPoints: ["src/share.ts"], bundle: true, format: "esm", write: false, logLevel: "silent" });
const { toFragment, fromFragment } = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`);

let seed = 7;
const below = (limit) => (seed = (seed * 1103515245 + 12345) % 2147483648) % limit;
const pick = (from) => from[below(from.length)];
const SIDES = ["w", "b", "n"];
const WALKS = ["king", "queen", "rook", "bishop", "knight", "pawn", "grasshopper", "nightrider", "rose-lion"];
const MARKS = ["", " royal", " kamikaze", " half-neutral volage"];
const STATEMENTS = ["", "h#2, Circe", "#3 2 solutions, b) wKa1->b2 & -sBa7", "Hilfsmatt in 2, Längstzüger, „Zitat“", "мат в 2 хода ♔♚ 🙂", "h=2.5 \"quoted\" \\ / + & = % #", "PG 4.0\nzweite Zeile"];
const RULES = [undefined, undefined, "condition Sticky\nA man may not act if some hostile man like it touches it.", "Bedingung Größe\n# „Zitat“"];
const NAMES = [undefined, [], ["N. N."], ["Müller, A.", "Łukasz Ż."], ["Die Schwalbe 1976, 1. Preis"]];

for (let number = 0; number < 5000; number += 1) {
  const [files, ranks] = pick([[8, 8], [8, 8], [10, 10], [26, 4], [1, 1]]);
  const name = () => String.fromCharCode(97 + below(files)) + (1 + below(ranks));
  const men = Object.fromEntries(Array.from({ length: below(33) }, () => [name(), `${pick(SIDES)} ${pick(WALKS)}${pick(MARKS)}`]));
  const draft = { statement: pick(STATEMENTS), board: { files, ranks, holes: below(4) ? [] : [name()], men } };
  const [authors, origins] = [pick(NAMES), pick(NAMES)];
  const rules = pick(RULES);
  const credited = { ...draft, ...(authors && { authors }), ...(origins && { origins }), ...(rules && { rules }) };
  const link = toFragment(credited);
  assert.match(link, /^[A-Za-z0-9_-]+$/);
  const named = authors?.length || origins?.length || rules ? { ...draft, authors: authors ?? [], origins: origins ?? [] } : draft;
  const wanted = rules ? { ...named, rules } : named;
  assert.deepStrictEqual(fromFragment(`#${link}`), wanted);
}
for (const text of ["", "#", "x", "W10", "WzJd", toFragment({ statement: "#1", board: { files: 99, ranks: 99, holes: [], men: {} } })]) {
  assert.strictEqual(fromFragment(text), null);
}
console.log("5000 links are read back");
