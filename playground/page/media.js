/** Pictures and files: galleries, attachments, and the picture at full size. */

import { h, drawing, ownPath } from "./dom.js";
import { FILE } from "./icons.js";

const WIDEST = 550; // pixels, Discord's own bound for a picture in a message
const TALLEST = 400; // the same for one outside a gallery

/** A picture that opens at full size; `item` has {media: {url, width, height}, description}. */
export function picture(item, { tallest = null } = {}) {
  const { url, width, height } = item.media;
  const path = ownPath(url);
  if (!path) return h("span", { class: "broken" }, item.description || "A picture from elsewhere is not shown.");
  const alt = item.description || "Image";
  const image = h("img", { src: path, alt, width, height, draggable: "false", loading: "lazy" });
  const button = h(
    "button",
    {
      type: "button",
      class: "picture",
      "aria-label": `${alt} (enlarge)`,
      onclick: () => enlarge(path, item.description),
    },
    image,
    item.description && h("span", { class: "alt-mark", title: item.description, "aria-hidden": "true" }, "ALT"),
  );
  bound(button, width, height, tallest);
  return button;
}

/** As wide as Discord draws it; the height follows from the picture's own shape. */
function bound(button, width, height, tallest) {
  if (!width || !height) return;
  const scale = Math.min(1, WIDEST / width, tallest ? tallest / height : 1);
  button.style.width = `min(100%, ${Math.round(width * scale)}px)`;
}

export function gallery({ items }) {
  return h(
    "div",
    { class: `gallery gallery-${Math.min(items.length, 4)}` },
    items.map((item) => picture(item)),
  );
}

export function file({ file: media, name, size }) {
  const path = ownPath(media.url);
  const shownName = name ?? path?.split("/").at(-1) ?? "file";
  return h(
    "div",
    { class: "file" },
    drawing(FILE),
    h(
      "span",
      { class: "file-words" },
      path ? h("a", { href: path, download: shownName }, shownName) : shownName,
      size && h("span", { class: "file-size" }, weight(size)),
    ),
  );
}

/** `bytes` as a person says it. */
function weight(bytes) {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

export function attachment(item) {
  const isPicture = /^image\//.test(item.content_type ?? "") || /\.(png|jpe?g|gif|webp)$/i.test(item.filename);
  if (!isPicture) return file({ file: { url: item.url }, name: item.filename, size: item.size });
  return picture({ media: item, description: item.description }, { tallest: TALLEST });
}

function enlarge(path, description) {
  const dialog = h(
    "dialog",
    {
      class: "lightbox",
      "aria-label": "Image at full size",
      onclick: () => dialog.close(),
      onclose: () => dialog.remove(),
    },
    h("img", { src: path, alt: description || "Image" }),
    description && h("p", {}, description),
    h("button", { type: "button", class: "quiet-button", autofocus: true }, "Close"),
  );
  document.body.append(dialog);
  dialog.showModal();
}
