"""A bot from a file that plays as `random` does."""

from wagonik.bots.base import Bot, Random
from wagonik.match import View


class Twin(Bot):
    name = "twin"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.random = Random(seed)

    def choose(self, view: View) -> int:
        return self.random.choose(view)
