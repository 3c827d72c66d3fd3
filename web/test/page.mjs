// The page in a real browser: `node test/page.mjs PROGRAM [FOLDER FOR SCREENSHOTS]`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [program, shots] = process.argv.slice(2);
const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
if (!program || !browserPath) {
  console.error(program ? "no Chromium found: name one with CHROMIUM" : "name the program to test");
  process.exit(2);
}
if (shots) mkdirSync(shots, { recursive: true });

const server = spawn(program, ["serve", "--port", "0", "--time", "60"], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = await once(server.stdout, "data");
const url = String(line).split(" ")[0].trim();
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let failures = 0;

/** A test with a fresh page; what the browser's console calls an error fails it. */
async function test(name, work, options = {}) {
  if (process.env.ONLY && !new RegExp(process.env.ONLY).test(name)) return;
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 900 }, bypassCSP: false, ...options });
  // A change of the page is tried without building the program: ASSETS=dist.
  if (process.env.ASSETS) await context.route(`${url}{,*.*}`, (route) => route.fulfill({ path: join(process.env.ASSETS, new URL(route.request().url()).pathname.slice(1) || "index.html") }));
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 60000));
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && !/status of 422/.test(message.text()) && errors.push(message.text()));
  try {
    await page.goto(url);
    await page.locator("td[data-square]").first().waitFor();
    await work(page, context);
    assert.deepEqual(errors, []);
    console.log(`ok   ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL ${name}\n     ${String(error.stack ?? error).split("\n").slice(0, 8).join("\n     ")}\n     ${errors.join("\n     ")}`);
    if (shots) await page.screenshot({ path: `${shots}/failure-${failures}.png`, fullPage: true });
  } finally {
    await context.close();
  }
}

const cell = (page, square) => page.locator(`td[data-square="${square}"]`);
const shot = async (page, name) => shots && page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
const load = async () => (await fetch(`${url}api/load`)).json();
/// Waits until so many searches run: on a busy machine one may end a moment before the next begins.
const running = async (count) => {
  for (let looks = 0; looks < 50 && (await load()).running !== count; looks += 1) await new Promise((done) => setTimeout(done, 100));
  assert.equal((await load()).running, count);
};

async function put(page, men) {
  for (const [side, walk, square] of men) {
    await page.getByRole("button", { name: side, exact: true }).click();
    await page.locator("#palette .men").getByRole("button", { name: walk, exact: true }).click();
    await cell(page, square).click();
  }
}

/** A position that is loaded, not clicked together. */
async function paste(page, fen, statement) {
  await page.locator("#share textarea").fill(fen);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator("td[aria-label*='king' i]").first().waitFor();
  await page.locator("#line").fill(statement);
}

const STICKY = "condition Sticky men\nA man may not act if some hostile man A where A is like it and A touches it and not A reaches it and not it reaches A.";
const MATE = [["white", "King", "g6"], ["white", "Rook", "a1"], ["black", "King", "h8"]];

await test("men are placed, a statement is typed, the solution appears and plays", async (page) => {
  await put(page, MATE);
  assert.match(await cell(page, "a1").getAttribute("aria-label"), /a1, white Rook/);
  await page.locator("#line").fill("#1");
  await page.locator(".verdict.sound").waitFor();
  const key = page.locator(".move.key");
  assert.match(await key.textContent(), /Ra1-a8/);
  await key.click();
  assert.match(await cell(page, "a8").getAttribute("aria-label"), /white Rook/);
  assert.match(await cell(page, "a1").getAttribute("aria-label"), /empty/);
  await shot(page, "mate");
  await page.getByRole("button", { name: "to the diagram" }).click();
  assert.match(await cell(page, "a1").getAttribute("aria-label"), /white Rook/);
});

await test("the workshop repairs, criticises and finds twins; a click puts a finding on the board", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/RR6", "#1");
  await page.locator(".verdict.cooked").waitFor();
  await page.getByText("Workshop", { exact: true }).click();
  await page.locator("#keep").fill("1.Ra8#");
  await page.getByRole("button", { name: "Repair", exact: true }).click();
  await page.getByRole("button", { name: "-wRb1", exact: true }).click();
  await page.locator(".verdict.sound").waitFor();
  assert.match(await cell(page, "b1").getAttribute("aria-label"), /empty/);
  // The list stays after a click, and goes on.
  await page.locator(".findings li").nth(1).waitFor();
  await page.getByRole("button", { name: "Critique", exact: true }).click();
  const rook = page.locator(".critique tr", { hasText: "wRa1" });
  await rook.waitFor();
  assert.match(await rook.textContent(), /without it/);
  await page.getByRole("button", { name: "Twins", exact: true }).click();
  await page.locator(".findings li button").first().waitFor();
  await page.getByRole("button", { name: "Themes", exact: true }).click();
  const shown = page.locator(".themes li", { hasText: "Ideal mate" });
  await shown.waitFor();
  assert.match(await shown.textContent(), /1\.Ra8#/);
  await shot(page, "workshop");
});

