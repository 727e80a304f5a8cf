"""Personal data: what is stored about whom and for how long, its export, and its deletion."""
