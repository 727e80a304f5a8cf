/** Discord's timestamps, `<t:123:R>` and the rest, in the reader's own time zone. */

import { h } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const LAST_SECOND = 8_640_000_000_000; // a Date reaches no further

/** `seconds` since the epoch. */
export function relative(seconds, now = Date.now() / 1000) {
  const ahead = Math.round(seconds - now);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(ahead) >= size) ?? UNITS.at(-1);
  return RELATIVE.format(Math.trunc(ahead / length), unit);
}

export function absolute(seconds, style = "f") {
  return new Intl.DateTimeFormat("en", STYLES[style] ?? STYLES.f).format(new Date(seconds * 1000));
}

/** The element for `<t:seconds:style>`; null where no calendar reaches. */
export function timestamp(seconds, style) {
  if (Math.abs(seconds) > LAST_SECOND) return null;
  const isRelative = style === "R";
  return h(
    "time",
    {
      class: "timestamp",
      datetime: new Date(seconds * 1000).toISOString(),
      title: absolute(seconds, "F"),
      dataset: isRelative ? { relative: seconds } : {},
    },
    isRelative ? relative(seconds) : absolute(seconds, style),
  );
}

/** Keep every relative timestamp on the page true, once a second, writing only what changed. */
export function tick(root = document) {
  for (const time of root.querySelectorAll("time[data-relative]")) {
    const words = relative(Number(time.dataset.relative));
    if (time.textContent !== words) time.textContent = words;
  }
}

/** As Discord stamps a message: "2:05 PM" today, with the date before. */
export function stamp(date, now = new Date()) {
  const time = new Intl.DateTimeFormat("en", { timeStyle: "short" }).format(date);
  if (date.toDateString() === now.toDateString()) return time;
  return `${new Intl.DateTimeFormat("en", { dateStyle: "short" }).format(date)}, ${time}`;
}

export function day(date) {
  return new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(date);
}
