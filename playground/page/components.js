/** Message components, legacy rows and Components V2 alike, as Discord's JSON has them. */

import { h, safeLink } from "./dom.js";
import { markup, outsideArrow } from "./markup.js";
import { covered, file, gallery, thumbnail } from "./media.js";
import { SelectMenu, emoji } from "./selects.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** `place` has names (for mentions), world, and act(component, values), told when the user uses one. */
export function components(list, place) {
  return list.map((component) => KINDS[component.type]?.(component, place) ?? unknown(component));
}

const KINDS = {
  1: ({ components: inside }, place) => h("div", { class: "row" }, components(inside, place)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: ({ content }, place) => h("div", { class: "text-display markup" }, markup(content, place.names)),
  11: (item) => thumbnail(item),
  12: gallery,
  13: file,
  14: separator,
  17: container,
};

function unknown({ type }) {
  return h("p", { class: "broken" }, `A component of type ${type} is not shown here.`);
}

function button(component, place) {
  const { style, label, emoji: sign, disabled, url, custom_id: customId } = component;
  const words = [emoji(sign), label && h("span", { class: "button-label" }, label)];
  const classes = `button button-${BUTTON_STYLES[style] ?? "secondary"}`;
  if (style === 5) {
    const href = disabled ? null : safeLink(url);
    return h("a", { class: classes, href, target: "_blank", rel: "noopener noreferrer" }, words, outsideArrow());
  }
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

function section({ components: inside, accessory }, place) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-words" }, components(inside, place)),
    h("div", { class: "accessory" }, components([accessory], place)),
  );
}

function separator({ divider = true, spacing = 1 }) {
  return h("div", {
    class: `separator spacing-${spacing} ${divider ? "divider" : ""}`,
    role: divider ? "separator" : null,
  });
}

function container({ components: inside, accent_color: accent, spoiler }, place) {
  const box = h("div", { class: "container" }, components(inside, place));
  if (typeof accent === "number") {
    box.classList.add("accented");
    box.style.setProperty("--accent", cssColor(accent));
  }
  return spoiler ? covered(box) : box;
}

/** A color as Discord numbers it, 0 to 0xFFFFFF, as CSS. */
function cssColor(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}
