"""Install a wheel into a fresh environment and play with it: `python -m tools.try_wheel [FILE]`.

Only what the wheel and the locks hold is there: no checkout, no tools. Says what went well, or
exits with a sentence about what did not.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path
from typing import Final
from urllib.request import urlopen

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = "wagonik/server/static/index.html"
PATIENCE: Final = 120  # seconds for a server to start on a busy machine
PLAY: Final = """
import random, wagonik
assert "site-packages" in wagonik.__file__, wagonik.__file__
for game in wagonik.GAMES:
    match = wagonik.Match(game.key, players=2, seed=7)
    rng = random.Random(7)
    while not match.over:
        match.play(rng.choice(match.legal_actions()))
    assert wagonik.replay(match.record()).winners == match.winners
print(wagonik.__version__)
"""


def run(*command: str | Path, folder: Path) -> str:
    """What a command says; without the settings of this process that could lend it other code."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=clean, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed: {done.stdout}")
    return done.stdout


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def fetch(address: str) -> str:
    with urlopen(address, timeout=30) as answer:
        return str(answer.read().decode("utf-8"))


def try_table(python: Path, folder: Path) -> None:
    """Start the table, look at its page, and load the script that the page asks for."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [str(python), "-m", "wagonik", "play", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as table:
        try:
            for _ in range(PATIENCE * 10):
                try:
                    health = json.loads(fetch(f"{address}/health"))
                    break
                except OSError:
                    time.sleep(0.1)
                    if table.poll() is not None:
                        sys.exit("the table did not start: see above why")
            else:
                sys.exit(f"the table did not start within {PATIENCE} s")
            if health["status"] != "ok":
                sys.exit(f"the table is not well: {health}")
            script = re.search(r'src="(/[^"]+\.js)"', fetch(f"{address}/"))
            if script is None or len(fetch(address + script[1])) < 1000:
                sys.exit("the page has no client")
        finally:
            table.terminate()


def main() -> None:
    found = [Path(name) for name in sys.argv[1:]] or sorted((ROOT / "dist").glob("*.whl"))
    if len(found) != 1:
        sys.exit(f"one wheel is needed, and there are {len(found)}: make wheel")
    wheel = found[0].resolve()
    with zipfile.ZipFile(wheel) as file:
        if PAGE not in file.namelist():
            sys.exit(f"{wheel.name} has no web client: {PAGE} is missing")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = time.monotonic()
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        pip: list[str | Path] = [
            python,
            "-m",
            "pip",
            "--quiet",
            "--disable-pip-version-check",
            "install",
        ]
        run(*pip, "-r", ROOT / "requirements" / "table.txt", folder=folder)
        run(*pip, "--no-deps", wheel, folder=folder)
        took = time.monotonic() - began
        said = run(python, "-m", "wagonik", "--version", folder=folder).strip()
        if "compiled" not in said and not wheel.stem.endswith("-any"):
            sys.exit(f"{wheel.name} is not compiled: {said}")
        version = run(python, "-c", PLAY, folder=folder).strip()
        if wheel.name.split("-")[1] != version:
            sys.exit(f"{wheel.name} says that it is {version}")
        try_table(python, folder)
    print(f"{wheel.name}: installed in {took:.0f} s; {said}; all games and the table play")


if __name__ == "__main__":
    main()
