"""`bot.py erase-user`: delete everything that is stored about a person."""

from hosting.personal_data import make_erase_command
from services.people.personal_data import PersonalData
from storage.personal_data.traces import Subject

COMMAND = make_erase_command(
    "user",
    about="delete everything that is stored about a person, while the bot is stopped (/data delete works any time)",
    subject=Subject.PERSON,
    erase=PersonalData.delete_person,
    remark="A made-up name takes their place in games with others.",
)
