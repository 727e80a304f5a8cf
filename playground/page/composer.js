/** Where a user writes: plain chat, or a slash command with its fields. */

import { h, drawing } from "./dom.js";
import { CommandForm } from "./command.js";
import { SEND } from "./icons.js";
import { Listbox } from "./listbox.js";

const MOST_LINES = 8;

export class Composer {
  /** `desk` has commands(), say(text), run(command, values), and what a CommandForm needs. */
  constructor(desk) {
    this.desk = desk;
    this.form = null;
    this.text = h("textarea", {
      class: "chat",
      rows: "1",
      maxlength: "2000",
      autocomplete: "off",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
      onblur: () => this.hide(),
      onfocus: () => this.suggest(),
    });
    this.picker = new Listbox({ label: "Commands", owner: this.text, pick: (item) => this.begin(item.command) });
    this.text.setAttribute("aria-controls", this.picker.element.id);
    this.suggestions = h("div", { class: "suggestions", hidden: true });
    this.send = h(
      "button",
      { type: "button", class: "send", "aria-label": "Send", onclick: () => this.submit() },
      drawing(SEND),
    );
    this.bar = h("div", { class: "bar" }, this.text);
    this.element = h(
      "div",
      { class: "composer" },
      this.suggestions,
      h("div", { class: "composer-box" }, this.bar, this.send),
    );
  }

  name(label) {
    this.text.placeholder = label;
    this.text.setAttribute("aria-label", label);
  }

  typed() {
    this.grow();
    const [, name, rest] = /^\/(\S+)\s([^]*)$/.exec(this.text.value) ?? [];
    const command = this.desk.commands().find((one) => one.name === name);
    if (command) this.begin(command, rest);
    else this.suggest();
  }

  /** Commands came after something was typed: offer what it begins. */
  learned() {
    if (!this.form && document.activeElement === this.text) this.typed();
  }

  grow() {
    this.text.rows = Math.min(MOST_LINES, this.text.value.split("\n").length);
  }

  suggest() {
    const typed = /^\/(\S*)$/.exec(this.text.value)?.[1];
    const found = typed === undefined ? [] : ranked(this.desk.commands(), typed.toLowerCase());
    if (found.length === 0) return this.hide();
    this.picker.show(
      found.map((command) => this.suggestion(command)),
      0,
    );
    this.suggestions.replaceChildren(h("p", { class: "suggestions-title" }, this.desk.botName()), this.picker.element);
    this.suggestions.hidden = false;
    this.text.setAttribute("aria-expanded", "true");
    return undefined;
  }

  suggestion(command) {
    return {
      command,
      value: command.name,
      label: `/${command.name}`,
      description: command.description,
      side: this.desk.botName(),
    };
  }

  hide() {
    if (this.form) return;
    this.suggestions.hidden = true;
    this.text.setAttribute("aria-expanded", "false");
    this.text.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const isOpen = !this.suggestions.hidden;
    if (event.isComposing) return;
    if (isOpen && ["ArrowDown", "ArrowUp"].includes(event.key)) this.picker.move(event.key === "ArrowDown" ? 1 : -1);
    else if (isOpen && ["Enter", "Tab"].includes(event.key) && !event.shiftKey)
      this.begin(this.picker.current().command);
    else if (isOpen && event.key === "Escape") this.hide();
    else if (event.key === "Enter" && !event.shiftKey) this.submit();
    else return;
    event.preventDefault();
  }

  /** The fields of a command; `rest` is text typed after its name, `values` what its fields hold. */
  begin(command, rest = "", values = {}) {
    this.drop();
    this.text.value = "";
    this.grow();
    this.form = new CommandForm(command, {
      desk: this.desk,
      panel: this.suggestions,
      submit: () => this.submit(),
      cancel: (text) => this.cancel(text),
    });
    this.bar.replaceChildren(this.form.element);
    this.form.fill(rest, values);
    this.form.focus();
  }

  cancel(text = "") {
    this.drop();
    this.text.value = text;
    this.text.focus();
    this.grow();
    this.suggest();
  }

  drop() {
    this.form = null;
    this.bar.replaceChildren(this.text);
    this.suggestions.replaceChildren();
    this.suggestions.hidden = true;
  }

  submit() {
    if (this.form) this.submitCommand();
    else this.submitChat();
  }

  submitChat() {
    const words = this.text.value.trim();
    if (words === "" || !this.desk.say(words)) return;
    this.text.value = "";
    this.grow();
  }

  submitCommand() {
    const { form } = this;
    const values = form.values();
    if (!values) return;
    this.drop();
    this.text.focus();
    this.desk.run(form.command, values, (refusal) => this.refused(form, refusal));
  }

  /** What was typed comes back, unless something else was begun meanwhile. */
  refused(form, sentence) {
    if (this.form || this.text.value !== "") return;
    this.form = form;
    this.bar.replaceChildren(form.element);
    form.complain(sentence);
  }

  focus() {
    (this.form ?? this.text).focus();
  }
}

/** Commands whose name starts so, then those that hold it anywhere. */
function ranked(commands, typed) {
  const starts = commands.filter(({ name }) => name.startsWith(typed));
  return [...starts, ...commands.filter((one) => !starts.includes(one) && one.name.includes(typed))];
}
