"""Errors of the database."""


class StorageError(Exception):
    """The database can't be used, perhaps only for now; the text is a sentence for the bot's host, without secrets."""
