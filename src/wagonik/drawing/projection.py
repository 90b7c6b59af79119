"""Latitude and longitude to a flat map."""

from collections.abc import Sequence
from math import cos, log, pi, radians, sin, tan

EARTH_KM = 6371.0


class Conic:
    """Lambert's conformal conic projection, fitted to the places that it is to show."""

    def __init__(self, places: Sequence[tuple[float, float]], scale: float) -> None:
        latitudes = [p[0] for p in places]
        longitudes = unwrapped([p[1] for p in places])
        low, high = min(latitudes), max(latitudes)
        low_standard = radians(low + (high - low) / 6)
        high_standard = radians(high - (high - low) / 6)
        if abs(low_standard - high_standard) < 1e-4:
            self.cone = sin(low_standard)
        else:
            self.cone = log(cos(low_standard) / cos(high_standard)) / log(
                _stretch(high_standard) / _stretch(low_standard)
            )
        # On the equator the cone becomes a cylinder; a very slim cone is near enough.
        if abs(self.cone) < 1e-4:
            self.cone = 1e-4
        self.factor = cos(low_standard) * _stretch(low_standard) ** self.cone / self.cone
        self.longitude = (min(longitudes) + max(longitudes)) / 2
        self.scale = scale * EARTH_KM
        self.middle = self.factor / _stretch(radians((low + high) / 2)) ** self.cone

    def __call__(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Units to the right of the middle and down from it."""
        latitude = min(89.9, max(-89.9, latitude))
        rho = self.factor / _stretch(radians(latitude)) ** self.cone
        turn = self.cone * radians((longitude - self.longitude + 180) % 360 - 180)
        return self.scale * rho * sin(turn), self.scale * (rho * cos(turn) - self.middle)


def _stretch(latitude: float) -> float:
    return tan(pi / 4 + latitude / 2)


def unwrapped(longitudes: Sequence[float]) -> list[float]:
    """Longitudes without the jump at the date line, if the places straddle it."""
    if max(longitudes) - min(longitudes) <= 180:
        return list(longitudes)
    return [value + 360 if value < 0 else value for value in longitudes]
