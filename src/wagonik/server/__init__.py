"""The server of the table: tables and seats by link, matches over WebSockets."""

from wagonik.server.app import create_app, run
from wagonik.server.settings import Settings

__all__ = ["Settings", "create_app", "run"]
