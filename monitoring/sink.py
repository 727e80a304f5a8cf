"""The interface through which the bot's parts report what metrics are made of, without depending on metrics."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class InteractionOutcome(StrEnum):
    """The ways in which an interaction can end."""

    OK = "ok"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interacted:
    """An interaction that the bot has handled.

    `kind` is `tap`, `command` or `form`; `action` is a verb that a cog handles, a command's name with its slash, or
    `unknown`. It was handled for `seconds`.
    """

    kind: str
    action: str
    outcome: InteractionOutcome
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """Measurements of the whole bot, taken now and then.

    `latency` is that of the slowest connected shard's last heartbeat, in seconds; None before there is one.
    `invalid_requests` are those of the last ten minutes, as Discord counts them, and `database_size` is in bytes.
    """

    latency: float | None
    shards: int
    connected_shards: int
    invalid_requests: int
    open_games: int
    database_size: int


class MetricsSink:
    """A receiver of reports that ignores them; it's used while metrics are off."""

    is_on = False
    """Whether anybody wants reports that cost something."""

    def note_interaction(self, interacted: Interacted) -> None:
        """Note that an interaction has been handled."""

    def note_commit(self, seconds: float) -> None:
        """Note how long a transaction's commit took, until it was on the disk."""

    def note_counted_request(self) -> None:
        """Note that a request starts which Discord counts in its global limit."""

    def note_rate_limit(self, scope: str | None) -> None:
        """Note that Discord answered 429; `scope` is its `X-RateLimit-Scope`."""

    def note_lag(self, seconds: float) -> None:
        """Note by how much the event loop was late."""

    def note_vitals(self, vitals: Vitals) -> None:
        """Note the latest vitals."""

    def note_last_backup(self, day: datetime | None) -> None:
        """Note the beginning of the day of the last daily backup; None if there is none."""

    def note_backup_failures(self, failures: int) -> None:
        """Note how many daily backups have failed since the last one that didn't."""


NO_METRICS = MetricsSink()
