/** Message components, legacy rows and Components V2 alike, as Discord's JSON has them. */

import { h } from "./dom.js";
import { markup } from "./markup.js";
import { file, gallery } from "./media.js";
import { SelectMenu, emoji } from "./selects.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

/** `place` has names (for mentions), world, and act(component, values), told when the user uses one. */
export function components(list, place) {
  return list.map((component) => KINDS[component.type]?.(component, place) ?? unknown(component));
}

const KINDS = {
  1: ({ components: inside }, place) => h("div", { class: "row" }, components(inside, place)),
  2: button,
  3: select,
  6: select,
  8: select,
  10: ({ content }, place) => h("div", { class: "text-display markup" }, markup(content, place.names)),
  12: gallery,
  13: file,
  17: container,
};

function unknown({ type }) {
  return h("p", { class: "broken" }, `A component of type ${type} is not shown here.`);
}

function button(component, place) {
  const { style, label, emoji: sign, disabled, custom_id: customId } = component;
  const words = [emoji(sign), label && h("span", { class: "button-label" }, label)];
  const classes = `button button-${BUTTON_STYLES[style] ?? "secondary"}`;
  return h(
    "button",
    {
      type: "button",
      class: classes,
      disabled: Boolean(disabled),
      "aria-label": label ? null : sign?.name,
      dataset: { customId },
      onclick: () => place.act(component),
    },
    words,
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
  );
}

function select(component, place) {
  return new SelectMenu(component, { world: place.world, commit: (values) => place.act(component, values) }).element;
}

function container({ components: inside, accent_color: accent }, place) {
  const box = h("div", { class: "container" }, components(inside, place));
  if (typeof accent === "number") {
    box.classList.add("accented");
    box.style.setProperty("--accent", cssColor(accent));
  }
  return box;
}

/** A color as Discord numbers it, 0 to 0xFFFFFF, as CSS. */
function cssColor(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}
