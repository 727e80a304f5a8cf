"""Ways to run work in the background: in threads, restarted after failures, or once for several requests."""
