"""`bot.py erase-guild`: delete everything that is stored about a server."""

from argparse import ArgumentParser, Namespace

from bot_settings import BotSettings
from hosting.command import HostCommand, HostError
from hosting.personal_data import open_personal_data, read_id


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("guild", metavar="GUILD", type=read_id, help="the server's Discord id")
    parser.add_argument("--yes", action="store_true", help="you are sure: this can't be undone")


async def _run(settings: BotSettings, arguments: Namespace) -> int:
    if not arguments.yes:
        raise HostError("This can't be undone. Make a backup, and add --yes to delete everything about this server.")
    async with open_personal_data(settings) as data:
        await data.delete_server(arguments.guild)
    print("Everything about this server is deleted, its games included.")
    return 0


COMMAND = HostCommand(
    name="erase-guild",
    help="delete everything that is stored about a server, while the bot is stopped",
    run=_run,
    add_arguments=_add_arguments,
)
