"""Discord messages that are kept up to date, an object for each kind."""
