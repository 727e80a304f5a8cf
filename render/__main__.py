"""Redraw the sprites and emojis: `python -m render atlas`, after any change to the theme or to how they look."""

import argparse

from render.sprites.atlas import write_sheets
from render.sprites.tile_emojis import write_emojis

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    parser.add_argument("what", choices=["atlas"])
    parser.parse_args()
    write_sheets()
    write_emojis()
