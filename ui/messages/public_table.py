"""The public messages of each table: the table itself, calls to the player to move, a vote, and its announcement.

The table is edited in place, and posted again when it's old or has scrolled away. The ping is a follow-up of the last
player's interaction if its webhook can post one, because Discord doesn't count those requests in the bot's limit.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import discord

from engine.game.views import View
from engine.text.phrases import Phrase, later, say, speak, speak_in
from services.concurrency.coalesce import Coalescer
from services.deadlines import has_one_person_left, is_unreminded
from services.game_view import find_last_mover, follows_own_action, is_between_computers
from services.tables import Tables
from storage.games import Game, Phase
from storage.posts import TABLE, Post, list_tables, name_table
from storage.pseudonyms import mention
from ui.controls import Control, Interaction, make_nonce, row
from ui.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from ui.layout import picture, screen, text
from ui.messages.channels.threads import build_announcement
from ui.messages.limits import Call, Limits
from ui.messages.public_screens import PublicScreens
from ui.network import request_budget
from ui.network.request_budget import Urgency
from ui.outages import FAILURES, describe_discord_error
from ui.outbox import Outbox
from ui.pictures import Pictures
from ui.places import channel_of, describe_place
from ui.replies import update
from ui.screens.leaving import build_end_question
from ui.screens.table import make_rack_button
from ui.wanted import Content, Wanted, WantedPost

log = logging.getLogger(__name__)

OLDEST = 50 * 60  # seconds until the table is posted again: Discord limits edits after an hour (error 30046)
MOST_TURNS = 16  # changes of the game until it's posted again, because it has scrolled away; chosen with `requests`
PING, REMINDER, VOTE, ANNOUNCEMENT = "ping", "reminder", "vote", "announcement"

# By whether the game counts as lost, and whether there's no clock. Those in the channel name the person.
_REMINDERS = {
    (True, True): later("{name}, it's still your turn. The game counts as lost {when} if you don't play."),
    (False, True): later("{name}, it's still your turn. A computer takes over {when} if you don't play."),
    (False, False): later("{name}, half your time is gone. Your turn ends {when}."),
}
_DIRECT_REMINDERS = {
    (True, True): later(
        "**{game}** in {channel}: it's still your turn. The game counts as lost {when} if you don't play."
    ),
    (False, True): later(
        "**{game}** in {channel}: it's still your turn. A computer takes over {when} if you don't play."
    ),
    (False, False): later("**{game}** in {channel}: half your time is gone. Your turn ends {when}."),
}


class PublicTables:
    """The lister of tables' messages, and all that changes them."""

    def __init__(  # noqa: PLR0913  # the composition root decides each of them
        self,
        client: discord.Client,
        tables: Tables,
        screens: PublicScreens,
        pictures: Pictures,
        *,
        outbox: Outbox,
        limits: Limits,
        webhooks: InteractionWebhooks,
        is_at_rack: Callable[[int, int], bool],
    ) -> None:
        self._client = client
        self._tables = tables
        self._screens = screens
        self._pictures = pictures
        self._outbox = outbox
        self._limits = limits
        self._webhooks = webhooks
        self._is_at_rack = is_at_rack
        self._unpinged: dict[int, tuple[int, int]] = {}  # by game: the turn that began with its player at their rack
        self._reminding = Coalescer("reminders", self._remind)
        self._reminders: dict[int, str] = {}  # by game: the purpose of the reminder in its channel
        outbox.listers[TABLE] = self.list_wanted

    def on_change(self, game: Game) -> None:
        """Schedule an update of this game's messages; computers' moves in a row are shown within three seconds."""
        self._outbox.refresh(name_table(game.id), request_budget.LONGER_PAUSE if is_between_computers(game) else 0)

    async def post(self, game: Game, after: Interaction | None = None) -> None:
        """Show this game's messages, and wait at most a second for them: the response that follows is below.

        They may be follow-ups of the interaction `after`, which has been answered.
        """
        if after:
            self._webhooks.note_end(after)
        await self._outbox.show(name_table(game.id))

    async def answer(self, interaction: Interaction, game: Game, called: Sequence[int] = ()) -> None:
        """Respond with a new message of this table, and delete the old one; `called` are notified, by user id."""
        with speak_in(*await self._tables.languages.of_server(game.guild_id)):
            wanted = replace(self._want_table(game, ()), called=called)
            await self._outbox.respond(interaction, name_table(game.id), wanted)

    async def update_tapped(self, interaction: Interaction, game: Game) -> bool:
        """Respond to a tap by updating the table's message; return False if another message was tapped."""
        if interaction.message is None:
            return False
        async with self._outbox.holding(name_table(game.id), TABLE, interaction.message.id) as is_ours:
            if is_ours:
                with speak_in(*await self._tables.languages.of_server(game.guild_id)):
                    view, files = await self._screens.show(await self._tables.require_game(game.id))
                await update(interaction, view, files)
            return is_ours

    async def keep_announcement(self, interaction: Interaction, game: Game) -> None:
        """Keep the response true from which this game's thread was created; it has the thread's id."""
        self._webhooks.note_posted(game.channel_id, InteractionWebhook.of(interaction))
        await self._outbox.adopt(name_table(game.id), ANNOUNCEMENT, "", channel_of(interaction), game.channel_id)

    def remind(self, game: Game) -> None:
        """Schedule a reminder for the player to move; it isn't sent if the turn ends first, or for solo games."""
        if game.state and not game.is_solo:
            self._reminding.schedule((game.id, game.state.turns))

    async def _remind(self, turn: tuple[int, int]) -> None:
        """Send the reminder as a direct message to whoever wants and takes that, else let it be posted."""
        game_id, turns = turn
        game = await self._tables.games.get(game_id)
        view, person = self._find_awaited(game) if game else (None, None)
        if game and view and person and view.turns == turns and not await self._send_dm(game, person):
            self._reminders[game_id] = f"{REMINDER} {turns} {self._tables.now()}"
        self._outbox.refresh(name_table(game_id))

    def _find_awaited(self, game: Game) -> tuple[View | None, int | None]:
        """Return a running game's view, if the turn or the wait has an end, and the user id of the person to move."""
        view = self._tables.view_for(game).view if game.phase is Phase.PLAYING and game.due_at else None
        return view, game.find_person_to_move(view.turn) if view else None

    async def close(self) -> None:
        """Send no more reminders."""
        await self._reminding.close()

    async def list_wanted(self, owner: str, posts: Sequence[Post]) -> Wanted | None:
        """Return the messages that a table wants; a solo game has none."""
        game = await self._tables.games.get(int(owner.removeprefix(TABLE)))
        if game is None or game.is_solo:
            return None
        speak(*await self._tables.languages.of_server(game.guild_id))
        wanted = [
            *self._want_announcement(game, posts),
            *self._want_vote(game, posts),
            self._want_table(game, posts),
            *self._want_ping(game, posts),
            *self._want_reminder(game, posts),
        ]
        return Wanted(version=game.shown_version, guild_id=game.guild_id, posts=wanted, is_over=game.phase.has_ended)

    def _want_table(self, game: Game, posts: Sequence[Post]) -> WantedPost:
        there = [each for each in list_tables(posts) if each.channel_id == game.channel_id]
        purpose = there[-1].purpose if there and not self._is_old(game, there[-1]) else f"{TABLE} {game.version}"
        return WantedPost(
            purpose=purpose,
            channel_id=game.channel_id,
            shown=game.shown_version,
            build=partial(self._show, game),
            urgency=Urgency.TABLE,
            replaces=TABLE,
        )

    async def _show(self, game: Game) -> Content:
        return Content(*await self._screens.show(game))

    def _is_old(self, game: Game, post: Post) -> bool:
        """Return whether to post the table again, whose purpose names the version at which it was posted.

        While one person plays computers, nobody has pushed it away, and a new one would push that person's rack up.
        """
        posted_version = int(post.purpose.removeprefix(TABLE))
        has_scrolled = game.version - posted_version >= MOST_TURNS and len(game.list_present_people()) > 1
        return game.phase is not Phase.LOBBY and (has_scrolled or self._tables.now() - post.posted_at >= OLDEST)

    def _want_ping(self, game: Game, posts: Sequence[Post]) -> Iterator[WantedPost]:
        """Yield the ping of the player to move. If the table is moved to and fro, not every ping notifies them.

        A player whose own action led to the turn isn't pinged, nor is one who has just used their rack: they are here,
        and a ping would push their rack up.
        """
        if game.phase is not Phase.PLAYING:
            self._unpinged.pop(game.id, None)
            return
        view = self._tables.view_for(game).view
        purpose, person = f"{PING} {view.turns}", game.find_person_to_move(view.turn)
        is_first = all(each.purpose != purpose for each in posts)
        if person is None or (is_first and (follows_own_action(game, view.turn) or self._is_here(game, person))):
            return
        called = [person] if is_first else self._limits.list_uncalled(Call.MOVE, game, [person])

        async def build() -> Content:
            deadline = "" if view.deadline is None else " " + say("Ends {when}", when=f"<t:{view.deadline}:R>")
            return Content(_make_rack_view(game), (), say("{name}, it's your turn.", name=mention(person)) + deadline)

        yield WantedPost(
            purpose=purpose,
            channel_id=game.channel_id,
            build=build,
            called=called,
            urgency=Urgency.PING,
            ready=partial(self._webhooks.wait_for_answers, game.channel_id),
            webhook=partial(self._webhooks.find_latest, game.channel_id, find_last_mover(game)),
            then=None if is_first else self._note_called(Call.MOVE, game, called),
        )

    def _is_here(self, game: Game, person: int) -> bool:
        """Return whether the player was at their rack when the turn began, as far as this process knows."""
        turn = (self._tables.view_for(game).view.turns, game.channel_id)
        if self._unpinged.get(game.id) != turn and self._is_at_rack(game.id, person):
            self._unpinged[game.id] = turn
        return self._unpinged.get(game.id) == turn

    def _want_reminder(self, game: Game, posts: Sequence[Post]) -> Iterator[WantedPost]:
        """Yield the reminder in the channel, until its turn is over or the player was active."""
        view, person = self._find_awaited(game)
        due = [self._reminders.get(game.id, ""), *(each.purpose for each in reversed(posts))]
        of_turn = f"{REMINDER} {view.turns} " if view else None
        purpose = next((each for each in due if of_turn and each.startswith(of_turn)), None)
        if view is None or person is None or purpose is None or is_unreminded(game):
            self._reminders.pop(game.id, None)
            return

        async def build() -> Content:
            return Content(_make_rack_view(game), (), _write_reminder(_REMINDERS, game, view, name=mention(person)))

        yield WantedPost(
            purpose=purpose, channel_id=game.channel_id, build=build, called=[person], urgency=Urgency.PING
        )

    async def _send_dm(self, game: Game, person: int) -> bool:
        """Send `person` a direct message with the table's picture; return False if they want none, or if it fails."""
        if not (await self._tables.settings.person(person)).dm:
            return False
        with speak_in(*await self._tables.languages.of_person(person)):
            game_view = self._tables.view_for(game)
            file = await self._pictures.draw_table(game_view)
            name, place = game_view.variant.info.name, describe_place(game_view)
            words = _write_reminder(_DIRECT_REMINDERS, game, game_view.view, game=name, channel=place)
            panel = screen([text(words), picture(file), row(game, make_rack_button())])
        try:
            channel = await self._client.create_dm(discord.Object(person))
            await channel.send(view=panel, files=[file], nonce=make_nonce())
        except FAILURES as error:
            log.info("a player of table %s takes no direct messages: %s", game.id, describe_discord_error(error))
            return False
        return True

    def _want_announcement(self, game: Game, posts: Sequence[Post]) -> Iterator[WantedPost]:
        """Yield the message from which the table's thread was created, which leads to its channel, if it has one."""

        async def build() -> Content:
            return Content(build_announcement(game, self._tables.variant(game)))

        for channel_id in {each.channel_id for each in posts if each.purpose == ANNOUNCEMENT}:
            shown = f"{game.channel_id} {game.phase is Phase.LOBBY}"
            yield WantedPost(
                purpose=ANNOUNCEMENT, channel_id=channel_id, shown=shown, build=build, is_root=True, may_fail=True
            )

    def _want_vote(self, game: Game, posts: Sequence[Post]) -> Iterator[WantedPost]:
        """Yield the vote on ending the game: its message is edited as people agree, and notifies whoever hasn't."""
        if not game.is_ending or not game.list_undecided():
            return
        asked = [user_id for seat in game.list_undecided() if (user_id := game.players[seat].user_id)]
        is_there = any(each.purpose == VOTE for each in posts)
        called = [] if is_there else self._limits.list_uncalled(Call.VOTE, game, asked)

        async def build() -> Content:
            return Content(build_end_question(self._tables.view_for(game)))

        agreed = [seat for seat in game.list_present() if game.players[seat].agrees_to_end]
        yield WantedPost(
            purpose=VOTE,
            channel_id=game.channel_id,
            shown=" ".join(map(str, agreed)),
            build=build,
            called=called,
            urgency=Urgency.TABLE,
            then=self._note_called(Call.VOTE, game, called),
        )

    def _note_called(self, call: Call, game: Game, called: Sequence[int]) -> Callable[[int], Awaitable[None]]:
        async def note(_: int) -> None:
            self._limits.note_called(call, game, called)

        return note


def _write_reminder(
    sentences: Mapping[tuple[bool, bool], Phrase], due: Game, view: View, /, **facts: str | Phrase
) -> str:
    sentence = sentences[has_one_person_left(due), view.deadline is None]
    return str(sentence.of({**facts, "when": f"<t:{due.due_at}:R>"}))


def _make_rack_view(game: Game) -> discord.ui.View:
    buttons = discord.ui.View(timeout=None)
    rack = make_rack_button()
    control = Control.of(rack.verb, game)
    buttons.add_item(discord.ui.Button(label=rack.label, style=rack.style, custom_id=control.custom_id))
    buttons.stop()  # as in `ui.layout.screen`
    return buttons
