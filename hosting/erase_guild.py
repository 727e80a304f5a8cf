"""`bot.py erase-guild`: delete everything that is stored about a server."""

from hosting.personal_data import make_erase_command
from services.people.personal_data import PersonalData
from storage.personal_data.traces import Subject

COMMAND = make_erase_command(
    "guild",
    about="delete everything that is stored about a server, while the bot is stopped",
    subject=Subject.SERVER,
    erase=PersonalData.delete_server,
    remark="Results of games alone against computers stay, without the server.",
)
