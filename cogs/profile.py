"""/profile: a player's rating and results on a server."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.refusals import Refusal
from storage.pseudonyms import mention
from ui.commands import SYSTEMS
from ui.controls import Interaction
from ui.layout import Screen
from ui.pictures import look_of
from ui.replies import show
from ui.screens.players.profile import (
    Meetings,
    ShownProfile,
    build_profile,
    describe_profile,
    explain_nobody,
    make_card,
)
from ui.services import Services


class ProfileCog(commands.Cog):
    """The /profile command."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._pictures = services.pictures

    @app_commands.command(name="profile", description=locale_str("Show a player's rating and results on this server"))
    @app_commands.describe(
        user=locale_str("The player, by default you"),
        variant=locale_str("The rule system of the rating"),
        against=locale_str("Another player to compare with"),
    )
    @app_commands.choices(variant=SYSTEMS)
    @app_commands.guild_only()
    async def profile(
        self,
        interaction: Interaction,
        user: discord.User | None = None,
        variant: str | None = None,
        against: discord.User | None = None,
    ) -> None:
        """Show a player's profile in an ephemeral message, by default the user's own; compare others with the user."""
        user_id = user.id if user else interaction.user.id
        shown = await self._read(interaction, user_id, variant, against.id if against else None)
        await show(interaction, *await self._screen(interaction, shown))

    async def _screen(self, interaction: Interaction, shown: ShownProfile) -> Screen:
        card = make_card(shown)
        if card is None:
            return build_profile(shown, None), []
        person = await self._tables.settings.person(interaction.user.id)
        file = await self._pictures.draw_profile(card, describe_profile(shown), look_of(person))
        return build_profile(shown, file, in_words=person.text), [file]

    async def _read(
        self, interaction: Interaction, user_id: int, variant: str | None, against: int | None
    ) -> ShownProfile:
        guild_id, viewer = interaction.guild_id or 0, interaction.user.id
        key = variant or self._tables.choose_system(await self._tables.settings.server(guild_id))
        systems = {each: system.info for each, system in self._tables.variants.items()}
        if key not in systems:
            raise Refusal(say("This rule system isn't available."))
        if against == user_id:
            raise Refusal(say("Choose two different players to compare."))
        for each in (user_id, against):
            if each is not None and each != viewer and not (await self._tables.settings.person(each)).profile:
                raise Refusal(say("{player} has hidden their profile.", player=mention(each)))
        profile = await self._tables.profiles.get(guild_id, key, user_id, self._tables.now())
        if profile is None:
            raise Refusal(explain_nobody(user_id, is_own=user_id == viewer))
        is_own = user_id == viewer
        return ShownProfile(
            user_id=user_id,
            profile=profile,
            system=systems[key],
            systems=systems,
            is_own=is_own,
            is_hidden=not (await self._tables.settings.person(user_id)).profile,
            meetings=await self._compare(guild_id, user_id, viewer, against),
            badges=await self._tables.badges.earned(user_id, self._tables.variants, self._tables.now()),
            records=await self._tables.profiles.against_levels(user_id, key) if is_own else (),
        )

    async def _compare(self, guild_id: int, user_id: int, viewer: int, against: int | None) -> Meetings | None:
        other = viewer if against is None else against
        if other == user_id:
            return None
        score = await self._tables.profiles.compare(guild_id, user_id, other)
        return Meetings(other, score) if score.games or against is not None else None
