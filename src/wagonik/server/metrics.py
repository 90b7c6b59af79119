"""Numbers for Prometheus: of the server as a whole, and not of the moment, so that nobody can count
what another player does in secret."""

import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """What Prometheus reads."""

    def __init__(self, every: float = 15.0) -> None:
        self.every: Final = every  # seconds between two looks at the numbers
        self.registry: Final = CollectorRegistry()
        name = "wagonik_"
        new = self.registry
        self.connections: Final = Gauge(name + "connections", "WebSockets open now", registry=new)
        self.live_tables: Final = Gauge(name + "live_tables", "Tables in memory", registry=new)
        self.tables: Final = Counter(name + "tables", "Tables created", registry=new)
        self.matches: Final = Counter(name + "matches", "Matches started", ["game"], registry=new)
        self.finished: Final = Counter(
            name + "matches_finished", "Matches played to the end", ["game"], registry=new
        )
        self.moves: Final = Counter(name + "moves", "Moves stored", ["by"], registry=new)
        # Looked up once: there are thousands of moves a second.
        self.moves_by: Final = {by: self.moves.labels(by) for by in ("person", "bot")}
        self.move_seconds: Final = Histogram(
            name + "move_seconds",
            "From a move's arrival to its acknowledgement",
            registry=new,
            buckets=_SECONDS,
        )
        self.messages: Final = Counter(name + "messages", "Messages from clients", registry=new)
        self.listening: Final = Gauge(
            name + "listening", "Whether the other workers are heard", registry=new
        )
        self.breaks: Final = Gauge(
            name + "listening_breaks", "Times that the others were not heard", registry=new
        )
        self._told = b""
        self._told_at = 0.0
        self.errors: Final = Counter(name + "errors", "Errors sent", ["code"], registry=new)
        self.resyncs: Final = Counter(
            name + "conflicts", "Moves that another worker was faster with", registry=new
        )
        self.requests: Final = Counter(
            name + "http_requests", "HTTP requests", ["status"], registry=new
        )
        self.bot_seconds: Final = Histogram(
            name + "bot_seconds", "How long bots think", registry=new, buckets=_SECONDS
        )

    def text(self) -> bytes:
        """As of some seconds ago."""
        now = time.monotonic()
        if not self._told or now - self._told_at > self.every:
            self._told = generate_latest(self.registry)
            self._told_at = now
        return self._told
