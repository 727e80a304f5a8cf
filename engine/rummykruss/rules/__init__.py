"""The rules of a turn on a grid: cells, lines and placings."""
