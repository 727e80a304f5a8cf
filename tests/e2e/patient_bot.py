"""The real bot, which takes its time: what it says in a test must not depend on how busy the machine is."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import bot
from cogs import _completions, _panels

if __name__ == "__main__":
    _completions.PATIENCE = _panels.SOON = 20.0  # seconds; less than the tests wait
    bot.main()
