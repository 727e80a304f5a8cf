/** A modal that the bot opened for one seat, over that seat alone: the others play on. */

import { h, drawing, freshId } from "./dom.js";
import { CLOSE } from "./icons.js";
import { textInput } from "./fields.js";
import { markup } from "./markup.js";

const [ROW, TEXT_DISPLAY, LABEL] = [1, 10, 18];
const FOCUSABLE = "button:not([disabled]), input, textarea";

export class Modal {
  /** `submit(values)` resolves to a connection's answer; `leave(canceled)` is told when it is gone. */
  constructor(content, { botName, names, submit, leave }) {
    this.content = content;
    this.submit = submit;
    this.leave = leave;
    this.entries = [];
    this.trouble = h("p", { class: "modal-trouble", role: "alert", hidden: true });
    this.confirm = h("button", { type: "submit", class: "button button-primary" }, "Submit");
    const title = h("h2", { id: freshId("modal-title") }, content.title);
    const form = h(
      "form",
      { class: "modal", novalidate: true },
      h(
        "header",
        {},
        title,
        h(
          "button",
          { type: "button", class: "tool", "aria-label": "Close", onclick: () => this.close(true) },
          drawing(CLOSE),
        ),
      ),
      h(
        "div",
        { class: "modal-fields" },
        h(
          "p",
          { class: "modal-note" },
          `This form will be submitted to ${botName}. Do not share passwords or other sensitive information.`,
        ),
        content.components.map((component) => this.part(component, names)),
        this.trouble,
      ),
      h(
        "footer",
        {},
        h("button", { type: "button", class: "button button-secondary", onclick: () => this.close(true) }, "Cancel"),
        this.confirm,
      ),
    );
    form.addEventListener("submit", (event) => (event.preventDefault(), this.send()));
    form.addEventListener("keydown", (event) => this.key(event));
    this.element = h(
      "div",
      {
        class: "modal-back",
        role: "dialog",
        "aria-modal": "true",
        "aria-labelledby": title.id,
        dataset: { customId: content.custom_id },
      },
      form,
    );
  }

  part(component, names) {
    if (component.type === TEXT_DISPLAY) return h("div", { class: "markup" }, markup(component.content, names));
    if (component.type === ROW)
      return component.components.map((inner) => this.entry(inner, { label: inner.label }));
    if (component.type === LABEL) return this.entry(component.component, component);
    return null;
  }

  entry(component, { label, description }) {
    const made = textInput(component, { label });
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.entries.push({ ...made, problem });
    const required = component.required !== false;
    return h(
      "div",
      { class: "modal-entry" },
      h("p", { class: "modal-label" }, label, required && h("i", { "aria-hidden": "true" }, "*")),
      description && h("p", { class: "modal-description" }, description),
      made.element,
      problem,
    );
  }

  focus() {
    (this.entries[0] ?? this.confirm).focus();
  }

  async send() {
    if (this.confirm.getAttribute("aria-disabled") === "true") return;
    const values = this.values();
    if (!values) return;
    this.busy(true);
    const answer = await this.submit(values);
    this.busy(false);
    if (["done", "modal"].includes(answer.op)) this.close(false);
    else this.complain(answer.op === "refused" ? answer.text : "Something went wrong. Try again.");
  }

  values() {
    const read = this.entries.map((entry) => [entry, entry.read()]);
    for (const [{ problem }, result] of read) {
      problem.hidden = !result.problem;
      problem.textContent = result.problem ?? "";
    }
    const wrong = read.find(([, { problem }]) => problem);
    wrong?.[0].focus();
    return wrong ? null : Object.fromEntries(read.map(([{ customId }, { value }]) => [customId, value]));
  }

  busy(isBusy) {
    this.confirm.classList.toggle("pending", isBusy);
    this.confirm.setAttribute("aria-disabled", String(isBusy));
  }

  complain(sentence) {
    this.trouble.textContent = sentence;
    this.trouble.hidden = false;
    this.trouble.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    if (event.key === "Escape") this.close(true);
    else if (event.key === "Tab") this.keepInside(event);
  }

  keepInside(event) {
    const all = [...this.element.querySelectorAll(FOCUSABLE)];
    const [edge, other] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
    if (document.activeElement !== edge) return;
    event.preventDefault();
    other.focus();
  }

  close(canceled) {
    this.element.remove();
    this.leave(canceled);
  }
}
