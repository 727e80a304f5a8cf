"""The claims on a table's sets."""

from collections.abc import Mapping
from functools import singledispatch

from engine.rules.claims import ClaimedSet
from engine.table.claims.view import ClaimView
from engine.table.view import TableView


@singledispatch
def claims_on(view: TableView) -> Mapping[str, ClaimedSet]:  # noqa: ARG001  # most tables have no claims
    """Return the table's claimed sets by their letters; empty for a table without claims."""
    return {}


@claims_on.register
def _(view: ClaimView) -> Mapping[str, ClaimedSet]:
    return {each.label: each for each in view.claims}