await test("the answer follows the board, and undo brings it back", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1");
  await page.locator(".verdict.sound").waitFor();
  await cell(page, "a1").dragTo(cell(page, "b1"));
  await page.locator(".move.key", { hasText: "Rb1-b8" }).waitFor();
  await page.keyboard.press("Control+z");
  await page.locator(".move.key", { hasText: "Ra1-a8" }).waitFor();
});

await test("effects of fairy rules are shown step by step", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R3n3", "h#1.5, Circe");
  await page.locator(".move", { hasText: "*e1" }).first().click();
  await page.locator("td[data-square=b8][aria-label*='black Knight']").waitFor();
  assert.match(await cell(page, "e1").getAttribute("aria-label"), /white Rook/);
  await shot(page, "circe");
});

await test("the judge's verdict comes with its evidence", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/RR6", "#1");
  await page.locator(".verdict.cooked").waitFor();
  assert.match(await page.locator(".evidence").textContent(), /cooked: 1\.Rb8# and 1\.Ra8#/);
  await shot(page, "cooked");
  await page.locator("#line").fill("#1 2 solutions");
  await page.locator(".verdict.sound").waitFor();
  assert.match(await page.locator("#status").textContent(), /C\+ Dawson/);
  assert.equal(await page.locator(".evidence").count(), 0);
});

await test("a key is told while the search goes on", async (page) => {
  await paste(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "h#6");
  await page.locator("#status .found", { hasText: /[a-h]\d-[a-h]\d/ }).waitFor();
  await page.locator("#stop").click();
});

await test("a move on the board is asked about, by mouse and by keyboard", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1");
  await page.locator(".verdict.sound").waitFor();
  await page.locator("#ask").click();
  await page.locator("#why", { hasText: "Make a move" }).waitFor();
  await cell(page, "g6").click();
  await cell(page, "g7").click();
  await page.locator("#why", { hasText: "Kg6-g7 leaves the king on g7 in check from h8" }).waitFor();
  await shot(page, "why-not");
  await cell(page, "a1").focus();
  await page.keyboard.press("Enter");
  await cell(page, "a7").focus();
  await page.keyboard.press("Enter");
  await page.locator("#why li", { hasText: /Ra1-a7|mate|check/ }).first().waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#ask").getAttribute("aria-pressed"), "false");
  assert.equal(await page.locator("#why li").count(), 0);
  assert.match(await cell(page, "g6").getAttribute("aria-label"), /white King/, "the diagram is as it was");
});

