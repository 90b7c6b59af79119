"""Bots of your own: a file, a class, a method.

    wagonik arena --bots examples/my_bots.py:Miser,random

A bot is told `start(view)` once and then asked `choose(view)` at every decision of its seat. The
view holds only what the seat may know; answer with one of `view.legal`, or with one of
`view.actions()`, which says in words what each of them is.
"""

from wagonik.bots.base import Bot
from wagonik.match import View


class Miser(Bot):
    """Claims whatever it can, the dearest first, and never takes a ticket it need not take."""

    name = "miser"
    about = "Claims the longest route that it can pay, and draws cards until then."

    def choose(self, view: View) -> int:
        actions = view.actions()
        keeps = [action for action in actions if action.family == "keep"]
        if keeps:
            return min(keeps, key=lambda action: action.text.count(",")).index
        claims = [action for action in actions if action.family == "claim"]
        if claims:
            length = view.rules.board.length  # type: ignore[attr-defined]
            return max(claims, key=lambda action: length[action.argument]).index
        draws = [action for action in actions if action.family in ("market", "deck")]
        return (draws or actions)[0].index
