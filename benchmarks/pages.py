"""Write the benchmarks' figures into README and docs again: `python -m benchmarks.pages`, or `make figures`.

In a page, a comment has the text with the names of figures in braces, and the same text with their values follows it:

    <!-- figures: edit this, then run `make figures`
    The best turn takes {solver.public-median.ours:.1f} ms.
    -->
    The best turn takes 0.3 ms.
    <!-- /figures -->

A name is the subject and the figure's key. `.ours` and `.theirs` are our value and the alternative's: the two sides of
a figure that's a ratio. A name like `.p95` is another value of the figure's spread. A subject's `.date`, `.commit`,
`.processor` and `.python` tell of its run. After a colon comes a format as in Python; without one, a number has three
significant digits.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Formatter

from benchmarks.measure.figures import write_number
from benchmarks.measure.kept import KEPT, ROOT, SubjectRun, read_kept

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
BEGIN, END = "<!-- figures: edit this, then run `make figures`", "<!-- /figures -->"
BLOCK = re.compile(rf"^(?P<edited> *{BEGIN}\n(?P<text>.*?\n) *-->\n).*?^(?P<end> *{END})$", re.MULTILINE | re.DOTALL)


class PageError(ValueError):
    """A page's marks are incomplete, or name a figure that wasn't kept."""


def list_values(runs: Mapping[str, SubjectRun]) -> Mapping[str, float | str]:
    """Return all that pages can quote, by name."""
    return {f"{subject}.{name}": value for subject, run in runs.items() for name, value in _list_run(run)}


def _list_run(run: SubjectRun) -> Iterator[tuple[str, float | str]]:
    yield from (("date", run.date), ("commit", run.commit))
    yield from (("processor", run.machine.processor), ("python", run.machine.python))
    for key, figure in run.figures.items():
        yield key, figure.value
        yield from ((f"{key}.{name}", value) for name, value in figure.spread.items())
        if figure.beside:
            yield f"{key}.theirs", figure.beside.value
            yield f"{key}.ours", figure.value if figure.beside.ours is None else figure.beside.ours


def fill(text: str, values: Mapping[str, float | str]) -> str:
    """Return a text with the values of the figures that it names. Raises: ValueError if it can't be read."""
    parts = Formatter().parse(text)
    return "".join(
        literal + ("" if name is None else _write(name, form or "", values)) for literal, name, form, _ in parts
    )


def _write(name: str, form: str, values: Mapping[str, float | str]) -> str:
    if name not in values:
        subject = name.partition(".")[0]
        raise PageError(f"there is no figure {name}: correct it, or run `python -m benchmarks --keep {subject}`")
    value = values[name]
    return format(value, form) if form or isinstance(value, str) else write_number(value)


def fill_page(page: str, values: Mapping[str, float | str]) -> str:
    """Return the text of a page with its figures up to date. Raises: ValueError if its marks can't be read."""
    if {page.count("<!-- figures"), page.count(END)} != {len(BLOCK.findall(page))}:
        raise PageError(f"marks are {BEGIN}, the text, -->, the text again, and {END}")
    return BLOCK.sub(lambda found: found["edited"] + fill(found["text"], values) + found["end"], page)


def fill_pages(pages: Sequence[Path], kept: Path = KEPT) -> Mapping[Path, str]:
    """Return the text of each page with its figures up to date. Raises: PageError with a sentence for its author."""
    values, filled = list_values(read_kept(kept)), {}
    for page in pages:
        try:
            filled[page] = fill_page(page.read_text("utf-8"), values)
        except ValueError as error:
            raise PageError(f"In {page.name}, {error}.") from error
    return filled


def main(pages: Sequence[Path] = PAGES, kept: Path = KEPT) -> int:
    """Write the figures into all pages, or into none if one can't be read; return 1 then, else 0."""
    try:
        filled = fill_pages(pages, kept)
    except PageError as error:
        print(error, file=sys.stderr)
        return 1
    changed = {page: text for page, text in filled.items() if page.read_text("utf-8") != text}
    for page, text in changed.items():
        page.write_text(text, "utf-8")
        print(f"{page.name} has new figures.")
    if not changed:
        print("Every page is up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
