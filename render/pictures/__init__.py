"""Whole pictures: tables, grids, benches and racks."""
