"""Ask for known weaknesses of every locked package: `python -m tools.audit`. Needs pip-audit.

Exit code 0: all were looked up and none is known; 1: some are known, and they are named; 3: some
could not be looked up here, so nothing is known about them.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
FOUND, UNKNOWN = 1, 3


def python_packages(report: dict[str, Any]) -> tuple[list[str], list[str]]:
    """What pip-audit says: weaknesses, and packages that it could not look up."""
    weak, unknown = [], []
    for package in report["dependencies"]:
        if "skip_reason" in package:
            unknown.append(package["name"])
        for each in package.get("vulns", ()):
            mended = ", ".join(each["fix_versions"]) or "no version yet"
            name = f"{package['name']} {package['version']}"
            weak.append(f"{name}: {each['id']} (mended in {mended})")
    return weak, unknown


def web_packages(report: dict[str, Any]) -> tuple[list[str], list[str]]:
    """What npm audit says, in the same form; it looks all packages up or none."""
    if "vulnerabilities" not in report:
        return [], ["all packages of the web client"]
    found = report["vulnerabilities"].values()
    return [f"{each['name']} {each['range']}: {each['severity']}" for each in found], []


def ask(command: list[str], folder: Path) -> dict[str, Any]:
    """A report as JSON; an empty one if there was no answer."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    try:
        report: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {}
    return report


def main() -> int:
    lock = ROOT / "requirements" / "tools.txt"
    audit = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes"]
    audit += ["--format", "json", "--progress-spinner", "off", "--requirement", str(lock)]
    answer = ask(audit, ROOT)
    parts = [python_packages(answer) if answer else ([], ["all Python packages"])]
    parts.append(web_packages(ask(["npm", "audit", "--json"], ROOT / "web")))
    weak = [each for part, _ in parts for each in part]
    unknown = [each for _, part in parts for each in part]
    for each in weak:
        print(f"known weakness: {each}")
    if unknown:
        print(f"NOT looked up, the index here does not tell: {', '.join(unknown)}")
    if not weak and not unknown:
        print("All packages were looked up; no weakness is known.")
    return FOUND if weak else UNKNOWN if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
