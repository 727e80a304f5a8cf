"""What people do: simulated users, and the page in a browser."""
