/** Select menus, in messages and in modals. */

import { h, drawing } from "./dom.js";
import { CHEVRON } from "./icons.js";
import { float } from "./floating.js";
import { Listbox } from "./listbox.js";
import { customEmoji } from "./markup.js";

const CHANNEL_TYPES = { text: 0, voice: 2, thread: 11 }; // Discord's numbers
const KINDS = { 3: "option", 6: "role", 8: "channel" };

export class SelectMenu {
  /** `world` gives channels and roles; `commit(values)` is told when the menu closes on something new. */
  constructor(component, { world, commit }) {
    this.component = component;
    this.least = component.min_values ?? 1;
    this.most = component.max_values ?? 1;
    this.commit = commit;
    this.choices = choices(component, world);
    this.values = this.choices.filter((choice) => choice.default).map((choice) => choice.value);
    this.button = this.makeButton();
    this.element = h("div", { class: "select" }, this.button);
    this.paint();
  }

  makeButton() {
    return h("button", {
      type: "button",
      class: "select-button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": this.placeholder(),
      disabled: Boolean(this.component.disabled),
      dataset: { customId: this.component.custom_id },
      onclick: () => (this.close ? this.close() : this.open()),
      onkeydown: (event) => this.key(event),
    });
  }

  placeholder() {
    return this.component.placeholder ?? (this.most > 1 ? "Make selections" : "Make a selection");
  }

  paint() {
    const picked = this.choices.filter((choice) => this.values.includes(choice.value));
    const shown = picked.map((choice) => h("span", { class: "picked" }, choice.picture?.cloneNode(true), choice.label));
    const words = shown.length > 0 ? shown : h("span", { class: "placeholder" }, this.placeholder());
    this.button.replaceChildren(h("span", { class: "select-shown" }, words), drawing(CHEVRON));
  }

  open() {
    if (this.button.getAttribute("aria-disabled") === "true") return;
    this.before = this.values;
    this.list = new Listbox({
      label: this.placeholder(),
      owner: this.button,
      several: this.most > 1,
      pick: (item) => this.toggle(item.value),
    });
    this.button.setAttribute("aria-expanded", "true");
    this.button.setAttribute("aria-controls", this.list.element.id);
    this.refresh(
      Math.max(
        0,
        this.choices.findIndex((choice) => this.values.includes(choice.value)),
      ),
    );
    this.close = float(this.button, this.list.element, { onclose: () => this.closed() });
  }

  refresh(active) {
    const full = this.most > 1 && this.values.length >= this.most;
    const rows = this.choices.map((choice) => {
      const selected = this.values.includes(choice.value);
      return { ...choice, selected, blocked: full && !selected };
    });
    this.list.show(rows, active);
  }

  toggle(value) {
    const has = this.values.includes(value);
    if (this.most === 1) {
      this.values = has && this.least === 0 ? [] : [value];
      this.close();
      return;
    }
    this.values = has ? this.values.filter((other) => other !== value) : [...this.values, value];
    this.paint();
    this.refresh(this.list.active);
  }

  /** Too few are no answer: what stood before comes back. */
  closed() {
    this.close = null;
    this.button.setAttribute("aria-expanded", "false");
    this.button.removeAttribute("aria-activedescendant");
    if (this.values.length < this.least) this.values = this.before;
    this.paint();
    if (this.values.join("\n") !== this.before.join("\n")) this.commit(this.ordered());
  }

  ordered() {
    return this.choices.filter((choice) => this.values.includes(choice.value)).map((choice) => choice.value);
  }

  key(event) {
    if (!this.close) {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) this.take(event, () => this.open());
      return;
    }
    if (event.key === "ArrowDown") this.take(event, () => this.list.move(1));
    else if (event.key === "ArrowUp") this.take(event, () => this.list.move(-1));
    else if (["Enter", " "].includes(event.key)) this.take(event, () => this.pickActive());
    else if (event.key === "Escape") this.take(event, () => this.abandon());
    else if (event.key === "Tab") this.close();
  }

  take(event, act) {
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  pickActive() {
    const item = this.list.current();
    if (item && !item.blocked) this.toggle(item.value);
  }

  abandon() {
    this.values = this.before;
    this.close();
  }
}

function choices(component, world) {
  const chosen = new Set((component.default_values ?? []).map(({ id }) => id));
  const found = {
    option: () => component.options.map((option) => ({ ...option, picture: emoji(option.emoji) })),
    channel: () =>
      world.channels
        .filter(({ kind }) => CHANNEL_TYPES[kind] !== undefined)
        .filter(({ kind }) => !component.channel_types?.length || component.channel_types.includes(CHANNEL_TYPES[kind]))
        .map((channel) => ({ value: channel.id, label: `#${channel.name}` })),
    role: () => world.roles.map(({ id, name }) => ({ value: id, label: name.startsWith("@") ? name : `@${name}` })),
  }[KINDS[component.type]]();
  return found.map((choice) => ({ ...choice, default: choice.default || chosen.has(choice.value) }));
}

/** A partial emoji as an element: a custom one is a picture, the rest are text. */
export function emoji(partial) {
  if (!partial) return null;
  return partial.id ? customEmoji(partial.name, partial.id) : h("span", { class: "emoji" }, partial.name);
}
