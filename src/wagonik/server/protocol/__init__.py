"""The protocol of the table: one closed set of messages in each direction, and the HTTP bodies.

The TypeScript of the web client is generated from these types (`wagonik.server.typescript`).
"""

from wagonik.server.protocol import answers, facts, requests, views, web
from wagonik.server.protocol.answers import Answer
from wagonik.server.protocol.requests import Request

VERSION = 1

__all__ = ["VERSION", "Answer", "Request", "answers", "facts", "requests", "views", "web"]
