"""`make play` while the engine is not compiled yet: nobody waits for the compiler.

The table opens on the plain sources, which play the same matches, only slower. Behind it `make
setup` compiles and installs. When that is done, the table is closed and opened again, compiled, at
the same address and with the same file: matches go on, and browsers come back by themselves.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
LOG: Final = ROOT / ".venv" / "compiling.log"
LAST_LINES: Final = 12
CLOSING: Final = 20.0  # seconds that a table has to close by itself


class Changeover:
    """One table after another: the plain one until the build is done, then the compiled one."""

    def __init__(self, plain: list[str], build: list[str], compiled: list[str], log: Path) -> None:
        self.plain: Final = plain
        self.build: Final = build
        self.compiled: Final = compiled
        self.log: Final = log

    def run(self, plain_environment: dict[str, str]) -> int:
        """Keep a table open until it is closed; returns its exit code."""
        table = start(self.plain, env=plain_environment)
        with self.log.open("wb") as said:
            build = start(self.build, stdout=said, stderr=subprocess.STDOUT)
        try:
            while table.poll() is None and build.poll() is None:
                time.sleep(0.2)
            if table.poll() is None:
                if build.returncode == 0:
                    say("The engine is compiled. The table changes over; matches go on.")
                    close(table)
                    table = start(self.compiled)
                else:
                    say(self._failed())
            return table.wait()
        except KeyboardInterrupt:
            close(table)
            return table.wait()
        finally:
            if build.poll() is None:
                os.killpg(build.pid, signal.SIGTERM)  # the compilers that it has started, too
                build.wait()
            close(table)

    def _failed(self) -> str:
        last = self.log.read_text("utf-8", "replace").splitlines()[-LAST_LINES:]
        return "\n".join(
            [
                "The engine could not be compiled; the table goes on as plain Python. "
                "The compiler's last words:",
                *(f"  {line}" for line in last),
                f"All of them are in {self.log}; `make setup` tries again.",
            ]
        )


def say(text: str) -> None:
    print(text, flush=True)


def start(command: list[str], **more: Any) -> subprocess.Popen[bytes]:
    """In a group of its own: the terminal's Ctrl-C reaches us, and we pass it on, once."""
    return subprocess.Popen(command, start_new_session=True, **more)


def close(table: subprocess.Popen[bytes]) -> None:
    """End a table as Ctrl-C does, in order."""
    if table.poll() is not None:
        return
    table.send_signal(signal.SIGINT)
    try:
        table.wait(CLOSING)
    except subprocess.TimeoutExpired:
        table.kill()  # nothing that was acknowledged is lost by that
        table.wait()


def interrupt(number: int, _: object) -> None:
    raise KeyboardInterrupt(number)


def main() -> None:
    source = str(ROOT / "src")
    sys.path.insert(0, source)
    from wagonik.cli.play import HERE, free_port

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    port = str(free_port(HERE, 8000))
    say(
        "The engine is not compiled yet. The table opens as plain Python, which plays the same\n"
        "matches more slowly, and changes over by itself in a minute or two."
    )
    table = [sys.executable, "-m", "wagonik", "play", "--port", port]
    make = os.environ.get("MAKE", "make")
    changeover = Changeover(
        plain=table,
        build=["nice", "-n", "10", make, "--silent", "--no-print-directory", "setup"],
        compiled=[*table, "--no-browser"],
        log=LOG,
    )
    sys.exit(changeover.run({**os.environ, "PYTHONPATH": source}))


if __name__ == "__main__":
    main()
