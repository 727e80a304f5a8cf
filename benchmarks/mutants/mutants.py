"""Everything in a source file that can be mutated, one change at a time."""

import ast
from dataclasses import dataclass

from benchmarks.mutants.operators import Mutation, swaps
from benchmarks.mutants.skipped import is_skipped, kept_parts


@dataclass(frozen=True)
class Mutant:
    """One change to one file, which a test should notice.

    The bytes from offset `start` up to `end` are replaced by `text`. `lines` are the first and last line of the changed
    statement without the block under it. `function` is the qualified name of the function or class around it, empty if
    there is none. `operator` names the kind of change.
    """

    path: str
    function: str
    operator: str
    start: int
    end: int
    text: str
    lines: tuple[int, int]

    def apply(self, source: bytes) -> bytes:
        """Return `source`, the file's original bytes, with the change."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutants(path: str, source: bytes) -> list[Mutant]:
    """Return all mutants of a file, in source order.

    Raises:
        SyntaxError: the source isn't valid Python.
    """
    finder = _Finder(path, source)
    finder.look(ast.parse(source), _Place("", (1, 1)))
    return sorted(set(finder.found), key=lambda each: (each.start, each.end, each.operator, each.text))


@dataclass(frozen=True)
class _Place:
    function: str
    lines: tuple[int, int]


class _Finder:
    def __init__(self, path: str, source: bytes) -> None:
        self._path = path
        self._source = source
        self._starts = _line_starts(source)
        self.found: list[Mutant] = []

    def look(self, node: ast.AST, place: _Place) -> None:
        """Add to `found` all mutants of this syntax node and of those below it; `place` is where its parent is."""
        if is_skipped(node):
            return
        place = _enter(node, place)
        self.found += [self._mutant(swap, place) for swap in swaps(node) if not is_skipped(swap.old)]
        for part in kept_parts(node):
            self.look(part, place)

    def _mutant(self, swap: Mutation, place: _Place) -> Mutant:
        start, end = self._span(swap.old)
        return Mutant(self._path, place.function, swap.operator, start, end, _text(swap.new), place.lines)

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        last, column = getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0)
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[last - 1] + column


def _line_starts(source: bytes) -> list[int]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _enter(node: ast.AST, place: _Place) -> _Place:
    function = place.function
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    return _Place(function, _header(node) or place.lines)


def _header(node: ast.AST) -> tuple[int, int] | None:
    """Return the first and last line of a statement or case without the block under it, or None for other nodes."""
    if not isinstance(node, ast.stmt | ast.match_case | ast.ExceptHandler):
        return None
    begins = node.pattern if isinstance(node, ast.match_case) else node
    first = min(each.lineno for each in (begins, *getattr(node, "decorator_list", ())))
    block = [*getattr(node, "body", ()), *(each.pattern for each in getattr(node, "cases", ()))]
    return first, max(begins.lineno, block[0].lineno - 1) if block else begins.end_lineno or first


def _text(node: ast.AST) -> str:
    """Return a node as source code, in parentheses if the code around it could otherwise bind to a part of it."""
    text = ast.unparse(node)
    is_safe = isinstance(
        node, ast.stmt | ast.Constant | ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.Tuple
    )
    return text if is_safe else f"({text})"
