"""What every start of the bot imports and reads, for the process that bots are forked from."""

import gc

import cogs
from services.languages import load_catalog
from storage.settings import Language
from tests.e2e import tested_bot

__all__ = ["tested_bot"]

cogs.find()
for each in Language:
    load_catalog(each)
gc.collect()
gc.freeze()  # a bot's collections then neither look at all of this nor copy it
