"""The link with which people add the bot to their servers."""

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
)
"""The permissions that the bot needs on a server; docs/hosting.md says why."""


def make_invite(client: discord.Client) -> str:
    """Return the address at which a server's managers add this bot; it must have logged in."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(client.application_id or 0, permissions=PERMISSIONS, scopes=scopes)
