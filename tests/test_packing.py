"""Dataclasses are read from JSON by many threads at once."""

from __future__ import annotations

import subprocess
import sys

FIRST_READ_BY_MANY = """
import sys, threading
from dataclasses import make_dataclass
from bookwheel import packing

sys.setswitchinterval(1e-6)
for number in range(60):
    kind, text = make_dataclass(f"Leaf{number}", [("a", int), ("b", str)]), '{"a": 1, "b": "x"}'
    for depth in range(12):
        kind = make_dataclass(f"Kind{number}x{depth}", [("one", kind), ("more", tuple[kind, ...])])
        text = '{"one": %s, "more": []}' % text
    gate = threading.Barrier(6)
    threads = [threading.Thread(target=lambda: (gate.wait(), packing.decode(text, kind))) for _ in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
print("all were read")
"""


def test_a_kind_that_many_threads_read_at_once_for_the_first_time_crashes_nothing() -> None:
    run = subprocess.run([sys.executable, "-c", FIRST_READ_BY_MANY], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "all were read\n"), run.stderr
