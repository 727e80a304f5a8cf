"""`bot.py erase-guild`: delete everything that is stored about a server."""

from hosting.personal_data import make_erase_command
from services.people.personal_data import PersonalData

COMMAND = make_erase_command(
    "guild",
    what="server",
    about="delete everything that is stored about a server, while the bot is stopped",
    erase=PersonalData.delete_server,
    done="Everything about this server is deleted, its games included.",
)
