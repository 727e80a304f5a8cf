"""What happens to games whose time is over, or whose channel is gone."""
