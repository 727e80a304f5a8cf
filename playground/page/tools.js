/** A seat's tools: what a user of Discord does in its settings, so that the bot's answers can be tried. */

import { h } from "./dom.js";
import { float } from "./floating.js";

const PERMISSIONS = {
  VIEW_CHANNEL: "View channel",
  SEND_MESSAGES: "Send messages",
  SEND_MESSAGES_IN_THREADS: "Send messages in threads",
  CREATE_PUBLIC_THREADS: "Create public threads",
  ATTACH_FILES: "Attach files",
  CONNECT: "Connect (for the chat of voice channels)",
  READ_MESSAGE_HISTORY: "Read message history",
  USE_EXTERNAL_EMOJIS: "Use external emoji",
};

/** `seat` has world, channel(), setDms(open), setLocale(locale), denied(channelId) and deny(channelId, names). */
export function openTools(anchor, seat) {
  if (anchor.getAttribute("aria-expanded") === "true") return;
  const panel = h("div", { class: "tools", role: "dialog", "aria-label": "Seat tools" }, dms(seat), language(seat), permissions(seat));
  anchor.setAttribute("aria-expanded", "true");
  const close = float(anchor, panel, {
    width: false,
    onclose: () => {
      anchor.setAttribute("aria-expanded", "false");
      anchor.focus();
    },
  });
  panel.addEventListener("keydown", (event) => event.key === "Escape" && close());
  panel.querySelector("input").focus();
}

function dms(seat) {
  const choice = toggle(`Direct messages from ${seat.world.bot.name}`, seat.world.dms_open, (open) =>
    seat.setDms(open),
  );
  return h("section", {}, h("h3", {}, "Privacy"), choice);
}

function language(seat) {
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const options = seat.world.locales.map((locale) => h("option", { value: locale }, names.of(locale)));
  const choice = h("select", { onchange: () => seat.setLocale(choice.value) }, options);
  choice.value = seat.world.locale;
  const label = h("label", { class: "toggle" }, h("span", {}, "Language of your Discord"), choice);
  return h("section", {}, h("h3", {}, "Language"), label);
}

function permissions(seat) {
  const channel = seat.channel();
  if (!channel || !["text", "voice", "thread"].includes(channel.kind)) return null;
  const denied = new Set(seat.denied(channel.id));
  const choices = Object.entries(PERMISSIONS).map(([name, label]) =>
    toggle(label, !denied.has(name), (granted) => {
      if (granted) denied.delete(name);
      else denied.add(name);
      seat.deny(channel.id, [...denied]);
    }),
  );
  return h("section", {}, h("h3", {}, `What ${seat.world.bot.name} may do in #${channel.name}`), choices);
}

function toggle(label, isOn, change) {
  const input = h("input", { type: "checkbox", role: "switch", onchange: () => change(input.checked) });
  input.checked = isOn;
  return h("label", { class: "toggle" }, h("span", {}, label), input);
}
