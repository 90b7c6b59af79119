"""Packed arrays of floating-point numbers."""

from librt.vecs import append, vec


def floats(count: int) -> vec[float]:
    items = vec[float]()
    for _ in range(count):
        items = append(items, 0.0)
    return items


def packed_floats(values: list[float]) -> vec[float]:
    items = vec[float]()
    for value in values:
        items = append(items, value)
    return items
