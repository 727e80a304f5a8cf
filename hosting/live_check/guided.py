"""The taps that a person must still do: the essential items of docs/live-check.md, in under ten minutes.

It takes two people (or two accounts), Ana and Ben, one of them on a phone, and the running bot.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GuidedStep:
    """A step: what to do, what to look for, about how many seconds it takes, and the items in docs/live-check.md."""

    do: str
    look_for: str
    seconds: int
    items: tuple[int, ...]


STEPS = (
    GuidedStep(
        "Ana: `/new`.",
        "A public lobby with Play vs computer, Join, Start (off), Options, Rules. Nobody is notified.",
        40,
        (11,),
    ),
    GuidedStep("Ana: `/new` again.", "A private refusal with the reason.", 20, (12,)),
    GuidedStep(
        "Ben: Join. Ana: Start.",
        "The table's picture with both names, and one ping that notifies the player who begins.",
        60,
        (14,),
    ),
    GuidedStep(
        "Both: My rack, one on a phone and one on a desktop.",
        "14 tiles each, sharp and readable. Each sees only their own, and Ana sees no message of Ben's.",
        60,
        (15,),
    ),
    GuidedStep("The player who waits: Draw.", "A private sentence; nothing changes.", 25, (20,)),
    GuidedStep(
        "The player to move: type `/play move:` and a few letters.",
        "Choices that say what is wrong or what the move scores, without “Loading options failed”.",
        45,
        (17,),
    ),
    GuidedStep(
        "The player to move, on the phone: pick tiles in My rack, then Confirm, or else Draw.",
        "The picks are kept, the picture shows the table to come, and the public table follows within seconds.",
        75,
        (33,),
    ),
    GuidedStep(
        "Look at the ping of the turn that begins, and once more after that turn.",
        "It notifies the next player, can be read by all, and stands below the table as a reply. Then it's gone.",
        60,
        (22, 56),
    ),
    GuidedStep(
        "Ana: Dismiss message on the rack. Ben plays a turn. Ana: My rack.",
        "The game goes on, and My rack opens a new message.",
        60,
        (3,),
    ),
    GuidedStep("Delete the table's message, then `/table`.", "The table again, with working buttons.", 40, (26,)),
    GuidedStep(
        "Ana: `/end`, and both agree.",
        "A public question that notifies the other once. Nobody wins; the message says that it's not rated.",
        50,
        (42,),
    ),
)
