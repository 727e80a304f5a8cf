/** Embeds, the part of them that bots use: author, title, description, fields, picture, footer. */

import { h } from "./dom.js";
import { cssColor } from "./components.js";
import { markup, outsideLink } from "./markup.js";
import { picture } from "./media.js";

export function embed(content, names) {
  const { title, url, description, author, fields = [], image, thumbnail, footer, color, timestamp } = content;
  const box = h(
    "article",
    { class: "embed" },
    h(
      "div",
      { class: "embed-words" },
      author && h("p", { class: "embed-author" }, author.url ? outsideLink(author.url, author.name) : author.name),
      title && h("h4", { class: "embed-title" }, url ? outsideLink(url, title) : title),
      description && h("div", { class: "markup" }, markup(description, names)),
      fields.length > 0 &&
        h(
          "div",
          { class: "embed-fields" },
          fields.map((field) => embedField(field, names)),
        ),
    ),
    thumbnail && h("div", { class: "embed-thumbnail" }, picture({ media: thumbnail }, { tallest: 80 })),
    image &&
      h("div", { class: "embed-image" }, picture({ media: image, description: image.description }, { tallest: 400 })),
    (footer || timestamp) && h("p", { class: "embed-footer" }, footerWords(footer, timestamp)),
  );
  if (typeof color === "number") box.style.borderInlineStartColor = cssColor(color);
  return box;
}

function embedField({ name, value, inline }, names) {
  const classes = inline ? "embed-field inline" : "embed-field";
  return h("div", { class: classes }, h("h5", {}, name), h("div", { class: "markup" }, markup(value, names)));
}

function footerWords(footer, timestamp) {
  const when = timestamp && new Date(timestamp).toLocaleString("en", { dateStyle: "short", timeStyle: "short" });
  return [footer?.text, when].filter(Boolean).join(" • ");
}
