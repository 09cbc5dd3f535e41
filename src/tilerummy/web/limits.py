"""Every limit of the edge in one place, with the reason for its size."""

from typing import Final

from tilerummy.rates import Bucket, Budget, Rates
from tilerummy.records.record import LARGEST

FRAME: Final = 8_192
"""Bytes in one message: a full table of the largest edition (160 tiles, stated jokers, opening) stays below 4,000."""
FRAME_CUT: Final = 65_536
"""Bytes from which on the connection is closed (1009) before the message is read; below, it gets a typed error."""
BODY: Final = 65_536
"""Bytes in one HTTP body: an edition file with its examples."""
RECORD: Final = 1_048_576
"""Bytes in a record that is to be analysed: a long game with 160 tiles takes 70,000."""
HANDOVER: Final = 262_144
"""Bytes that travel with a guest to another browser: the first tries of nine books of puzzles take 130,000."""
HANDOVER_SECONDS: Final = 600
"""Seconds a link to another browser counts: time to fetch a phone, not to forget the link somewhere."""
HANDOVER_BYTES: Final = 64 * 2**20
"""Bytes that travel by all links to other browsers at once; a link that was used or has ended has none."""
HASHES: Final = 8
"""Hashes of recovery sheets that are computed or wait at one server: each takes a sixth of a second and 64 MiB, one
after another."""
KIB: Final = 1_024
"""Bytes of what is to be kept that cost as much as a row, besides what the room, sheet, event or link costs."""
BACKUP: Final = LARGEST + BODY
"""Bytes in a tournament's backup: as large as a record can become."""
ANSWERS: Final = 128
"""Answers a connection may leave unread before it is closed."""
SEND_SECONDS: Final = 20
"""Seconds a connection may take to accept one message, or one part of an answer."""
JOIN_SECONDS: Final = 10
"""Seconds until the first message must have come."""
PING_SECONDS: Final = 20
"""Seconds between two pings of a connection, and until one must be answered."""
HEAD_SECONDS: Final = 10
"""Seconds until the head of a request must have come: a slow phone needs one."""
BODY_SECONDS: Final = 20
"""Seconds until a request's body must have come, besides the time it takes at `BODY_RATE`."""
BODY_RATE: Final = 16_384
"""Bytes a second that even a bad connection sends."""
LINGER_SECONDS: Final = 2
"""Seconds in which the rest of a refused body may still come, so that its sender reads the refusal."""
LEFT_OVER: Final = 2 * BACKUP
"""Bytes of a refused body that are thrown away before the connection is cut."""
CONNECTIONS: Final = 12_000
"""Connections of one server, where the limit of open files allows it: sockets, watchers, and requests besides."""
CONNECTIONS_PER_ADDRESS: Final = 3_000
"""Connections from one address: a hall behind one address fits. A trusted proxy may have all."""
WAITING_PER_ADDRESS: Final = 500
"""Connections of one address without a whole request: browsers open some ahead, nobody needs hundreds for long."""
SOCKETS: Final = 5_000
"""Sockets at tables of one server."""
SOCKETS_FOR_SEATS: Final = 1_000
"""Sockets kept free for people who have a seat at their table."""
SOCKETS_PER_PLAYER: Final = 32
"""Sockets of one guest: many tabs, several rooms."""
SOCKETS_PER_ADDRESS: Final = 1_500
"""Sockets from one address at seats: a hall of phones behind one address fits."""
ONLOOKERS_PER_ADDRESS: Final = 500
"""Sockets from one address without a seat: a school looks on."""
WATCHERS: Final = 5_000
"""Connections of one server that watch a tournament or a sheet."""
WATCHERS_FOR_KEYS: Final = 1_000
"""Watching connections kept free for those who come with a key: desk, tables, writers of sheets."""
WATCHERS_OF_ONE: Final = 2_000
"""Connections that watch the same tournament or sheet."""
WATCHERS_PER_ADDRESS: Final = 1_000
"""Connections from one address that watch: a hall of phones behind one address fits, and leaves room for others."""
ROOM_COST: Final = 10
"""What a room, a tournament, a score sheet, a circle or a club costs of a budget."""
SHEET_COST: Final = 10
"""What a new recovery sheet or passkey costs of a budget."""
PASSKEYS: Final = 10
"""Passkeys of one guest: a phone, a computer, a key to plug in, and some more."""
CHALLENGE_SECONDS: Final = 300
"""Seconds in which a passkey must have signed: time to find the phone that has it."""
BOTS: Final = 10
"""Bots of one guest."""
ROW_COST: Final = 1
"""What a row of a room costs before its game begins; the moves of a game are bounded by its rules."""
TRY_COST: Final = 1
"""What the first try of a puzzle costs: nobody solves two a second for long, and repeats are not counted."""
REPORT_COST: Final = 10
"""What a report to the server's owner costs of a budget."""
REPORTS: Final = 10_000
"""Reports that wait for the owner: more would not be read."""
REPORT_TEXT: Final = 500
"""Characters in what a report says."""
OUTLETS: Final = 10
"""Places where one guest is told of their games: browsers and addresses."""
RESTORE_COST: Final = 50
"""What bringing a file back costs of a budget."""
ANALYSIS_COST: Final = 20
"""What it costs of a budget to have a record from a file analysed."""

PICTURES: Final = 4
"""Pictures of links that are being made at one server; more are refused. Each takes a tenth of a second."""
PICTURE_SECONDS: Final = 4
"""Seconds that a picture of a link may take."""
PICTURE_BYTES: Final = 16 * 2**20
"""Bytes of pictures that a server keeps: of the newest two hundred links that somebody looked at."""


