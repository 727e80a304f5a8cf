"""Rebuild all ratings of a database from its results: `python -m storage.results sqlite:///rackety.db`.

Nothing may use the database meanwhile. On a copy, this gives the ratings that the original has.
"""

import asyncio
import sys
from collections.abc import Sequence

from storage.database import StorageError, open_database, parse_path
from storage.results.replay import Replay, replay_ratings


async def _replay(url: str) -> Replay:
    path = parse_path(url)
    if not path.exists():
        raise StorageError(f"There is no database {path}.")
    async with open_database(url) as database:
        return await replay_ratings(database)


def main(words: Sequence[str]) -> int:
    """Replay the ratings of the database whose URL is the only word, and return the exit code."""
    if len(words) != 1:
        sys.stdout.write(__doc__ or "")
        return 2
    try:
        replay = asyncio.run(_replay(words[0]))
        outcome = "Some ratings have changed." if replay.has_changed else "All ratings are as they were."
        sys.stdout.write(f"Replayed {replay.games} rated games. {outcome}\n")
    except StorageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
