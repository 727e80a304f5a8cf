"""Events of games in which sets are claimed for points."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.events import Event
from engine.rules import claims
from engine.rules.claims import ClaimedSet as Tokens
from engine.text.phrases import Phrase, join_sentences, later
from engine.tiles.notation import point_count


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """The event of a claim on a set, after which the seat holds `total` points.

    `tokens` is the new claim: the set, the seat and the points. `loser` is the seat that had the claim on the set
    before, None if nobody had.
    """

    tokens: Tokens
    loser: int | None
    total: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence on the claim: who claimed which set, from whom, for how many points, and their total."""
        each = self.tokens
        facts = {"name": names[each.seat], "set": each.label, "total": f"{self.total}"}
        points, locked = point_count(each.value), each.times == claims.LAST
        if self.loser is None and locked:
            return later(
                "{name} claimed and locked set {set} for {points} and now has {total}.", points=points, **facts
            )
        if self.loser is None:
            return later("{name} claimed set {set} for {points} and now has {total}.", points=points, **facts)
        loser = names[self.loser]
        if locked:
            return later(
                "{name} took and locked {loser}'s set {set} for {points} and now has {total}.",
                loser=loser,
                points=points,
                **facts,
            )
        return later(
            "{name} took {loser}'s set {set} for {points} and now has {total}.", loser=loser, points=points, **facts
        )

    def own_sentence(self, names: Sequence[str]) -> Phrase:
        """Return the sentence for the player who made the claim."""
        each = self.tokens
        facts: dict[str, str | Phrase] = {
            "set": each.label,
            "points": point_count(each.value),
            "total": f"{self.total}",
        }
        if self.loser is None:
            said = later("You claimed set {set} for {points} and now have {total}.", **facts)
        else:
            said = later(
                "You took {loser}'s set {set} for {points} and now have {total}.", loser=names[self.loser], **facts
            )
        return join_sentences([said, later("It's locked.")]) if each.times == claims.LAST else said
