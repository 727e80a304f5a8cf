"""The connections to Discord's gateway, one for each shard, and what the bot remembers of its servers."""
