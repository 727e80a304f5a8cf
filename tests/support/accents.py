"""English with other letters: whatever is still plain on a screen was said by no catalog."""

import re
from gettext import NullTranslations

from engine.override import override

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćđéƒĝħíĵķĺɱńóþɋŕśŧúṽŵẋýžÁɃĆĐÉƑĜĦÍĴĶĹṀŃÓÞɊŔŚŦÚṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, ACCENTED)
TILE = r"(?:[RBKO]1?\d|[SMCA][NA2-5]|J)(?:\.\d|@[A-Z]{1,2})?"
KEPT = re.compile(
    r"\{\w+\}|https?:\S+|`[^`]*`|<[^>\s]+>|(?<![\w/])/[a-z][a-z-]*|\b[a-z]+:(?=\S)"
    rf"|\b[A-Z][+>:-](?={TILE}|\d|[A-Z]\b)|\b(?:J=)?{TILE}(?!\w)|\b[A-P]\d{{1,2}}\b|\b[A-Z]{{1,2}}\b"
)
"""What is the same in every language: facts, what is typed, mentions, tiles, cells, letters of sets."""
WORD = re.compile(r"[A-Za-z]*[a-z][A-Za-z]*")


def accented(text: str) -> str:
    """The text with other letters, as long as it was."""
    parts, last = [], 0
    for kept in KEPT.finditer(text):
        parts += [text[last : kept.start()].translate(LETTERS), kept[0]]
        last = kept.end()
    return "".join([*parts, text[last:].translate(LETTERS)])


def plain_words(text: str) -> list[str]:
    """The words of the text that nobody has accented."""
    return [word for word in WORD.findall(KEPT.sub(" ", text)) if len(word) > 1]


class Accented(NullTranslations):
    """A catalog that knows every sentence."""

    @override
    def gettext(self, message: str) -> str:
        return accented(message)

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return accented(msgid1 if n == 1 else msgid2)
