"""The contents of pictures and their order, worked out before anything is drawn."""
