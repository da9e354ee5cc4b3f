"""Run a command where every packet that leaves and every file that is written is seen, whoever's code does it.

`record` starts this module in a process of its own, which moves into a network namespace (`isolation`) or, where that
is not allowed, runs the command under strace.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import psutil

from tests.first_hour import isolation, packets

REFUSED = 77
"""Exit code where a namespace is not allowed."""

_GRACE_S = 10

_TRACED = re.compile(
    r"(?P<call>connect|send\w+)\(\d+<(?P<kind>TCP|UDP)(?:v6)?:\[(?:[^\]]*->)?(?P<peer>[^\]]*)\]>"
    r"(?:.*?sin6?_port=htons\((?P<port>\d+)\).*?inet_(?:addr|pton)\((?:AF_INET6, )?\"(?P<address>[^\"]+)\")?"
)


@dataclass(frozen=True)
class Recording:
    """What a command did; a code of -9 says that it took too long.

    `files` are all that were written, and `left` the processes that outlived it (and were ended then); None where that
    could not be seen.
    """

    way: str
    code: int
    seconds: float
    packets: tuple[str, ...]
    files: tuple[Path, ...] | None
    left: tuple[str, ...] | None


class RecorderUnavailable(Exception):
    """Neither namespaces nor strace are allowed here."""


def record(command: Sequence[str], environment: Mapping[str, str], folder: Path, timeout_s: float = 280) -> Recording:
    """Run a command and return what it sent and wrote; `folder` is for the recorder's own files.

    Raises:
        RecorderUnavailable: where packets can be seen in no way.
    """
    if not sys.platform.startswith("linux"):
        raise RecorderUnavailable("Packets of native code are recorded on Linux alone.")
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "report.json"
    words = [sys.executable, "-m", "tests.first_hour.recorder", str(report), str(timeout_s), *command]
    done = subprocess.run(words, env=environment, timeout=timeout_s + 60, check=False)
    if done.returncode == 0:
        told = json.loads(report.read_text("utf-8"))
        files = None if told["files"] is None else tuple(Path(path) for path in told["files"])
        packets_, left = tuple(told["packets"]), tuple(told["left"])
        return Recording("namespace", told["code"], told["seconds"], packets_, files, left)
    if done.returncode != REFUSED:
        raise AssertionError(f"The recorder ended with {done.returncode}.")
    return record_by_strace(command, environment, folder, timeout_s)


def record_by_strace(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, timeout_s: float = 280
) -> Recording:
    """The same by strace: every call that sends or connects, with what its socket is connected to.

    Raises:
        RecorderUnavailable: where there is no strace, or it may not trace.
    """
    strace, trace = shutil.which("strace"), folder / "trace"
    if (
        strace is None
        or subprocess.run([strace, "-o", os.devnull, "true"], check=False, capture_output=True).returncode
    ):
        raise RecorderUnavailable("Network namespaces and strace are not allowed here.")
    words = [strace, "-f", "-yy", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(trace), *command]
    began = time.monotonic()
    done = subprocess.run(words, env=environment, timeout=timeout_s, check=False)
    seen = [told for line in trace.read_text("utf-8", "replace").splitlines() if (told := _traced(line))]
    return Recording("strace", done.returncode, time.monotonic() - began, tuple(seen), None, None)


def _traced(line: str) -> str:
    """The packet that a traced call sends, or is about to, to another computer, else empty."""
    found = _TRACED.search(line)
    if not found:
        return ""
    address, port = found["address"], found["port"]
    if not address:
        address, _, port = found["peer"].rpartition(":")
    try:
        parsed = ip_address(address.strip("[]"))
    except ValueError:
        return ""
    # By connecting a UDP socket, which sends nothing, Chromium asks the kernel whether there is a route of IPv6.
    is_question = found["kind"] == "UDP" and found["call"] == "connect" and parsed.version == 6
    mapped = getattr(parsed, "ipv4_mapped", None) or parsed
    return "" if mapped.is_loopback or is_question else f"{found['kind']} to {mapped} port {port}"


def main(words: Sequence[str]) -> int:
    """Record `words[2:]` into the file `words[0]`, for `words[1]` seconds at most."""
    report, timeout_s, command = Path(words[0]), float(words[1]), words[2:]
    try:
        tun = isolation.isolate(report.parent)
    except OSError as error:
        print(f"A network namespace is not allowed here: {error}", file=sys.stderr)
        return REFUSED
    seen, seen_files = list[str](), set[str]()
    files: set[str] | None = seen_files
    _start(lambda: _read_packet(tun, seen))
    try:
        watch = isolation.watch_writes()
        _start(lambda: seen_files.update(map(str, isolation.written(watch))))
    except OSError:
        files = None
    began = time.monotonic()
    isolation.adopt_orphans()
    running = subprocess.Popen(command)
    with contextlib.suppress(subprocess.TimeoutExpired):
        running.wait(timeout_s)
    seconds = time.monotonic() - began
    code = -9 if running.poll() is None else running.returncode
    left = _end_processes()
    _drain(seen, files, report.with_name("end"))
    written = None if files is None else sorted(files)
    told = {"code": code, "seconds": seconds, "packets": seen, "files": written, "left": left}
    report.write_text(json.dumps(told), "utf-8")
    return 0


def _start(step: Callable[[], object]) -> None:
    def run() -> None:
        while True:
            step()

    threading.Thread(target=run, daemon=True).start()


def _read_packet(tun: int, seen: list[str]) -> None:
    raw = os.read(tun, 65536)
    found = packets.read(raw)
    if found is not None:
        seen.append(str(found[0]))
        reply = packets.answer(raw, found[1])
        if reply is not None:
            os.write(tun, reply)


def _end_processes() -> list[str]:
    """End what is still running of the command a while after its end; the command lines."""
    left = list[str]()
    _, running = psutil.wait_procs(psutil.Process().children(recursive=True), _GRACE_S)
    for process in running:
        with contextlib.suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE:
                left.append(" ".join(process.cmdline()))
                process.kill()
    return left


def _drain(seen: list[str], files: set[str] | None, mark: Path) -> None:
    """Send a packet and write a file ourselves, and wait until both were read: all before them were then read too."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
        own.sendto(b"the end", ("192.0.2.9", 9))
    mark.write_text("the end", "ascii")
    last, end = "UDP to 192.0.2.9 port 9", time.monotonic() + 30
    while last not in seen or (files is not None and str(mark) not in files):
        if time.monotonic() > end:
            raise SystemExit("The recorder does not see its own packet or file.")
        time.sleep(0.01)
    seen.remove(last)
    if files is not None:
        files.remove(str(mark))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
