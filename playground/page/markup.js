/** The tree that markdown.js reads, as elements. All words go in as text. */

import { h, safeLink } from "./dom.js";
import { blocks } from "./markdown.js";
import { timestamp } from "./timestamps.js";

/** `names` resolves mentions: user(id), channel(id), visit(channelId), start(commandName). */
export function markup(text, names) {
  return blocks(text).map((block) => BLOCKS[block.kind](block, names));
}

/** The same without its marks, mentions by their names. */
export function plain(text, names) {
  return h("div", {}, markup(text, names)).textContent;
}

const BLOCKS = {
  paragraph: ({ children }, names) => h("p", {}, spans(children, names)),
  heading: ({ level, children }, names) =>
    h("h4", { class: `heading heading-${level}` }, spans(children, names)),
  subtext: ({ children }, names) => h("p", { class: "subtext" }, spans(children, names)),
  quote: ({ children }, names) =>
    h(
      "blockquote",
      {},
      children.map((block) => BLOCKS[block.kind](block, names)),
    ),
  codeblock: ({ text }) => h("pre", {}, h("code", {}, text)),
  list: ({ items }, names) =>
    h(
      "ul",
      {},
      items.map((item) => listItem(item, names)),
    ),
};

function listItem({ depth, number, children }, names) {
  const sign = number === undefined ? ["•", "◦", "▪"][Math.min(depth, 2)] : `${number}.`;
  return h(
    "li",
    { class: `depth-${depth}` },
    h("span", { class: "list-sign" }, sign),
    h("span", {}, spans(children, names)),
  );
}

function spans(nodes, names) {
  return nodes.map((node) => SPANS[node.kind](node, names));
}

function marked(name) {
  return ({ children }, names) => h(name, {}, spans(children, names));
}

const SPANS = {
  text: ({ text }) => text,
  strong: marked("strong"),
  emphasis: marked("em"),
  underline: marked("u"),
  strike: marked("s"),
  code: ({ text }) => h("code", {}, text),
  spoiler: ({ children }, names) => spoiler(spans(children, names)),
  link: ({ link, children }, names) => outsideLink(link, spans(children, names)),
  time: ({ seconds, style }) => timestamp(seconds, style) ?? "Invalid date",
  emoji: ({ name, id }) => customEmoji(name, id),
  everyone: ({ name }) => h("span", { class: "mention" }, name),
  role: () => h("span", { class: "mention" }, "@role"),
  user: ({ id }, names) => h("span", { class: "mention" }, `@${names.user(id) ?? "unknown-user"}`),
  channel: ({ id }, names) => channelMention(id, names),
  command: ({ name }, names) => commandMention(name, names),
};

export function customEmoji(name, id) {
  return h("img", { class: "emoji", src: `/cdn/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:` });
}

function outsideLink(address, children) {
  const safe = safeLink(address);
  if (!safe) return h("span", {}, children);
  return h("a", { href: safe, target: "_blank", rel: "noopener noreferrer" }, children);
}

function channelMention(id, names) {
  const channel = names.channel(id);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  return h("button", { type: "button", class: "mention", onclick: () => names.visit(id) }, `#${channel.name}`);
}

function commandMention(name, names) {
  return h("button", { type: "button", class: "mention", onclick: () => names.start(name) }, `/${name}`);
}

function spoiler(children) {
  const cover = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler: press to show" });
  const inside = h("span", { class: "spoiler-inside", "aria-hidden": "true" }, children);
  const show = () => {
    cover.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) cover.removeAttribute(name);
    inside.removeAttribute("aria-hidden");
  };
  cover.addEventListener("click", show, { once: true });
  cover.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && show());
  cover.append(inside);
  return cover;
}
