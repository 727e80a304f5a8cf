"""The fixed palette that all pictures share: a color is the same byte in every picture."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from PIL import Image

from render.style.theme import FELT

Rgb = tuple[int, int, int]
PaletteRole = tuple[str, str, float]
"""The recipe for a palette byte's color: a ground, a color over it (both `#RRGGBB`), and its opacity, 0 to 1."""


def read_rgb(color: str) -> Rgb:
    """Return red, green and blue, 0 to 255 each, of a color written as `#RRGGBB`."""
    red, green, blue = bytes.fromhex(color[1:])
    return (red, green, blue)


def write_rgb(color: Rgb) -> str:
    """Return `#RRGGBB` for red, green and blue, 0 to 255 each."""
    return f"#{bytes(color).hex().upper()}"


def mix(ground: str, over: str, part: float) -> Rgb:
    """Return the color of `over` painted on `ground` with the opacity `part`, 0 to 1."""
    red, green, blue = (
        round(low + (high - low) * part) for low, high in zip(read_rgb(ground), read_rgb(over), strict=True)
    )
    return (red, green, blue)


def list_shades(ground: str, over: str, between: int) -> Iterator[Rgb]:
    """Yield evenly spaced colors from `ground` to `over`: both of these, and `between` shades in the middle."""
    return (mix(ground, over, step / (between + 1)) for step in range(between + 2))


def blend(role: PaletteRole) -> Rgb:
    """Return the color that a palette role describes."""
    return mix(*role)


class NearestColors(dict[Rgb, int]):
    """The palette bytes of colors; a missing color gets that of the nearest one in RGB, which is kept."""

    def __init__(self, exact: Mapping[Rgb, int]) -> None:
        super().__init__(exact)
        self.exact = tuple(exact.items())

    def __missing__(self, color: Rgb) -> int:
        red, green, blue = color
        distances = [((r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2, byte) for (r, g, b), byte in self.exact]
        self[color] = min(distances)[1]
        return self[color]


@dataclass(frozen=True)
class Palette:
    """At most 256 colors by byte: `roles` says how each is mixed.

    `ramps` has, for a ground and a color over it, the byte for each coverage from 0 to 255.
    """

    roles: tuple[PaletteRole, ...]
    bytes_of: Mapping[Rgb, int]
    ramps: Mapping[tuple[str, str], bytes]

    def __getitem__(self, color: str) -> int:
        return self.bytes_of[read_rgb(color)]

    @property
    def flat(self) -> list[int]:
        """Red, green and blue (0 to 255) of each byte in turn, in one list, as Pillow's `putpalette` takes them."""
        return [value for color in self.bytes_of for value in color]

    def reduce(self, picture: Image.Image, flats: frozenset[str]) -> Image.Image:
        """Convert an RGB picture to this palette, using only the colors `flats` and the shades between two of them.

        Another color may be just as close in this theme, but not in the others.
        """
        # Image.quantize looks colors up in coarse cells, and so confuses close ones.
        pixels = picture.tobytes()
        colors = zip(pixels[0::3], pixels[1::3], pixels[2::3], strict=True)
        reduced = Image.frombytes(
            "P", picture.size, bytes(map(find_nearest_among(self.roles, flats).__getitem__, colors))
        )
        reduced.putpalette(self.flat)
        return reduced


@cache
def make_palette() -> Palette:
    """Return the palette: the theme's flat colors first, then the shades between them."""
    roles: dict[Rgb, PaletteRole] = {read_rgb(color): (color, color, 0.0) for color in FELT.flats}
    for ground, over, between in FELT.ramps:
        for step, shade in enumerate(list_shades(ground, over, between)):
            roles.setdefault(shade, (ground, over, step / (between + 1)))
    bytes_of = {color: index for index, color in enumerate(roles)}
    ramps = {
        (ground, over): _make_ramp([bytes_of[shade] for shade in list_shades(ground, over, between)])
        for ground, over, between in FELT.ramps
    }
    return Palette(tuple(roles.values()), bytes_of, ramps)


@cache
def find_nearest_among(roles: tuple[PaletteRole, ...], flats: frozenset[str]) -> NearestColors:
    """Return a mapping from any color to the nearest byte among those whose role mixes only the colors `flats`."""
    return NearestColors({blend(role): byte for byte, role in enumerate(roles) if flats.issuperset(role[:2])})


def _make_ramp(ramp: list[int]) -> bytes:
    return bytes(ramp[round(cover * (len(ramp) - 1) / 255)] for cover in range(256))
