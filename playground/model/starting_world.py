"""The users, channels and ids that the loopback Discord starts with, and the bot's token."""

from playground.model.values import Channel, User

TOKEN = "MTEwMDAwMDAwMDAwMDAwMDEwMA.Racket.opens-this-loopback-server-only"  # noqa: S105  # the application's id first

# Fixed ids, so that a restarted bot's database still matches this world.
APPLICATION_ID = 1_100_000_000_000_000_100
GUILD_ID = 1_100_000_000_000_000_200
BOT_ROLE_ID = 1_100_000_000_000_000_201
AWAY_GUILD_ID = 1_100_000_000_000_000_210  # a server that the bot isn't a member of
TABLE_ID = 1_100_000_000_000_000_301
SECOND_TABLE_ID = 1_100_000_000_000_000_302
THREAD_ID = 1_100_000_000_000_000_303
GROUP_ID = 1_100_000_000_000_000_304
ANA_ID, BEN_ID, CHLOE_ID, DMITRI_ID = range(1_100_000_000_000_000_401, 1_100_000_000_000_000_405)
DM_OFFSET = 100  # a user's DM channel id minus the user's id, so that it is fixed too

BOT = User(APPLICATION_ID, "Rackety", "#b5523b", bot=True)
USERS = (
    User(ANA_ID, "Ana", "#c0563f"),
    User(BEN_ID, "Ben", "#2f6fb0"),
    User(CHLOE_ID, "Chloé", "#5a8a3a"),
    User(DMITRI_ID, "Dmitri", "#7a55a3"),
)
CHANNELS = (
    Channel(id=TABLE_ID, name="table", kind="text", position=0),
    Channel(id=SECOND_TABLE_ID, name="second-table", kind="text", position=1),
    Channel(id=THREAD_ID, name="side table", kind="thread", parent_id=TABLE_ID, owner_id=ANA_ID),
    Channel(id=GROUP_ID, name="friends", kind="group"),
)
