"""What the options of the systems on an open table owe."""

import pytest

from engine.game.info import Option
from engine.rules.table_rules import TableRules
from engine.table.game import TableGame
from engine.table.options import DAY, clock
from engine.variants import load

OPTIONS = [(game, option) for game in load().values() if isinstance(game, TableGame) for option in game.options]
each_option = pytest.mark.parametrize(
    ("game", "option"), OPTIONS, ids=[f"{game.info.key}-{option.key}" for game, option in OPTIONS]
)


@each_option
def test_the_default_of_an_option_is_what_the_rules_say_without_it(game: TableGame, option: Option[TableRules]) -> None:
    assert option.change(game.rules, option.default) == game.rules


@each_option
def test_every_other_choice_changes_the_rules(game: TableGame, option: Option[TableRules]) -> None:
    others = [choice.value for choice in option.choices[1:]]

    assert all(option.change(game.rules, value) != game.rules for value in others)


def test_a_time_limit_is_named_in_minutes_or_else_in_seconds() -> None:
    choices = clock(120, 45, 90).choices

    assert [(choice.value, str(choice.name)) for choice in choices] == [
        (120, "2 minutes"),
        (45, "45 seconds"),
        (90, "90 seconds"),
        (60, "1 minute"),
        (200, "200 seconds"),
        (DAY, "24 hours"),
        (0, "no limit"),
    ]
    assert clock(None).default == 0
