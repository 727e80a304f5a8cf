/** What stands over the first message of a channel. */

import { h, drawing } from "./dom.js";
import { AT, HASH, THREAD } from "./icons.js";

const SIGNS = { text: HASH, thread: THREAD, dm: AT, group: AT, away: HASH };

/** What a newcomer may want first: each card runs a command with these options, if the bot has it. */
const CARDS = [
  {
    title: "Play against the computer",
    words: "Starts a game for you alone. Your tiles appear at once.",
    command: "new",
    options: { start: true },
  },
  { title: "Today's puzzle", words: "One rack, one table: find the best turn.", command: "puzzle", options: {} },
  { title: "How to play", words: "Three turns to try, in one minute.", command: "help", options: {} },
];

export function sign(channel) {
  return drawing(SIGNS[channel.kind] ?? HASH);
}

/** `run(command, options)` sends a command, and `start(name)` begins one in the composer. */
export function welcome(channel, commands, { run, start }) {
  const [title, words] = greeting(channel);
  return h(
    "div",
    { class: "welcome" },
    h("span", { class: "welcome-sign" }, sign(channel)),
    h("h2", {}, title),
    h("p", {}, words),
    h("div", { class: "welcome-cards" }, cards(commands, run)),
    commands.length > 0 && h("p", { class: "welcome-hint" }, "All commands. Type / to find one:"),
    h(
      "div",
      { class: "welcome-commands" },
      commands.toSorted((one, other) => one.name.localeCompare(other.name)).map((command) => starter(command, start)),
    ),
  );
}

function cards(commands, run) {
  return CARDS.flatMap(({ title, words, command: name, options }) => {
    const command = commands.find((one) => one.name === name);
    const send = () => run(command, options);
    return command ? [h("button", { type: "button", class: "card", onclick: send }, h("b", {}, title), words)] : [];
  });
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
  return h("button", { type: "button", class: "starter", title: description, onclick: () => start(name) }, `/${name}`);
}
