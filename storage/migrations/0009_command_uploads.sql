-- The hash of the commands that each application has at Discord, so that a start uploads them only when they changed.
CREATE TABLE command_upload (
    application_id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL
) STRICT;
