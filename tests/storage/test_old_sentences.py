"""Stored sentences stay readable in every language after their English has changed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from engine.text.phrases import Phrase, speak_in
from services.languages import load_catalog
from storage.database import open_database
from storage.games import GameStore
from storage.games.old_sentences import renew
from storage.settings import Language
from tests.storage.account import VARIANTS
from tests.storage.old_database import ACCOUNT, write_database
from tests.storage.tables import url
from tests.translations import KEYWORDS, ROOT, TRANSLATED, forms, is_translated, said, written

LISTED = (Path(__file__).parent / "stored_sentences.txt").read_text("utf-8").splitlines()
RENEWED = [each for each in LISTED if renew(Phrase(each)).one != each]
STORING = (
    "engine/game/events.py",
    "engine/game/turn_events.py",
    "engine/grid/events.py",
    "engine/grid/game.py",
    "engine/table/claims/events.py",
    "engine/table/claims/game.py",
    "engine/table/game.py",
    "storage/games/voiding.py",
)
NOT_STORED = {
    "1 to {most} tiles",
    "Valid: {points}, giving you {total}.",
}  # of these modules, but said at once
JOINED = re.compile(r"(\{\w+\} ?)+")  # what joins sentences, and names or tiles: nothing to translate


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def parts(phrase: Phrase) -> Iterator[Phrase]:
    """Yield a phrase, and those among its facts."""
    yield phrase
    for fact in phrase.facts.values():
        if isinstance(fact, Phrase):
            yield from parts(fact)


def translated(language: Language) -> set[str]:
    return {forms(message.id)[0] for message in written(language) if is_translated(message)}


def test_every_sentence_that_can_be_stored_is_listed() -> None:
    written_there = {
        ast.literal_eval(call.args[0])
        for name in STORING
        for call in ast.walk(ast.parse((ROOT / name).read_text("utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in KEYWORDS
    }

    assert written_there - NOT_STORED - set(LISTED) == set()


@pytest.mark.parametrize("sentence", LISTED)
def test_a_listed_sentence_is_one_of_the_code_or_renewed(sentence: str) -> None:
    now = renew(Phrase(sentence))

    assert now.one in said() or JOINED.fullmatch(now.one)
    assert fields(now.one) | fields(now.many) <= fields(sentence)
    assert renew(now) == now


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_renewed_sentence_is_translated(language: Language) -> None:
    now = {renew(Phrase(each)).one for each in RENEWED}

    assert {each for each in now if not JOINED.fullmatch(each)} - translated(language) == set()


def test_the_facts_of_a_sentence_are_renewed_too() -> None:
    stored = Phrase("{s0}", facts={"s0": Phrase("{name} laid {tiles}.", facts={"name": "Ana", "tiles": "R4 R5 R6"})})

    assert str(renew(stored)) == "Ana played R4 R5 R6."


def test_a_clause_that_was_a_phrase_of_its_own_is_named_once() -> None:
    clause = Phrase("rule {clause}", facts={"clause": "CL-9"})
    stored = Phrase(
        "{name}'s play broke {clause} and cost {tiles}.", facts={"name": "Ana", "clause": clause, "tiles": "3 tiles"}
    )

    assert str(renew(stored)) == "Ana's play broke rule CL-9 and cost 3 tiles."


@pytest.mark.parametrize("language", Language)
async def test_the_games_of_a30b7eb_are_told_in_every_language(language: Language, tmp_path: Path) -> None:
    write_database(tmp_path / "rackety.db")
    async with open_database(url(tmp_path / "rackety.db")) as database:
        games = [await GameStore(database, VARIANTS).get(int(number)) for number in ACCOUNT["games"]]
    told = [phrase for game in games if game for phrase in game.news]
    ends = [game.state.outcome.reason for game in games if game and game.state and game.state.outcome]
    sentences = [part for phrase in (*told, *ends) for part in parts(phrase) if not JOINED.fullmatch(part.one)]

    assert len(told) > 20
    assert len(ends) > 10
    assert {each.one for each in sentences} <= set(LISTED)
    if language is not Language.ENGLISH:
        assert {each.one for each in sentences} - translated(language) == set()
    with speak_in(load_catalog(language)):
        for phrase in (*told, *ends):
            assert all(str(fact) in str(phrase) for part in parts(phrase) for fact in part.facts.values())
