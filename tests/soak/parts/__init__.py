"""The parts of the soak, in the order in which they run."""

from tests.soak.part import Part
from tests.soak.parts import cuts, fuzz, kills, mutants, races, steps

PARTS: dict[str, Part] = {
    part.name: part for part in (kills.PART, cuts.PART, races.PART, steps.PART, fuzz.PART, mutants.PART)
}
