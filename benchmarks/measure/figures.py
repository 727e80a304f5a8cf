"""What a benchmark must reach, and whether it did."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value beside the one to reach, which is an upper bound unless `at_least`."""

    name: str
    value: float
    aim: float
    unit: str = ""
    at_least: bool = False

    @property
    def reached(self) -> bool:
        """Whether it is good enough."""
        return self.value >= self.aim if self.at_least else self.value <= self.aim

    def __str__(self) -> str:
        """One line of the summary."""
        bound = "at least" if self.at_least else "at most"
        word = "reached" if self.reached else "missed "
        return f"{word}  {self.name}: {self.value:.2f}{self.unit} ({bound} {self.aim:g}{self.unit})"
