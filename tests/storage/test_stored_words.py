"""The words under which choices are stored: databases hold them, so they never change."""

from enum import StrEnum

import pytest

from engine.game.goals import Level
from engine.game.views import Assistance
from ratings.badges import Badge
from ratings.game_result import Departure, Unrated
from storage.games import Phase
from storage.settings import Language, RackOrder, Theme, TileStyle
from storage.texts import TextKind

WORDS: dict[type[StrEnum], str] = {
    Theme: "felt dark light",
    TileStyle: "marked solid",
    RackOrder: "color number",
    Language: "en-GB de fr es-ES nl it pt-BR pl tr ja",
    TextKind: "refused choice picked found tiles value fit",
    Level: "beginner fair strong expert eager master",
    Assistance: "off fit full",
    Phase: "lobby playing over closed",
    Departure: "resigned left away",
    Unrated: "unplayed computers help house agreed void suspended often pending",
    Badge: "win exit opening strong master systems week month champion games",
}


@pytest.mark.parametrize("kind", WORDS, ids=lambda kind: kind.__name__)
def test_stored_choices_keep_their_words(kind: type[StrEnum]) -> None:
    assert " ".join(each.value for each in kind) == WORDS[kind]
