// Elements from values. All text becomes text nodes; there is no way to make HTML here.

const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "href" && !String(value).startsWith("#")) throw new Error("links lead to pages of the viewer only");
    else if (/^on|^style$|^src/i.test(name)) throw new Error(`${name} is not set from values`);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

// h("p", {class: "quiet", click: handler}, "text", h("b", null, "bold"))
export const h = (name, attributes, ...children) => build(document.createElement(name), attributes, children);
export const svg = (name, attributes, ...children) => build(document.createElementNS(SVG, name), attributes, children);

// An address within the viewer: link("episode", key) or link("", null, parameters).
export function link(page, key, parameters) {
  const path = [page, ...(Array.isArray(key) ? key : key ? [key] : [])].map(encodeURIComponent).join("/");
  const query = parameters && [...parameters].length ? `?${new URLSearchParams([...parameters])}` : "";
  return `#/${path}${query}`;
}

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
export const number = (value) => (value === null || value === undefined ? "–" : plain.format(value));

export function duration(seconds) {
  if (!seconds) return "";
  if (seconds < 60) return `${plain.format(Math.round(seconds * 10) / 10)} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${plain.format(Math.round(seconds / 360) / 10)} h`;
}

export const firstLine = (text, width = 160) => {
  const line = text.trimStart().split("\n", 1)[0];
  return line.length > width ? `${line.slice(0, width)} …` : line + (text.trimStart().length > line.length ? " …" : "");
};

// A folded section whose body is made when it is first opened.
export function folded(summary, body, { open = false, kind = "", id = null } = {}) {
  const element = h("details", { class: kind, id }, h("summary", null, summary));
  let made = false;
  const fill = () => {
    if (!made) add(element, [body()]);
    made = true;
  };
  element.addEventListener("toggle", () => element.open && fill());
  element.fill = fill;
  if (open) {
    fill();
    element.open = true;
  }
  return element;
}
