"""The rules of tile rummy, pure: values in, values out; no clock, no dice, no input or output."""
