// Whether dist/ is what src/ builds: who forgets to build is told.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const options = { bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", write: false, absWorkingDir: web };
const script = await build({ ...options, entryPoints: ["src/main.ts"] });
const style = await build({ entryPoints: ["src/page.css"], minify: true, charset: "utf8", write: false, absWorkingDir: web });
const files = [["app.js", script.outputFiles[0].text], ["app.css", style.outputFiles[0].text]];
for (const name of ["index.html", "icon.svg", "dawson.webmanifest"]) files.push([name, readFileSync(join(web, "src", name), "utf8")]);
for (const name of ["icon-192.png", "icon-512.png", "icon-maskable.png"]) files.push([name, readFileSync(join(web, "src", name), "latin1")]);
const stale = files.filter(([name, text]) => readFileSync(join(web, "dist", name), name.endsWith(".png") ? "latin1" : "utf8") !== text).map(([name]) => name);
if (stale.length > 0) {
  console.error(`web/dist is not what web/src builds: ${stale.join(", ")}; run \`npm run build\` in web/`);
  process.exit(1);
}
