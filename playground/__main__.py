"""Serve the loopback Discord, and with `--bot` also run Rackety: `python -m playground [--port 8080] [--bot]`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from playground.launch import Launch, NoPort
from playground.server import ROOT


def main() -> int:
    """Run the command line and return the exit code: 1 if no port is free."""
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    parser.add_argument("--port", type=int, default=8080, help="the first port to try (8080)")
    parser.add_argument("--bot", action="store_true", help="run the bot as a second process")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout whose bot.py runs (this one)")
    parser.add_argument("--shards", type=int, default=1, help="how many shards the bot should use (1)")
    chosen = parser.parse_args()
    try:
        return asyncio.run(Launch(chosen.root.resolve(), chosen.port, chosen.bot, chosen.shards).run())
    except NoPort as taken:
        sys.stderr.write(f"{taken}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
