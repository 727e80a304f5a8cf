"""Sentences in the reader's language, translated by gettext catalogues from the English in the code.

The caller sets the reader's catalogue around code that makes text (`speak_in`, `speak`); the default is English. A
sentence that is made now and read later, perhaps in another language, is a `Phrase`.
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
    """Translate everything said in this context with the given catalogue."""
    token = _catalogue.set(catalogue)
    try:
        yield
    finally:
        _catalogue.reset(token)


def speak(catalogue: NullTranslations) -> None:
    """Translate everything that the running task says from now on with the given catalogue."""
    _catalogue.set(catalogue)


def language() -> NullTranslations:
    """Return the catalogue in use."""
    return _catalogue.get()


def say(sentence: str, /, **facts: object) -> str:
    """Return the sentence in the reader's language, with `{name}` replaced by the fact of that name."""
    # gettext translates the empty string to the catalogue's header.
    return _catalogue.get().gettext(sentence).format_map(facts) if sentence else ""


def say_many(one: str, many: str, count: int, /, **facts: object) -> str:
    """Return the singular or plural sentence for this number in the reader's language, with the number as `{count}`."""
    return _catalogue.get().ngettext(one, many, count).format_map({"count": count, **facts})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that is translated only when it's read, by `str`, in the reader's language.

    `facts` fill in the names in braces. `many` and `count` are set if the wording depends on a number.
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
        """Translate the singular sentence and fill in these facts instead of the phrase's own."""
        return say(self.one, **facts)


def later(sentence: str, /, **facts: str | int | Phrase) -> Phrase:
    """Return a phrase: the sentence is translated when it's read."""
    return Phrase(sentence, facts=facts)


def later_many(one: str, many: str, count: int, /, **facts: str | int | Phrase) -> Phrase:
    """Return a phrase whose wording depends on a number, which is its `{count}`."""
    return Phrase(one, many, count, facts)


def join_with_and(names: Sequence[str]) -> Phrase:
    """Join one or more names as in `Ana`, `Ana and Ben`, `Ana, Ben and Cem`."""
    if len(names) == 1:
        return as_is(names[0])
    return later("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def join_with_or(names: Sequence[str | Phrase]) -> Phrase:
    """Join one or more alternatives as in `R4`, `R4 or B4`, `R4 or B4 or K4`."""
    *others, last = names
    if not others:
        return last if isinstance(last, Phrase) else as_is(last)
    return later("{others} or {last}", others=join_with_or(others), last=last)


def as_is(text: str) -> Phrase:
    """Return a phrase that is the same in all languages, such as a name or tiles in notation."""
    return Phrase("{text}", facts={"text": text})


def join_sentences(sentences: Sequence[Phrase]) -> Phrase:
    """Join sentences with spaces, in order."""
    names = [f"s{place}" for place in range(len(sentences))]
    return Phrase(" ".join(f"{{{name}}}" for name in names), facts=dict(zip(names, sentences, strict=True)))
