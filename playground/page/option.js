/** One option's field: its name, its value, its choices or the bot's suggestions. */

import { h } from "./dom.js";
import { shownName } from "./avatar.js";
import { Listbox } from "./listbox.js";

const PAUSE = 250; // milliseconds without a key before the bot is asked
const [INTEGER, BOOLEAN, USER, CHANNEL] = [4, 5, 6, 7];

export class OptionField {
  constructor(option, { form, desk }) {
    this.option = option;
    this.form = form;
    this.desk = desk;
    this.taken = null; // the choice behind the shown text
    this.asked = 0;
    this.input = h("input", {
      class: "option-input",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-label": `${option.name}${option.required ? " (required)" : ""}: ${option.description}`,
      dataset: { option: option.name },
      oninput: () => this.typed(),
      onfocus: () => this.show(),
      onclick: () => this.show(), // also after a complaint, which leaves the field focused
      onkeydown: (event) => this.key(event),
    });
    this.list = new Listbox({
      label: `Choices for ${option.name}`,
      owner: this.input,
      pick: (item) => this.take(item),
    });
    this.input.setAttribute("aria-controls", this.list.element.id);
    this.element = h(
      "label",
      { class: "option-field" },
      h("span", { class: "option-name" }, option.name, option.required && h("i", {}, "*")),
      this.input,
    );
    this.grow();
  }

  grow() {
    this.input.size = Math.max(4, Math.min(60, this.input.value.length + 1));
  }

  typed() {
    this.taken = null;
    this.element.classList.remove("wrong");
    this.grow();
    this.show();
  }

  show() {
    this.grow();
    if (this.option.autocomplete) this.suggest();
    else this.offer(this.fixedChoices());
  }

  /** What may be taken without asking the bot; null where any text may stand. */
  fixedChoices() {
    const { type, choices } = this.option;
    if (choices?.length > 0) return choices;
    if (type === BOOLEAN)
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    if (type === USER)
      return this.desk.people().map((user) => ({ name: shownName(user), value: user.id }));
    if (type === CHANNEL) return this.desk.channels().map(({ id, name }) => ({ name: `#${name}`, value: id }));
    return null;
  }

  offer(choices, note) {
    const typed = this.taken ? "" : this.input.value.trim().toLowerCase();
    const fitting = (choices ?? []).filter(
      ({ name }) => this.option.autocomplete || name.toLowerCase().includes(typed),
    );
    this.list.show(
      fitting.map((choice) => ({ ...choice, label: choice.name, selected: this.taken?.value === choice.value })),
      this.option.autocomplete || fitting.length === 0 ? -1 : 0, // a suggestion must not replace typed text by itself
    );
    this.form.tell({
      name: this.option.name,
      help: note ?? this.option.description,
      side: this.bounds(),
      list: this.list,
    });
  }

  bounds() {
    const { required, min_value: least, max_value: most } = this.option;
    const range = (least ?? most ?? null) === null ? null : `${least ?? "…"} to ${most ?? "…"}`;
    return [required ? "required" : "optional", range].filter(Boolean).join(" · ");
  }

  suggest() {
    this.offer(this.suggestions ?? []);
    if (this.taken) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  async ask() {
    this.asked += 1;
    const question = this.asked;
    const options = { ...this.form.typed(), [this.option.name]: this.input.value };
    const answer = await this.desk.autocomplete(this.form.command, options, this.option.name);
    if (question !== this.asked || this.taken || document.activeElement !== this.input) return;
    this.suggestions = answer.choices ?? [];
    this.offer(this.suggestions, answer.op === "choices" ? undefined : "Loading options failed.");
  }

  /** Drop what the bot would still suggest, which would take the place of a complaint. */
  stopSuggesting() {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  take(item) {
    this.taken = item;
    this.input.value = item.label;
    this.grow();
    this.element.classList.remove("wrong");
    this.form.focus();
    if (document.activeElement === this.input) this.show();
  }

  key(event) {
    if (event.isComposing) return;
    const active = this.taken ? null : this.list.current();
    if (["ArrowDown", "ArrowUp"].includes(event.key)) this.list.move(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter" && active) this.take(active);
    else if (event.key === "Tab" && !event.shiftKey && !this.taken && this.firstChoice())
      this.take(active ?? this.firstChoice());
    else if (event.key === "Backspace" && this.input.value === "") this.leave();
    else return;
    event.preventDefault();
  }

  /** Tab takes the first choice, but only for words already begun. */
  firstChoice() {
    return this.input.value.trim() === "" ? this.list.current() : (this.list.items[0] ?? null);
  }

  leave() {
    if (this.option.required) this.form.cancel(`/${this.form.command.name}`);
    else this.form.remove(this);
  }

  /** {value} of the option's type, {problem} with a sentence, or {} for an optional field left empty. */
  read() {
    const text = this.input.value.trim();
    const result = this.taken ? { value: this.taken.value } : this.parse(text);
    this.element.classList.toggle("wrong", Boolean(result.problem));
    return result;
  }

  parse(text) {
    if (text === "")
      return this.option.required ? { problem: `${this.option.name}: This option is required. Specify a value.` } : {};
    const fixed = this.fixedChoices();
    if (fixed) return this.match(fixed, text);
    return this.option.type === INTEGER ? this.number(text) : this.words(text);
  }

  match(choices, text) {
    const same = (word) => String(word).toLowerCase() === text.toLowerCase();
    const choice = choices.find(({ name, value }) => same(name) || same(value));
    return choice ? { value: choice.value } : { problem: `${this.option.name}: Choose one of the options.` };
  }

  number(text) {
    const { name } = this.option;
    const [least, most] = [this.option.min_value ?? -Infinity, this.option.max_value ?? Infinity];
    const value = Number(text);
    if (!Number.isInteger(value)) return { problem: `${name}: Enter a valid integer.` };
    return value < least || value > most ? { problem: `${name}: Enter a number from ${least} to ${most}.` } : { value };
  }

  words(text) {
    const { name } = this.option;
    const [least, most] = [this.option.min_length ?? 0, this.option.max_length ?? 6000];
    const fits = text.length >= least && text.length <= most;
    return fits ? { value: text } : { problem: `${name}: Enter ${least} to ${most} characters.` };
  }
}
