"""What can be said for a move: what came of it beside another, and the arguments that follow."""
