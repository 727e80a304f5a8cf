"""The checks that Discord makes on messages and commands."""
