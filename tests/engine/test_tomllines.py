"""Lines of a TOML text: everything that tomllib finds has one, and the right one."""

import json
import tomllib

from hypothesis import example, given
from hypothesis import strategies as st

from wagonik.engine import tomllines

SCALARS = st.one_of(
    st.integers(-9, 9).map(str),
    st.booleans().map(lambda flag: str(flag).lower()),
    st.sampled_from(["1979-05-27 07:32:00", "inf", "'}#'", '"""a\n"b" \\" ]"""', "'''\n'{'''''"]),
    st.text(st.characters(codec="utf-8", exclude_characters="\x7f")).map(json.dumps),
)
KEYS = st.sampled_from(["a", "b-1", '"a.b"', "'c # d'", '"\\u00e9"', "1"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda v: "[ # ]\n" + ",\n".join(v) + "\n]"),
        st.dictionaries(KEYS, inner.filter(lambda v: "\n" not in v), max_size=3).map(
            lambda v: "{" + " , ".join(f"{key} = {value}" for key, value in v.items()) + "}"
        ),
    ),
    max_leaves=8,
)
ROWS = st.one_of(
    st.tuples(KEYS, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]} # = ["),
    st.tuples(KEYS, KEYS, VALUES).map(lambda row: f"{row[0]} . {row[1]}= {row[2]}"),
    st.tuples(KEYS, KEYS).map(lambda row: f"[ {row[0]}.{row[1]} ]"),
    KEYS.map(lambda key: f"[[{key}]]"),
    st.just("\t# a comment"),
)


@given(st.lists(ROWS, max_size=8).map("\n".join))
@example('[[a]]\n[a.b]\nx = 1\n[[a]]\n[a.b]\nx.y = """\n"""\nz = [{}]')
def test_every_key_and_item_of_a_text_has_its_line(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = tomllines.lines(text)
    assert set(lines) == set(_paths((), data))
    rows = text.split("\n")
    for path, line in lines.items():
        if path[-1] in ("a", "1", "b-1"):
            assert str(path[-1]) in rows[line - 1]


def _paths(path: tomllines.Path, value: object) -> list[tomllines.Path]:
    found = [path] if path else []
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value if isinstance(value, list) else ())
    )
    for key, part in parts:
        found += _paths((*path, key), part)
    return found


def test_lines_of_a_text_with_traps() -> None:
    text = '''\
a = """
b = 1
""" # c = 2
"d.e" = [ # [
  { f = "}", g = [1, 2] },

  '#',
]
[[h]]
[[h]]
[h.i]
j.k = 3
'''
    assert tomllines.lines(text) == {
        ("a",): 1,
        ("d.e",): 4,
        ("d.e", 0): 5,
        ("d.e", 0, "f"): 5,
        ("d.e", 0, "g"): 5,
        ("d.e", 0, "g", 0): 5,
        ("d.e", 0, "g", 1): 5,
        ("d.e", 1): 7,
        ("h",): 9,
        ("h", 0): 9,
        ("h", 1): 10,
        ("h", 1, "i"): 11,
        ("h", 1, "i", "j"): 12,
        ("h", 1, "i", "j", "k"): 12,
    }
