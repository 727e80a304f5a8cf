"""Screens: pure functions from prepared values to Components V2 layouts."""
