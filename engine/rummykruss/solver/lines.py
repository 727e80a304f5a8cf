"""A search for the lines that the available tiles can form in contact with tiles on the board."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.rummykruss.solver.bitboard import Bitboard
from engine.rummykruss.solver.codes import EMPTY, find_faces_around
from engine.rummykruss.solver.effort import ENDLESS, Effort
from engine.tiles.bit_masks import list_bits
from engine.tiles.melds import SMALLEST_SET

NO_STEP = 0  # the step of a group, whose numbers are all equal, and of a line too short to tell


@dataclass(frozen=True)
class AvailableTiles:
    """The tiles that a new line can use.

    `counts` has the number of each tile by its code, `wilds` is the number of wildcards, and `wild_faces` are the tiles
    that they can stand for, as a bit mask of codes.
    """

    counts: Mapping[int, int]
    wilds: int
    wild_faces: int

    @cached_property
    def mask(self) -> int:
        """The codes of the tiles of which there is at least one, as a bit mask."""
        return sum(1 << code for code, count in self.counts.items() if count)


@dataclass(frozen=True, slots=True)
class LinePlacement:
    """New tiles that form a set in one line, together with any tiles that are already in that line.

    `cells` are the cells of the new tiles, in order, and `way` is the offset from one cell of the line to the next.
    `faces` are the codes of the tiles, or of what wildcards stand for. `wild` are the cells that wildcards fill. `rise`
    is the number of intersections gained, not counting those lost where a tile is taken from elsewhere on the grid.
    `is_apart` is whether the line touches no tile of the grid.
    """

    way: int
    cells: tuple[int, ...]
    faces: tuple[int, ...]
    wild: tuple[int, ...]
    rise: int
    is_apart: bool = False


class LineSearch:
    """A depth-first search for all lines of at most `limit` new tiles that touch a tile on the board.

    It fills the cells of a line in order, each with every tile that fits. No new tile is in a cell of `shut`. Unless
    `must` is 0, each line has a new tile of that code which isn't a wildcard. Each cell that it looks at is a step of
    the budget `effort`; when that is spent, the search ends with the lines found so far. An instance runs only once.
    """

    def __init__(  # noqa: PLR0913, PLR0917  # the search, and its limits
        self,
        board: Bitboard,
        hand: AvailableTiles,
        limit: int,
        shut: frozenset[int] = frozenset(),
        must: int = 0,
        effort: Effort | None = None,
    ) -> None:
        codes = board.codes
        self._board, self._faces, self._limit, self._shut, self._must = board, board.faces, limit, shut, must
        self._effort = effort or Effort(ENDLESS)
        self._beside, self._alike, self._every = codes.beside, codes.alike, codes.every
        kin = codes.family[must] if must else codes.every
        self._kin = kin
        self._mask, self._wild_faces = hand.mask & kin, hand.wild_faces & kin
        self._left = [0] * len(codes.beside)
        for code, count in hand.counts.items():
            self._left[code] = count
        self._wilds = hand.wilds
        self._cells: list[int] = []
        self._codes: list[int] = []
        self._by_wild: list[int] = []
        self._rise = 0
        self._found: list[LinePlacement] = []
        self._way = self._other = 0
        self._cross: Mapping[int, int] = {}
        self._gains: dict[int, int] = {}
        self._contact, self._fitting = 0, 0

    def run(self) -> list[LinePlacement]:
        """Run the search, and return all lines that it finds, those across first."""
        across, down = self._board.ways
        fits_across, fits_down = self._board.accepted
        shut = dict.fromkeys(self._shut, 0)
        for self._way, self._other, fits in ((across, down, fits_down), (down, across, fits_across)):
            self._cross = {**fits, **shut} if shut else fits
            self._gains = {}
            for start, contact, fitting in self._find_starts():
                self._contact, self._fitting = contact, fitting
                self._grow(start, self._board.codes.every, 0, 0, NO_STEP, touched=False)
        return self._found

    def _find_starts(self) -> list[tuple[int, int, int]]:
        """Return the cells where a line that touches a tile can start, ascending, each with its first contact.

        That is the first cell of the line with a tile, or next to one, and the tiles that fit there as a bit mask.
        """
        faces, way, cross = self._faces, self._way, self._cross
        kin, there, codes = self._kin, self._mask | (self._wild_faces if self._wilds else 0), self._board.codes
        starts = []
        contacts = [(at, 1 << faces[at]) for at in self._board.tiles if kin >> faces[at] & 1]
        contacts += [(at, mask & there) for at, mask in cross.items() if mask & there]
        for contact, fitting in contacts:
            at = contact
            for steps in range(self._limit + 1):
                if faces[at - way] <= 0 and find_faces_around(fitting, steps, codes):
                    starts.append((at, contact, fitting))
                at -= way
                if faces[at] != EMPTY or at in cross:
                    break
        return sorted(starts)

    def _grow(  # noqa: PLR0913  # a state object for each step would be slower
        self, at: int, fit: int, length: int, before: int, step: int, *, touched: bool
    ) -> None:
        """Record the line as found if it can end before the cell `at`, then extend it to that cell in every way.

        `fit` are the codes of the tiles that can come next, as a bit mask; `length` is the number of the line's tiles
        so far, new or not; `before` is the code of the last one; `step` is 1 or -1 in a run, otherwise NO_STEP;
        `touched` is whether the line touches a tile that was on the board.
        """
        self._effort.left -= 1
        face = self._faces[at]
        if face > 0:
            if fit >> face & 1:
                self._continue(at, fit, face, length, before, step, touched=True)
            return
        if length >= SMALLEST_SET and touched and self._cells:
            self._note()
        if face != EMPTY or len(self._cells) == self._limit or self._effort.left < 0:
            return
        crossing = self._cross.get(at)
        if crossing is not None:
            fit_here, touched = fit & crossing, True
        elif touched:
            fit_here = fit
        else:
            fit_here = fit & find_faces_around(self._fitting, (self._contact - at) // self._way, self._board.codes)
        if fit_here:
            self._fill(at, fit, fit_here, length, before, step, touched=touched)

    def _fill(  # noqa: PLR0913, PLR0917  # as in `_grow`
        self, at: int, fit: int, fit_here: int, length: int, before: int, step: int, *, touched: bool
    ) -> None:
        gain = self._count_gain(at)
        self._rise += gain
        self._cells.append(at)
        left, tried = self._left, 0
        for code in list_bits(fit_here & self._mask):
            if left[code]:
                tried |= 1 << code
                left[code] -= 1
                self._codes.append(code)
                self._continue(at, fit, code, length, before, step, touched=touched)
                self._codes.pop()
                left[code] += 1
        if self._wilds:
            fit_here &= self._wild_faces & ~tried
            self._wilds -= 1
            self._by_wild.append(at)
            for code in list_bits(fit_here if length else fit_here & self._find_followed(at)):
                self._codes.append(code)
                self._continue(at, fit, code, length, before, step, touched=touched)
                self._codes.pop()
            self._by_wild.pop()
            self._wilds += 1
        self._cells.pop()
        self._rise -= gain

    def _find_followed(self, at: int) -> int:
        """Return a bit mask of what a wildcard that begins a line here can be, so that a tile can follow."""
        face = self._faces[at + self._way]
        return self._beside[face] if face > 0 else find_faces_around(self._mask, 1, self._board.codes)

    def _continue(  # noqa: PLR0913, PLR0917  # as in `_grow`
        self, at: int, fit: int, code: int, length: int, before: int, step: int, *, touched: bool
    ) -> None:
        if length == 0:
            fit = self._beside[code]
        elif length == 1:
            step = code - before if code - before in (1, -1) else NO_STEP
            fit = (1 << code + step & self._every) if step else self._alike[code] & ~(1 << code | 1 << before)
        elif step:
            fit = 1 << code + step & self._every
        else:
            fit &= ~(1 << code)
        self._grow(at + self._way, fit, length + 1, code, step, touched=touched)

    def _note(self) -> None:
        if self._must and not any(
            face == self._must and at not in self._by_wild for at, face in zip(self._cells, self._codes, strict=True)
        ):
            return
        line = LinePlacement(self._way, tuple(self._cells), tuple(self._codes), tuple(self._by_wild), self._rise)
        self._found.append(line)

    def _count_gain(self, at: int) -> int:
        """Return the intersections gained at `at`; one on an old tile between two new counts for the first."""
        faces, way = self._faces, self._way
        if at not in self._gains:
            self._gains[at] = self._count_alone(at)
        is_counted = self._cells and self._cells[-1] == at - 2 * way and faces[at - way] > 0
        return self._gains[at] - bool(is_counted)

    def _count_alone(self, at: int) -> int:
        """Return the number of intersections that a new tile in the cell `at` makes, also on the tiles next to it."""
        faces, way, other = self._faces, self._way, self._other
        gained = sum(
            faces[near] > 0 and faces[near - way] <= 0 and faces[near + way] <= 0 for near in (at - way, at + way)
        )
        if at in self._cross:
            gained += 1 + sum(faces[at + step] > 0 >= faces[at + 2 * step] for step in (other, -other))
        return gained
