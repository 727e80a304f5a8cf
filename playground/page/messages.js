/** The list of a channel's messages: order, grouping, days, and what is under way on each. */

import { h, drawing } from "./dom.js";
import { DOWN } from "./icons.js";
import { messageItem } from "./message.js";

const GROUP_SPAN = 7 * 60 * 1000; // milliseconds: one author's messages this close stand together
const NEAR_END = 80; // pixels

export class MessageList {
  constructor(place, label) {
    this.place = place;
    this.messages = [];
    this.items = new Map(); // message id -> element
    this.pending = new Map(); // message id -> custom id of the component that was used
    this.failures = new Map(); // message id -> sentence
    this.list = h("div", { class: "messages", role: "log", "aria-live": "off", "aria-label": label, tabindex: "0" });
    this.jump = h(
      "button",
      { type: "button", class: "jump", hidden: true, onclick: () => this.toEnd() },
      "Jump to present",
      drawing(DOWN),
    );
    this.list.addEventListener("scroll", () => this.scrolled());
    this.element = h("div", { class: "message-area" }, this.list, this.jump);
    this.atEnd = true;
    this.list.addEventListener("load", () => this.atEnd && this.toEnd(), true); // a picture without a size in its data
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(this.list);
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    this.jump.hidden = this.atEnd;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Oldest first; `welcome` is what stands over the first of them. */
  show(messages, welcome) {
    this.messages = [...messages].sort(byAge);
    this.items = new Map(this.messages.map((message) => [message.id, messageItem(message, this.place)]));
    this.list.replaceChildren(welcome, ...this.items.values());
    for (const id of [...this.pending.keys(), ...this.failures.keys()]) this.paint(id);
    this.settle();
    this.toEnd();
  }

  put(message) {
    const wasAtEnd = this.atEnd;
    const item = messageItem(message, this.place);
    const index = this.messages.findIndex(({ id }) => id === message.id);
    if (index >= 0) this.replace(index, message, item);
    else this.insert(message, item);
    this.items.set(message.id, item);
    this.failures.delete(message.id);
    this.paint(message.id);
    this.settle();
    if (wasAtEnd) this.toEnd();
  }

  replace(index, message, item) {
    const old = this.items.get(message.id);
    const focused = old.contains(document.activeElement) && document.activeElement.dataset.customId;
    this.messages[index] = message;
    old.replaceWith(item);
    if (focused) (item.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`) ?? item).focus({ preventScroll: true });
  }

  insert(message, item) {
    const after = this.messages.findIndex((other) => byAge(other, message) > 0);
    const at = after < 0 ? this.messages.length : after;
    this.list.insertBefore(item, after < 0 ? null : this.items.get(this.messages[at].id));
    this.messages.splice(at, 0, message);
  }

  remove(id) {
    const wasAtEnd = this.atEnd;
    this.messages = this.messages.filter((message) => message.id !== id);
    this.items.get(id)?.remove();
    this.items.delete(id);
    this.settle();
    if (wasAtEnd) this.toEnd();
  }

  jumpTo(id) {
    const item = this.items.get(id);
    item?.scrollIntoView({ block: "center" });
    item?.focus({ preventScroll: true });
  }

  /** A component was used: it spins, and its neighbors wait. */
  began(id, customId) {
    this.pending.set(id, customId);
    this.failures.delete(id);
    this.paint(id);
  }

  ended(id, failure = null) {
    this.pending.delete(id);
    if (failure) this.failures.set(id, failure);
    this.paint(id);
  }

  paint(id) {
    const item = this.items.get(id);
    if (!item) return;
    const wasAtEnd = this.atEnd;
    const busy = this.pending.get(id);
    item.setAttribute("aria-busy", String(Boolean(busy)));
    for (const control of item.querySelectorAll("[data-custom-id]")) {
      control.classList.toggle("pending", control.dataset.customId === busy);
      if (busy) control.setAttribute("aria-disabled", "true");
      else control.removeAttribute("aria-disabled");
    }
    const failure = item.querySelector(".failure");
    if (failure) failure.hidden = !this.failures.has(id);
    if (failure) failure.textContent = this.failures.get(id) ?? "";
    if (wasAtEnd) this.toEnd();
  }

  /** Days and groups depend on the neighbor above. */
  settle() {
    let above = null;
    for (const message of this.messages) {
      const item = this.items.get(message.id);
      const isNewDay = !above || !sameDay(above, message);
      item.classList.toggle("new-day", isNewDay);
      item.classList.toggle("grouped", !isNewDay && together(above, message) && !item.querySelector(".reference"));
      above = message;
    }
  }
}

function byAge(one, other) {
  return one.id.length - other.id.length || (one.id < other.id ? -1 : Number(one.id > other.id));
}

function sameDay(one, other) {
  return new Date(one.timestamp).toDateString() === new Date(other.timestamp).toDateString();
}

function together(above, message) {
  const near = new Date(message.timestamp) - new Date(above.timestamp) < GROUP_SPAN;
  return (
    near &&
    above.author.id === message.author.id &&
    Boolean(above.ephemeral) === Boolean(message.ephemeral) &&
    !message.local
  );
}
