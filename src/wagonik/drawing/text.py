"""How wide a label is in the font that the client ships.

The layout runs without a browser, so the advance widths of Barlow Semi Condensed 600 (in
thousandths of its size) are kept here; kerning is ignored, and a letter that is not in the table
counts as a wide one, so that a label is never wider than we think.
"""

from typing import Final

SIZE: Final = 18.0
LINE_HEIGHT: Final = 16.0
BOX_HEIGHT: Final = 14.5

BADGE_SIZE: Final = 9.5

_UNKNOWN: Final = 780

_GROUPS: Final = {
    153: "'",
    173: "’",
    180: "|",
    200: " \u00a0",
    205: "ìíîïĩīĭı",
    213: "`´",
    219: "lĺļ",
    220: "·",
    227: "Į",
    231: "j",
    232: ",ĵ",
    235: "i",
    242: ".",
    243: "IÌÍÎÏĨĪİ",
    248: "į",
    266: ";",
    298: "()",
    302: "!¡",
    304: ":",
    313: "1",
    315: '"',
    328: "tţťŧț",
    333: "f",
    342: "r",
    345: "ŕŗř",
    364: "-",
    366: "[]",
    377: "ł",
    380: "*",
    394: "ľ",
    412: "zźżž",
    417: "/\\",
    422: "–",
    440: "7",
    446: "syýÿŷ",
    448: "śŝşšș",
    456: "?¿",
    460: "v",
    465: "+<=>",
    466: "x",
    477: "càáâãäåçāăąćĉċč",
    478: "35akķ",
    479: "6",
    480: "9ZŹŻŽ",
    483: "èéêëēėęě",
    484: "8e",
    488: "2òóôõöōŏő",
    489: "Fu",
    490: "goþĝğġģ",
    491: "hnñùúûüĥħńņňũūŭůűų",
    493: "LðĹĻ",
    494: "Ľ",
    497: "ø",
    498: "bdďđ",
    502: "pq",
    509: "0ß",
    512: "JĴ",
    513: "ESÈÉÊËĒĖĘĚŚŜŞŠȘ",
    516: "TÞŢŤŦȚ",
    521: "Q",
    522: "4",
    526: "P",
    528: "YÝŶŸ",
    533: "CÇĆĈĊČ",
    537: "GRĜĞĠĢŔŖŘ",
    538: "X",
    540: "V",
    542: "B",
    544: "OÒÓÔÕÖŌŐ",
    545: "DĎ",
    548: "Ł",
    549: "KĶ",
    552: "AÀÁÂÃÄÅĀĂĄ",
    557: "HUÙÚÛÜĤĦŨŪŬŮŰŲ",
    588: "NÑŃŅŇŊ",
    591: "ÐĐ",
    609: "Ø",
    627: "M",
    635: "&",
    677: "wŵ",
    747: "m",
    755: "æ",
    771: "W",
    773: "œ",
}
_WIDTH: Final = {letter: width for width, letters in _GROUPS.items() for letter in letters}


def text_width(text: str, size: float = SIZE) -> float:
    """The width of one line of text."""
    return sum(_WIDTH.get(letter, _UNKNOWN) for letter in text) * size / 1000


def label_box(lines: tuple[str, ...]) -> tuple[float, float]:
    """Width and height of a label of one or more lines; no lines make an empty box."""
    if not lines:
        return 0.0, 0.0
    return max(text_width(line) for line in lines), BOX_HEIGHT + LINE_HEIGHT * (len(lines) - 1)


def label_lines(name: str) -> tuple[str, ...]:
    """Break a place's name into lines: at a slash always, else a long one where it balances."""
    if " / " in name:
        return tuple(name.split(" / "))
    if len(name) < 15 or (" " not in name and "-" not in name):
        return (name,)
    breaks = [i + 1 for i, letter in enumerate(name) if letter in " -"]
    best = min(breaks, key=lambda i: max(i, len(name) - i))
    return (name[:best].rstrip(" "), name[best:])
