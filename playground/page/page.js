/** The page: which seats stand on it, and the tabs that switch between them on a narrow screen. */

import { h } from "./dom.js";
import { avatar, shownName } from "./avatar.js";
import { Seat } from "./seat.js";
import { tick } from "./timestamps.js";

const FIRST_SEATS = 2;
const MOST_SEATS = 4;
const RETRY = 1000; // milliseconds until the server is asked again

class Page {
  constructor(users) {
    this.users = users;
    this.seats = [];
    this.room = document.getElementById("seats");
    this.tabs = document.getElementById("seat-tabs");
    this.status = document.getElementById("bot-status");
    this.more = document.getElementById("add-seat");
    this.more.addEventListener("click", () => this.add(this.free()[0]));
    for (const user of this.chosen()) this.sit(user);
    this.front = this.seats[0];
    this.paint();
  }

  /** The users whom the address names, otherwise the first two. */
  chosen() {
    const ids = new URLSearchParams(location.search).get("seats")?.split(",") ?? [];
    const named = ids.map((id) => this.users.find((user) => user.id === id)).filter(Boolean);
    return (named.length > 0 ? [...new Set(named)] : this.users.slice(0, FIRST_SEATS)).slice(0, MOST_SEATS);
  }

  free() {
    return this.users.filter(({ id }) => !this.seats.some(({ user }) => user.id === id));
  }

  sit(user) {
    const seat = new Seat(user, { changed: () => this.paint(), close: (gone) => this.remove(gone) });
    this.seats.push(seat);
    this.room.append(seat.frame.element);
    return seat;
  }

  add(user) {
    this.front = this.sit(user);
    this.remember();
    this.paint();
  }

  remove(seat) {
    if (this.seats.length === 1) return;
    seat.leave();
    this.seats = this.seats.filter((other) => other !== seat);
    if (this.front === seat) this.front = this.seats[0];
    this.remember();
    this.paint();
  }

  /** A reload, or the address sent to a friend on this machine, finds the same seats. */
  remember() {
    const address = new URL(location.href);
    address.searchParams.set("seats", this.seats.map(({ user }) => user.id).join(","));
    history.replaceState(null, "", address.href.replaceAll("%2C", ","));
  }

  paint() {
    if (!this.front) return;
    this.room.dataset.count = this.seats.length;
    for (const seat of this.seats) seat.frame.element.classList.toggle("front", seat === this.front);
    const held = this.tabs.contains(document.activeElement);
    this.tabs.replaceChildren(...this.seats.map((seat) => this.tab(seat)));
    if (held) this.tabs.querySelector("[aria-selected=true]")?.focus();
    this.more.hidden = this.seats.length >= MOST_SEATS || this.free().length === 0;
    this.paintStatus();
  }

  tab(seat) {
    const count = seat.pings.size;
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        class: "seat-tab",
        "aria-selected": String(seat === this.front),
        "aria-controls": seat.frame.element.id,
        dataset: { seatTab: seat.user.id },
        onclick: () => this.bringForward(seat),
      },
      avatar(seat.user, "tiny"),
      h("span", {}, shownName(seat.user)),
      count > 0 && h("span", { class: "badge", "aria-label": `${count} mentions` }, count),
    );
  }

  bringForward(seat) {
    this.front = seat;
    seat.looked();
    this.paint();
    seat.list.toEnd();
  }

  paintStatus() {
    const { isConnected, world } = this.seats[0];
    const { bot, guild } = world;
    if (!guild) return;
    document.querySelector(".topbar-name").textContent = guild.name;
    document.title = `${guild.name} · playground`;
    const isOnline = isConnected && bot.online;
    this.status.textContent = isConnected ? `${bot.name} is ${bot.online ? "online" : "offline"}` : "Reconnecting…";
    this.status.classList.toggle("online", isOnline);
  }
}

/** The server's greeting, however long it takes to come up. */
async function greeting() {
  for (;;) {
    try {
      const answer = await fetch("/api/hello");
      if (answer.ok) return await answer.json();
    } catch {
      // the server is not up yet
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

document.getElementById("bot-status").textContent = "Connecting…";
const { users } = await greeting();
new Page(users);
setInterval(() => tick(), 1000);
