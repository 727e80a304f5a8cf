"""What every start of the bot imports and reads, for the process that bots are forked from."""

import cogs
from services.languages import load_catalogue
from storage.settings import Language
from tests.e2e import tested_bot

__all__ = ["tested_bot"]

cogs.find()
for each in Language:
    load_catalogue(each)
