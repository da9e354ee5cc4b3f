from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bookwheel.service.files import lock

HOLD = """
import pathlib, sys
from bookwheel.service.files import lock
held = lock.take(pathlib.Path(sys.argv[1]))
print(bool(held), flush=True)
sys.stdin.read()
"""


def test_lock_is_held_by_one_process_and_freed_when_it_is_killed(tmp_path: Path):
    path = tmp_path / "service.lock"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout is not None and holder.stdin is not None
    assert holder.stdout.readline() == b"True\n"
    assert lock.take(path) is None
    assert lock.take(path, 0.1) is None
    holder.kill()
    holder.communicate()
    held = lock.take(path, 5)
    assert held is not None
    assert lock.take(path) is None
    held.release()
