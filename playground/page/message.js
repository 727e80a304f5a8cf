/** One message, as this seat's user sees it. */

import { h, drawing } from "./dom.js";
import { avatar, shownName } from "./avatar.js";
import { components } from "./components.js";
import { EYE, SLASH, THREAD, TRASH } from "./icons.js";
import { markup, plain } from "./markup.js";
import { attachment } from "./media.js";
import { day, stamp } from "./timestamps.js";

const COMMAND = 2; // interaction types, as interaction_metadata has them
const COMPONENT = 3;
const THREAD_STARTED = 18; // message type

/** `place` has names, world, act(message, component, values), find(id), jump(id), dismiss(message) and erase(message). */
export function messageItem(message, place) {
  const date = new Date(message.timestamp);
  return h(
    "div",
    {
      class: classes(message),
      role: "article",
      tabindex: "-1",
      dataset: { messageId: message.id },
      "aria-label": `Message from ${shownName(message.author)}`,
    },
    h("div", { class: "day", role: "separator", "aria-label": day(date) }, h("span", {}, day(date))),
    reference(message, place),
    message.type === THREAD_STARTED
      ? threadStarted(message, place)
      : [face(message, place), body(message, date, place)],
    toolbar(message, place),
  );
}

function classes(message) {
  return [
    "message",
    message.mentions_you && "mentions-you",
    message.ephemeral && "ephemeral",
    message.local && `local-${message.local}`,
    message.author.bot && "by-bot",
  ]
    .filter(Boolean)
    .join(" ");
}

function face(message, { names }) {
  return h(
    "div",
    { class: "face" },
    avatar(names.person(message.author)),
    h("span", { class: "side-time" }, shortTime(message)),
  );
}

function shortTime(message) {
  return new Intl.DateTimeFormat("en", { timeStyle: "short" }).format(new Date(message.timestamp));
}

function body(message, date, place) {
  return h(
    "div",
    { class: "body" },
    h(
      "h3",
      { class: "author" },
      h("span", { class: "author-name" }, shownName(message.author)),
      message.author.bot && h("span", { class: "app-tag" }, "APP"),
      h("time", { datetime: message.timestamp, title: date.toLocaleString("en") }, stamp(date)),
    ),
    message.loading || message.local === "sending" ? thinking(message) : content(message, place),
    h("p", { class: "failure", role: "alert", hidden: true }),
    (message.ephemeral || message.local === "failed") && onlyYou(message, place),
  );
}

function thinking(message) {
  const words = message.local ? "Sending command…" : `${shownName(message.author)} is thinking…`;
  return h(
    "p",
    { class: "thinking" },
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    words,
  );
}

function content(message, place) {
  const edited =
    message.edited_timestamp &&
    h("span", { class: "edited", title: stamp(new Date(message.edited_timestamp)) }, "(edited)");
  const words = message.content ? h("div", { class: "content markup" }, markup(message.content, place.names)) : null;
  if (words && edited) (words.lastElementChild?.matches("p") ? words.lastElementChild : words).append(" ", edited);
  const here = {
    names: place.names,
    world: place.world,
    act: (component, values) => place.act(message, component, values),
  };
  const legacy = (message.components ?? []).every(({ type }) => type === 1);
  return [
    words,
    (message.attachments ?? []).length > 0 && h("div", { class: "attachments" }, message.attachments.map(attachment)),
    h("div", { class: legacy ? "components legacy" : "components" }, components(message.components ?? [], here)),
    !words && edited,
  ];
}

/** What it answers: "Ana used /draw" over a command's answer, the message itself over any other. */
function reference(message, place) {
  const origin = message.interaction_metadata;
  if (origin?.type === COMMAND) return used(origin.user, message.interaction?.name ?? origin.name, place);
  const answered = place.find(
    message.message_reference?.message_id ?? (origin?.type === COMPONENT && origin.interacted_message_id),
  );
  if (!answered || answered.id === message.id) return null;
  return h(
    "div",
    { class: "reference" },
    avatar(place.names.person(answered.author), "tiny"),
    h("span", { class: "reference-name" }, shownName(answered.author)),
    h(
      "button",
      { type: "button", class: "reference-words", onclick: () => place.jump(answered.id) },
      summary(answered, place.names),
    ),
  );
}

function used(user, command, place) {
  return h(
    "div",
    { class: "reference" },
    avatar(place.names.person(user), "tiny"),
    h("span", { class: "reference-name" }, shownName(user)),
    " used ",
    h(
      "button",
      { type: "button", class: "command-link", onclick: () => place.names.start(command) },
      drawing(SLASH),
      command ?? "a command",
    ),
  );
}

/** The first words of a message, for a line that points at it. */
export function summary(message, names) {
  const words = message.content || firstText(message.components ?? []);
  return plain(words.trim().split("\n")[0], names).slice(0, 140) || "Click to see attachment";
}

function firstText(list) {
  for (const component of list) {
    const text = component.content ?? firstText([...(component.components ?? [])]);
    if (text) return text;
  }
  return "";
}

function threadStarted(message, place) {
  return h(
    "div",
    { class: "system" },
    drawing(THREAD),
    h("strong", {}, shownName(message.author)),
    " started a thread: ",
    h(
      "button",
      { type: "button", class: "mention", onclick: () => place.names.visit(message.message_reference?.channel_id) },
      message.content,
    ),
  );
}

function onlyYou(message, place) {
  return h(
    "p",
    { class: "only-you" },
    drawing(EYE),
    "Only you can see this • ",
    h("button", { type: "button", class: "link-button", onclick: () => place.dismiss(message) }, "Dismiss message"),
  );
}

/** Moderators delete; nobody deletes what only one can see. */
function toolbar(message, place) {
  if (message.ephemeral || message.local) return null;
  const erase = h(
    "button",
    { type: "button", class: "tool", "aria-label": "Delete message", title: "Delete message, as a moderator" },
    drawing(TRASH),
  );
  const calm = () => (erase.classList.remove("sure"), erase.replaceChildren(drawing(TRASH)));
  erase.addEventListener("click", () => {
    if (erase.classList.contains("sure")) return place.erase(message);
    erase.classList.add("sure");
    erase.append("Delete?");
    return undefined;
  });
  erase.addEventListener("blur", calm);
  return h("div", { class: "toolbar", onmouseleave: calm }, erase);
}
