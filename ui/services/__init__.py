"""The services that all cogs share, built once: tables, searches, pictures and messages."""

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
from ui.controls import LONGEST_CHOICE
from ui.interaction_webhooks import InteractionWebhooks
from ui.messages.end_cards import EndCards
from ui.messages.failure_notices import FailureNotices
from ui.messages.leaderboard_posts import LeaderboardScreens, ServerPosts
from ui.messages.limits import Limits
from ui.messages.private.direct_bench import DirectBenches
from ui.messages.private.live_responses import LiveResponses
from ui.messages.private.private_bench import PrivateBenches
from ui.messages.private.solo_game import SoloGames
from ui.messages.public_screens import PublicScreens
from ui.messages.public_table import PublicTables
from ui.messages.tournament_posts import TournamentPosts
from ui.network.request_budget import RequestBudget
from ui.outbox import Outbox
from ui.pictures import Pictures
from ui.tile_signs import TileEmojis


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerSettings:
    """The owner's settings that the services need.

    `always_upload`: upload the slash commands at every start, even if they haven't changed. `uses_webhooks`: post, edit
    and delete public messages by interactions' webhooks where that's possible. `daily_backups` is None if the owner
    wants none.
    """

    computer_pause: Pause
    always_upload: bool = False
    uses_webhooks: bool = True
    retention: Retention = field(default_factory=Retention)
    owner: Owner = UNKNOWN_OWNER
    daily_backups: DailyBackups | None = None


class Services:
    """The services that every cog gets as its only argument, built from those that `bot.py` has created."""

    def __init__(  # noqa: PLR0913  # the composition root decides each of them
        self,
        client: commands.AutoShardedBot,
        *,
        tables: Tables,
        emojis: TileEmojis,
        puzzles: PuzzlePool,
        database: Database,
        budget: RequestBudget,
        choices: OwnerSettings,
        metrics: MetricsSink = NO_METRICS,
    ) -> None:
        self.client = client
        self.choices = choices
        self.metrics = metrics
        self.budget = budget
        self.tables = tables
        self.puzzles = puzzles
        self.search = TurnSearch()
        self.pictures = Pictures()
        self.emojis = emojis
        self.suggestions = Suggestions(tables, self.search, LONGEST_CHOICE)
        self.vitals = VitalsStore(database)
        self.uploads = UploadStore(database)
        self.limits = Limits(tables.now)
        self.webhooks = InteractionWebhooks(tables.now, is_on=choices.uses_webhooks)
        self.outbox = Outbox(client, tables.posts, tables.now, webhooks=self.webhooks, budget=budget)
        self.end_cards = EndCards(tables, self.pictures)
        boards = Leaderboards(tables, puzzles, LeaderboardStore(database))
        self.leaderboards = LeaderboardScreens(tables, self.pictures, boards)
        self.leaderboard_posts = LeaderboardPostStore(database)
        self.server_posts = ServerPosts(client, tables, self.leaderboard_posts, self.leaderboards, self.outbox)
        self.public_screens = PublicScreens(tables, self.pictures, self.end_cards)
        self.responses = LiveResponses(tables)
        self.public_table = PublicTables(
            client,
            tables,
            self.public_screens,
            self.pictures,
            outbox=self.outbox,
            limits=self.limits,
            webhooks=self.webhooks,
            is_at_rack=self.responses.is_at_rack,
        )
        self.failure_notices = FailureNotices(client, tables, self.outbox.failures)
        self.private_bench = PrivateBenches(
            tables, self.pictures, self.end_cards, self.search, responses=self.responses, webhooks=self.webhooks
        )
        self.direct_bench = DirectBenches(client, tables, self.private_bench, self.outbox)
        self.solo_games = SoloGames(tables, self.public_screens, self.private_bench, self.responses)
        self.tournaments = Tournaments(tables, TournamentStore(database))
        self.tournament_posts = TournamentPosts(
            client,
            tables,
            self.tournaments,
            self.pictures,
            outbox=self.outbox,
            deal=self.private_bench.deal,
        )
        self.personal_data = PersonalData(tables, self.tournaments, database, choices.retention)

    @property
    def messages(self) -> tuple[Any, ...]:
        """The services that keep messages up to date, and so must be told of every changed game."""
        return self.public_table, self.direct_bench, self.responses

    async def close(self) -> None:
        """Stop updating messages; a public message that is being updated is finished first."""
        await self.outbox.close()
        await self.public_table.close()
        await self.responses.close()
        self.end_cards.close()
