"""Everything that the picture of a bench shows, and that its alt text says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.game.bench import Bench, DraftCheck, Picks, Target
from engine.game.bench_keys import Spot
from engine.game.views import RackView, View
from engine.text.phrases import later
from render.content.bench_rack import group_rack
from render.content.rack_order import Sorting, TileGroup
from render.content.targets import letter_targets, list_targets

YOU = later("You")


@dataclass(frozen=True, kw_only=True)
class BenchScene:
    """A player's bench as it is to be drawn: `view` is what the player sees, and `bench` the draft of their turn.

    `appraisal` is the rules' check of the draft, whose verdicts are drawn. `names` are the players' display names in
    the order of the seats; they are untrusted, and the viewer's own isn't used. A puzzle has none, and then neither the
    players nor the pool are shown. `picks` are the tiles picked up, and `spot` is the set (or the row of a grid) whose
    tiles are listed in a menu, None for none. `sorting` is how the rack is shown, and `page` the page, from 0, of the
    menu of places for the picked tiles.
    """

    view: View
    bench: Bench
    names: Sequence[str]
    appraisal: DraftCheck = field(default_factory=DraftCheck)
    picks: Picks = field(default_factory=Picks)
    spot: Spot | None = None
    sorting: Sorting = field(default_factory=Sorting)
    page: int = 0

    @property
    def rack(self) -> RackView:
        """The viewer's rack before the draft.

        Raises:
            ValueError: the view is a spectator's.
        """
        if self.view.rack is None:
            raise ValueError("A spectator has no rack.")
        return self.view.rack

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The players' names in the order of the seats, with `YOU` for the viewer."""
        return tuple(str(YOU) if seat == self.view.you else name for seat, name in enumerate(self.names))

    @cached_property
    def rack_groups(self) -> tuple[TileGroup, ...]:
        """The groups of the rack as its player sees them."""
        return group_rack(self.rack, self.bench, self.picks, self.sorting)

    @cached_property
    def lettered(self) -> Mapping[str, Target]:
        """The places on a grid for the picked tiles that the menu lists, by the letter that marks their cell."""
        return letter_targets(list_targets(self.bench, self.picks, self.appraisal), self.page)
