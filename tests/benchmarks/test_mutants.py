"""Which mutants there are, what is left alone, and which of those that survive are explained."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.mutants import coverage_map, trees
from benchmarks.mutants.choice import Selection, alternate_files, draw_mutants, importers, shuffled
from benchmarks.mutants.explained import Explanation, explanation, explanations, line_of
from benchmarks.mutants.mutants import Mutant, mutants

GAMES, ROWS = "storage/games/games.py", "storage/games/rows.py"  # the one imports the other


def changed(source: str) -> list[str]:
    return [each.apply(source.encode()).decode() for each in mutants("a.py", source.encode())]


def one(path: str) -> Mutant:
    return mutants(path, (trees.ROOT / path).read_bytes())[0]


@pytest.mark.parametrize(
    ("source", "mutated"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a in b", ["x = (a not in b)"]),
        ("x = a and b", ["x = (a or b)"]),
        ("x = not a", ["x = a"]),
        ("x = a + b", ["x = (a - b)"]),
        ("x = True", ["x = False"]),
        ("x = 1.5", ["x = 2.5"]),
        ("x = 'key'", ["x = 'XXkey'"]),
        ("x = min(a)", ["x = max(a)"]),
        ("if a: b = c", ["if True: b = c", "if False: b = c"]),
        ("x = a if b else c", ["x = a", "x = c"]),
        ("f(a)", ["pass"]),
        ("self.x = a", ["pass"]),
        ("x += a", ["pass"]),
        ("raise a", ["pass"]),
        ("def f(): return a", ["def f(): return None"]),
        ("for x in a: break", ["for x in (): break", "for x in a: continue"]),
        ("match a:\n    case 1 if b < c: d = e", ["match a:\n    case 2 if b < c: d = e"]),
    ],
)
def test_every_operator_makes_its_change(source: str, mutated: list[str]) -> None:
    assert set(mutated) <= set(changed(source))


@pytest.mark.parametrize(
    "source",
    [
        '"""A text about the module."""',
        "x: int | None = a",
        "def f(x: Literal['a'] = a) -> Literal['b']: b",
        "log.info('%s is here', a)",
        "if TYPE_CHECKING: import a",
        "x = say('A sentence.', name=a)",
        "@dataclass(frozen=True)\nclass A: pass",
        "x = zip(a, b, strict=True)",
        "x = f'{a} and {b}'",
        "x = isinstance(a, Tile | str)",
        "from a import b",
        "x = a + [b]",
        "__all__ = ['a']",
        "Kind = Literal['a', 'b']",
        "x = f(help='how many there are')",
    ],
)
def test_what_no_test_should_notice_is_left_alone(source: str) -> None:
    assert changed(source) == []


def test_of_a_raised_error_its_codes_are_changed_and_its_sentence_is_not() -> None:
    assert changed("raise f('key', 'There is no such file.')") == ["pass", "raise f('XXkey', 'There is no such file.')"]


def test_a_mutant_knows_its_function_and_the_lines_that_run_for_it() -> None:
    source = "class A:\n    @a.b\n    def f(self, x=1):\n        if (x <\n            2):\n            self.y = x\n"
    found = {(each.function, each.operator): each.lines for each in mutants("a.py", source.encode())}

    assert found["A.f", "number"] == (4, 5)
    assert found["A.f", "comparison"] == (4, 5)
    assert found["A.f", "statement"] == (6, 6)
    assert {each.lines for each in mutants("a.py", source.encode())} == {(2, 3), (4, 5), (6, 6)}


def test_letters_of_several_bytes_move_no_change() -> None:
    assert "x = 'ä', a >= b" in [text.replace("(a >= b)", "a >= b") for text in changed("x = 'ä', a > b")]


@pytest.mark.parametrize("package", trees.packages())
def test_every_mutant_of_the_project_is_python_and_differs(package: str) -> None:
    for path in trees.sources(package)[:5]:
        source = (trees.ROOT / path).read_bytes()
        for each in mutants(path, source)[::10]:
            ast.parse(each.apply(source))
            assert each.apply(source) != source


def test_a_seed_draws_the_same_mutants_of_every_package_again() -> None:
    parts = ["bot", "storage"]
    first, again, other = (draw_mutants(parts, 60, seed) for seed in (1, 1, 2))

    assert first == again != other
    assert len(set(first)) == 60
    assert {each.path.partition("/")[0].removesuffix(".py") for each in first} == set(parts)


def test_a_new_line_leaves_the_draw_of_all_others_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def order(source: str) -> list[str]:
        (tmp_path / "a.py").write_text(source)
        return [each.text for each in shuffled(mutants("a.py", source.encode()), 1)]

    monkeypatch.setattr(trees, "ROOT", tmp_path)
    lines = [f"x = {number}" for number in range(20)]

    before, after = order("\n".join(lines)), order("\n".join(["import a", "y = 97", *lines]))

    assert before == [text for text in after if text != "98"] != [str(number + 1) for number in range(20)]


def test_the_fastest_tests_of_all_files_come_before_the_next_of_any() -> None:
    tests = [
        coverage_map.Test(name, seconds)
        for name, seconds in (("a::1", 0.1), ("a::2", 0.2), ("b::1", 0.9), ("c::1", 0.5))
    ]

    assert [each.id for each in alternate_files(reversed(tests))] == ["a::1", "c::1", "b::1", "a::2"]


def test_tests_of_few_files_run_first_and_all_of_them_run_in_the_end() -> None:
    tests = [coverage_map.Test(f"tests/test_{number % 30}.py::{number}", 0.1) for number in range(300)]

    first, others = Selection(tests, 0).split()

    assert {test.file for test in first} == {test.file for test in tests[:10]}
    assert len(first) + len(others) == len(tests)
    assert {*first, *others} == {*tests}
    assert Selection(tests[:10], 0).split() == [tests[:10]]


def test_a_files_importers_are_found_however_they_name_it() -> None:
    assert GAMES in importers(ROWS)
    assert ROWS not in importers(GAMES)


def test_an_explanation_stays_with_its_mutant_when_lines_shift_or_its_file_moves() -> None:
    mutant = one(ROWS)
    known = Explanation(
        ROWS, mutant.function, line_of(mutant), mutant.operator, mutant.text, "It changes nothing to be seen."
    )

    assert explanation(mutant, [known]) is known
    assert explanation(mutant, [replace(known, file="storage/from_here.py")])
    assert explanation(mutant, [replace(known, file=GAMES)]) is None
    assert explanation(mutant, [replace(known, after="another")]) is None


def test_every_explanation_is_of_a_mutant_that_there_is() -> None:
    known = explanations()
    found = {path: mutants(path, (trees.ROOT / path).read_bytes()) for path in {each.file for each in known}}

    assert [each for each in known if not any(each.fits(mutant) for mutant in found[each.file])] == []
    assert all(each.reason.endswith(".") for each in known)
