"""A small board of one's own for the tests."""

from wagonik.engine.boardfile import BoardFile, load

HEAD = """\
format = 1
game = "nordic_countries"
name = "Poland"
players = [2, 3]
numbers.pieces = 20
numbers.hand = 4
numbers.first_tickets = 3
numbers.first_keep = 2
numbers.draw_tickets = 3
numbers.draw_keep = 1
deck = { red = 12, blue = 12, locomotive = 14 }
points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
tracks = { 2 = [1, 1], 3 = [2, 2] }
"""

INLINE = (
    HEAD
    + """\
places = [
  # the sea
  { name = "Gdańsk", latitude = 54.35, longitude = 18.65 },
  { name = "Szczecin, the = port", latitude = 53.43, longitude = 14.55 }, # far west
  { name = "Poznań", latitude = 52.41, longitude = 16.93 },
  { name = "Warszawa", latitude = 52.23, longitude = 21.01 },
  { name = "Kraków", latitude = 50.06, longitude = 19.94 },
  { name = "Wrocław", latitude = 51.11, longitude = 17.04 },
  { name = "Kutno", latitude = 52.23, longitude = 19.36, junction = true },
]
routes = [
  { from = "Gdańsk", to = "Szczecin, the = port", colour = "red", length = 3, locomotives = 1 },
  { from = "Gdańsk", to = "Warszawa", colour = "blue", length = 3 },
  { from = "Warszawa", to = "Gdańsk", colour = "red", length = 3 },
  { from = "Gdańsk", to = "Kutno", colour = "grey", length = 2 },
  { from = "Poznań", to = "Szczecin, the = port", colour = "blue", length = 2 },
  { from = "Poznań", to = "Kutno", colour = "red", length = 2 },
  { from = "Kutno", to = "Warszawa", colour = "red", length = 1, tunnel = true },
  { from = "Poznań", to = "Wrocław", colour = "red", length = 1 },
  { from = "Wrocław", to = "Kraków", colour = "blue", length = 3, railroads = ["PKP", "KD"] },
  { from = "Kraków", to = "Warszawa", colour = "grey", length = 2 },
  { from = "Kraków", to = "Warszawa", colour = "red", length = 3 },
]
tickets = [{ from = "Gdańsk", to = "Kraków", points = 6 }]
railroads = [
  { name = "State Railways", code = "PKP", shares = 3, points = [5, 2] },
  { name = "Lower Silesia", code = "KD", shares = 3, points = [5, 2] },
]
"""
)


def poland() -> BoardFile:
    return load(INLINE)
