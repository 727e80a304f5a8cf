"""`bot.py erase-user`: delete everything that is stored about a person."""

from hosting.personal_data import make_erase_command
from services.people.personal_data import PersonalData

COMMAND = make_erase_command(
    "user",
    what="person",
    about="delete everything that is stored about a person, while the bot is stopped; /data delete works meanwhile",
    erase=PersonalData.delete_person,
    done="Everything about this person is deleted. A made-up name takes their place in games with others.",
)
