"""The bench's ready plays, each of which a tap makes the draft: a menu, or a button if there's only one."""

import discord

from engine.game.bench import ReadyPlay
from engine.text.phrases import say
from engine.tiles.notation import point_count
from services.benches import BenchScreenData
from ui.controls import LONGEST_CHOICE, Button, ControlRow, MenuEntry, SelectMenu

LONGEST_LABEL = 80  # Discord's limit for a button
MOST_BYTES = 350  # of all labels: a large rack's menus leave no more in a message


def make_ready_menus(shown: BenchScreenData) -> list[ControlRow]:
    """Return the menu of the bench's ready plays, in a list: one play is a button, and without any the list is empty.

    It's also empty while tiles are picked or a set is open: the bench is waiting for another tap then. Plays whose
    labels don't fit into `MOST_BYTES` are left out.
    """
    if shown.state.picks or shown.state.spot is not None:
        return []
    plays: list[tuple[str, ReadyPlay]] = []
    left = MOST_BYTES
    for label, play in ((_label(play), play) for play in shown.ready):
        if len(label) <= LONGEST_CHOICE and len(label.encode()) <= left:
            left -= len(label.encode())
            plays.append((label, play))
    if len(plays) > 1:
        return [SelectMenu("ready", say("Ready to play"), [MenuEntry(label, play.key) for label, play in plays])]
    return [[_make_button(label, play)] for label, play in plays]


def _make_button(label: str, play: ReadyPlay) -> Button:
    """Return the button of the only ready play; the best one says already what it is."""
    words = label if play.is_best else say("Play: {play}", play=label)
    return Button("ready", words[:LONGEST_LABEL], play.key, style=discord.ButtonStyle.primary)


def _label(play: ReadyPlay) -> str:
    said = str(play.sentence) if play.points is None else f"{play.sentence} · {point_count(play.points)}"
    return say("Best: {play}", play=said) if play.is_best else said
