"""`wagonik tune`."""

from tests.cli.calls import call, mistake

QUICK = ["--players", 2, "--generations", 1, "--tries", 4, "--deals", 1, "--check", 10]


def test_numbers_are_told_with_how_they_do() -> None:
    data = call("tune", "card_game", *QUICK, "--processes", 1, "--set", "row=9", "--json").json()
    assert (data["game"], data["players"], data["matches"]) == ("card_game", 2, 20)
    assert 6 < data["numbers"]["row"] < 13.5
    assert data["low"] < data["rate"] < data["high"]
    answer = call("tune", "card_game", *QUICK, "--processes", 1, "--set", "row=9")
    assert answer.code == 0
    assert f"row = {data['numbers']['row']:g}" in answer.out
    told = " ".join(answer.out.split())
    assert f"a seat wins {data['rate']:.1%}" in told
    assert "of 20 fresh matches" in told


def test_wrong_calls_are_told() -> None:
    mistake(call("tune", "monaco", *QUICK), "monaco")
    mistake(call("tune", "paris", "--players", 7), "players")
    mistake(call("tune", "paris", *QUICK, "--set", "haste=1"), "no number 'haste'")
    mistake(call("tune", "paris", *QUICK, "--set", "later"), "like --set later=0.12")
    mistake(call("tune", "paris", *QUICK, "--set", "later=much"), "like --set later=0.12")
