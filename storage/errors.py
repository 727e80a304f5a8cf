"""Errors of the database."""


class StorageError(Exception):
    """The database can't be used, perhaps only for now.

    The text is a sentence for whoever runs the bot, without secrets.
    """
