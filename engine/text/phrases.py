"""Sentences in the reader's language: the words stand in English where they are meant, and are said by a catalogue.

A catalogue is one of gettext's. The caller sets the reader's around whatever makes words (`speak_in`, `speak`); where
nobody does, English is spoken. What is made now and read later, by somebody else perhaps, is a `Phrase`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from gettext import NullTranslations

ENGLISH = NullTranslations()
_catalogue: ContextVar[NullTranslations] = ContextVar("catalogue", default=ENGLISH)


@contextmanager
def speak_in(catalogue: NullTranslations) -> Iterator[None]:
    """Say what is said within in the words of this catalogue."""
    token = _catalogue.set(catalogue)
    try:
        yield
    finally:
        _catalogue.reset(token)


def speak(catalogue: NullTranslations) -> None:
    """Say what the running task says from now on in the words of this catalogue."""
    _catalogue.set(catalogue)


def language() -> NullTranslations:
    """The catalogue that is spoken now."""
    return _catalogue.get()


def say(sentence: str, /, **facts: object) -> str:
    """The sentence in the reader's language, with the facts where their names stand in braces."""
    # gettext has its own header behind the empty sentence.
    return _catalogue.get().gettext(sentence).format_map(facts) if sentence else ""


def say_many(one: str, many: str, count: int, /, **facts: object) -> str:
    """The sentence for this number, which stands where `{count}` does."""
    return _catalogue.get().ngettext(one, many, count).format_map({"count": count, **facts})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that is said whenever it is read, to whoever reads it: `str` says it.

    `many` and `count` are there where the words depend on a number.
    """

    one: str
    many: str = ""
    count: int = 0
    facts: "Mapping[str, str | int | Phrase]" = field(default_factory=dict)

    def __str__(self) -> str:
        if self.many:
            return say_many(self.one, self.many, self.count, **self.facts)
        return say(self.one, **self.facts)

    def of(self, facts: Mapping[str, object]) -> str:
        """Say it with these facts."""
        return say(self.one, **facts)


def later(sentence: str, /, **facts: str | int | Phrase) -> Phrase:
    """A sentence to be said later."""
    return Phrase(sentence, facts=facts)


def later_many(one: str, many: str, count: int, /, **facts: str | int | Phrase) -> Phrase:
    """A sentence for this number, to be said later."""
    return Phrase(one, many, count, facts)


def join_with_and(names: Sequence[str]) -> Phrase:
    """`Ana`, `Ana and Ben`, `Ana, Ben and Cem`; at least one."""
    if len(names) == 1:
        return as_is(names[0])
    return later("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def join_with_or(names: Sequence[str | Phrase]) -> Phrase:
    """`R4`, `R4 or B4`, `R4 or B4 or K4`; at least one."""
    *others, last = names
    if not others:
        return last if isinstance(last, Phrase) else as_is(last)
    return later("{others} or {last}", others=join_with_or(others), last=last)


def as_is(text: str) -> Phrase:
    """What is the same in all languages, such as a name or tiles in notation."""
    return Phrase("{text}", facts={"text": text})


def join_sentences(sentences: Sequence[Phrase]) -> Phrase:
    """One sentence after the other."""
    names = [f"s{place}" for place in range(len(sentences))]
    return Phrase(" ".join(f"{{{name}}}" for name in names), facts=dict(zip(names, sentences, strict=True)))
