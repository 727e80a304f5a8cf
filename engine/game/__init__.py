"""The parts that every rule system has: states, actions, events, views, drafts and a log."""
