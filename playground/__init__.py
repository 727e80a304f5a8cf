"""A Discord on loopback for trying, testing and showing the bot: REST v10, Gateway v10 and a web page.

The page shows Discord as one of several simulated users sees it: the user's seat. An unmodified discord.py talks to it
over real HTTP and websockets. It refuses what Discord refuses, with Discord's error codes. `docs/playground.md` lists
what it doesn't model.
"""

import sys

import entry_point

if sys.argv[0] == "-m":  # `python -m playground` or a part of it
    entry_point.prepare("play", "aiohttp")

from playground.client.shown import Modal, ShownMessage
from playground.client.user import InteractionFailed, SimulatedUser
from playground.model.errors import Refused
from playground.model.values import Channel, Message, User
from playground.model.world import World
from playground.server import Playground

__all__ = [
    "Channel",
    "InteractionFailed",
    "Message",
    "Modal",
    "Playground",
    "Refused",
    "ShownMessage",
    "SimulatedUser",
    "User",
    "World",
]
