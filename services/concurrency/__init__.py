"""Ways to run work beside the event loop, once, or once for several requests."""
