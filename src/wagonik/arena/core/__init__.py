"""The compiled half of the arena: brains that play matches, and rows of what happened."""
