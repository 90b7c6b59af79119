"""What the person who runs a server can set."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).with_name("static")


@dataclass(frozen=True)
class Settings:
    """All numbers have a unit in their comment; 0 switches a limit off only where it says so."""

    database: str = "sqlite:///wagonik.db"  # or postgresql://user:password@host/name
    static: Path = STATIC  # the built web client, if it is there
    origins: tuple[str, ...] = ()  # where browsers may come from; (): whichever name they ask for
    https: bool = False  # served behind TLS: tell browsers to stay with it
    metrics: bool = False  # answer /metrics
    metrics_seconds: float = 15.0  # how old its numbers may be
    custom_boards: bool = True  # tables may bring a board file
    boards: tuple[Path, ...] = ()  # board files, or folders of them, that all tables may choose
    origin: str | None = None  # the address for links to friends, if browsers here use another one

    # Bots
    bots: str = "wagonik.server.players"  # the module that knows the levels
    bot_workers: int = 1  # processes that think for bots, and as many for patient levels; 0: the
    # server itself, which is for tests with quick bots
    bot_seconds: float = 1.0  # for a move of a patient level; less when many tables wait
    bot_cores: int = 1  # that patient bots of one process think on; 0: all that there are
    bot_ponder: float = 0.0  # seconds that a patient bot looks ahead before each of its turns,
    # while others are to move; 0: not at all
    bot_delay: float = 0.7  # seconds between visible moves of bots
    grace: float = 2.5  # seconds that bots wait for an undo of the only person at their table

    # The coach
    hint_playouts: int = 2_400  # matches played on for a hint, which should take less than a second
    analysis_workers: int = 1  # matches analysed at the same time, after those who play
    analysis_seconds: float = 900.0  # that one may take

    # Limits
    moves_a_match: int = 5_000  # after which a match is stopped and counted as it stands
    message_bytes: int = 16_384  # a WebSocket message
    body_bytes: int = 262_144  # an HTTP body
    messages_rate: float = 15.0  # a second and connection
    messages_burst: float = 60.0
    explore_rate: float = 5.0  # questions about a move that need the engine, a second
    explore_burst: float = 20.0
    requests_rate: float = 20.0  # HTTP requests a second and address
    requests_burst: float = 100.0
    tables_rate: float = 0.2  # new tables a second and address
    tables_burst: float = 20.0
    replays_rate: float = 2.0  # replays a second and address
    replays_burst: float = 20.0
    analyses_rate: float = 0.1  # analyses asked for, a second and address
    analyses_burst: float = 10.0
    analyses_waiting: int = 20  # of all addresses together
    analyses_an_address: int = 2  # not done yet
    analyses_bytes: int = 50_000_000  # kept in the database; the least used give way
    hints_rate: float = 1.0  # questions to the coach during a match, a second and address
    hints_burst: float = 12.0
    chat_rate: float = 0.5  # lines a second and connection
    chat_burst: float = 8.0
    emotes_rate: float = 0.4  # feelings shown, a second and connection
    emotes_burst: float = 3.0
    tables_a_host: int = 50  # tables of one address that are not over
    table_connections: int = 60
    address_connections: int = 100  # WebSockets of one address, or IPv6 network of 64 bits
    address_sockets: int = 150  # connections of any kind of such an address, but for proxies
    connections: int = 10_000
    frames_rate: float = 150.0  # WebSocket frames a second, of any kind; beyond it is cut off
    frames_burst: float = 600.0
    connects_rate: float = 10.0  # WebSockets opened a second and address
    connects_burst: float = 120.0
    request_seconds: float = 15.0  # in which a request must have come
    queue_messages: int = 256  # messages that wait for a slow client before it is cut off
    queue_bytes: int = 1_000_000  # and bytes; beyond a quarter it gets the newest state only
    hello_seconds: float = 10.0  # to say who you are
    live_tables: int = 2_000  # matches kept in memory; others are replayed when needed
    chat_lines: int = 200  # kept and sent for a table

    # Time
    sweep_seconds: float = 1.0  # how often clocks and forgotten bots are looked after
    orphan_seconds: float = 4.0  # after which another worker takes up a bot's move
    keep_days: float = 180.0  # tables that nobody touched are deleted; 0: never
    presence_seconds: float = 20.0  # how often workers tell each other who is there

    # The address behind a reverse proxy is believed from these.
    proxies: str = "127.0.0.1"
    deals: int | None = None  # tests only: the seed of the first match, one more for each after it
    worker: str = field(default="", repr=False)  # a name for this process; "": a random one

    @property
    def postgres(self) -> bool:
        return self.database.startswith(("postgresql", "postgres:"))
