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
