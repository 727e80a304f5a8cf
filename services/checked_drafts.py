"""Drafts with what the rules say about them, of which the latest are cached: most taps show a draft again."""

from dataclasses import dataclass

from engine.game.bench import DraftCheck, PreparedDraft
from engine.game.drafts import Draft
from storage.recent import LruCache

AT_HAND = 200  # drafts, of about 20 KB; a player who taps comes back to theirs within seconds


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A draft as it was stored, as it is arranged on the current table, and what the rules say about that."""

    stored: Draft
    arranged: PreparedDraft
    appraisal: DraftCheck


def make_draft_cache() -> LruCache[CheckedDraft]:
    """Return a cache of checked drafts by game, version and seat."""
    return LruCache(AT_HAND)
