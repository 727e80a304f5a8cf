"""`bot.py erase-user`: delete everything that is stored about a person."""

from argparse import ArgumentParser, Namespace

from bot_settings import BotSettings
from hosting.command import HostCommand, HostError
from hosting.personal_data import open_personal_data, read_id


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("user", metavar="USER", type=read_id, help="the person's Discord id")
    parser.add_argument("--yes", action="store_true", help="you are sure: this can't be undone")


async def _run(settings: BotSettings, arguments: Namespace) -> int:
    if not arguments.yes:
        raise HostError("This can't be undone. Make a backup, and add --yes to delete everything about this person.")
    async with open_personal_data(settings) as data:
        await data.delete_person(arguments.user)
    print("Everything about this person is deleted. A made-up name takes their place in games with others.")
    return 0


COMMAND = HostCommand(
    name="erase-user",
    help="delete everything that is stored about a person, while the bot is stopped; /data delete works meanwhile",
    run=_run,
    add_arguments=_add_arguments,
)
