"""What may go wrong with the database."""


class StorageError(Exception):
    """The database can't be used, or not now; the text is one sentence for the host and holds nothing secret."""
