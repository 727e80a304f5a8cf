"""Serve the loopback Discord, and with `--bot` also run Rackety: `python -m playground [--port 8080] [--bot]`."""

import argparse
import asyncio
import sys
from pathlib import Path

import entry_point
from playground.gateway.sessions import TOTAL
from playground.launch import LAST_PORT, Launch, NoPort
from playground.server import ROOT


def main() -> int:
    """Run the command line and return the exit code: 1 if no port is free."""
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    port, shards = entry_point.count_to(LAST_PORT), entry_point.count_to(TOTAL)
    parser.add_argument("--port", type=port, default=8080, metavar="N", help="the first port to try (8080)")
    parser.add_argument("--bot", action="store_true", help="run the bot as a second process")
    parser.add_argument(
        "--root", type=Path, default=ROOT, metavar="FOLDER", help="the checkout whose bot.py runs (this one)"
    )
    parser.add_argument("--shards", type=shards, default=1, metavar="N", help="how many shards the bot should use (1)")
    chosen = parser.parse_args()
    if chosen.bot and not (chosen.root / "bot.py").is_file():
        parser.error(f"there is no bot.py in {chosen.root}")
    try:
        return asyncio.run(Launch(chosen.root.resolve(), chosen.port, chosen.bot, chosen.shards).run())
    except NoPort as reason:
        sys.stderr.write(f"{reason}\n")
        return 1


if __name__ == "__main__":
    entry_point.run(main)
