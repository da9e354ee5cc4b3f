"""Children give way to the person's programs, unless tests have them keep their priority."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bookwheel.service.workers import priority
from tests.end_to_end.conftest import SOURCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has classes of priority, no niceness")


def niceness(call: str, **settings: str) -> int:
    """What is left of a process's priority after a call of our module."""
    script = f"import os\nfrom bookwheel.service.workers import priority\npriority.{call}\nprint(os.nice(0))"
    environment = {name: value for name, value in os.environ.items() if name != priority.SWITCH}
    environment |= {"PYTHONPATH": SOURCE, **settings}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True, text=True)
    return int(done.stdout) - os.nice(0)


def test_what_nobody_waits_for_runs_last():
    assert niceness("run_last()") == priority.LOWEST - os.nice(0)


def test_answers_for_agents_give_way_to_the_persons_searches():
    assert niceness("lower(5)") == 5


def test_children_of_tests_keep_their_priority():
    assert os.environ[priority.SWITCH] == "normal"
    for call in ("run_last()", "lower(5)"):
        assert niceness(call, **{priority.SWITCH: "normal"}) == 0