def frames() -> Bucket:
    """Frames of one connection, pongs and parts of messages too: half as many again as it may send messages."""
    return Bucket(rate=45, burst=300)


def frame_bytes() -> Bucket:
    """Bytes of one connection: as many messages as it may send, of the largest size."""
    return Bucket(rate=30 * FRAME, burst=120 * FRAME + FRAME_CUT)


def messages() -> Bucket:
    """Messages of one connection: dragging previews often, nobody needs 30 a second for long."""
    return Bucket(rate=30, burst=120)


def strikes() -> Bucket:
    """Messages that are no commands; when it is empty the connection is closed with 1008."""
    return Bucket(rate=1 / 20, burst=10)


def lines() -> Rates:
    """Lines of one guest's chat, at all servers together: a greeting, a few answers, then one in two seconds."""
    return Rates(rate=0.5, burst=6)


def reactions() -> Rates:
    """Reactions of one guest, at all servers together: they cover the table for a moment."""
    return Rates(rate=0.5, burst=4)


def invitations() -> Rates:
    """Tables that one guest asks people to, at all servers together: of an evening all, of a day thirty."""
    return Rates(rate=30 / 86_400, burst=30)


def reports() -> Rates:
    """Reports of one guest, at all servers together: of a whole table, then one in five minutes."""
    return Rates(rate=1 / 300, burst=8)


def budget(per_address: float) -> Budget:
    """What guests may make, at all servers together: each 30 rooms at once, then one in five seconds; all of one
    address 300 at once, then two in five seconds. Rows, sheets, tournaments, rematches, turns taken back and restored
    files count too."""
    return Budget(Rates(rate=2, burst=300), Rates(rate=4 * per_address, burst=3_000 * per_address))


def requests(per_address: float) -> Rates:
    """Requests from one address: a hall of phones loads the page at once."""
    return Rates(rate=100 * per_address, burst=3_000 * per_address)


def new_guests(per_address: float) -> Rates:
    """Guests made from one address, at all servers together: a school behind one address fits, a flood does not."""
    return Rates(rate=5 * per_address, burst=2_000 * per_address)


def pictures(per_address: float) -> Rates:
    """Pictures of links that are made for one address: those that are kept cost nothing. Messengers ask for those of
    many people from few addresses."""
    return Rates(rate=2 * per_address, burst=60 * per_address)


def unknown_links(per_address: float) -> Rates:
    """Links to another browser that nobody made, from one address, at all servers together: who types or cuts one off
    wrongly tries again, nobody guesses one."""
    return Rates(rate=0.2 * per_address, burst=20 * per_address)


def recoveries(per_address: float) -> Budget:
    """Tries with the words of a recovery sheet or with a passkey, of one guest and from one address, at all servers
    together: enough for people who mistype."""
    return Budget(Rates(rate=1 / 60, burst=10), Rates(rate=per_address / 30, burst=30 * per_address))


def all_recoveries() -> Rates:
    """The same from all addresses: what hashing them takes leaves the server to those who play."""
    return Rates(rate=0.5, burst=200)


def mail_questions(per_address: float) -> Budget:
    """Mails that ask whether an address is to be told, of one guest and from one address, at all servers together: for
    who mistypes theirs, and a family."""
    return Budget(Rates(rate=1 / 3600, burst=5), Rates(rate=per_address / 600, burst=30 * per_address))


def mailboxes() -> Rates:
    """The same to one mailbox, no matter who asks: a mail that was not expected stays one that nobody minds."""
    return Rates(rate=1 / 43_200, burst=3)


def mails() -> Rates:
    """Mails for one guest, and to one mailbox, at all servers together: many games over days, and no flood."""
    return Rates(rate=100 / 86_400, burst=100)


def all_mails(a_day: int) -> Rates:
    """Mails to everybody, at all servers together: as many as the owner's provider takes."""
    return Rates(rate=a_day / 86_400, burst=a_day)


def rating_tries(per_address: float) -> Rates:
    """First tries of one puzzle from one address that move its difficulty, at all servers together: of a family all,
    of a school some, of an address that makes guests as many."""
    return Rates(rate=per_address / 3600, burst=6 * per_address)


def questions(per_address: float) -> Rates:
    """Seconds of work that one address may ask of the judge: a question takes a thousandth of one."""
    return Rates(rate=0.2 * per_address, burst=2 * per_address)


def tournament_commands() -> Rates:
    """Commands by one link of a tournament: a desk typing results, or all the phones of a table."""
    return Rates(rate=20, burst=200)


def sign_ups(per_address: float) -> Rates:
    """Tries to sign up for one tournament from one address, at all servers together. A full hall that shares an address
    can sign up at the same time; one person there cannot fill the list of those who wait."""
    return Rates(rate=0.1 * per_address, burst=100 * per_address)


def list_readings() -> Rates:
    """Lists that are read for one link of a tournament, to show what they say: after each pause in typing."""
    return Rates(rate=2, burst=20)


def circle_tables() -> Rates:
    """Tables opened in one circle, each of which its members are told of: a club's evening begins, then now and
    then."""
    return Rates(rate=1 / 60, burst=12)


def club_commands() -> Rates:
    """Commands to one club: what its keeper can type, and now and then many at once."""
    return Rates(rate=2, burst=100)


def sheet_commands() -> Rates:
    """Commands to one score sheet: what a phone entered in an evening offline, then what people can type."""
    return Rates(rate=5, burst=300)
