"""Discord messages that are kept up to date, with one class for each kind."""
