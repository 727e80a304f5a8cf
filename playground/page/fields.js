/** A text input of a modal, with its element, its custom id, and read(): {value} or {problem}. */

import { h } from "./dom.js";

const PARAGRAPH = 2;
const MOST_ROWS = 14;

export function textInput(component, { label }) {
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
    customId,
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
