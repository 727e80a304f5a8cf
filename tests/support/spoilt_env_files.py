"""Files `.env` in which a token is where it shouldn't be, each with the sentence that answers it."""

TOKEN = "Zq1unrealFirstPart99.Zq2mid.Zq3unreal_lastPartOfAToken00"  # noqa: S105  # has the shape of one, and is none
SHAPE = "Line 1 of .env isn't NAME=value, with nothing else on the line and any quotes closed."
MISPLACED = "has a token or a password in it"
NAME = "Line 1 of .env isn't a setting of Rackety; it has DISCORD_TOKEN"

SPOILT = {
    "bare": (f"{TOKEN}\n", SHAPE),
    "no-end-of-line": (TOKEN, SHAPE),
    "quoted": (f'"{TOKEN}"\n', SHAPE),
    "single-quoted": (f"'{TOKEN}'\n", SHAPE),
    "exported": (f"export {TOKEN}\n", SHAPE),
    "colon": (f"DISCORD_TOKEN:{TOKEN}\n", SHAPE),
    "colon-and-space": (f"DISCORD_TOKEN: {TOKEN}\n", SHAPE),
    "space": (f"DISCORD_TOKEN {TOKEN}\n", SHAPE),
    "as-name": (f"{TOKEN}=DISCORD_TOKEN\n", NAME),
    "as-quoted-name": (f"'{TOKEN}'=DISCORD_TOKEN\n", NAME),
    "padded": (f"{TOKEN}==\n", NAME),
    "in-upper-case": (f"{TOKEN.upper().replace('.', '_')}=\n", NAME),
    "behind-the-name": (f"DISCORD_TOKEN_{TOKEN}=\n", NAME),
    "colon-before-equals": (f"DISCORD_TOKEN:{TOKEN}=\n", NAME),
    "quote-never-closed": (f'DISCORD_TOKEN="{TOKEN}\n', SHAPE),
    "single-quote-never-closed": (f"DISCORD_TOKEN='{TOKEN}\n", SHAPE),
    "quote-closed-by-the-next": (f'DISCORD_TOKEN="{TOKEN}\nDATABASE_URL="\n', SHAPE),
    "quote-closed-too-early": (f'DISCORD_TOKEN=""{TOKEN}\n', SHAPE),
    "further-down": (f"# the token\n\n{TOKEN}\n", SHAPE.replace("1", "3")),
    "after-a-good-line": (f"COMPUTER_PAUSE=2\n{TOKEN}\n", SHAPE.replace("1", "2")),
    "as-another-setting": (f"DISCORD_TOKEN=x\nDISCORD_API_URL={TOKEN}\n", f"DISCORD_API_URL {MISPLACED}"),
    "as-the-gateway": (f"DISCORD_TOKEN=x\nDISCORD_GATEWAY_URL={TOKEN}\n", f"DISCORD_GATEWAY_URL {MISPLACED}"),
    "as-the-pause": (f"DISCORD_TOKEN=x\nCOMPUTER_PAUSE={TOKEN}\n", f"COMPUTER_PAUSE {MISPLACED}"),
    "as-the-database": (f"DISCORD_TOKEN=x\nDATABASE_URL={TOKEN}\n", f"DATABASE_URL {MISPLACED}"),
    "as-the-backups": (f"DISCORD_TOKEN=x\nBACKUP_FOLDER={TOKEN}\n", f"BACKUP_FOLDER {MISPLACED}"),
    "as-the-contact": (f"DISCORD_TOKEN=x\nOWNER_CONTACT={TOKEN}\n", f"OWNER_CONTACT {MISPLACED}"),
}
