/** A seat's frame: whose it is, its channels, the banners, and the room in the middle. */

import { h, drawing, freshId } from "./dom.js";
import { avatar, shownName } from "./avatar.js";
import { CLOSE, MORE } from "./icons.js";
import { sign } from "./welcome.js";

export class Frame {
  /** `deeds` has visit(channelId), tools(anchor), close() and looked(), told when the user does anything here. */
  constructor(userId, deeds) {
    this.deeds = deeds;
    this.face = h("span", { class: "seat-face" });
    this.title = h("h2", { class: "seat-name", id: freshId("seat-name") });
    this.badge = h("span", { class: "badge", hidden: true });
    this.tabs = h("div", { class: "channels", role: "tablist", "aria-label": "Channels" });
    this.banner = h("p", { class: "banner", role: "status", hidden: true });
    this.notice = h("p", { class: "notice", role: "alert", hidden: true });
    this.live = h("p", { class: "only-heard", "aria-live": "polite" });
    this.room = h("div", { class: "room" });
    this.tools = tool("Seat tools", MORE, () => deeds.tools(this.tools));
    this.tools.setAttribute("aria-expanded", "false");
    this.element = h(
      "section",
      { class: "seat", id: freshId("seat"), "aria-labelledby": this.title.id, dataset: { seat: userId } },
      h(
        "header",
        { class: "seat-header" },
        h(
          "div",
          { class: "seat-line" },
          this.face,
          this.title,
          this.badge,
          this.tools,
          tool("Remove this seat", CLOSE, deeds.close),
        ),
        this.tabs,
      ),
      this.room,
      this.live,
    );
    for (const event of ["click", "input"]) this.element.addEventListener(event, () => deeds.looked());
  }

  fill(list, composer) {
    this.room.append(this.banner, list, this.notice, composer);
  }

  paint({ user, pings, world, channelId, unread }) {
    this.face.replaceChildren(avatar(user, "medium"));
    this.title.textContent = shownName(user);
    this.badge.textContent = pings.size;
    this.badge.hidden = pings.size === 0;
    this.badge.setAttribute("aria-label", `${pings.size} mentions`);
    const mentions = (id) => [...pings.values()].filter((where) => where === id).length;
    const held = this.tabs.contains(document.activeElement) && document.activeElement.dataset.channelId;
    this.tabs.replaceChildren(
      ...world.channels.map((channel) =>
        this.tab(channel, { channelId, mentions: mentions(channel.id), isUnread: unread.has(channel.id) }),
      ),
    );
    if (held) this.tabs.querySelector(`[data-channel-id="${CSS.escape(held)}"]`)?.focus();
  }

  tab(channel, { channelId, mentions, isUnread }) {
    const isCurrent = channel.id === channelId;
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        class: isUnread ? "channel unread" : "channel",
        "aria-selected": String(isCurrent),
        title: title(channel),
        dataset: { channelId: channel.id, kind: channel.kind },
        onclick: () => this.deeds.visit(channel.id),
      },
      sign(channel),
      h("span", {}, channel.name),
      mentions > 0 && !isCurrent && h("span", { class: "badge" }, mentions),
    );
  }

  /** One line over the messages; null takes it away. */
  warn(words) {
    this.banner.textContent = words ?? "";
    this.banner.hidden = words === null;
  }

  /** One line over the composer, for what the user just tried; null takes it away. */
  tell(words) {
    this.notice.textContent = words ?? "";
    this.notice.hidden = words === null;
  }

  announce(words) {
    this.live.textContent = words;
  }

  cover(modal) {
    this.room.inert = true;
    this.element.append(modal);
  }

  uncover() {
    this.room.inert = false;
  }
}

function title({ kind, name }) {
  return (
    {
      dm: `Direct messages with ${name}`,
      group: `${name}: a group without the bot`,
      away: `${name}: a server without the bot`,
    }[kind] ?? name
  );
}

function tool(label, path, onclick) {
  return h("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick }, drawing(path));
}
