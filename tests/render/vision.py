"""How colors look: their contrast, and how far apart they are for color-blind people."""

from collections.abc import Iterable
from enum import Enum
from itertools import combinations
from math import dist

from render.style.palette import read_rgb

Light = tuple[float, float, float]
"""Linear red, green and blue, 0 to 1."""
Rows = tuple[Light, Light, Light]


class Sight(Enum):
    """A kind of color vision, as the matrix for linear RGB of Machado, Oliveira and Fernandes (2009), severity 1."""

    NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
    DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
    TRITANOPIA = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors (`#RRGGBB`) as WCAG has it, 1 to 21."""
    low, high = sorted(map(_luminance, (_linear(one), _linear(other))))
    return (high + 0.05) / (low + 0.05)


def lightness(color: str, sight: Sight) -> float:
    """Return a color's lightness in CIELAB, 0 to 100, as people with this sight see it."""
    luminance = _luminance(_simulate(color, sight))
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def closest(colors: Iterable[str], sight: Sight) -> float:
    """Return the smallest distance in OKLab between two of these colors, as people with this sight see them."""
    return min(dist(*pair) for pair in combinations([_oklab(_simulate(each, sight)) for each in colors], 2))


def _linear(color: str) -> Light:
    parts = [part / 255 for part in read_rgb(color)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def _luminance(light: Light) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def _simulate(color: str, sight: Sight) -> Light:
    return _clip(_transform(_linear(color), sight.value))


def _clip(light: Light) -> Light:
    red, green, blue = (min(1.0, max(0.0, part)) for part in light)
    return red, green, blue


def _transform(light: Light, rows: Rows) -> Light:
    red, green, blue = (sum(factor * part for factor, part in zip(row, light, strict=True)) for row in rows)
    return red, green, blue


def _oklab(light: Light) -> Light:
    """Return a color in OKLab (Ottosson, 2020): lightness, green to red, blue to yellow."""
    cones = _transform(
        light,
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
    )
    long, medium, short = (part ** (1 / 3) for part in cones)
    return _transform(
        (long, medium, short),
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
    )
