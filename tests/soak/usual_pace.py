"""A bot that tries failed tables as seldom as it does outside tests."""

from tests.e2e import tested_bot
from ui.network import post_failures


def install(_: str) -> None:
    """Give the running process its own pace."""
    post_failures.PROBE_EVERY = tested_bot.PROBE_EVERY
