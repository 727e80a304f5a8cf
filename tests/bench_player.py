"""Turns entered through the bench, tap by tap: what is not in a menu that is shown can't be tapped."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import discord

from engine.game.actions import Action
from engine.game.bench_keys import Hold, NewSet, SetKey, Spot, TileKey, write
from engine.game.goals import Goal
from engine.game.variant import Variant
from engine.table.bench import TableBench
from engine.table.view import TableView
from engine.tiles.melds import Meld, read_melds
from engine.tiles.sets import TableSet, free_labels
from engine.tiles.tiles import JOKER, Box, Tile
from services.benches import BenchScreenData, update_state
from services.game_view import prepare_game_view
from storage.benches import BenchState
from storage.games import Game
from storage.settings import Person
from tests.support.panels import list_parts
from ui.controls import MOST_ENTRIES, Control
from ui.screens.bench import input as steps
from ui.screens.bench import menus, screen, status
from ui.screens.bench.menus import MORE

BOX = Box()
STEPS = {
    "pick": steps.pick_from_rack,
    "lying": steps.pick_from_set,
    "spot": steps.take_from_table,
    "target": steps.place_picks,
    "face": steps.read_joker,
    "color": steps.filter_rack,
}


@dataclass
class Player:
    """One seat's bench; `taps` counts what was tapped."""

    variant: Variant[Any]
    game: Game
    view: TableView
    state: BenchState = field(default_factory=BenchState)
    taps: int = 0

    @property
    def bench(self) -> BenchScreenData:
        seen = prepare_game_view(self.game, self.variant, self.view, "here")
        arranged = self.variant.prepare_draft(self.view, self.state.draft)
        assert not arranged.conflicts
        appraisal = self.variant.check_draft(self.view, arranged.bench)
        return BenchScreenData(seen, self.state, arranged, appraisal, Person())

    @property
    def table(self) -> TableBench:
        arranged = self.bench.arranged.bench
        assert isinstance(arranged, TableBench)
        return arranged

    def tap(self, verb: str, *values: str, argument: str = "") -> None:
        """Tap what the panel shows; anything else is an error of the test."""
        bench = self.bench
        panel = screen.build_bench(bench, discord.File(BytesIO(), "bench.png", description="-"))
        for item in list_parts(panel):
            control = Control.read(str(getattr(item, "custom_id", "")))
            if control and control.verb == verb and (not argument or control.argument == argument):
                offered = {option.value for option in getattr(item, "options", [])}
                assert set(values) <= offered, (verb, values, offered)
                argument = control.argument
                break
        else:
            raise AssertionError((verb, argument))
        self.taps += 1
        state = STEPS[verb](bench, argument, values)
        assert state is not None, (verb, values)
        self.state = state

    # with Fit

    def fit(self, tiles: Sequence[Tile]) -> None:
        """Pick these tiles of the rack, for which a place is found at once."""
        self.pick(tiles)
        bench = self.bench
        found = self.variant.find(self.view, Goal.FIT, steps.list_wanted_tiles(bench))
        if found is not None and (self.state.picks or bench.appraisal.refusal):
            self.state = update_state(bench, bench.arranged.bench.as_played(found.action))

    def confirm(self) -> Action:
        bench = self.bench
        assert status.can_confirm(bench), bench.appraisal
        self.taps += 1
        return bench.arranged.bench.action(self.view.you or 0)

    # by hand

    def pick(self, tiles: Sequence[Tile]) -> None:
        """Pick tiles of the rack, page by page; what has one place goes there at once, and the rest moves up."""
        wanted = Counter(tiles)
        while +wanted:
            bench = self.bench
            left = list(
                zip(
                    menus.name_tiles(menus.list_rack_tiles(bench)),
                    menus.list_rack_tiles(bench),
                    strict=True,
                )
            )
            picked = set(menus.name_tiles(bench.state.picks.rack))
            indexes = [index for index, (name, tile) in enumerate(left) if wanted[tile] > 0 and name not in picked]
            page = indexes[0] // MOST_ENTRIES
            chosen = []
            for name, tile in left[page * MOST_ENTRIES : (page + 1) * MOST_ENTRIES]:
                if name not in picked and wanted[tile] > 0:
                    wanted[tile] -= 1
                elif name not in picked:
                    continue
                chosen.append(name)
            if page != min(bench.state.page, menus.count_pages(bench) - 1):
                self.tap("color", str(page))
            self.tap("pick", *chosen)

    def pick_from_table(self, spot: Spot, tiles: Counter[Tile]) -> None:
        """Pick tiles that are in a row or on hold."""
        (key, *others) = _find_keys(self.bench, spot, tiles)
        if not others and write(key) in self._offered("spot"):
            return self.tap("spot", write(key))
        self.choose("spot", write(spot))
        return self.tap("lying", *map(write, (key, *others)))

    def choose(self, verb: str, value: str) -> None:
        """Choose from a menu that may have more pages."""
        for _ in range(10):
            if value in self._offered(verb):
                return self.tap(verb, value)
            self.tap(verb, MORE)
        raise AssertionError((verb, value))

    def _offered(self, verb: str) -> set[str]:
        """The values in a menu; none if it is not shown."""
        panel = screen.build_bench(self.bench, discord.File(BytesIO(), "bench.png", description="-"))
        return {
            option.value
            for item in list_parts(panel)
            if isinstance(item, discord.ui.Select)
            and (control := Control.read(item.custom_id))
            and control.verb == verb
            for option in item.options
        }

    def gather(self, tiles: Sequence[Tile], after: Sequence[TableSet]) -> bool:
        """Pick all tiles that are played or moved, and see whether they find their places by themselves."""
        self.pick(tiles)
        wanted = {each.label: Counter(each.meld.tiles) for each in after}
        for label, row in self.table.placed.items():
            if not self.state.picks:
                break
            if gone := Counter(piece.tile for piece in row) - wanted.get(label, Counter()):
                self.pick_from_table(SetKey(label), gone)
        return not self.state.picks

    def arrange(self, after: Sequence[TableSet]) -> None:
        """Make these sets, one after the other."""
        before = {each.label for each in self.view.table}
        wanted = {each.label: Counter(each.meld.tiles) for each in after}
        letters = {label: label for label in wanted if label in before}
        labels = sorted(wanted, key=lambda label: label not in before)
        for _ in range(6):  # tiles may go to a place of their own at once, and split a set that was there
            brought = [self._more(label, wanted, letters) for label in labels]
            if not any(brought):
                break
        self.name_jokers(after, letters)

    def _more(self, label: str, wanted: dict[str, Counter[Tile]], letters: dict[str, str]) -> bool:
        """Bring what a set lacks; False where it lacks nothing."""
        here = letters.get(label, "")
        table = self.table
        need = wanted[label] - Counter(piece.tile for piece in table.rows.get(here, ()))
        if not need:
            return False
        fresh = self._fresh()
        sources = self._sources(need, here, wanted, letters)
        rack = need - sum((tiles for _, tiles in sources), Counter())
        for source, tiles in sources:
            self.pick_from_table(source, tiles)
        if rack:
            self.pick(list(rack.elements()))
        if self.state.picks:
            self.choose("target", write(SetKey(here) if here else NewSet()))
        made = self.table.rows.get(fresh, ())
        if not here and made and Counter(piece.tile for piece in made) <= wanted[label]:
            letters[label] = fresh
        return True

    def _fresh(self) -> str:
        """The letter of the next new set."""
        return next(free_labels({*self.table.rows, *(each.label for each in self.view.table)}))

    def _sources(
        self, need: Counter[Tile], label: str, wanted: dict[str, Counter[Tile]], letters: dict[str, str]
    ) -> list[tuple[Spot, Counter[Tile]]]:
        """Where needed tiles are: in rows that aren't to keep them."""
        rows = {key: Counter(piece.tile for piece in row) for key, row in self.table.rows.items() if key != label}
        keep = {letters[key]: tiles for key, tiles in wanted.items() if key in letters}
        found: list[tuple[Spot, Counter[Tile]]] = []
        if held := Counter(self.table.hold) & need:
            found.append((Hold(), held))
            need = need - held
        for key, tiles in rows.items():
            spare = (tiles - keep.get(key, Counter())) & need
            if spare:
                found.append((SetKey(key), spare))
                need = need - spare
        return found

    def name_jokers(self, after: Sequence[TableSet], letters: dict[str, str]) -> None:
        """Say what each joker is that does not stand for the right tile by itself."""
        for each in after:
            label, faces = letters[each.label], each.meld.in_order.faces
            if JOKER not in each.meld.tiles:
                continue
            unclear = label in self.bench.appraisal.unclear
            if unclear or faces not in {read.in_order.faces for read in self._read(label)}:
                ways = (read_melds(way, BOX)[0].in_order.faces for way in self.table.ways(label))
                self.tap("face", f"{label}.{list(ways).index(faces)}")

    def _read(self, label: str) -> Sequence[Meld]:
        return read_melds(self.table.rows[label], BOX)


def _find_keys(bench: BenchScreenData, spot: Spot, tiles: Counter[Tile]) -> list[TileKey]:
    """The keys of these tiles at a place."""
    left, keys = Counter(tiles), list[TileKey]()
    for key, tile in bench.arranged.bench.spots[spot].items():
        if left[tile]:
            left[tile] -= 1
            keys.append(key)
    assert not +left
    return keys


def sets_of(sets: Sequence[TableSet]) -> Counter[tuple[Tile, ...]]:
    """The rows, whatever their letters and order."""
    return Counter(tuple(sorted(each.meld.tiles, key=str)) for each in sets)
