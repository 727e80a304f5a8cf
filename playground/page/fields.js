/** The inputs of a modal. Each has an element, its custom id, and read(): {value} or {problem}. */

import { h } from "./dom.js";
import { SelectMenu } from "./selects.js";

const PARAGRAPH = 2;
const MOST_ROWS = 14;

export function field(component, { label, world }) {
  const made = { 4: textInput, 21: radioGroup, 22: checkboxGroup, 23: checkbox }[component.type] ?? selectField;
  return { customId: component.custom_id, ...made(component, { label, world }) };
}

function textInput(component, { label }) {
  const { custom_id: customId, style, required = true, min_length: least, max_length: most, value = "" } = component;
  const isParagraph = style === PARAGRAPH;
  const count = h("span", { class: "count", "aria-hidden": "true" });
  const input = h(isParagraph ? "textarea" : "input", {
    class: "text-input",
    type: isParagraph ? null : "text",
    placeholder: component.placeholder,
    maxlength: most ?? 4000,
    "aria-label": label,
    "aria-required": String(required),
    autocomplete: "off",
    spellcheck: "false",
    dataset: { customId },
  });
  const grow = () => {
    if (isParagraph) input.rows = Math.max(4, Math.min(MOST_ROWS, input.value.split("\n").length + 1));
    count.textContent = most ? most - input.value.length : "";
  };
  input.addEventListener("input", grow);
  input.value = value ?? "";
  grow();
  return {
    element: h("div", { class: "text-field" }, input, isParagraph && count),
    focus: () => input.focus(),
    read: () => checkText(input.value, { required, least: least ?? 0 }),
  };
}

function checkText(value, { required, least }) {
  if (required && value.trim() === "") return { problem: "This field is required" };
  if (value !== "" && value.length < least) return { problem: `Must be at least ${least} characters.` };
  return { value };
}

function selectField(component, { label, world }) {
  const { required = true } = component;
  const least = required ? (component.min_values ?? 1) : 0;
  const menu = new SelectMenu({ ...component, min_values: least }, { world, commit: () => {}, label });
  return {
    element: menu.element,
    focus: () => menu.button.focus(),
    read: () => (menu.values.length < least ? { problem: "This field is required" } : { value: menu.ordered() }),
  };
}

function box(type, component, option, name) {
  const input = h("input", { type, name, value: option.value, dataset: { customId: component.custom_id } });
  input.checked = Boolean(option.default);
  const words = h(
    "span",
    { class: "box-words" },
    option.label,
    option.description && h("span", { class: "option-description" }, option.description),
  );
  return { input, element: h("label", { class: "box" }, input, words) };
}

function radioGroup(component, { label }) {
  const { options, required = true } = component;
  const boxes = options.map((option) => box("radio", component, option, component.custom_id));
  const chosen = () => boxes.find(({ input }) => input.checked)?.input.value ?? null;
  return {
    element: h(
      "div",
      { role: "radiogroup", "aria-label": label, class: "boxes" },
      boxes.map(({ element }) => element),
    ),
    focus: () => boxes[0].input.focus(),
    read: () => (required && chosen() === null ? { problem: "This field is required" } : { value: chosen() }),
  };
}

function checkboxGroup(component, { label }) {
  const { options, required = true } = component;
  const least = component.min_values ?? (required ? 1 : 0);
  const most = component.max_values ?? options.length;
  const boxes = options.map((option) => box("checkbox", component, option, component.custom_id));
  const chosen = () => boxes.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return {
    element: h(
      "div",
      { role: "group", "aria-label": label, class: "boxes" },
      boxes.map(({ element }) => element),
    ),
    focus: () => boxes[0].input.focus(),
    read: () => countChecked(chosen(), { required, least, most }),
  };
}

function countChecked(value, { required, least, most }) {
  if (required && value.length === 0) return { problem: "This field is required" };
  if (value.length > 0 && value.length < least) return { problem: `Choose at least ${least}.` };
  return value.length > most ? { problem: `Choose at most ${most}.` } : { value };
}

function checkbox(component, { label }) {
  const { input, element } = box(
    "checkbox",
    component,
    { value: "on", label, default: component.default },
    component.custom_id,
  );
  return { element, focus: () => input.focus(), read: () => ({ value: input.checked }), labeled: true };
}
