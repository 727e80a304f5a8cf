"""Conversion of sets of individual tiles into table rows, where one set owns a shared tile and the other borrows it."""

from collections.abc import Iterable, Sequence

from engine.solver.crossings.candidates import CandidateMeld, Candidates
from engine.solver.plans.legality import LegalityCheck
from engine.tiles.edits import Row
from engine.tiles.melds import Meld
from engine.tiles.sets import TableSet, assign_letters


def rows_of(
    candidates: Candidates, sets: Sequence[CandidateMeld], host: CandidateMeld | None = None
) -> tuple[Row, ...]:
    """Return the whole table as rows: these sets, after the old table's rows if the sets use no tile of the table.

    `host` is the set that meets the joker rule for a freed joker; it owns that joker and the rack tiles with it.
    """
    table = candidates.legality.sets
    others = () if candidates.sets else add_rows(candidates.legality)
    melds = [(tuple(candidates.tiles[bit] for bit in each.bits), each.faces) for each in sets]
    rows = [Meld(tiles, faces).with_tiles(tiles, candidates.box).said for tiles, faces in melds]
    letters = assign_letters(table, (*others, *rows))[len(others) :]
    for (borrower, bit), owner in _assign_loans(candidates, sets, host).items():
        rows[borrower] = _lend(rows[borrower], sets[borrower].bits.index(bit), letters[owner])
    return (*others, *rows)


def add_rows(legality: LegalityCheck, melds: Iterable[Meld] = ()) -> tuple[Row, ...]:
    """Return the rows of the unchanged table, followed by these new sets as rows."""
    return (*map(_repeat_row, legality.sets), *(meld.said for meld in melds))


def _repeat_row(old: TableSet) -> Row:
    row = old.meld.said
    for each in old.borrowed:
        row = _lend(row, each.place, each.owner)
    return row


def _lend(row: Row, at: int, owner: str) -> Row:
    return (*row[:at], row[at]._replace(owner=owner), *row[at + 1 :])


def _assign_loans(
    candidates: Candidates, sets: Sequence[CandidateMeld], host: CandidateMeld | None
) -> dict[tuple[int, int], int]:
    """Return the owner of each tile that a set borrows from another, as {(borrower, bit): owner}, indexes of `sets`.

    The host owns all its tiles, then sets that meet the joker rule, then the others in order; a tile that one of these
    sets lent to the other before the turn is still lent that way. Loans are reversed where needed, so that each set
    owns a tile.
    """
    loans = {}
    owners: dict[int, int] = {}
    for place in sorted(
        range(len(sets)),
        key=lambda place: (sets[place] is not host, sets[place].breaks_joker_rule or not sets[place].freed),
    ):
        for bit in sets[place].bits:
            owner, borrower = owners.setdefault(bit, place), place
            if owner != borrower:
                if _is_lent_before(candidates, bit, sets[borrower], sets[owner]):
                    owner, borrower = borrower, owner
                loans[borrower, bit] = owner
    own = [len(each.bits) for each in sets]
    for borrower, _ in loans:
        own[borrower] -= 1
    poor = [place for place, count in enumerate(own) if not count]
    while poor:
        place = poor.pop()
        bit = max((bit for borrower, bit in loans if borrower == place), key=lambda bit: own[loans[place, bit]])
        owner = loans.pop((place, bit))
        loans[owner, bit] = place
        own[place], own[owner] = own[place] + 1, own[owner] - 1
        if not own[owner]:
            poor.append(owner)
    return loans


def _is_lent_before(candidates: Candidates, bit: int, owner: CandidateMeld, borrower: CandidateMeld) -> bool:
    return any(
        each.bit == bit and (candidates.before[each.rows[0]], candidates.before[each.rows[1]]) == (owner, borrower)
        for each in candidates.crossed
    )
