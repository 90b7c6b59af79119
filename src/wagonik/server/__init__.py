"""The server of the table: tables and seats by link, matches over WebSockets."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wagonik.server.app import create_app, run
    from wagonik.server.settings import Settings

__all__ = ["Settings", "create_app", "run"]


def __getattr__(name: str) -> Any:
    """Loaded when asked for: a process that only thinks for bots needs no web server."""
    if name == "Settings":
        from wagonik.server.settings import Settings

        return Settings
    if name in __all__:
        from wagonik.server import app

        return getattr(app, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
