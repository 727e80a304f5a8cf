"""The REST API: routes, rate limits and faults."""
