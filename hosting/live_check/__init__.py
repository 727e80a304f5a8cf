"""The automated part of docs/live-check.md: `bot.py live-check` tries on the real Discord what the bot relies on.

`registry.py` lists the checks, and `guided.py` what a person must still try.
"""

from hosting.live_check.command import COMMAND

__all__ = ["COMMAND"]
