"""The REST API: routes, rate limits and simulated faults."""