await test("moves are taken back and played again by clicks, and what cannot be is explained", async (page) => {
  await paste(page, "8/8/8/8/8/5k2/7p/7K", "Anticirce");
  await page.locator("#retro summary").click();
  await page.locator("#retro-said", { hasText: "can have been the last" }).waitFor();
  await shot(page, "retro");
  // Black moved last; the king came from where no move can have left it in check.
  await cell(page, "f3").click();
  assert.match(await cell(page, "f3").getAttribute("class"), /asked/);
  await cell(page, "a8").click();
  await page.locator("#retro-said", { hasText: "a8-f3 cannot be the last move: the man on f3 cannot have come from a8" }).waitFor();
  assert.match(await cell(page, "e4").getAttribute("class"), /last/, "a square it may have come from is marked");
  await cell(page, "e4").click();
  await page.locator("#retro-line", { hasText: /1\.Ke4-f3/ }).waitFor();
  assert.match(await cell(page, "e4").getAttribute("aria-label"), /black King/);
  assert.match(await cell(page, "f3").getAttribute("aria-label"), /empty/);
  await page.locator("#retro").getByRole("button", { name: "forward again" }).click();
  assert.match(await cell(page, "f3").getAttribute("aria-label"), /black King/);
  await page.locator("#retro").getByRole("button", { name: "take back again" }).click();
  assert.match(await cell(page, "e4").getAttribute("aria-label"), /black King/);
  await page.setViewportSize({ width: 375, height: 740 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 375, `${width} pixels on a phone`);
  await shot(page, "retro-phone");
  // White takes back by the list.
  await page.locator("#retro-moves button").first().click();
  await page.locator("#retro-line", { hasText: /1\.Ke4-f3 \S+/ }).waitFor();
  await page.locator("#retro").getByRole("button", { name: "to the diagram" }).click();
  assert.match(await cell(page, "f3").getAttribute("aria-label"), /black King/);
  // The other side, by keyboard, in another language.
  await page.locator("#retro").getByRole("button", { name: "White", exact: true }).click();
  await page.locator("#retro-said", { hasText: "can have been the last" }).waitFor();
  await page.locator("#language").selectOption("de");
  await cell(page, "h1").focus();
  await page.keyboard.press("Enter");
  await cell(page, "h8").focus();
  await page.keyboard.press("Enter");
  await page.locator("#retro-said", { hasText: "h8-h1 kann nicht der letzte Zug sein" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#retro details").getAttribute("open"), null);
  assert.match(await cell(page, "f3").getAttribute("aria-label"), /König/, "the diagram is as it was");
});

await test("an entry of YACPDB is read with what its author claims", async (page) => {
  const entry = "---\nauthors: [Our own scheme]\nalgebraic:\n  white: [Kg6, Ra1, Rb1]\n  black: [Kh8]\nstipulation: \"h#1.5\"\noptions: []\n";
  await page.locator("#share textarea").fill(entry);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator("td[aria-label*='b1, white Rook']").waitFor();
  assert.match(await page.locator("#line").inputValue(), /^h#1\.5/);
});

await test("a long search is told, stops when the problem changes, and when the page goes away", async (page) => {
  await paste(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "#6");
  await page.locator("#stop").waitFor();
  await page.locator("#status", { hasText: "positions" }).waitFor();
  assert.equal((await load()).running, 1);
  await shot(page, "searching");
  await page.locator("#line").fill("#1");
  await page.locator("#status .time").waitFor();
  await page.locator("#line").fill("#6");
  await page.locator("#stop").waitFor();
  await page.locator("#status", { hasText: "positions" }).waitFor();
  await page.goto("about:blank");
  for (let wait = 0; wait < 100 && (await load()).running > 0; wait += 1) await new Promise((done) => setTimeout(done, 100));
  assert.equal((await load()).running, 0);
  await page.goto(url);
});

await test("the link holds the whole problem, and a reload loses nothing", async (page, context) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1, Circe");
  await page.locator(".chip.condition").waitFor();
  const link = page.url();
  assert.match(link, /#/);
  const other = await context.browser().newContext({ locale: "en-GB" });
  const opened = await other.newPage();
  await opened.goto(link);
  await opened.locator(".chip.condition").waitFor();
  assert.equal(await opened.locator("#line").inputValue(), "#1, Circe");
  assert.match(await cell(opened, "a1").getAttribute("aria-label"), /white Rook/);
  await other.close();
  await page.goto(url);
  await page.locator(".chip.condition").waitFor();
  assert.equal(await page.locator("#line").inputValue(), "#1, Circe");
});

await test("a wrong statement is underlined where it is wrong, and mended by a click", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1");
  await page.locator(".verdict.sound").waitFor();
  await page.locator("#line").fill("#1, Cirze");
  await page.locator(".fault").first().waitFor();
  assert.match(await page.locator(".under mark").first().textContent(), /Cirze/);
  assert.ok(await page.locator(".move.key").count(), "the last solution stays");
  await shot(page, "fault");
  await page.locator(".fault button").first().click();
  await page.locator(".chip.condition").waitFor();
});

await test("men are found by name in three languages, and the page speaks them", async (page) => {
  const search = page.locator("#search-men");
  for (const [word, name] of [["Grashüpfer", "Grasshopper"], ["nightrider", "Nightrider"], ["sauterelle", "Grasshopper"]]) {
    await search.fill(word);
    await page.locator("#palette .men").getByRole("button", { name, exact: true }).waitFor();
  }
  await page.locator("#palette .men").getByRole("button", { name: "Grasshopper", exact: true }).click();
  await page.getByRole("button", { name: "neutral", exact: true }).click();
  await cell(page, "d4").click();
  assert.match(await cell(page, "d4").getAttribute("aria-label"), /neutral Grasshopper/);
  for (const [language, name, word] of [["de", "Grashüpfer", "Leeren"], ["fr", "Sauterelle", "Vider"], ["en", "Grasshopper", "Clear"]]) {
    await page.locator("#language").selectOption(language);
    assert.match(await cell(page, "d4").getAttribute("aria-label"), new RegExp(name));
    await page.getByRole("button", { name: word }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    await shot(page, `language-${language}`);
  }
});

await test("everything can be done with the keyboard", async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type("#1");
  await page.keyboard.press("Escape");
  await cell(page, "e4").focus();
  const go = async (keys) => { for (const key of keys) await page.keyboard.press(key); };
  await go(["ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "k"]);
  await go(["ArrowRight", "ArrowUp", "ArrowUp", "2", "k"]);
  await go([...Array(7).fill("ArrowLeft"), ...Array(7).fill("ArrowDown"), "1", "r"]);
  assert.match(await cell(page, "g6").getAttribute("aria-label"), /white King/);
  assert.match(await cell(page, "h8").getAttribute("aria-label"), /black King/);
  await page.locator(".move.key", { hasText: "Ra1-a8" }).waitFor();
  await page.locator(".move.key").focus();
  await page.keyboard.press("Enter");
  assert.match(await cell(page, "a8").getAttribute("aria-label"), /white Rook/);
});

/** Pastes a text; what it makes of the statement. */
async function taken(page, text) {
  await page.locator("#share textarea").fill(text);
  const [response] = await Promise.all([page.waitForResponse("**/api/read"), page.getByRole("button", { name: "Read", exact: true }).click()]);
  await response.finished();
  await page.waitForTimeout(400);
  return page.locator("#line").inputValue();
}

await test("a paste replaces everything that the last one set", async (page) => {
  const [white, black] = ["7k/8/6K1/8/8/8/8/R7 w - - 0 1", "k7/8/1K6/8/8/8/7r/7R b - - 0 1"];
  const castling = "4k2r/8/8/8/8/8/8/R3K3 w Q - 0 1";
  await page.locator("#line").fill("#1");
  assert.equal(await taken(page, black), "#1, HalfDuplex");
  assert.equal(await taken(page, white), "#1", "the side to move goes with its position");
  await page.locator(".verdict.sound").waitFor();
  assert.match(await taken(page, castling), /^#1, NoCastling /);
  assert.equal(await taken(page, white), "#1", "so does a castling right");
  // What was typed between two positions stays.
  assert.equal(await taken(page, black), "#1, HalfDuplex");
  await page.locator("#line").fill("#1, Madrasi, HalfDuplex, Grid");
  assert.equal(await taken(page, "7k/8/6K1/8/8/8/8/R7"), "#1, Madrasi, Grid");
  // A statement alone is about the position that is there, with its side to move.
  await page.locator("#line").fill("#1");
  await taken(page, black);
  assert.equal(await taken(page, "#2"), "#2, HalfDuplex");
  assert.equal(await taken(page, white), "#2");
  // A position is pasted before anybody says what is asked.
  await page.locator("#line").fill("");
  assert.equal(await taken(page, black), "");
  await page.locator("#line").pressSequentially("#1");
  await page.waitForFunction(() => document.querySelector("#line").value === "#1, HalfDuplex");
  await page.keyboard.type("2");
  assert.equal(await page.locator("#line").inputValue(), "#12, HalfDuplex");
  // A problem is pasted whole, and goes whole.
  const problem = `BeginProblem\nAuthor Our own scheme\nStipulation h#1\nCondition Circe\nOption HalfDuplex\nPieces White Kg6 Ra1 Black Kh8\nTwin Move a1 b1\nEndProblem\n`;
  assert.match(await taken(page, problem), /^h#1, .*half-duplex/);
  assert.match(await page.locator("#credits").textContent(), /Our own scheme/);
  assert.equal(await taken(page, white), "");
  assert.equal(await page.locator("#credits").textContent(), "");
  await page.locator("#line").fill("#1");
  await page.locator(".verdict.sound").waitFor();
  // So do the conditions of its own.
  await page.locator("#line").fill("#1, Sticky men");
  await page.locator("#rules-box summary").click();
  await page.locator("#rules-text").fill(STICKY);
  await taken(page, "BeginProblem\nStipulation h#1\nPieces White Kg6 Ra1 Black Kh8\nEndProblem\n");
  assert.equal(await page.locator("#rules-text").inputValue(), "");
});

await test("twins are tabs", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1 b) wRa1-->b1");
  await page.locator("[role=tab]").nth(1).click();
  await page.locator(".move.key", { hasText: "Rb1-b8" }).waitFor();
  assert.match(await cell(page, "b1").getAttribute("aria-label"), /white Rook/);
  await shot(page, "twins");
});

await test("pictures and texts are downloaded", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1");
  await page.locator(".verdict.sound").waitFor();
  for (const format of ["SVG", "PNG", "PDF", "LaTeX", "Popeye", "YACPDB", "PGN", "FEN"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: format, exact: true }).click()]);
    assert.match(download.suggestedFilename(), /^problem\./);
  }
});

await test("a collection becomes a list with verdicts", async (page) => {
  const one = (statement) => `BeginProblem\nAuthor Our own scheme\nStipulation ${statement}\nPieces White Kg6 Ra1 Black Kh8\nEndProblem\n`;
  await page.locator("#share textarea").fill(one("#1").replace("EndProblem", "NextProblem") + one("h#1").replace("BeginProblem\n", ""));
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.getByRole("button", { name: "Check all" }).click();
  await page.locator(".list td", { hasText: "✓ SOUND C+" }).first().waitFor();
  await shot(page, "collection");
});

await test("a condition of one's own is written, explained, solved, and travels with the link", async (page, context) => {
  await paste(page, "7k/8/6K1/8/8/8/1r6/R7", "h#1, Sticky men");
  await page.locator(".fault").first().waitFor();
  await page.locator("#rules-box summary").click();
  await page.locator("#rules-text").fill(STICKY.replace("reaches it", "rches it"));
  await page.locator("#rules-said .fault", { hasText: "reaches" }).waitFor();
  await page.locator("#rules-said button", { hasText: /^reaches$/ }).first().click();
  await page.locator("#rules-said pre", { hasText: "may this man not act" }).waitFor();
  assert.equal(await page.locator("#rules-text").inputValue(), STICKY);
  await page.locator(".chip.condition", { hasText: "Sticky men" }).waitFor();
  await page.locator("#status .time").waitFor();
  await page.locator("#ask").click();
  await cell(page, "g6").click();
  await cell(page, "g5").click();
  await shot(page, "own-condition");
  const other = await context.browser().newContext({ locale: "en-GB" });
  const opened = await other.newPage();
  await opened.goto(page.url());
  await opened.locator(".chip.condition", { hasText: "Sticky men" }).waitFor();
  assert.equal(await opened.locator("#rules-text").inputValue(), STICKY);
  await other.close();
});

await test("a problem that is read brings its own conditions along", async (page) => {
  const file = `BeginProblem\nConditions\n${STICKY}\nEndConditions\nStipulation #1\nCondition own "Sticky men"\nPieces White Kg6 Ra1 Black Kh8 Rb2\nEndProblem\n`;
  await page.locator("#share textarea").fill(file);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator(".chip.condition", { hasText: "Sticky men" }).waitFor();
  assert.match(await page.locator("#rules-text").inputValue(), /condition Sticky men/);
});

const BACK_RANK = "7k/5ppp/8/8/8/8/5r2/R1K1R3";
for (const [name, asked, fen, moves] of [
  ["Adhesive chess", "#1", BACK_RANK, 1], ["Benedict chess", "#1", BACK_RANK, 0], ["1-2-3 chess", "#1", BACK_RANK, 1],
  ["Torpedo chess", "h#1.5", "3k4/2pnp3/8/2B5/8/8/4P3/R3K2R", 8],
]) {
  await test(`a contributed condition solves on the page: ${name}`, async (page) => {
    await paste(page, fen, `${asked}, ${name}`);
    await page.locator(".chip.condition", { hasText: name }).waitFor();
    await page.locator("#status .time").waitFor();
    assert.equal(await page.locator(asked === "#1" ? ".move.key" : ".move.line >> nth=0").count(), Math.min(moves, 1));
  });
}

const phone = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
await test("on a phone nothing is wider than the screen", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1");
  await page.locator(".verdict.sound").waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 375, `${width} pixels`);
  await page.getByRole("button", { name: "black", exact: true }).tap();
  await page.locator("#palette .men").getByRole("button", { name: "Queen", exact: true }).tap();
  await cell(page, "c5").tap();
  assert.match(await cell(page, "c5").getAttribute("aria-label"), /black Queen/);
  await shot(page, "phone");
}, phone);

