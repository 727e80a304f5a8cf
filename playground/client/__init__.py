"""The user's side: simulated users, and the page in a browser."""
