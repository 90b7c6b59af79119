"""A bot from a file that plays as `random` does."""

from wagonik.bots.base import Random


class Twin(Random):
    name = "twin"
