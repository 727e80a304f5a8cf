"""The checks of a login (IDENTIFY): its token, shard and intents."""

from playground.gateway.dispatches import PRIVILEGED
from playground.gateway.sessions import Closing
from playground.gateway.shards import Shard
from playground.model.starting_world import TOKEN
from playground.model.values import Json

AUTHENTICATION_FAILED, INVALID_SHARD, INVALID_INTENTS, DISALLOWED_INTENTS = 4004, 4010, 4013, 4014
ALL_INTENTS = (1 << 26) - 1


def require_token(payload: Json) -> None:
    """Check the token of an IDENTIFY or RESUME. Raises: Closing with 4004."""
    if payload.get("token") != TOKEN:
        raise Closing(AUTHENTICATION_FAILED, "Authentication failed.")


def read_shard(payload: Json) -> Shard:
    """Return the shard that an IDENTIFY names, the only one without a name. Raises: Closing with 4010."""
    shard = payload.get("shard") or [0, 1]
    if len(shard) != 2 or not 0 <= shard[0] < shard[1]:  # noqa: PLR2004  # [which, of how many]
        raise Closing(INVALID_SHARD, "Invalid shard.")
    return Shard(*shard)


def read_intents(payload: Json) -> int:
    """Return the bits of the events that an IDENTIFY asks for. Raises: Closing with 4013 or 4014."""
    intents = payload.get("intents")
    if not isinstance(intents, int) or not 0 <= intents <= ALL_INTENTS:
        raise Closing(INVALID_INTENTS, "Invalid intent(s).")
    if intents & PRIVILEGED:
        raise Closing(DISALLOWED_INTENTS, "Disallowed intent(s).")
    return intents
