/** The round picture beside a name. */

import { h, ownPath } from "./dom.js";

const COLORS = ["#5865f2", "#2f8f63", "#b5762a", "#c2416c", "#7a54c7", "#2a86a8"];

/** A disc with the first letter, unless the author has a picture on this server. */
export function avatar(user, size = "") {
  const picture = user.avatar_url && ownPath(user.avatar_url);
  const classes = `avatar ${size}`;
  if (picture) return h("img", { class: classes, src: picture, alt: "" });
  const disc = h("span", { class: classes, "aria-hidden": "true" }, initial(shownName(user)));
  disc.style.backgroundColor = colorOf(user);
  return disc;
}

export function shownName(user) {
  return user.global_name || user.name || user.username || "?";
}

function initial(name) {
  return [...name][0].toUpperCase();
}

function colorOf({ avatar_color: given, id }) {
  if (typeof given === "number") return `#${given.toString(16).padStart(6, "0")}`;
  return given ?? COLORS[[...String(id)].reduce((sum, sign) => sum + sign.codePointAt(0), 0) % COLORS.length];
}
