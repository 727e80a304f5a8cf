/** Discord's markdown read into a tree of plain objects: {kind, text | children, ...}. Nothing here touches the page. */

const FENCE = /```(?:([\w+#-]*)\n)?([\s\S]*?)```/g;
const DEEPEST = 12; // marks inside marks; deeper ones stay text
const LIST_ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(\S.*)$/;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SUBTEXT = /^-# +(\S.*)$/;

/** A whole message. */
export function blocks(text) {
  const found = [];
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    found.push(...lines(trimEnds(text.slice(from, fence.index))));
    found.push({ kind: "codeblock", language: fence[1] ?? "", text: fence[2].replace(/\n$/, "") });
    from = fence.index + fence[0].length;
  }
  return [...found, ...lines(trimEnds(text.slice(from)))];
}

function trimEnds(text) {
  return text.replace(/^\n/, "").replace(/\n$/, "");
}

function lines(text) {
  if (text === "") return [];
  const rows = text.split("\n");
  const found = [];
  while (rows.length > 0) found.push(quote(rows) ?? list(rows) ?? titled(rows) ?? paragraph(rows));
  return found;
}

function quote(rows) {
  if (rows[0].startsWith(">>> ")) {
    const rest = rows.splice(0).join("\n").slice(4);
    return { kind: "quote", children: lines(rest) };
  }
  const quoted = takeWhile(rows, (row) => row.startsWith("> "));
  return quoted.length > 0 ? { kind: "quote", children: lines(quoted.map((row) => row.slice(2)).join("\n")) } : null;
}

function titled(rows) {
  const heading = HEADING.exec(rows[0]);
  const subtext = SUBTEXT.exec(rows[0]);
  if (!heading && !subtext) return null;
  rows.shift();
  if (subtext) return { kind: "subtext", children: inline(subtext[1]) };
  return { kind: "heading", level: heading[1].length, children: inline(heading[2]) };
}

function list(rows) {
  const items = takeWhile(rows, (row) => LIST_ITEM.test(row)).map((row) => {
    const [, indent, , number, words] = LIST_ITEM.exec(row);
    return { depth: Math.min(Math.floor(indent.length / 2), 5), number, children: inline(words) };
  });
  return items.length > 0 ? { kind: "list", items } : null;
}

function paragraph(rows) {
  const first = rows.shift();
  const more = takeWhile(rows, (row) => !startsBlock(row));
  return { kind: "paragraph", children: inline([first, ...more].join("\n")) };
}

function startsBlock(row) {
  return /^>(>>)? /.test(row) || LIST_ITEM.test(row) || HEADING.test(row) || SUBTEXT.test(row);
}

function takeWhile(rows, fits) {
  const end = rows.findIndex((row) => !fits(row));
  return rows.splice(0, end < 0 ? rows.length : end);
}

/** One run of words with its marks. */
export function inline(text, depth = 0) {
  if (depth > DEEPEST) return [{ kind: "text", text }];
  const found = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const match = code(text, at) ?? token(text, at) ?? pair(text, at, depth);
    if (!match || match.text !== undefined) {
      plain += match?.text ?? text[at];
    } else {
      if (plain) found.push({ kind: "text", text: plain });
      plain = "";
      found.push(match.node);
    }
    at += match?.length ?? 1;
  }
  if (plain) found.push({ kind: "text", text: plain });
  return found;
}

/** Code ends at a run of as many backticks as opened it; an unanswered run is text. */
function code(text, at) {
  if (text[at] !== "`") return null;
  const ticks = /`+/y;
  ticks.lastIndex = at;
  const run = ticks.exec(text)[0];
  let end = at + run.length;
  for (;;) {
    end = text.indexOf(run, end);
    if (end < 0) return { text: run, length: run.length };
    const after = /`*/y;
    after.lastIndex = end;
    const length = after.exec(text)[0].length;
    if (length === run.length) break;
    end += length;
  }
  const inside = text.slice(at + run.length, end);
  return { node: { kind: "code", text: inside.trim() || inside }, length: end + run.length - at };
}

const TOKENS = [
  [/\\([^0-9A-Za-z\s])/y, ([, sign]) => ({ text: sign })],
  [/<@!?(\d{1,20})>/y, ([, id]) => ({ node: { kind: "user", id } })],
  [/<@&(\d{1,20})>/y, ([, id]) => ({ node: { kind: "role", id } })],
  [/<#(\d{1,20})>/y, ([, id]) => ({ node: { kind: "channel", id } })],
  [/<\/([-\w ]{1,100}):(\d{1,20})>/y, ([, name]) => ({ node: { kind: "command", name } })],
  [
    /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y,
    ([, time, style]) => ({ node: { kind: "time", seconds: Number(time), style } }),
  ],
  [/<(a?):(\w{2,32}):(\d{1,20})>/y, ([, , name, id]) => ({ node: { kind: "emoji", name, id } })],
  [/@(everyone|here)\b/y, ([all]) => ({ node: { kind: "everyone", name: all } })],
  [
    /<(https?:\/\/[^\s<>]{1,2000})>/y,
    ([, link]) => ({ node: { kind: "link", link, children: [{ kind: "text", text: link }] } }),
  ],
  [
    /\[([^[\]\n]{1,300})\]\(<?(https?:\/\/[^\s()<>]{1,2000})>?\)/y,
    ([, words, link]) => ({ node: { kind: "link", link, children: inline(words, DEEPEST) } }),
  ],
  [
    /https?:\/\/[^\s<]{0,2000}[^<.,:;"'\])\s*_~|]/y,
    ([link]) => ({ node: { kind: "link", link, children: [{ kind: "text", text: link }] } }),
  ],
];

function token(text, at) {
  for (const [pattern, made] of TOKENS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { ...made(match), length: match[0].length };
  }
  return null;
}

const PAIRS = [
  ["**", "strong"],
  ["__", "underline"],
  ["~~", "strike"],
  ["||", "spoiler"],
  ["*", "emphasis"],
  ["_", "emphasis"],
];

function pair(text, at, depth) {
  for (const [mark, kind] of PAIRS) {
    if (!text.startsWith(mark, at) || !opens(text, at, mark)) continue;
    const end = closing(text, at + mark.length, mark);
    if (end < 0) continue;
    const children = inline(text.slice(at + mark.length, end), depth + 1);
    return { node: { kind, children }, length: end + mark.length - at };
  }
  return null;
}

function opens(text, at, mark) {
  if (mark === "*") return /\S/.test(text[at + 1] ?? " ");
  return mark !== "_" || !/\w/.test(text[at - 1] ?? " ");
}

function closing(text, from, mark) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (mark.length === 1 && text.startsWith(mark + mark, at)) at += 1;
    else if (at > from && text.startsWith(mark, at) && closes(text, at, mark)) return lastOfRun(text, at, mark);
  }
  return -1;
}

function closes(text, at, mark) {
  if (mark === "*") return /\S/.test(text[at - 1]);
  return mark !== "_" || !/\w/.test(text[at + 1] ?? " ");
}

/** In `***both***` the outer mark closes at the end of the run. */
function lastOfRun(text, at, mark) {
  if (mark.length === 1) return at;
  return text[at + mark.length] === mark[0] ? at + 1 : at;
}
