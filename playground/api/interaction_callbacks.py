"""REST routes of interactions: the first answer (the callback), and follow-up messages by token."""

from playground.api.calls import NO_CONTENT, ApiCall, Reply, Routes
from playground.interactions import posting
from playground.interactions.interactions import BotAnswer, Interactions, PendingInteraction
from playground.model import json_messages
from playground.model.errors import UNKNOWN_WEBHOOK, Refused
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import Json
from playground.model.world import World
from playground.validation import messages

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = f"{WEBHOOK}/messages/@original"
MESSAGE = f"{WEBHOOK}/messages/{{message_id}}"


def list_routes(world: World, interactions: Interactions) -> Routes:
    """Return the handlers of the routes for answers to interactions and follow-up messages."""
    served = _CallbackRoutes(world, interactions)
    routes: Routes = {("POST", CALLBACK): served.callback, ("POST", WEBHOOK): served.follow_up}
    for path in (ORIGINAL, MESSAGE):
        routes |= {("GET", path): served.get, ("PATCH", path): served.edit, ("DELETE", path): served.delete}
    return routes


class _CallbackRoutes:
    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    def callback(self, call: ApiCall) -> Reply:
        ident = call.snowflake("interaction_id")
        interaction = self._interactions.require_unanswered(ident, call.path["interaction_token"])
        answer = self._interactions.callback(interaction, call.form(), call.files)
        if call.query.get("with_response", "").lower() not in ("1", "true"):
            return NO_CONTENT
        return Reply(200, self._describe_answer(interaction, answer))

    def _describe_answer(self, interaction: PendingInteraction, answer: BotAnswer) -> Json:
        partial: Json = {"id": str(interaction.id), "type": interaction.kind}
        message = answer.message
        if message is not None:
            partial |= {
                "response_message_id": str(message.id),
                "response_message_loading": message.loading,
                "response_message_ephemeral": message.ephemeral,
            }
        if message is None or answer.kind not in (messages.MESSAGE, messages.UPDATE):
            return {"interaction": partial}
        shape = json_messages.write_message(self._world, message, self._world.address)
        return {"interaction": partial, "resource": {"type": answer.kind, "message": shape}}

    def _interaction(self, call: ApiCall) -> PendingInteraction:
        if call.snowflake("webhook_id") != APPLICATION_ID:
            raise Refused(UNKNOWN_WEBHOOK)
        return self._interactions.by_token(call.path["webhook_token"])

    def follow_up(self, call: ApiCall) -> Reply:
        message = self._interactions.follow_up(self._interaction(call), call.form(), call.files)
        return Reply(200, json_messages.write_message(self._world, message, self._world.address))

    def get(self, call: ApiCall) -> Reply:
        message = self._interactions.message(self._interaction(call), _name(call))
        return Reply(200, json_messages.write_message(self._world, message, self._world.address))

    def edit(self, call: ApiCall) -> Reply:
        message = self._interactions.message(self._interaction(call), _name(call))
        edited = self._world.edit(posting.revise(self._world, message, call.form(), call.files))
        return Reply(200, json_messages.write_message(self._world, edited, self._world.address))

    def delete(self, call: ApiCall) -> Reply:
        self._world.remove(self._interactions.message(self._interaction(call), _name(call)))
        return NO_CONTENT


def _name(call: ApiCall) -> str:
    return str(call.snowflake("message_id")) if "message_id" in call.path else "@original"
