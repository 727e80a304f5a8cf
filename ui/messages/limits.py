"""Limits of what people can make the bot post, and of how often others are notified because of them.

The first ping of a turn and the reminders have none of these limits: the game sends them.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto

from discord.ext.commands import Cooldown

from engine.text.phrases import Phrase, later
from services.refusals import Refusal
from storage.games import Game
from storage.recent import LruCache

REMEMBERED = 10_000  # counts, of about 200 bytes; the one used longest ago is forgotten
CALL_AGAIN = 10 * 60  # seconds until somebody is notified again of the same thing

_OTHERS = later("That's been done here too often lately. Try again {when}.")


class Limit(Enum):
    """Something that people may do only so often.

    Within `seconds`, one person may do it `personal` times, and all people together `shared` times in one place, which
    is a channel, or for feedback a server. `too_often` is what people are told when they reach their own limit.
    """

    OPEN = 5, 20, 10 * 60, later("You've opened several tables in a few minutes. Try again {when}.")
    SHOW = 5, 10, 60, later("You've asked for that several times in a minute. Try again {when}.")
    ASK_TO_END = 5, 20, 10 * 60, later("You've asked to end a game several times in a few minutes. Ask again {when}.")
    EXPORT = 3, 3, 60 * 60, later("You've asked for your data several times. Try again {when}.")
    LEAVE = 5, 20, 10 * 60, later("You've left games several times in a few minutes. Try again {when}.")
    FEEDBACK = 5, 10, 60 * 60, later("You've sent feedback several times in an hour. Try again {when}.")

    def __init__(self, personal: int, shared: int, seconds: int, too_often: Phrase) -> None:
        self.personal = personal
        self.shared = shared
        self.seconds = seconds
        self.too_often = too_often


class Call(Enum):
    """Something that another player does, and that somebody is notified of."""

    VOTE = auto()
    REMATCH = auto()
    MOVE = auto()  # of the table: the ping of the player to move goes with it


class Limits:
    """The counts of what was done lately, by person and by channel. A restart clears them.

    Each count is a `Cooldown` of discord.py: its time begins with the first act and clears them all when it's over.
    `now` returns seconds since the epoch.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._counts: LruCache[Cooldown] = LruCache(REMEMBERED)
        self._latest = 0

    def count(self, limit: Limit, person: int, where: int) -> None:
        """Count that this person does it in this place: the id of a channel or server, or the person's own id.

        Raises: Refusal if it was done too often; it says until when, and nothing is counted.
        """
        own = self._find((limit, "by", person), limit.personal, limit.seconds)
        shared = self._find((limit, "in", where), limit.shared, limit.seconds)
        for each, sentence in ((own, limit.too_often), (shared, _OTHERS)):
            if not each.get_tokens(self._now()):
                allowed_at = int(self._now() + each.get_retry_after(self._now())) + 1
                raise Refusal(sentence.of({"when": f"<t:{allowed_at}:R>"}))
        for each in (own, shared):
            each.update_rate_limit(self._now())

    def list_uncalled(self, call: Call, game: Game, people: Iterable[int]) -> list[int]:
        """Return those of these people, by their user ids, who weren't notified of this in the last ten minutes."""
        return [each for each in people if self._find_call(call, game, each).get_tokens(self._now())]

    def note_called(self, call: Call, game: Game, people: Sequence[int]) -> None:
        """Note that these people, by their user ids, are notified of this now."""
        for each in people:
            self._find_call(call, game, each).update_rate_limit(self._now())

    def _find_call(self, call: Call, game: Game, person: int) -> Cooldown:
        return self._find((call, game.id, person), 1, CALL_AGAIN)

    def _find(self, key: tuple[object, ...], times: int, seconds: int) -> Cooldown:
        now = self._now()
        if now < self._latest:  # the clock was set back: the counts would last until it has caught up
            self._counts.clear()
        self._latest = now
        found = self._counts.get(key) or Cooldown(times, seconds)
        self._counts.keep(key, found)
        return found
