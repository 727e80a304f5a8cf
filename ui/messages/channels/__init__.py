"""The channels and threads of tables: whether the bot can write there, and threads of their own."""
