"""Everything that cogs work with, built once: what the bot knows, and the messages and pictures that show it."""

from dataclasses import dataclass
from typing import Any

from discord.ext import commands

from services.computers import Pause
from services.fitting import Fitting
from services.puzzle_pool import PuzzleDesk
from services.search import Thinking
from services.suggestions import Completions
from services.tables import House
from storage.uploads import UploadStore
from ui.controls import LONGEST_CHOICE
from ui.messages.direct_bench import DirectBenches
from ui.messages.private_bench import Racks
from ui.messages.public_table import BoardKeeper
from ui.messages.rules_panel import Rules
from ui.messages.solo_game import OwnTables
from ui.pictures import Pictures, TileEmojis


@dataclass(frozen=True, slots=True)
class Services:
    """The one argument of every cog.

    `always_upload`: the slash commands are uploaded at each start, even if they haven't changed.
    """

    client: commands.Bot
    tables: House
    search: Thinking
    suggestions: Completions
    puzzles: PuzzleDesk
    uploads: UploadStore
    pictures: Pictures
    emojis: TileEmojis
    rules_panel: Rules
    public_table: BoardKeeper
    private_bench: Racks
    direct_bench: DirectBenches
    solo_games: OwnTables
    computer_pause: Pause
    always_upload: bool

    @property
    def messages(self) -> tuple[Any, ...]:
        """The objects that keep messages up to date."""
        return self.public_table, self.private_bench, self.direct_bench, self.solo_games

    async def close(self) -> None:
        """Finish the messages in hand, and change no more of them."""
        for each in self.messages:
            await each.close()


def assemble(  # noqa: PLR0913  # each is the composition root's to decide
    client: commands.Bot,
    *,
    tables: House,
    puzzles: PuzzleDesk,
    uploads: UploadStore,
    computer_pause: Pause,
    always_upload: bool,
) -> Services:
    """Build what needs nothing but these."""
    search, pictures, emojis = Thinking(), Pictures(), TileEmojis()
    public_table = BoardKeeper(client, tables, pictures)
    private_bench = Racks(tables, pictures, emojis.of, Fitting(search))
    solo_games = OwnTables(tables, public_table, private_bench)
    private_bench.watchers.append(solo_games.shown)
    return Services(
        client=client,
        tables=tables,
        search=search,
        suggestions=Completions(tables, search, LONGEST_CHOICE),
        puzzles=puzzles,
        uploads=uploads,
        pictures=pictures,
        emojis=emojis,
        rules_panel=Rules(tables, pictures),
        public_table=public_table,
        private_bench=private_bench,
        direct_bench=DirectBenches(client, tables, private_bench),
        solo_games=solo_games,
        computer_pause=computer_pause,
        always_upload=always_upload,
    )
