"""Sentences in the reader's language, translated by gettext catalogs from the English in the code.

A sentence has names in braces, such as `{name}`, which are replaced by facts after translation.

The caller sets the reader's catalog around code that makes text (`speak_in`, `speak`); the default is English. A
sentence that is made now and read later, perhaps in another language, is a `Phrase`.

Along with the catalog, the caller can say that the reader sees tiles as signs, such as little pictures. Then tiles in a
sentence (`as_tiles`) are between two `TILES` characters, and whoever shows the sentence puts the signs there.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import NamedTuple

from engine.override import override

ENGLISH = NullTranslations()
_catalog: ContextVar[NullTranslations] = ContextVar("catalog", default=ENGLISH)
_signs: ContextVar[object | None] = ContextVar("signs", default=None)
TILES = "\N{INVISIBLE SEPARATOR}"
"""The character before and after tiles in a sentence. Where it's shown by mistake, nobody sees it."""


class Voice(NamedTuple):
    """The catalog of a reader's language, and the signs by which they see tiles; None stands for notation."""

    catalog: NullTranslations
    signs: object | None = None


@contextmanager
def speak_in(catalog: NullTranslations, signs: object | None = None) -> Iterator[None]:
    """In this context, use this catalog for every translation, and these signs for tiles."""
    tokens = _catalog.set(catalog), _signs.set(signs)
    try:
        yield
    finally:
        _catalog.reset(tokens[0])
        _signs.reset(tokens[1])


def speak(catalog: NullTranslations, signs: object | None = None) -> None:
    """From now on, use this catalog for every translation in the running task, and these signs for tiles."""
    _catalog.set(catalog)
    _signs.set(signs)


def tile_signs() -> object | None:
    """Return the signs by which the reader sees tiles; None stands for notation."""
    return _signs.get()


def language() -> NullTranslations:
    """Return the gettext catalog that translations use now, which is that of the reader's language."""
    return _catalog.get()


def say(sentence: str, /, **facts: object) -> str:
    """Return an English sentence in the reader's language, with each `{name}` replaced by the fact of that name."""
    # gettext translates the empty string to the catalog's header.
    return _catalog.get().gettext(sentence).format_map(facts) if sentence else ""


def say_many(one: str, many: str, count: int, /, **facts: object) -> str:
    """Return a sentence in the reader's language in the form for the number `count`, which also replaces `{count}`.

    `one` and `many` are the English singular and plural. The facts replace the other names in braces.
    """
    return _catalog.get().ngettext(one, many, count).format_map({"count": count, **facts})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that is translated only when it's read, by `str`, in the reader's language.

    `one` is the English sentence, with names in braces that `facts` fill in. If the wording depends on a number, `one`
    is the singular, `many` the plural, and `count` the number.
    """

    one: str
    many: str = ""
    count: int = 0
    facts: "Mapping[str, str | int | Phrase]" = field(default_factory=dict)

    @override
    def __str__(self) -> str:
        if self.many:
            return say_many(self.one, self.many, self.count, **self.facts)
        said = say(self.one, **self.facts)
        return said if _signs.get() else said.replace(TILES, "")

    def with_fact(self, name: str, fact: "str | Phrase") -> "Phrase":
        """Return the phrase with another fact of this name, also in the phrases among its facts."""
        facts = {
            key: fact if key == name else known.with_fact(name, fact) if isinstance(known, Phrase) else known
            for key, known in self.facts.items()
        }
        return Phrase(self.one, self.many, self.count, facts)

    def of(self, facts: Mapping[str, object]) -> str:
        """Return the sentence `one` in the reader's language, with these facts instead of the phrase's own."""
        return say(self.one, **facts)


def later(sentence: str, /, **facts: str | int | Phrase) -> Phrase:
    """Return a phrase of this English sentence, translated when it's read; `facts` replace its names in braces."""
    return Phrase(sentence, facts=facts)


def later_many(one: str, many: str, count: int, /, **facts: str | int | Phrase) -> Phrase:
    """Return a phrase whose wording depends on the number `count`, as in `say_many`, translated when it's read."""
    return Phrase(one, many, count, facts)


def join_with_and(names: Sequence[str | Phrase]) -> Phrase:
    """Join one or more names, or other parts of a sentence, as in `Ana`, `Ana and Ben`, `Ana, Ben and Cem`."""
    *others, last = names
    if not others:
        return last if isinstance(last, Phrase) else as_is(last)
    return later("{names} and {last}", names=join(others, ", "), last=last)


def join_with_or(names: Sequence[str | Phrase]) -> Phrase:
    """Join one or more alternatives as in `R4`, `R4 or B4`, `R4 or B4 or K4`."""
    *others, last = names
    if not others:
        return last if isinstance(last, Phrase) else as_is(last)
    return later("{others} or {last}", others=join_with_or(others), last=last)


def as_is(text: str) -> Phrase:
    """Return a phrase that is the same in all languages, such as a name or tiles in notation."""
    return Phrase("{text}", facts={"text": text})


def as_tiles(notation: str) -> Phrase:
    """Return tiles in notation as a part of a sentence, marked as tiles if the reader sees signs for them."""
    return Phrase(f"{TILES}{{tiles}}{TILES}", facts={"tiles": notation})


def join_sentences(sentences: Sequence[Phrase]) -> Phrase:
    """Join sentences with spaces, in order."""
    return join(sentences, " ")


def join(parts: Sequence[str | Phrase], separator: str) -> Phrase:
    """Join parts of a sentence, in order, with this separator, which is the same in all languages."""
    names = [f"s{index}" for index in range(len(parts))]
    return Phrase(separator.join(f"{{{name}}}" for name in names), facts=dict(zip(names, parts, strict=True)))
