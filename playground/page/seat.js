/** One user's Discord: what the server told it, and what its user does. */

import { shownName } from "./avatar.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { Frame } from "./frame.js";
import { summary } from "./message.js";
import { MessageList } from "./messages.js";
import { Modal } from "./modal.js";
import { openTools } from "./tools.js";
import { welcome } from "./welcome.js";

const DISCORD_EPOCH = 1_420_070_400_000n; // milliseconds
const NOTHING = {
  users: [],
  channels: [],
  roles: [],
  commands: [],
  bot: { id: "0", name: "Bot", online: true },
  dms_open: true,
  locale: "en-US",
  locales: ["en-US"],
};

export class Seat {
  /** `changed()` is told when a name, the pings or the bot's presence changed; `close(seat)` when it should go. */
  constructor(user, { changed, close }) {
    this.user = user;
    this.changed = changed;
    this.world = NOTHING;
    this.channelId = null;
    this.isConnected = true;
    this.history = new Map(); // channel id -> Map of message id -> message
    this.pings = new Map(); // id of a message that mentions the user -> channel id
    this.unread = new Set(); // channel ids
    this.denials = new Map(); // channel id -> names of permissions that the bot lacks
    this.names = this.nameBook();
    this.frame = new Frame(user.id, {
      visit: (id) => this.visit(id),
      tools: (anchor) => openTools(anchor, this),
      close: () => close(this),
      looked: () => this.looked(),
    });
    this.list = new MessageList(this.place(), "Messages");
    this.composer = new Composer(this.desk());
    this.frame.fill(this.list.element, this.composer.element);
    this.frame.paint(this);
    this.line = new Connection(
      user.id,
      (frame) => this.hear(frame),
      (isOpen) => this.connected(isOpen),
    );
  }

  nameBook() {
    const people = () => [...this.world.users, { ...this.world.bot, avatar_url: "/page/bot.svg" }];
    return {
      user: (id) => people().find((user) => user.id === id)?.name,
      person: (author) => ({ ...author, ...people().find((user) => user.id === author.id) }),
      channel: (id) => this.world.channels.find((channel) => channel.id === id),
      visit: (id) => this.visit(id),
      start: (name) => this.start(name),
    };
  }

  /** What messages need of their seat. */
  place() {
    const world = () => this.world;
    return {
      names: this.names,
      get world() {
        return world();
      },
      act: (message, component, values) => this.use(message, component, values),
      find: (id) => this.past(this.channelId).get(id),
      jump: (id) => this.list.jumpTo(id),
      dismiss: (message) => this.dismiss(message),
      erase: ({ channel_id: channelId, id }) => this.line.tell("delete", { channel_id: channelId, message_id: id }),
    };
  }

  /** What the composer needs of its seat. */
  desk() {
    return {
      commands: () => this.commands(),
      botName: () => this.world.bot.name,
      people: () => this.world.users,
      channels: () => this.world.channels.filter(({ kind }) => ["text", "voice", "thread"].includes(kind)),
      say: (content) => this.say(content),
      run: (command, options, refused) => this.run(command, options, refused),
      autocomplete: ({ name }, options, focused) =>
        this.line.ask("autocomplete", { channel_id: this.channelId, name, options, focused }),
    };
  }

  channel() {
    return this.names.channel(this.channelId);
  }

  /** Those that this user may type in the open channel. */
  commands() {
    return this.world.commands.filter(({ places }) => places.includes(this.channel()?.kind));
  }

  past(channelId) {
    if (!this.history.has(channelId)) this.history.set(channelId, new Map());
    return this.history.get(channelId);
  }

  // what the server tells

  hear(frame) {
    if (frame.op === "world") this.learn(frame);
    else if (frame.op === "messages") this.load(frame.channel_id, frame.messages);
    else if (frame.op === "message") this.receive(frame.message);
    else if (frame.op === "gone") this.forget(frame.channel_id, frame.message_id);
    else if (frame.op === "modal") this.openModal(frame.modal);
  }

  connected(isOpen) {
    this.isConnected = isOpen;
    this.warn();
    this.changed();
    if (isOpen) this.frame.tell(null);
  }

  warn() {
    const { name, online } = this.world.bot;
    if (!this.isConnected) this.frame.warn("Reconnecting… What you typed is kept.");
    else this.frame.warn(online ? null : `${name} is offline. Its commands and buttons will not answer.`);
  }

  learn(world) {
    const hadCommands = this.world.commands.length > 0;
    this.world = world;
    this.user = world.you;
    for (const { id, denied } of world.channels) if (denied) this.denials.set(id, denied);
    const here = this.channel() ?? world.channels.find(({ kind }) => kind === "text") ?? world.channels[0];
    if (here && here.id !== this.channelId) this.visit(here.id);
    else if (this.past(this.channelId).size === 0) this.show();
    if (!hadCommands) this.composer.learned();
    this.warn();
    this.refresh();
  }

  refresh() {
    this.frame.paint(this);
    this.changed();
  }

  visit(channelId) {
    if (!this.names.channel(channelId)) return;
    this.channelId = channelId;
    this.unread.delete(channelId);
    this.show();
    this.composer.name(
      ["dm", "group"].includes(this.channel().kind)
        ? `Message @${this.channel().name}`
        : `Message #${this.channel().name}`,
    );
    this.looked();
    this.frame.paint(this);
  }

