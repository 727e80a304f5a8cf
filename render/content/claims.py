"""The tokens on the sets of a table."""

from collections.abc import Mapping
from functools import singledispatch

from engine.rules.claims import ClaimedSet
from engine.table.claims.view import ClaimView
from engine.table.view import TableView


@singledispatch
def claims_on(view: TableView) -> Mapping[str, ClaimedSet]:  # noqa: ARG001  # most tables have none
    """Return the tokens on each set by its letter."""
    return {}


@claims_on.register
def _(view: ClaimView) -> Mapping[str, ClaimedSet]:
    return {each.label: each for each in view.claims}
