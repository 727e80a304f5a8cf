"""The figures in README and docs are those that `make bench` kept."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.__main__ import SUBJECTS
from benchmarks.measure.figures import Alternative, Figure
from benchmarks.measure.kept import SubjectRun, by_key, find_machine, keep, read_kept
from benchmarks.pages import BEGIN, END, PAGES, PageError, fill, fill_page, fill_pages, list_values, main

RATIO = Figure("a draw", 2.04, short="draw", beside=Alternative("bare command", 1.5, " ms", ours=3.06))
PLAIN = Figure("a tap", 1234.0, short="tap", beside=Alternative("bare command", 11.0), spread={"p99": 5678.0})
RUN = SubjectRun("2026-11-26", "0123456789", replace(find_machine(), python="3.13.1"), 0.0, by_key([RATIO, PLAIN]))
VALUES = list_values({"taps": RUN})
CITED = re.compile(r"python -m benchmarks(?: (\w+))?|make bench")
MEASURED = re.compile(r"\d[\d,.]*\s(?:ms|s|seconds|times|KB|MB|MiB|games)\b|\d[\d,.]*\s?%|\bof 100\b")


def block(text: str, written: str = "") -> str:
    return f"Before.\n\n{BEGIN}\n{text}\n-->\n{written}{END}\n\nAfter.\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("{taps.draw} times", "2.04 times"),
        ("{taps.draw:.0f} times", "2 times"),
        ("{taps.draw.ours} beside {taps.draw.theirs} ms", "3.06 beside 1.5 ms"),
        ("{taps.tap} beside {taps.tap.theirs}", "1,234 beside 11"),
        ("{taps.tap.ours:.1f}, {taps.tap.p99:,.0f}", "1234.0, 5,678"),
        ("{taps.date}, {taps.commit}, {taps.python}", "2026-11-26, 0123456789, 3.13.1"),
        ("{{}}", "{}"),
    ],
)
def test_a_name_in_braces_becomes_its_value(text: str, written: str) -> None:
    assert fill(text, VALUES) == written


@pytest.mark.parametrize("text", ["{taps.drew}", "{taps.draw.p99}", "{tap.draw}", "{}"])
def test_an_unknown_name_is_refused_with_what_to_do(text: str) -> None:
    with pytest.raises(PageError, match=r"there is no figure .*: correct it, or run `python -m benchmarks --keep "):
        fill(text, VALUES)


def test_the_text_is_written_below_its_comment_in_place_of_what_was_there() -> None:
    page = block("| {taps.draw} |\n|---|")

    assert fill_page(page, VALUES) == block("| {taps.draw} |\n|---|", "| 2.04 |\n|---|\n")
    assert fill_page(fill_page(page, VALUES), VALUES) == fill_page(page, VALUES)


def test_a_text_in_a_list_stays_indented() -> None:
    page = f"- One\n  {BEGIN}\n  {{taps.draw}} times.\n  -->\n  {END}\n- Two\n"

    assert fill_page(page, VALUES) == page.replace(f"-->\n  {END}", f"-->\n  2.04 times.\n  {END}")


@pytest.mark.parametrize(
    "page",
    [
        block("{taps.draw}").replace(END, ""),
        block("{taps.draw}").replace("-->", "", 1),
        block("{taps.draw}").replace(BEGIN, "<!-- figures"),
        block("{taps.draw}").replace(BEGIN, ""),
        block("{taps.draw}").replace(END, "") + block("{taps.draw}"),
        block("{taps.draw"),
    ],
)
def test_incomplete_marks_are_refused(page: str) -> None:
    with pytest.raises(ValueError, match=r"marks are <!-- figures|expected '}'"):
        fill_page(page, VALUES)


def test_a_page_s_author_reads_which_page_is_wrong(tmp_path: Path) -> None:
    page = tmp_path / "hosting.md"
    page.write_text(block("{nothing.kept}"))

    with pytest.raises(PageError, match=r"^In hosting.md, there is no figure nothing.kept: "):
        fill_pages([page])


def test_all_pages_are_written_and_those_that_changed_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, page, other = tmp_path / "figures.json", tmp_path / "hosting.md", tmp_path / "playing.md"
    keep({"taps": RUN}, ["taps"], kept)
    page.write_text(block("{taps.draw} times"))
    other.write_text("No figures.\n")

    assert main([page, other], kept) == 0

    assert page.read_text() == block("{taps.draw} times", "2.04 times\n")
    assert capsys.readouterr().out == "hosting.md has new figures.\n"


def test_no_page_is_written_if_one_has_an_unknown_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, page, other = tmp_path / "figures.json", tmp_path / "hosting.md", tmp_path / "playing.md"
    keep({"taps": RUN}, ["taps"], kept)
    page.write_text(block("{taps.draw} times"))
    other.write_text(block("{taps.drew} times"))

    assert main([page, other], kept) == 1

    assert page.read_text() == block("{taps.draw} times")
    assert capsys.readouterr().err.startswith("In playing.md, there is no figure taps.drew: ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_what_make_figures_would_write(page: Path) -> None:
    assert page.read_text("utf-8") == fill_pages([page])[page]


def test_readme_and_docs_quote_figures() -> None:
    assert {page.name for page in PAGES if BEGIN in page.read_text("utf-8")} >= {"README.md", "measured.md"}


def test_kept_figures_come_from_benchmarks_that_still_exist() -> None:
    assert read_kept().keys() - SUBJECTS.keys() == set()


def unmarked(page: str) -> list[str]:
    """The measured values in paragraphs that cite a benchmark and aren't written by `make figures`."""
    paragraphs = re.sub(f"{BEGIN}.*?{END}", "", page, flags=re.DOTALL).split("\n\n")
    return [found for paragraph in paragraphs if CITED.search(paragraph) for found in MEASURED.findall(paragraph)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_paragraph_that_cites_a_benchmark_has_no_value_written_by_hand(page: Path) -> None:
    assert unmarked(page.read_text("utf-8")) == []


def test_a_value_written_by_hand_is_found() -> None:
    said = "The slowest took 77 ms, 4 of 100 more (`python -m benchmarks worst`)."

    assert unmarked(f"{block('{taps.draw} ms')}\n\n{said}") == ["77 ms", "of 100"]
    assert unmarked(block(said)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_benchmark_that_a_page_cites_exists(page: Path) -> None:
    cited = {name for name in CITED.findall(page.read_text("utf-8")) if name}

    assert cited - {*SUBJECTS, "NAME"} == set()
