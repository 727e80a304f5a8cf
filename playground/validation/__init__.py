"""The checks that Discord makes of messages and commands."""
