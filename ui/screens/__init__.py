"""Screens: prepared values in, Components V2 out."""
