/** Elements are built by name and text alone: no markup is ever read from data. */

const SVG = "http://www.w3.org/2000/svg";

/** h("button", {class: "quiet", onclick: tell}, "Tell", child): null, undefined and false leave out. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) set(element, key, value);
  element.append(...children.flat(Infinity).filter(present));
  return element;
}

function set(element, key, value) {
  if (!present(value)) return;
  if (typeof value === "function") element.addEventListener(key.slice(2), value);
  else if (key === "dataset") Object.assign(element.dataset, value);
  else element.setAttribute(key, value === true ? "" : value);
}

function present(value) {
  return value !== null && value !== undefined && value !== false;
}

/** A drawing on a 24 by 24 grid from its path data, in the color of the text beside it. */
export function drawing(path) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" })) {
    svg.setAttribute(key, value);
  }
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

let made = 0;

/** An id no other element of this page has. */
export function freshId(stem) {
  made += 1;
  return `${stem}-${made}`;
}

/** The address if it is one a link may carry, otherwise null: never `javascript:`. */
export function safeLink(address) {
  try {
    const url = new URL(address);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** A picture's address on this server: only its path, so that 127.0.0.1 and localhost both serve it. */
export function ownPath(address) {
  try {
    const url = new URL(address, location.href);
    return /^\/(cdn|page)\//.test(url.pathname) ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}
