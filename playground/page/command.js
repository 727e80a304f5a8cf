/** A slash command being filled in: one field per option, its help and its choices above. */

import { h } from "./dom.js";
import { OptionField } from "./option.js";
import { Listbox } from "./listbox.js";

export class CommandForm {
  /** `panel` is the element above the composer; `submit()` and `cancel(text)` go back to it. */
  constructor(command, { desk, panel, submit, cancel }) {
    this.command = command;
    this.desk = desk;
    this.panel = panel;
    this.submit = submit;
    this.cancel = cancel;
    this.fields = [];
    this.name = h(
      "button",
      { type: "button", class: "command-name", title: "Back to plain text", onclick: () => cancel(`/${command.name}`) },
      `/${command.name}`,
    );
    this.more = h("span", { class: "more-options" });
    this.element = h(
      "div",
      { class: "command", role: "group", "aria-label": `Command ${command.name}` },
      this.name,
      this.more,
    );
    this.name.addEventListener("focus", () => this.explain());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", (event) => this.left(event.relatedTarget));
    for (const option of this.options().filter(({ required }) => required)) this.add(option);
    this.offer();
  }

  options() {
    return this.command.options ?? [];
  }

  unused() {
    return this.options().filter((option) => !this.fields.some((field) => field.option === option));
  }

  add(option) {
    const field = new OptionField(option, { form: this, desk: this.desk });
    this.fields.push(field);
    this.more.before(field.element);
    this.offer();
    return field;
  }

  remove(field) {
    this.fields = this.fields.filter((other) => other !== field);
    field.element.remove();
    this.offer();
    this.focus();
  }

  /** The options not taken yet, as buttons at the end of the line. */
  offer() {
    this.more.replaceChildren(
      ...this.unused().map((option) =>
        h(
          "button",
          {
            type: "button",
            class: "add-option",
            title: option.description,
            "aria-label": `Add ${option.name}: ${option.description}`,
            dataset: { addOption: option.name },
            onfocus: () => this.explain(),
            onclick: () => this.add(option).input.focus(),
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  /** Pasted or typed text: `name:value name:value`, or the first field's value without a name. */
  fill(rest, values) {
    for (const [name, value] of Object.entries({ ...named(rest, this.options()), ...values })) {
      const option = this.options().find((one) => one.name === name);
      const field = this.fields.find((one) => one.option === option) ?? this.add(option);
      field.input.value = value;
    }
  }

  /** The fields' values by name, each of its option's type; null after saying what is wrong. */
  values() {
    const read = this.fields.map((field) => [field, field.read()]);
    const wrong = read.find(([, { problem }]) => problem);
    if (wrong) {
      wrong[0].input.focus();
      wrong[0].stopSuggesting();
      this.complain(wrong[1].problem);
      return null;
    }
    const given = read.filter(([, { value }]) => value !== undefined);
    return Object.fromEntries(given.map(([field, { value }]) => [field.option.name, value]));
  }

  /** What is typed so far, for autocomplete: never complains. */
  typed() {
    const given = this.fields.map((field) => [field.option.name, field.taken?.value ?? field.input.value]);
    return Object.fromEntries(given.filter(([, value]) => value !== ""));
  }

  focus() {
    (this.fields.find((field) => field.input.value === "")?.input ?? this.fields.at(-1)?.input ?? this.name).focus();
  }

  /** The panel must not cover the messages while the user looks elsewhere. */
  left(next) {
    if (!this.element.contains(next)) this.panel.hidden = true;
  }

  /** The command's own help, with the options that may be added. */
  explain() {
    const list = new Listbox({
      label: "Options",
      owner: this.name,
      pick: ({ option }) => this.add(option).input.focus(),
    });
    list.show(
      this.unused().map((option) => ({
        option,
        value: option.name,
        label: option.name,
        description: option.description,
      })),
    );
    this.tell({ name: `/${this.command.name}`, help: this.command.description, list });
  }

  /** Shows one title line over an optional list. */
  tell({ name, help, side, problem, list }) {
    this.panel.replaceChildren(
      h(
        "p",
        { class: problem ? "suggestions-title problem" : "suggestions-title", role: problem ? "alert" : null },
        h("b", {}, name),
        ` ${problem ?? help}`,
        side && h("span", { class: "side" }, side),
      ),
      list && list.items.length > 0 ? list.element : "",
    );
    this.panel.hidden = false;
  }

  complain(problem) {
    this.tell({ name: `/${this.command.name}`, problem });
  }

  key(event) {
    if (event.isComposing || event.defaultPrevented) return;
    if (event.key === "Escape") this.cancel();
    else if (event.key === "Backspace" && event.target === this.name) this.cancel(`/${this.command.name}`);
    else if (event.key === "Enter" && (event.target === this.name || event.target.matches("textarea, input")))
      this.submit();
    else if (event.key === "Tab" && !event.shiftKey && event.target === this.lastInput() && this.unused().length > 0) {
      this.add(this.unused()[0]).input.focus();
    } else return;
    event.preventDefault();
  }

  lastInput() {
    return this.fields.at(-1)?.input ?? this.name;
  }
}

/** `variant:classic clock:off` by option name; words before the first name belong to the first option. */
function named(rest, options) {
  if (rest.trim() === "" || options.length === 0) return {};
  const names = options.map(({ name }) => name.replace(/[^\w-]/g, "")).join("|");
  const [first, ...parts] = rest.split(new RegExp(`(?:^|\\s)(${names}):`));
  const values = first.trim() ? { [options[0].name]: first.trim() } : {};
  for (let at = 0; at < parts.length; at += 2) values[parts[at]] = parts[at + 1].trim();
  return values;
}