for (const [name, options] of [["light", {}], ["dark", { colorScheme: "dark" }], ["phone", phone]]) {
  await test(`axe finds nothing serious (${name})`, async (page) => {
    await paste(page, "7k/pp5p/6K1/8/8/8/8/R6Q", "#2, Circe, Madrasix");
    await page.locator(".fault").first().waitFor();
    await page.locator("#line").fill("#2, Circe");
    await page.locator("#status .time").waitFor();
    await page.locator(".attributes summary").click();
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setBypassCSP", { enabled: true });
    const source = (await import("node:fs")).readFileSync(axe, "utf8");
    await page.evaluate(`${source}; 0`);
    const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120) + " " + node.failureSummary).join(" | ")}`), []);
    await shot(page, `axe-${name}`);
  }, options);
}

const wide = { viewport: { width: 1280, height: 800 } };
const narrow = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Whether an element is whole within the window, without a scroll. */
async function inView(page, locator, what) {
  const box = await locator.boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(box && box.y >= 0 && box.x >= 0 && box.y + box.height <= height + 1 && box.x + box.width <= width + 1, `${what}: ${JSON.stringify(box)} in ${width}x${height}`);
}

for (const [name, options] of [["1280x800", wide], ["390x844", narrow]]) {
  await test(`board, palette and answer are visible together (${name})`, async (page) => {
    for (const language of ["en", "de", "fr"]) {
      await page.locator("#language").selectOption(language);
      await page.evaluate(() => scrollTo(0, 0));
      await inView(page, page.locator("#board table"), `board, ${language}`);
      await inView(page, page.locator("#palette .men button").first(), `palette, ${language}`);
      await inView(page, page.locator("#palette .head"), `colours, ${language}`);
      await inView(page, page.locator("#status"), `status, ${language}`);
    }
    await page.locator("#language").selectOption("en");
    await page.getByRole("button", { name: "#2 · Mansfield" }).click();
    await page.locator(".verdict.sound").waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await inView(page, page.locator("#board table"), "board");
    for (const man of await page.locator("#palette .men button").all().then((all) => all.slice(0, 6))) await inView(page, man, "palette");
    await inView(page, page.locator(".verdict"), "verdict");
    await inView(page, page.locator("#line"), "statement");
    if (name === "1280x800") await inView(page, page.locator(".move.key").first(), "key");
    await shot(page, `together-${name}`);
  }, options);

  await test(`a two-mover is entered in at most eight actions without a scroll (${name})`, async (page) => {
    let actions = 0;
    const act = async (locator, target) => {
      actions += 1;
      await inView(page, locator, `action ${actions}`);
      if (target) await inView(page, target, `action ${actions}`);
      if (target) await locator.dragTo(target);
      else if (options.hasTouch) await locator.tap();
      else await locator.click();
    };
    const man = (walk) => page.locator("#palette .men").getByRole("button", { name: walk, exact: true });
    if (options.hasTouch) {
      await act(man("King"));
      await act(cell(page, "f6"));
      await act(man("Rook"));
      await act(cell(page, "a1"));
      await act(page.getByRole("button", { name: "black", exact: true }));
      await act(man("King"));
      await act(cell(page, "h8"));
    } else {
      await act(man("King"), cell(page, "f6"));
      await act(man("Rook"), cell(page, "a1"));
      await act(man("Rook"), cell(page, "b2"));
      await act(page.getByRole("button", { name: "black", exact: true }));
      await act(man("King"), cell(page, "h8"));
    }
    await act(page.getByRole("button", { name: "#2", exact: true }));
    await page.locator("#status .time").waitFor();
    assert.ok(actions <= 8, `${actions} actions`);
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.ok(await page.locator(".move.key").count());
  }, options);
}

await test("the first second: an example to click, and no error while nothing is wrong", async (page) => {
  await page.locator("#line").fill("#2");
  await page.locator(".chip.stipulation").waitFor();
  await page.locator(".examples").waitFor();
  assert.equal(await page.locator(".verdict, .fault").count(), 0, "an empty board is no illegal position");
  for (const name of ["#2 · Mansfield", "h#2 · Lind", "Circe · Oganesjan", "nightriders · Dawson"]) {
    await page.getByRole("button", { name }).click();
    await page.locator("#status .time").waitFor();
    assert.ok(await page.locator(".move").count());
    assert.match(await page.locator("#credits").textContent(), /\d{4}/);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.locator(".examples").waitFor();
  }
}, wide);

await test("printed: squares, caption and solution, no control", async (page) => {
  await page.getByRole("button", { name: "#2 · Mansfield" }).click();
  await page.locator(".verdict.sound").waitFor();
  await page.emulateMedia({ media: "print" });
  for (const gone of ["header", "#palette", "#tools", "#status", "#share", "#playback", "#workshop"]) assert.equal(await page.locator(gone).isVisible(), false, gone);
  const dark = await cell(page, "a1").evaluate((cell) => [getComputedStyle(cell).backgroundImage, getComputedStyle(cell).printColorAdjust]);
  assert.match(dark[0], /gradient/);
  assert.equal(dark[1], "exact");
  assert.match(await page.locator("#caption").textContent(), /#2.*\(8 \+ 5\).*C\+/);
  assert.match(await page.locator("#credits").textContent(), /Mansfield.*1922/);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator("#solution details:not([open])").count(), 0);
  assert.ok(await page.locator(".move").first().isVisible());
  const pdf = await page.pdf({ format: "A4" });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.equal(pages, 1, `${pages} pages`);
  await page.setViewportSize({ width: 794, height: 1123 });
  await shot(page, "printed");
}, { ...wide, colorScheme: "dark" });

await test("set play has a heading where there is some; refutations stand beside their tries", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/RR6", "#1");
  await page.locator(".verdict.cooked").waitFor();
  await page.getByLabel("set play").check();
  await page.locator("#status .time").waitFor();
  await page.locator(".move.key").first().waitFor();
  assert.equal(await page.getByRole("heading", { name: "set play" }).count(), 0);
  await paste(page, "7k/5K2/7p/8/8/8/8/R7", "#2");
  await page.locator("#status .time").waitFor();
  await page.getByLabel("tries").check();
  await page.locator(".move.refutation").first().waitFor();
  assert.ok(await page.locator(".move.try").count());
  for (const refutation of (await page.locator(".move.refutation").all()).slice(0, 5)) assert.ok(await refutation.isVisible(), "a refutation is not folded");
  await shot(page, "tries");
}, wide);

await test("Stop keeps what was found", async (page) => {
  await paste(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "h#6");
  await page.locator("#status .found").waitFor();
  await page.locator("#stop").click();
  await page.locator("#status", { hasText: "stopped" }).waitFor();
  const lines = await page.locator("#solution .move").count();
  assert.ok(lines > 0, "lines that were found are shown");
  await page.waitForTimeout(500);
  assert.equal(await page.locator("#solution .move").count(), lines);
  assert.equal((await load()).running, 0);
}, wide);

await test("thousands of lines: the first are shown while the search goes on, all are counted", async (page) => {
  await paste(page, "7k/8/8/8/8/8/8/K2Q4", "ser-+3");
  await page.locator("#status .time").waitFor();
  await page.locator("#solution .many", { hasText: "the first 1,000 of 2,315 lines" }).waitFor();
  assert.match(await page.locator("#status").textContent(), /2209 solutions/);
  await page.locator("#solution .move").first().click();
  assert.match(await page.locator("#playback").textContent(), /1\. /);
  await page.getByLabel("as text").check();
  assert.match(await page.locator("#solution pre").textContent(), /1\. .*\n[^]*…/);
  await page.getByLabel("as text").uncheck();
  // A search without an end: lines are there, and stay when it is stopped.
  await page.locator("#line").fill("ser-+7");
  await page.locator("#solution .many", { hasText: "2,315" }).waitFor({ state: "detached" });
  await page.locator("#solution .many").waitFor();
  await running(1);
  await page.locator("#stop").click();
  await page.locator("#status", { hasText: "stopped" }).waitFor();
  assert.ok((await page.locator("#solution .move").count()) > 400);
  assert.equal((await load()).running, 0);
}, wide);

/** A collection of so many problems: sound, cooked, short, with twins and set play, one in ten not to be read. */
function many(count) {
  const boards = ["7k/8/6K1/8/8/8/8/R7", "7k/8/6K1/8/8/8/8/RR6"];
  const one = (index) => {
    const stipulation = ["#1", "#1", "h#1", "#1 b) wRa1-->c1", "#1 *"][index % 5];
    return index % 10 === 9 ? "7k/8/6K1/8/8/8/8/R7 ; nonsense" : `${boards[index % 2]} ; ${stipulation}`;
  };
  return Array.from({ length: count }, (_, index) => one(index)).join("\n") + "\n";
}

await test("a collection larger than a request streams in, is counted, filtered, sorted, checked and saved", async (page) => {
  const text = Array.from({ length: 3000 }, (_, index) => `---\nauthors: [Scheme ${String(index).padStart(4, "0")}]\nalgebraic:\n  white: [Kg6, Ra1${index % 2 ? ", Rb1" : ""}]\n  black: [Kh8]\nstipulation: "#1"\noptions: [${index % 3 === 0 ? "SetPlay" : ""}]\n${index % 5 === 0 ? "twins: {b: Move a1 c1}\n" : ""}comments: [${"long ".repeat(20)}]\n`).join("");
  assert.ok(text.length > 500_000);
  for (const [name, buffer] of [["many.olv", Buffer.from(text)], ["many.olv.gz", gzipSync(text)]]) {
    await page.locator("#file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await page.locator("#collection h3", { hasText: "3,000 problems" }).waitFor();
  }
  assert.equal(await page.locator("#collection tbody tr").count(), 100, "a page of rows");
  assert.match(await page.locator("#collection tbody tr").first().textContent(), /\* 2×/, "set play and twins are marked");
  await page.locator("#filter").fill("Scheme 29");
  await page.locator("#collection tbody tr", { hasText: "Scheme 2900" }).waitFor();
  assert.equal(await page.locator("#collection tbody tr").count(), 100);
  await page.locator("#filter").fill("Scheme 000");
  const left = Array.from({ length: 3000 }, (_, index) => `${index + 1} ${String(index).padStart(4, "0")}`).filter((row) => row.includes("000")).length;
  assert.equal(await page.locator("#collection tbody tr").count(), left);
  await page.getByRole("button", { name: /^Author and source/ }).click();
  await page.getByRole("button", { name: /^Author and source/ }).click();
  assert.match(await page.locator("#collection tbody tr").first().textContent(), /Scheme 2999/);
  for (const [format, start] of [["olv", /Scheme 2999/], ["jsonl", /^\{/], ["pdf", /^%PDF/]]) {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `.${format}`, exact: true }).click()]);
    assert.equal(saved.suggestedFilename(), `problems.${format}`);
    const { readFileSync } = await import("node:fs");
    assert.match(readFileSync(await saved.path(), "latin1"), start);
  }
  await page.locator("#collection tbody tr", { hasText: "Scheme 0003" }).click();
  await page.locator("td[aria-label*='b1, white Rook']").waitFor();
  assert.match(await page.locator("#credits").textContent(), /Scheme 0003/);
  await page.locator("#filter").fill("");
  await page.getByRole("button", { name: "Check all" }).click();
  await page.locator("[data-group=unchecked]").waitFor({ state: "detached" });
  assert.match(await page.locator("[data-group=cooked]").textContent(), /1,500/);
  await page.locator("[data-group=sound]").click();
  await page.locator("#collection td.sound").first().waitFor();
  assert.equal(await page.locator("#collection tbody td.sound").count(), Math.min(100, await page.locator("#collection tbody tr").count()));
  await shot(page, "collection-many");
}, wide);

await test("Stop keeps what was judged of a collection, and the next time it goes on from there", async (page) => {
  // The last take long on any machine.
  const one = (index) => (index < 20 ? "7k/8/6K1/8/8/8/8/R7 ; #1" : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ; s#12");
  const text = `${Array.from({ length: 30 }, (_, index) => one(index)).join("\n")}\n`;
  await page.locator("#file").setInputFiles({ name: "long.epd", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Check all" }).click();
  await page.locator("[data-group=sound]", { hasText: "20" }).waitFor();
  await page.locator("#stop-all").click();
  const judged = async () => 30 - Number((await page.locator("[data-group=unchecked]").textContent()).replace(/\D/g, ""));
  const kept = await judged();
  assert.ok(kept >= 20 && kept < 30, `${kept} were judged when it was stopped`);
  await page.waitForTimeout(300);
  assert.equal(await judged(), kept);
  assert.equal((await load()).running, 0);
  await page.getByRole("button", { name: "Check all" }).click();
  await page.locator("#stop-all").click();
  assert.ok((await judged()) >= kept);
}, wide);

await test("what cannot be read of a collection is counted and said", async (page) => {
  await page.locator("#file").setInputFiles({ name: "some.epd", mimeType: "text/plain", buffer: Buffer.from(many(3000)) });
  await page.locator("[data-group=unread]", { hasText: "300" }).click();
  assert.match(await page.locator("#collection tbody tr").first().textContent(), /10/);
}, wide);

await test("completion: the page's language, the best first, beside the error, by Tab", async (page) => {
  const line = page.locator("#line");
  await line.fill("#2, Circ");
  const first = page.locator("#completions li").first();
  await first.waitFor();
  assert.equal(await first.textContent(), "Circe");
  for (const name of await page.locator("#completions li").allTextContents()) assert.ok(!/Malefique|Echange|Cameleon/.test(name), name);
  await page.keyboard.press("Tab");
  assert.equal(await line.inputValue(), "#2, Circe");
  assert.ok(await page.locator("#completions").isHidden(), "nothing is offered behind a finished word");
  await line.pressSequentially(", Madr");
  await page.locator("#completions li").first().waitFor();
  await page.locator(".fault").first().waitFor();
  const [list, fault] = [await page.locator("#completions").boundingBox(), await page.locator(".fault").first().boundingBox()];
  assert.ok(list.y + list.height <= fault.y, "the list does not hide the error");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.match(await line.inputValue(), /^#2, Circe, Madrasi/);
  await page.locator("#language").selectOption("de");
  await line.fill("#2, Längst");
  assert.match(await first.textContent(), /laengst/i);
}, wide);

await test("evidence is told in the language of the page", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/RR6", "#1");
  await page.locator("#language").selectOption("de");
  await page.locator(".evidence", { hasText: "nebenlösig: 1.Tb8# und 1.Ta8#" }).waitFor();
  await page.locator("#language").selectOption("fr");
  await page.locator(".evidence", { hasText: "démoli : 1.Tb8# et 1.Ta8#" }).waitFor();
}, wide);

await test("few Tab stops lead from the statement to the solution; arrows do the rest", async (page) => {
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1");
  await page.locator(".verdict.sound").waitFor();
  await page.locator("#line").focus();
  let stops = 0;
  const isThere = () => page.evaluate(() => document.activeElement.classList.contains("move"));
  for (; stops < 60 && !(await isThere()); stops += 1) await page.keyboard.press("Tab");
  assert.ok(stops <= 24, `${stops} stops`);
  const at = (label) => page.locator("#palette .men").getByRole("button", { name: label, exact: true });
  await at("King").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await at("Queen").getAttribute("aria-pressed"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Queen", "the focus stays");
  console.log(`     ${stops} Tab stops`);
}, wide);

await test("the page can be installed, and asks nothing of other hosts", async (page) => {
  const hosts = new Set();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await page.reload();
  await page.getByRole("button", { name: "#2 · Mansfield" }).click();
  await page.locator(".verdict.sound").waitFor();
  assert.deepEqual([...hosts], [new URL(url).origin]);
  const manifest = await (await fetch(`${url}dawson.webmanifest`)).json();
  assert.equal(manifest.display, "standalone");
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await fetch(url + src);
    assert.equal(icon.headers.get("content-type"), type);
    const bytes = Buffer.from(await icon.arrayBuffer());
    if (type === "image/png") assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
  }
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
}, wide);

await test("problems and solutions of an hour ago are still there", async (page) => {
  await page.getByRole("button", { name: "h#2 · Lind" }).click();
  await page.locator("#status .time").waitFor();
  const told = await page.locator("#solution .move").allTextContents();
  await paste(page, "7k/8/6K1/8/8/8/8/R7", "#1");
  await page.locator(".verdict.sound").waitFor();
  await page.reload();
  await page.locator("td[data-square]").first().waitFor();
  await page.locator("#kept summary", { hasText: "(2)" }).click();
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.locator("#kept").getByRole("button", { name: "h#2", exact: true }).click();
  await page.locator("#status", { hasText: "solved" }).waitFor();
  assert.deepEqual(await page.locator("#solution .move").allTextContents(), told);
  assert.ok(!asked.includes("/api/solve"), "nothing is searched again");
  assert.match(await page.locator("#credits").textContent(), /Lind/);
  await shot(page, "kept");
}, wide);

await test("the page is small and paints soon", async (page) => {
  const sizes = await page.evaluate(async () => {
    const all = performance.getEntriesByType("resource").map((entry) => entry.decodedBodySize);
    const self = performance.getEntriesByType("navigation")[0];
    return all.reduce((sum, size) => sum + size, self.decodedBodySize);
  });
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  console.log(`     ${sizes} bytes with the vocabulary, first paint after ${Math.round(paint)} ms`);
  assert.ok(sizes < 300_000, `${sizes} bytes`);
});

await browser.close();
server.kill();
console.log(failures ? `${failures} failed` : "all passed");
process.exit(failures ? 1 : 0);
