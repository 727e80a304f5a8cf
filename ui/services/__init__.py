"""The services that all cogs share, built once: tables, searches, pictures and messages."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from discord.ext import commands

from monitoring.owner import UNKNOWN_OWNER, Owner
from monitoring.sink import NO_METRICS, MetricsSink
from services.computers import Pause
from services.people.leaderboards import Leaderboards
from services.people.personal_data import PersonalData
from services.puzzles.pool import PuzzlePool
from services.search import TurnSearch
from services.suggestions import Suggestions
from services.tables import Tables
from services.tournaments.tournaments import Tournaments
from storage.backups.daily import DailyBackups
from storage.database import Database
from storage.leaderboard_posts import LeaderboardPostStore
from storage.personal_data.retention import Retention
from storage.results.leaderboards import LeaderboardStore
from storage.tournaments.store import TournamentStore
from storage.uploads import UploadStore
from storage.vitals import VitalsStore
from ui.controls import LONGEST_CHOICE, Interaction
from ui.messages.end_cards import EndCards
from ui.messages.end_votes import EndVotes
from ui.messages.failure_notices import FailureNotices
from ui.messages.interaction_webhooks import InteractionWebhooks
from ui.messages.leaderboard_posts import LeaderboardScreens
from ui.messages.limits import Limits
from ui.messages.private.direct_bench import DirectBenches
from ui.messages.private.open_panels import OpenPanels
from ui.messages.private.private_bench import PrivateBenches
from ui.messages.private.solo_game import SoloGames
from ui.messages.public_screens import PublicScreens
from ui.messages.public_table import PublicTables
from ui.messages.tournament_posts import TournamentPosts
from ui.messages.turn_pings import TurnPings
from ui.network.request_budget import RequestBudget
from ui.pictures import Pictures, TileEmojis


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerSettings:
    """The owner's settings that the services need; `daily_backups` is None if the owner wants none."""

    computer_pause: Pause
    always_upload: bool = False
    uses_webhooks: bool = True
    retention: Retention = field(default_factory=Retention)
    owner: Owner = UNKNOWN_OWNER
    daily_backups: DailyBackups | None = None


@dataclass(frozen=True, slots=True)
class Services:
    """The services that every cog gets as its only argument."""

    client: commands.AutoShardedBot
    choices: OwnerSettings
    metrics: MetricsSink
    vitals: VitalsStore
    budget: RequestBudget
    tables: Tables
    search: TurnSearch
    suggestions: Suggestions
    puzzles: PuzzlePool
    uploads: UploadStore
    pictures: Pictures
    emojis: TileEmojis
    end_cards: EndCards
    leaderboards: LeaderboardScreens
    leaderboard_posts: LeaderboardPostStore
    limits: Limits
    open_panels: OpenPanels
    public_screens: PublicScreens
    public_table: PublicTables
    failure_notices: FailureNotices
    webhooks: InteractionWebhooks
    private_bench: PrivateBenches
    direct_bench: DirectBenches
    tournaments: Tournaments
    tournament_posts: TournamentPosts
    personal_data: PersonalData
    solo_games: SoloGames

    @property
    def messages(self) -> tuple[Any, ...]:
        """The services that keep messages up to date, and so must be told of every changed game."""
        return self.public_table, self.private_bench, self.direct_bench, self.solo_games, self.open_panels

    @contextmanager
    def hold_back(self, interaction: Interaction, game_id: int) -> Iterator[None]:
        """Suspend updates of the tapped rack in a `with` block that handles the tap: the response shows them."""
        with self.solo_games.hold_back(game_id), self.private_bench.hold_back(interaction, game_id):
            yield

    async def close(self) -> None:
        """Stop updating messages; a public message that is being updated is finished first."""
        for each in self.messages:
            await each.close()
        await self.tournament_posts.close()
        self.end_cards.close()


def assemble(  # noqa: PLR0913  # the composition root decides each of them
    client: commands.AutoShardedBot,
    *,
    tables: Tables,
    puzzles: PuzzlePool,
    database: Database,
    budget: RequestBudget,
    choices: OwnerSettings,
    metrics: MetricsSink = NO_METRICS,
) -> Services:
    """Build the services that all cogs share from those that `bot.py` has created."""
    search, pictures, emojis = TurnSearch(), Pictures(), TileEmojis()
    end_cards, limits = EndCards(tables, pictures), Limits(tables.now)
    public_screens = PublicScreens(tables, pictures, end_cards)
    boards = Leaderboards(tables, puzzles, LeaderboardStore(database))
    webhooks = InteractionWebhooks(tables.now, is_on=choices.uses_webhooks)
    public_table = PublicTables(
        client,
        tables,
        public_screens,
        pings=TurnPings(client, tables, pictures, limits, webhooks),
        votes=EndVotes(client, tables, limits),
        webhooks=webhooks,
        budget=budget,
    )
    open_panels = OpenPanels(tables, end_cards)
    private_bench = PrivateBenches(tables, pictures, end_cards, emojis, search)
    solo_games = SoloGames(tables, public_screens, private_bench)
    tournaments = Tournaments(tables, TournamentStore(database))
    private_bench.watchers += [solo_games.note_shown, open_panels.note_shown]
    return Services(
        client=client,
        choices=choices,
        metrics=metrics,
        vitals=VitalsStore(database),
        budget=budget,
        tables=tables,
        search=search,
        suggestions=Suggestions(tables, search, LONGEST_CHOICE),
        puzzles=puzzles,
        uploads=UploadStore(database),
        pictures=pictures,
        emojis=emojis,
        end_cards=end_cards,
        leaderboards=LeaderboardScreens(tables, pictures, boards),
        leaderboard_posts=LeaderboardPostStore(database),
        limits=limits,
        open_panels=open_panels,
        public_screens=public_screens,
        public_table=public_table,
        failure_notices=FailureNotices(client, tables, public_table.failures),
        webhooks=webhooks,
        private_bench=private_bench,
        direct_bench=DirectBenches(client, tables, private_bench),
        tournaments=tournaments,
        tournament_posts=TournamentPosts(client, tables, tournaments, pictures),
        personal_data=PersonalData(tables, tournaments, database, choices.retention),
        solo_games=solo_games,
    )
