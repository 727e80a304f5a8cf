/** What stands over the first message of a channel. */

import { h, drawing } from "./dom.js";
import { AT, HASH, THREAD } from "./icons.js";

const SIGNS = { text: HASH, thread: THREAD, dm: AT, group: AT, away: HASH };
const MOST_COMMANDS = 8;

export function sign(channel) {
  return drawing(SIGNS[channel.kind] ?? HASH);
}

/** `start(name)` begins a command; the bot's commands stand as buttons for whoever is new here. */
export function welcome(channel, commands, start) {
  const [title, words] = greeting(channel);
  return h(
    "li",
    { class: "welcome", role: "presentation" },
    h("span", { class: "welcome-sign" }, sign(channel)),
    h("h3", {}, title),
    h("p", {}, words),
    commands.length > 0 && h("p", { class: "welcome-hint" }, "Type / for commands, or start here:"),
    h(
      "div",
      { class: "welcome-commands" },
      commands.slice(0, MOST_COMMANDS).map((command) => starter(command, start)),
    ),
  );
}

function greeting({ kind, name }) {
  if (kind === "dm") return [name, `This is the beginning of your direct messages with ${name}.`];
  if (kind === "group")
    return [name, `This is the group ${name}. The bot is no member: whoever uses it brings it along.`];
  if (kind === "away")
    return [`Welcome to #${name}!`, "This server does not have the bot. Whoever uses it brings it along."];
  return [`Welcome to #${name}!`, `This is the start of the #${name} ${kind === "thread" ? "thread" : "channel"}.`];
}

function starter({ name, description }, start) {
  return h(
    "button",
    { type: "button", class: "starter", onclick: () => start(name) },
    h("b", {}, `/${name}`),
    description,
  );
}
