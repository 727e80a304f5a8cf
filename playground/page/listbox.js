/** A list to pick from: by tap, or by the arrow keys of the element that owns it. */

import { h, drawing, freshId } from "./dom.js";
import { TICK } from "./icons.js";

export class Listbox {
  /** `pick(item)` is told of a choice; `owner` is the element that keeps the focus. */
  constructor({ label, pick, owner, several = false }) {
    this.pick = pick;
    this.owner = owner;
    this.items = [];
    this.active = -1;
    this.element = h("div", {
      class: "listbox",
      role: "listbox",
      id: freshId("listbox"),
      "aria-label": label,
      "aria-multiselectable": several ? "true" : null,
    });
    this.several = several;
  }

  /** Items are {label, description?, prefix?, picture?, selected?, blocked?}; `active` is highlighted, -1 for none. */
  show(items, active = -1) {
    this.items = items;
    this.element.replaceChildren(...items.map((item, index) => this.row(item, index)));
    this.highlight(active);
  }

  row(item, index) {
    return h(
      "div",
      {
        class: "option",
        role: "option",
        id: `${this.element.id}-${index}`,
        "aria-selected": String(Boolean(item.selected)),
        "aria-disabled": item.blocked ? "true" : null,
        dataset: { value: item.value ?? item.label },
        onmousedown: (event) => event.preventDefault(), // the owner keeps the focus
        onclick: () => !item.blocked && this.pick(item),
        onmousemove: () => this.active !== index && this.highlight(index),
      },
      item.picture,
      h(
        "span",
        { class: "option-words" },
        h("span", { class: "option-label" }, item.label),
        item.description && h("span", { class: "option-description" }, item.description),
      ),
      item.side && h("span", { class: "option-side" }, item.side),
      (this.several || item.selected) && h("span", { class: "option-tick" }, item.selected && drawing(TICK)),
    );
  }

  highlight(index) {
    this.element.children[this.active]?.classList.remove("active");
    this.active = index;
    const row = this.element.children[index];
    row?.classList.add("active");
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.owner.setAttribute("aria-activedescendant", row.id);
    else this.owner.removeAttribute("aria-activedescendant");
  }

  move(step) {
    if (this.items.length === 0) return;
    const start = this.active < 0 && step < 0 ? 0 : this.active;
    this.highlight((start + step + this.items.length) % this.items.length);
  }

  current() {
    return this.items[this.active] ?? null;
  }
}
