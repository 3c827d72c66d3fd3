// Many clients at once: `node test/load.mjs PROGRAM [CLIENTS] [SECONDS]`. Every tenth request is broken off.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";

const [program, clients = "50", seconds = "120"] = process.argv.slice(2);
const server = spawn(program, ["serve", "--port", "0", "--time", "20", "--memory", "256M", "--searches", "2"], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = await once(server.stdout, "data");
const url = String(line).split(" ")[0].trim();
const problems = [
  { statement: "#1", fen: "7k/8/6K1/8/8/8/8/R7" },
  { statement: "#2", fen: "8/8/8/8/8/2k5/7R/K6R" },
  { statement: "h#2", fen: "8/8/8/8/8/5k2/8/5K1R" },
  { statement: "h#2, Circe", fen: "8/8/8/8/3p4/5k2/8/5K1R" },
  { statement: "#2, Madrasi", fen: "7k/8/5K2/8/8/8/6R1/7Q" },
  { statement: "ser-h#5", fen: "8/8/8/8/8/5k2/8/R4K2" },
  { statement: "h#3", fen: "8/8/8/3k4/8/8/1Q6/K7" },
];
const count = { done: 0, waited: 0, aborted: 0, failed: 0 };
const times = [];
const until = Date.now() + Number(seconds) * 1000;

/** One request on a connection of its own, as a client of its own. */
function ask(problem, breakOff) {
  return new Promise((resolve) => {
    const body = JSON.stringify(problem);
    const began = performance.now();
    const request = http.request(`${url}api/solve`, { method: "POST", agent: false, headers: { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) } }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => {
        const outcome = response.statusCode === 200 ? JSON.parse(text).outcome : null;
        if (response.statusCode === 200 && ["finished", "limited", "time-up"].includes(outcome)) {
          count.done += 1;
          times.push(performance.now() - began);
        } else if (response.statusCode === 429) count.waited += 1;
        else {
          count.failed += 1;
          console.log(response.statusCode, text.slice(0, 200));
        }
        resolve();
      });
    });
    request.on("error", (error) => {
      if (breakOff) count.aborted += 1;
      else {
        count.failed += 1;
        console.log(String(error));
      }
      resolve();
    });
    if (breakOff) setTimeout(() => request.destroy(), 5);
    request.end(body);
  });
}

async function client(number) {
  for (let turn = number; Date.now() < until; turn += 1) await ask(problems[turn % problems.length], turn % 10 === 0);
}

await Promise.all([...Array(Number(clients)).keys()].map(client));
let load = await (await fetch(`${url}api/load`)).json();
for (let wait = 0; wait < 200 && load.running > 0; wait += 1) {
  await new Promise((done) => setTimeout(done, 100));
  load = await (await fetch(`${url}api/load`)).json();
}
times.sort((one, other) => one - other);
const at = (share) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
const memory = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1];
console.log(JSON.stringify({ clients: Number(clients), seconds: Number(seconds), ...count, milliseconds: { half: at(0.5), most: at(0.95), all: at(1) }, peakMegabytes: Math.round(memory / 1024), left: load }));
server.kill();
process.exit(count.failed || load.running ? 1 : 0);
