"""Sentences that stored games contain and the code no longer writes.

A game's news and the reason for its end are stored as the English sentence and its facts. When you change such a
sentence, add a line here: the old sentence, and a new one that the catalogs translate, with none but the old one's
facts. `tests/storage/stored_sentences.txt` lists every sentence that was ever stored.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.text.phrases import Phrase, later, later_many

_OLD: Mapping[str, Phrase] = {
    "{name} laid {tiles}.": later("{name} played {tiles}."),
    "{name} laid {tiles} and opened with {points}.": later("{name} played {tiles} and opened with {points}."),
    "{name} ran out of time and passes.": later("{name} ran out of time and passed."),
    "{name} ran out of time and draws {tiles}: {points}.": later("{name} ran out of time and drew {tiles}: {points}."),
    "{name} ran out of time and draws {tiles}.": later("{name} ran out of time and drew {tiles}."),
    "Drawn for the first turn: {drawn}.": later("First-turn draw: {drawn}."),
    "Draw for the first turn: {drawn}.": later("First-turn draw: {drawn}."),
    "{name} begins.": later("{name} goes first."),
    "{name} was dealt {count} double and asked for a new deal: everybody has new tiles, and {first} begins.": later_many(  # noqa: E501  # as it was stored
        "{name} was dealt {count} double and asked for a new deal. Everyone got new tiles; {first} goes first.",
        "{name} was dealt {count} doubles and asked for a new deal. Everyone got new tiles; {first} goes first.",
        0,
    ),
    "{name}'s play broke {clause} and costs {tiles}.": later("{name}'s play broke rule {clause} and cost {tiles}."),
    "{name}'s play broke {clause} and cost {tiles}.": later("{name}'s play broke rule {clause} and cost {tiles}."),
    "rule {clause}": Phrase("{clause}"),  # a fact of these two, which now say the word themselves
    "Your play was not valid, so you drew {drawn} (rule {clause}).": later(
        "Your play wasn't valid, so you drew {drawn} (rule {clause})."
    ),
    "{name} claimed set {set} for {points} and locked it, and holds {total}.": later(
        "{name} claimed and locked set {set} for {points} and now has {total}."
    ),
    "{name} claimed set {set} for {points}, and holds {total}.": later(
        "{name} claimed set {set} for {points} and now has {total}."
    ),
    "{name} took {loser}'s set {set} for {points} and locked it, and holds {total}.": later(
        "{name} took and locked {loser}'s set {set} for {points} and now has {total}."
    ),
    "{name} took {loser}'s set {set} for {points}, and holds {total}.": later(
        "{name} took {loser}'s set {set} for {points} and now has {total}."
    ),
    "A claim made at least {points}.": later("A claim reached at least {points}."),
    "A claim made exactly {points}.": later("A claim reached exactly {points}."),
    "Nobody laid a tile for a whole round.": later("Nobody played a tile for a whole round."),
    "The pool is empty, and nobody can play any more.": later("The pool is empty and nobody can play."),
    "The last tile is laid.": later("The last tile was played."),
    "Everyone else has resigned.": later("Everyone else resigned."),
    "The opponent has resigned.": later("The opponent resigned."),
    "The pool is empty and both have passed.": later("The pool is empty and both players passed."),
    "Both have had {count} turn.": later_many(
        "Both players have had {count} turn.", "Both players have had {count} turns.", 0
    ),
    "Intersections made decide: {most} to {fewest}.": later("Decided by intersections made: {most} to {fewest}."),
    "{name} has left, and a computer plays on in the seat.": later("{name} left. A computer plays for them."),
    "{name} plays on, so the game isn't ended.": later("{name} chose to play on, so the game continues."),
    "A rematch: {names}, tap **Join** to play again.": later("Rematch: {names}, tap **Join** to play again."),
}


def renew(phrase: Phrase) -> Phrase:
    """Return a stored phrase with each sentence in it, facts included, as it's said now."""
    now = _OLD.get(phrase.one, phrase)
    renewed = {name: renew(fact) for name, fact in phrase.facts.items() if isinstance(fact, Phrase)}
    if now is phrase and all(fact is phrase.facts[name] for name, fact in renewed.items()):
        return phrase  # nearly all are, and each game has two dozen
    return replace(phrase, one=now.one, many=now.many, facts={**phrase.facts, **renewed})
