"""Reads every message of the bot at the moment it appears, and knows who may see which tile."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

import render
from engine.game.state import GameState
from engine.game.views import View
from engine.table.view import TableView
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import by_color
from engine.variants import load
from playground.model.events import Edited, ModalOpened, Posted, WorldEvent
from playground.model.values import Json, Message
from playground.model.world import World
from storage.games import Game
from tests.support.reading_signs import read_signs
from ui.controls import Control

VARIANTS = load()
TILE = re.compile(r"(?<![\w=])(?:J=)?(?:[RBKO](?:1[0-3]|[1-9])|J)(?!\w)")
WHO = r"(?:<@\d+>|\*\*[\w-]+\*\*)"  # a person, or a computer or a pseudonym
# The only sentences in which everybody may read of tiles: beside them, public words name none.
TOLD = re.compile(
    rf"{WHO} (?:played|added|swapped|rearranged) (?P<played>[^.]*)\."
    rf"|{WHO} placed (?P<placed>[^.,]*?)(?:, moved \d+ tiles?)?(?: with \d+ new intersections?)?: \+?\d+ points?\."
    rf"|{WHO} picked [^.]*\."
    r"|First-turn draw: [^.]*\."
)
SET_NAMED = re.compile(r"(?<=\bset )[A-Z]+\b")  # J among them, which is no joker there
NEXT_GAME = re.compile(r" goes first\. First-turn draw: |(?:Game|Round) \d+ of \d+ begins\.")
OWN_RACK = "Your rack"
RACK_HELD = re.compile(rf"{OWN_RACK}: ((?:[A-Z]+[0-9A-Z]* ?)+)\.")
FEW = 4  # tiles; so short a row may turn up by chance


class LeakCheck:
    """`leaks` are sentences about what somebody saw and should not have."""

    def __init__(self, world: World, game: Callable[[int], Game | None]) -> None:
        self._world = world
        self._game = game
        self.leaks: list[str] = []
        self.racks = 0
        world.listeners.append(self._hear)

    def _hear(self, event: WorldEvent) -> None:
        if isinstance(event, (Posted, Edited)) and event.message.author_id == self._world.bot.id:
            reader = event.message.addressee or self._world.channels[event.message.channel_id].recipient_id
            self._judge(_parts(event.message), reader, [each.filename for each in event.message.attachments])
        elif isinstance(event, ModalOpened):
            self._judge(_Parts(event.modal), event.user_id, [])

    def _judge(self, parts: "_Parts", reader: int | None, files: list[str]) -> None:
        control = parts.control
        game = None if control is None else self._game(control.game)
        state = game.state if game else None
        if reader is None:
            self._judge_public(parts, files)
        if game is None or state is None or state.outcome:
            return
        texts = list(parts.texts)
        for seat, player in enumerate(game.players):
            rack = state.seats[seat].rack
            rows = {write_tiles(rack), write_tiles(sorted(rack, key=by_color))} if len(rack) > FEW else set()
            if player.user_id != reader and any(row in text for row in rows for text in texts):
                self.leaks.append(f"the rack of seat {seat} was shown to {reader}: {texts}")
        if control is not None and control.version == game.version:
            self._judge_pictures(game, state, reader, texts)

    def _judge_public(self, parts: "_Parts", files: list[str]) -> None:
        texts = list(parts.texts)
        if any(OWN_RACK in text for text in texts) or any(name.startswith(("rack", "bench")) for name in files):
            self.leaks.append(f"a rack was shown to everybody: {texts}")

    def _judge_pictures(self, game: Game, state: GameState, reader: int | None, texts: list[str]) -> None:
        """The words of a picture are those of the reader's own view, and no others."""
        variant = VARIANTS[game.variant]
        for text in texts:
            if held := RACK_HELD.search(text):
                self.racks += 1
                seats = [seat for seat, player in enumerate(game.players) if player.user_id == reader]
                tiles = Counter(held[1].split())
                if not any(tiles <= Counter(write_tiles(state.seats[seat].rack).split()) for seat in seats):
                    self.leaks.append(f"{reader} saw tiles that are not on the own rack: {text}")
            elif text.startswith(f"{OWN_RACK}, "):
                self.racks += 1
                seats = [seat for seat, player in enumerate(game.players) if player.user_id == reader]
                own = [variant.view(state, seat) for seat in seats]
                if text not in [render.rack_text(view, order) for view in own for order in render.Order]:
                    self.leaks.append(f"{reader} saw another rack than the own one: {text}")
            elif "Pool: " in text and reader is None:
                names = [player.name for player in game.players]
                if text != render.table_text(variant.view(state, None), names):
                    self.leaks.append(f"the public picture says more than a spectator may see: {text}")
            elif reader is None:
                self._judge_words(variant.view(state, None), text)

    def _judge_words(self, view: View, text: str) -> None:
        on_table = set(view.written.split())
        if isinstance(view, TableView):
            on_table = set(write_tiles(tile for row in view.table for tile in row.meld.tiles).split())
        told = [_list_told(match) for match in TOLD.finditer(text)][-1:]  # others may have moved on
        dealt = NEXT_GAME.search(text)  # what was played before was on another table
        if not dealt and not {word for words in told for word in words} <= on_table:
            self.leaks.append(f"tiles that are not on the table were told to everybody: {text}")
        offered = {str(offer.label) for offer in view.offers}
        if text not in offered and TILE.search(SET_NAMED.sub("", TOLD.sub("", text))):
            self.leaks.append(f"tiles were told to everybody: {text}")


def _list_told(match: re.Match[str]) -> list[str]:
    """The tiles that a sentence names, with their cells if it has some; J is left out, as it may be a set's letter."""
    if match["played"] is None:
        tiles, _, cells = (match["placed"] or "").replace("=", ":").partition(" at ")
        return [f"{cell}={tile}" for tile, cell in zip(tiles.split(), cells.split(), strict=False)]
    return [tile for tile in TILE.findall(match["played"]) if tile != "J"]


class _Parts:
    """A message or a modal: its texts, its alt texts, and the game that its controls name."""

    def __init__(self, *trees: Json | list[Json] | str | None) -> None:
        self._trees = trees

    @property
    def texts(self) -> Iterator[str]:
        for tree in self._trees:
            yield from map(read_signs, _strings(tree))

    @property
    def control(self) -> Control | None:
        read = (Control.read(text) for text in self.texts if text.startswith("rk:"))
        return next((control for control in read if control), None)


def _parts(message: Message) -> _Parts:
    described: list[Json] = [{"description": each.description} for each in message.attachments]
    return _Parts(message.content, list(message.components), described)


def _strings(tree: object) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from _strings(value)
    elif isinstance(tree, (list, tuple)):
        for value in tree:
            yield from _strings(value)
