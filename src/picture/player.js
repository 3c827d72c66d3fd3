
const board = document.querySelector("figure svg");
const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
board.append(layer);
const list = document.getElementById("play");
const stops = [];

function element(name, parent, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  parent.append(made);
  return made;
}

function stop(node, parent, text) {
  const link = element("a", parent, text);
  node.link = link;
  link.onclick = () => show(node);
  stops.push(node);
}

// A line goes on beside its move; where play branches, every branch gets a line of its own.
function tell(nodes, before, parent, version) {
  const many = nodes.length > 1;
  const place = many ? element("ul", parent) : parent;
  for (const node of nodes) {
    const row = many ? element("li", place) : place;
    node.before = before;
    node.version = version;
    stop(node, row, `${node.n}${node.text}`);
    node.link.className = node.kind;
    row.append(" ");
    tell(node.next ?? [], node, row, version);
  }
}

function position(node) {
  const path = [];
  for (let at = node; at.before; at = at.before) path.unshift(at);
  const men = { ...node.version.board.men };
  let imitators = data.imitators;
  for (const step of path.flatMap((at) => at.steps)) {
    for (const [square, man] of Object.entries(step)) {
      if (square === "imitators") imitators = man;
      else if (man) men[square] = man;
      else delete men[square];
    }
  }
  return [...Object.entries(men), ...imitators.map((square) => [square, "imitator"])];
}

let here;
function show(node) {
  here?.link.classList.remove("here");
  here = node;
  node.link.classList.add("here");
  const put = ([square, man]) => {
    const [x, y] = data.squares[square] ?? [-200, -200];
    return (data.figures[man] ?? "").replace("<svg", `<svg x="${x}" y="${y}"`);
  };
  layer.innerHTML = position(node).map(put).join("");
}

function go(by) {
  const next = stops[stops.indexOf(here) + by];
  if (!next) return;
  show(next);
  next.link.scrollIntoView({ block: "nearest" });
}

for (const version of data.versions) {
  const label = version.label ? `${version.label}) ${version.changes.join(", ")}` : "Diagram";
  const start = { version };
  stop(start, element("h2", list), label);
  for (const remark of version.remarks) element("p", list, remark);
  for (const phase of version.phases) {
    const row = element("div", list);
    if (phase.threat && phase.threat !== "threat") element("em", row, `${phase.threat} `);
    tell(phase.nodes, start, row, version);
  }
  for (const verdict of version.verdicts) element("p", list, verdict.text);
}
const [first, back, forth] = document.querySelectorAll("button");
first.onclick = () => show(stops[0]);
back.onclick = () => go(-1);
forth.onclick = () => go(1);
document.onkeydown = (event) => {
  if (event.key === "ArrowRight" || event.key === "ArrowDown") go(1);
  else if (event.key === "ArrowLeft" || event.key === "ArrowUp") go(-1);
  else return;
  event.preventDefault();
};
if (stops.length) show(stops[0]);
