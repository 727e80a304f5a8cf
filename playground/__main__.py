"""`python -m playground`: serve the loopback Discord."""

from __future__ import annotations

import argparse
import asyncio
import sys

from .server import Playground


async def serve(port: int) -> None:
    async with Playground.start(port, rate_limits=True, record=False) as playground:
        sys.stdout.write(f"Rackety is on {playground.address}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8080)
    asyncio.run(serve(parser.parse_args().port))
