"""Every system's page of rules: its clauses and the tests of this folder cover each other, and its options are real."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeGuard

import pytest

from engine.game.info import Option
from engine.game.variant import Variant
from engine.text import errors
from engine.tiles.notation import read_tile
from engine.tiles.tiles import Color, Tile
from engine.variants import load
from tests.positions import SEED

HERE = Path(__file__).parent
PAGES = Path(__file__).parents[2] / "docs/rules"
CLAUSE = "[A-Z0-9]{2}-[0-9]+"
VARIANTS = load()
OPTIONS = [(variant, option) for variant in VARIANTS.values() for option in variant.options]
every_system = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
every_option = pytest.mark.parametrize(
    ("variant", "option"), OPTIONS, ids=[f"{variant.info.key}-{option.key}" for variant, option in OPTIONS]
)


def page(variant: Variant[Any]) -> str:
    return (PAGES / f"{variant.info.key}.md").read_text("utf-8")


def numbered(variant: Variant[Any]) -> list[str]:
    """The clauses of the page in its order."""
    return re.findall(r"^- \*\*([A-Z0-9]{2}-[0-9]+)\*\*", page(variant), re.MULTILINE)


def is_clause(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and re.fullmatch(CLAUSE, str(node.value)) is not None


def covered(variant: Variant[Any]) -> set[str]:
    """The clauses that tests in this folder are given, or that their docstrings or headings of verdicts begin with."""
    tests = [node for file in HERE.glob("test_*.py") for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    texts = [ast.get_docstring(node) or "" for node in tests if isinstance(node, ast.FunctionDef)]
    verdicts = [file.read_text("utf-8") for file in HERE.glob(f"verdicts/{variant.info.key}.txt")]
    headings = [heading for text in verdicts for heading in re.findall("^# (.*)", text, re.MULTILINE)]
    texts += [str(each.value) for node in tests if isinstance(node, ast.Call) for each in node.args if is_clause(each)]
    lists = [match[0] for text in (*texts, *headings) if (match := re.match(rf"{CLAUSE}(, {CLAUSE})*", text))]
    prefix = numbered(variant)[0].removesuffix("1")
    return {clause for each in lists for clause in each.split(", ") if clause.startswith(prefix)}


@every_system
def test_every_clause_of_the_page_has_a_test_and_every_test_its_clause(variant: Variant[Any]) -> None:
    prefix = numbered(variant)[0].removesuffix("1")

    assert numbered(variant) == [f"{prefix}{number}" for number in range(1, len(numbered(variant)) + 1)]
    cited = set(re.findall(rf"\b{prefix}[0-9]+\b", page(variant)))
    assert covered(variant) == set(numbered(variant)), "begin a test's docstring, or a heading, with each clause"
    assert cited == set(numbered(variant)), "the page names a clause that it doesn't have"


@every_system
def test_a_refusal_names_the_same_clause_under_every_house_rule(variant: Variant[Any]) -> None:
    for option in variant.options:
        with pytest.raises(errors.WrongPlayerCount) as refused:
            variant.require_seat_count(99, {option.key: option.choices[-1].value})

        assert refused.value.clause == variant.clauses[errors.WrongPlayerCount]
        assert {refused.value.clause, *variant.clauses.values()} <= set(numbered(variant))


def values(cell: str) -> Iterator[str]:
    """The values that a row of the table of options lists; `1` to `3` stands for three."""
    for first, _, last in re.findall(r"`([^`]+)`( to `([^`]+)`)?", cell):
        yield from map(str, range(int(first), int(last) + 1)) if last else [first]


def listed(variant: Variant[Any], option: Option[Any]) -> list[str]:
    """The values of the option on the page, in its order."""
    (cell,) = re.findall(rf"^\| `{option.key}` \| (.+) \| [A-Z0-9-]+ \|$", page(variant), re.MULTILINE)
    return list(dict.fromkeys(values(cell)))


@every_option
def test_the_page_lists_the_option_with_its_values_default_first(variant: Variant[Any], option: Option[Any]) -> None:
    (clause,) = re.findall(rf"^\| `{option.key}` \| .+ \| ([A-Z0-9-]+) \|$", page(variant), re.MULTILINE)

    wanted = [str(choice.value).lower() for choice in option.choices]
    assert listed(variant, option) == wanted, "list the option's values in its row, in the module's order"
    assert f"`{option.key}`" in next(text for text in page(variant).split("- **") if text.startswith(f"{clause}**"))


@every_system
def test_the_page_lists_no_other_option_and_just_the_presets_that_there_are(variant: Variant[Any]) -> None:
    options = re.findall(r"^\| `(\w+)` \| .+ \| [A-Z0-9]{2}-[0-9]+ \|$", page(variant), re.MULTILINE)
    presets = re.findall(r"^\| `(\w+)`, .+ \| (.+) \|$", page(variant), re.MULTILINE)

    assert options == [option.key for option in variant.options], "give each option a row, in the module's order"
    joined = {key: " ".join(text for other, text in presets if other == key) for key, _ in presets}
    assert {key: re.findall("`([^`]+)` = `([^`]+)`", text) for key, text in joined.items()} == {
        preset.key: [(key, str(value).lower()) for key, value in preset.options.items()] for preset in variant.presets
    }


@every_system
def test_every_preset_sets_options_that_there_are(variant: Variant[Any]) -> None:
    for preset in variant.presets:
        assert preset.options
        assert variant.chosen(preset.options).items() >= preset.options.items()
        assert all(variant.chosen({})[key] != value for key, value in preset.options.items())


@every_option
def test_every_choice_of_the_page_changes_the_rules(variant: Any, option: Option[Any]) -> None:
    default = variant.rules_for(variant.chosen({}))
    choices = {str(choice.value).lower(): choice.value for choice in option.choices}
    rules = [variant.rules_for(variant.chosen({option.key: choices[each]})) for each in listed(variant, option)]

    assert rules[0] == default == variant.rules == option.change(variant.rules, option.default)
    assert all(other != one for index, one in enumerate(rules) for other in rules[:index])


@every_system
def test_an_option_or_value_that_is_not_listed_is_refused(variant: Variant[Any]) -> None:
    for options in [{"wild": 1}, {"clock": 61}, {"clock": True}, {"clock": "60"}, {"Clock": 60}, {"": ""}]:
        with pytest.raises(errors.NoSuchOption):
            variant.setup(variant.info.low, SEED, 0, options)  # type: ignore[arg-type]  # of all sorts


@every_system
def test_a_page_with_orange_tiles_says_that_yellow_is_orange(variant: Variant[Any]) -> None:
    """CL-1, RC-1, R2-1, RK-2."""
    has_orange = Color.ORANGE in variant.box.colors

    assert ("`Y` is read as `O`" in page(variant)) is has_orange, "say so in the clause about the tiles"
    if has_orange:
        assert read_tile("y5", variant.box) == Tile(Color.ORANGE, 5)


def test_the_pages_say_which_limits_are_the_projects_own() -> None:
    clauses = re.split(r"^- ", (PAGES / "rummi200kub.md").read_text("utf-8"), flags=re.MULTILINE)

    assert [each[2:7] for each in clauses if "this project's own" in " ".join(each.split())] == ["R2-14", "R2-16"]


def test_the_pages_say_which_games_are_left_out_and_whose_game_it_is() -> None:
    assert "American, International and Okey are left out" in page(VARIANTS["classic"])
    assert "Mark A. Biggar" in page(VARIANTS["packkub"])
