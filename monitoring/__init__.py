"""Metrics and the log, without secrets or players' texts, and how members reach the bot's owner."""

from collections.abc import Iterator
from contextlib import contextmanager

from monitoring.sink import NO_METRICS, MetricsSink


@contextmanager
def open_metrics(address: tuple[str, int] | None) -> Iterator[MetricsSink]:
    """Serve metrics at this address for the duration of the context, and return what gets the reports for them.

    Without an address, the metrics' library isn't even loaded. Raises: BadSettings if they can't be served there.
    """
    if address is None:
        yield NO_METRICS
        return
    from monitoring.metrics import serve_metrics  # noqa: PLC0415  # most bots don't need it

    with serve_metrics(*address) as metrics:
        yield metrics
