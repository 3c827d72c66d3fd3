// Makes elements; the page has no other way to do so, and none that takes HTML.

type Child = Node | string | null | false;

/** An element with attributes, listeners (`onclick`) and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (name.startsWith("aria-") && value !== null && value !== undefined) element.setAttribute(name, String(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return element;
}

/** An element of SVG. */
export function drawn(tag: string, attributes: Record<string, string>, ...children: Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

/** A button. */
export function button(label: string, onclick: () => void, attributes: Record<string, unknown> = {}): HTMLButtonElement {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** A button that shows a sign and says a name. */
export function signButton(sign: string, name: string, onclick: () => void, attributes: Record<string, unknown> = {}): HTMLButtonElement {
  return button(sign, onclick, { "aria-label": name, title: name, ...attributes });
}

/** Puts buttons into a bar of which only one is reached by Tab; arrows lead to the others. What has the focus keeps it. */
export function fillBar(bar: HTMLElement, ...children: Child[]): void {
  const had = bar.contains(document.activeElement);
  const isNew = bar.dataset.at === undefined;
  bar.dataset.at ??= "0";
  bar.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== false));
  stop(bar);
  if (had) buttonsOf(bar)[Number(bar.dataset.at)]?.focus();
  if (!isNew) return;
  bar.addEventListener("focusin", (event) => {
    const at = buttonsOf(bar).indexOf(event.target as HTMLButtonElement);
    if (at < 0) return;
    bar.dataset.at = String(at);
    stop(bar);
  });
  bar.addEventListener("keydown", (event) => {
    const buttons = buttonsOf(bar);
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const to: Record<string, number> = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
    const next = buttons[to[event.key] ?? -1];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
}

function buttonsOf(bar: HTMLElement): HTMLButtonElement[] {
  return [...bar.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
}

function stop(bar: HTMLElement): void {
  const buttons = buttonsOf(bar);
  const at = Math.min(Number(bar.dataset.at), buttons.length - 1);
  bar.dataset.at = String(Math.max(at, 0));
  buttons.forEach((button, index) => (button.tabIndex = index === at ? 0 : -1));
}

/** Gives the user a file. */
export function download(blob: Blob, name: string): void {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
