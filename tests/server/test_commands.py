"""`wagonik play`, `wagonik serve` and moving to another database, as people call them."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from tests.server.table import PATIENCE, PLAIN, ROOT, Postgres, Server, free_port
from tests.server.test_boards import board
from wagonik.cli import play, serve
from wagonik.cli.app import app
from wagonik.server.settings import Settings


def call(*arguments: str) -> tuple[int, str]:
    """A command that does not get as far as serving."""
    done = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})
    return done.exit_code, done.output


class Command:
    """A command that serves, stopped whatever happens."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "200"}
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "wagonik.cli", *arguments],
                cwd=folder,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def __enter__(self) -> "Command":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def address(self) -> str:
        """Where it serves, once it does."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            found = re.search(r"The table is open at (http://[0-9.:]+)/", self.said())
            if found is not None:
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(found[1] + "/health", **PLAIN)
                    return found[1]
            time.sleep(0.05)
        raise AssertionError(f"the server does not answer:\n{self.said()}")


def test_play_finds_a_free_port_and_closes_cleanly(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(board(), encoding="utf-8")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        more = ["--port", str(port), "--board", "mine.toml", "--lan"]
        with Command(tmp_path, "play", "--no-browser", *more) as command:
            address = command.address()
            here = int(address.rpartition(":")[2])
            assert port < here < port + 20
            home = httpx.get(address + "/api/home", **PLAIN).json()
            assert [found["name"] for found in home["boards"]] == ["Nasz Paryż"]
            assert home["origin"].endswith(f":{here}")
            command.process.send_signal(signal.SIGINT)
            assert command.process.wait(PATIENCE) == 0
        said = command.said()
    assert f"Friends in this network: {home['origin']}/" in said
    assert "everything is kept" in said
    assert "Traceback" not in said
    assert (tmp_path / "wagonik.db").is_file()


def test_play_on_the_next_port_with_the_same_file_is_refused(tmp_path: Path) -> None:
    """A second `wagonik play` finds a free port, but not the first one's tables."""
    with Command(tmp_path, "play", "--no-browser", "--port", str(free_port())) as first:
        address = first.address()
        port = address.rpartition(":")[2]
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        same = ["--port", port, "--database", f"sqlite:///{tmp_path}/wagonik.db"]
        with Command(elsewhere, "play", "--no-browser", *same) as second:
            assert second.process.wait(PATIENCE) == 2
            said = " ".join(second.said().split())
        assert "Another Wagonik serves" in said
        assert "two would not see each other's moves" in said
        assert "Use its address, stop it, or choose another file with --database." in said
        assert "Traceback" not in said
        assert httpx.get(address + "/health", **PLAIN).status_code == 200


def test_the_program_of_the_documentation_has_its_guard() -> None:
    """Processes for bots read the program, too."""
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    programs = [
        block for block in re.findall(r"```python\n(.*?)```", page, re.S) if "run(" in block
    ]
    assert programs
    for program in programs:
        serving = program[program.index("run(") :]
        assert 'if __name__ == "__main__":' in program.removesuffix(serving)


def test_what_keeps_a_server_from_starting_is_said_in_words(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("name = 'x'\n")
    with socket.socket() as taken:
        port = free_port()
        taken.bind(("127.0.0.1", port))
        taken.listen()
        used = ["--port", str(port)]
        for arguments, words in (
            (["serve", *used], f"Port {port} of 127.0.0.1 can't be used"),
            (["serve", "--boards", str(wrong)], "wrong.toml"),
            (["serve", "--boards", str(tmp_path / "none")], "can't be read"),
            (["serve", "--database", "mysql://localhost/x"], "SQLite or PostgreSQL"),
            (["serve", "--database", "wagonik.db"], "sqlite:///wagonik.db"),
            (["serve", "--database", f"sqlite:///{tmp_path}/no/a.db"], "can't be used: unable to"),
            (["serve", "--bot-seconds", "0"], "--bot-seconds"),
        ):
            if "--port" not in arguments:
                arguments += ["--port", str(free_port())]
            code, said = call(*arguments)
            assert code == 2, said
            assert words in said.replace("\n", " "), said
            assert "Traceback" not in said


@pytest.mark.parametrize(
    ("lacking", "said"),
    [
        ("fcntl", "The server needs Linux or macOS. On Windows it runs in WSL."),
        ("resource", "The server needs Linux or macOS. On Windows it runs in WSL."),
        ("msgspec", "The server needs its extra packages (msgspec): pip install"),
    ],
)
def test_what_a_server_needs_is_told(lacking: str, said: str) -> None:
    code = (
        f"import sys; sys.modules[{lacking!r}] = None\n"
        "from wagonik.cli import main\n"
        "sys.argv = ['wagonik', 'serve']\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert said in done.stderr


def test_no_port_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "free", lambda host, port: False)
    code, said = call("play", "--port", "9000")
    assert code == 2
    assert "No port from 9000 to 9019 is free" in said


def test_the_browser_is_opened_when_the_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        play._open("http://here/", listener.getsockname()[1])
    assert opened == ["http://here/"]
    assert play.lan_address()


def test_bots_use_what_the_machine_has_where_people_play_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[tuple[int, float]] = []

    def open_table(settings: Settings, *_: object) -> None:
        served.append((settings.bot_cores, settings.bot_ponder))

    for command in (play, serve):
        monkeypatch.setattr(command, "needed", lambda: partial(Settings, static=tmp_path))
        monkeypatch.setattr(command, "free", lambda host, port: True)
        monkeypatch.setattr(command, "open_table", open_table)
    flags = ["--bot-cores", "3", "--bot-ponder", "2"]
    for arguments in (["play", "--no-browser"], ["serve"]):
        assert call(*arguments) == (0, "")
        assert call(*arguments, *flags) == (0, "")
    assert served == [(0, 5.0), (3, 2.0), (1, 0.0), (3, 2.0)]


def test_friends_get_their_address_as_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(play, "show_code", lambda out, link: shown.append(link))
    monkeypatch.setattr(play, "open_table", lambda *_: None)
    monkeypatch.setattr(play, "free", lambda host, port: True)
    assert call("play", "--no-browser", "--port", "9000")[0] == 0
    assert shown == []
    code, said = call("play", "--no-browser", "--port", "9000", "--lan")
    assert code == 0
    assert shown == [f"http://{play.lan_address()}:9000/"]
    assert shown[0] in said


def test_moving_by_the_command_of_the_documentation(tmp_path: Path, cluster: Postgres) -> None:
    source, target = f"sqlite:///{tmp_path}/a.db", cluster.database()
    with Server(source) as server:
        made = server.create("paris", ["mine", "mine"])

    def move(*arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "wagonik.server.transfer", *arguments],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        return done.returncode, done.stdout + done.stderr

    assert move(source, target) == (0, "5 rows copied\n")
    assert move(source, target)[0] == 1
    code, said = move(f"sqlite:///{tmp_path}/none.db", cluster.database())
    assert code == 1
    assert "There is no file" in said
    assert not (tmp_path / "none.db").exists()
    with Server(target) as server:
        assert server.get(made.path(), made.tokens[0]).json()["status"] == "running"