  show() {
    const top = welcome(this.channel(), this.commands(), {
      run: (command, options) => this.run(command, options, (refusal) => this.frame.tell(refusal)),
      start: (name) => this.start(name),
    });
    this.list.show([...this.past(this.channelId).values()], top);
  }

  load(channelId, messages) {
    const local = [...this.past(channelId).values()].filter((message) => message.local);
    this.history.set(channelId, new Map([...messages, ...local].map((message) => [message.id, message])));
    for (const [id, where] of this.pings)
      if (where === channelId && !this.past(channelId).has(id)) this.pings.delete(id);
    if (channelId === this.channelId) this.show();
    this.refresh();
  }

  receive(message) {
    const past = this.past(message.channel_id);
    const isNew = !past.has(message.id);
    past.set(message.id, message);
    if (message.channel_id === this.channelId) this.list.put(message);
    if (!isNew || message.local || message.author.id === this.user.id) return;
    if (message.mentions_you) this.pings.set(message.id, message.channel_id);
    if (message.channel_id !== this.channelId) this.unread.add(message.channel_id);
    this.frame.announce(`${shownName(message.author)}: ${summary(message, this.names)}`);
    this.refresh();
  }

  forget(channelId, id) {
    this.past(channelId).delete(id);
    if (channelId === this.channelId) this.list.remove(id);
    if (this.pings.delete(id)) this.refresh();
  }

  /** Its user is here: mentions in the open channel are seen. */
  looked() {
    const seen = [...this.pings].filter(([, where]) => where === this.channelId);
    for (const [id] of seen) this.pings.delete(id);
    if (seen.length > 0) this.refresh();
  }

  // what the user does

  say(content) {
    const isSent = this.line.tell("say", { channel_id: this.channelId, content });
    this.frame.tell(isSent ? null : "Not connected: your text is kept here.");
    return isSent;
  }

  start(name) {
    const command = this.world.commands.find((one) => one.name === name);
    if (command) this.composer.begin(command);
  }

  /** `refused(sentence)` is told when nothing was sent or Discord itself said no. */
  async run({ name }, options, refused) {
    const sending = this.note(name, "sending");
    this.receive(sending);
    this.list.toEnd();
    const answer = await this.line.ask("command", { channel_id: sending.channel_id, name, options });
    this.forget(sending.channel_id, sending.id);
    if (answer.op === "failed")
      this.receive({ ...this.note(name, "failed"), channel_id: sending.channel_id, content: answer.text });
    if (["refused", "lost"].includes(answer.op)) refused(answer.text);
  }

  /** What Discord's client shows by itself while a command is on its way, or when nobody answered. */
  note(command, state) {
    const now = Date.now();
    return {
      id: String((BigInt(now) - DISCORD_EPOCH) << 22n),
      channel_id: this.channelId,
      local: state,
      author: { ...this.world.bot, bot: true },
      timestamp: new Date(now).toISOString(),
      content: "",
      interaction_metadata: { type: 2, user: this.user, name: command },
    };
  }

  async use(message, component, values = []) {
    if (this.list.pending.has(message.id)) return; // Discord takes one at a time from a message
    this.list.began(message.id, component.custom_id);
    const answer = await this.line.ask("component", {
      channel_id: message.channel_id,
      message_id: message.id,
      custom_id: component.custom_id,
      component_type: component.type,
      values,
    });
    const isFailed = ["failed", "refused", "lost"].includes(answer.op);
    this.list.ended(message.id, isFailed ? answer.text || "This interaction failed" : null);
  }

  dismiss({ id, channel_id: channelId, local }) {
    if (local || this.line.tell("dismiss", { message_id: id })) this.forget(channelId, id);
  }

  openModal(content) {
    if (this.modal?.content.interaction_id === content.interaction_id) return; // told again after a reconnect
    this.modal?.close(false);
    const { interaction_id: interactionId, custom_id: customId } = content;
    this.modal = new Modal(content, {
      botName: this.world.bot.name,
      names: this.names,
      submit: (values) => this.line.ask("submit", { interaction_id: interactionId, custom_id: customId, values }),
      leave: (isCanceled) => this.modalGone(interactionId, isCanceled),
    });
    this.opener = document.activeElement;
    this.frame.cover(this.modal.element);
    this.modal.focus();
  }

  modalGone(interactionId, isCanceled) {
    this.modal = null;
    this.frame.uncover();
    if (this.opener?.isConnected) this.opener.focus({ preventScroll: true });
    if (isCanceled) this.line.tell("close_modal", { interaction_id: interactionId });
  }

  setDms(open) {
    this.line.tell("dms", { open });
  }

  setLocale(locale) {
    this.line.tell("locale", { locale });
  }

  denied(channelId) {
    return this.denials.get(channelId) ?? [];
  }

  deny(channelId, names) {
    this.denials.set(channelId, names);
    this.line.tell("permissions", { channel_id: channelId, deny: names });
  }

  leave() {
    this.line.close();
    this.frame.element.remove();
  }
}
