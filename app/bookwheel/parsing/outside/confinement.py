"""Runs another program on one file within limits: in a folder of its own, without a network, and never for long.

What confines it depends on the system. On Linux, bubblewrap shows it all files but the person's own read-only, or else
`unshare` takes its network away and ends all that it starts with it; where neither may be used, and on macOS and
Windows, it gets an environment that leads to no network, which a program need not heed. Its processor time, its memory,
the files that it writes and its time on the clock are bounded everywhere; it is ended with everything that it started.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psutil

from bookwheel.domain.errors import SkippedFile

MB = 1 << 20
_LOOK_S = 0.05
_FOLDER = "bookwheel-outside-"
_ADDRESS_SPACE_MB = 8192
"""Programs reserve much more memory than they use; what they use is looked at."""
_NOWHERE = "http://127.0.0.1:9"
_TRIAL_S = 10
_KEPT = (
    "PATH", "LANG", "LC_ALL", "SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "TESSDATA_PREFIX", "LD_LIBRARY_PATH",
)  # fmt: skip
_HOMES = ("HOME", "USERPROFILE", "TMPDIR", "TMP", "TEMP", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
_PROXIES = ("http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a run may take: seconds of processors and on the clock, memory and files written (MB)."""

    cpu_s: float
    wall_s: float
    memory_mb: int = 1024
    written_mb: int = 256


@contextlib.contextmanager
def work_folder() -> Generator[Path]:
    """A new folder for one run, which is deleted after it; so are those that a killed process has left."""
    _sweep()
    folder = Path(tempfile.mkdtemp(prefix=f"{_FOLDER}{os.getpid()}-")).resolve()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _sweep() -> None:
    for old in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        number = old.name.removeprefix(_FOLDER).partition("-")[0]
        if number.isdigit() and not psutil.pid_exists(int(number)):
            shutil.rmtree(old, ignore_errors=True)


def run(command: Sequence[str], folder: Path, bounds: Bounds, program: str, said: Path | None = None) -> int:
    """Run a command in a folder and return its exit code; `program` is what a person calls it.

    What it prints goes into the file `said`, if there is one.

    Raises:
        SkippedFile: when it went over a bound and was ended, or could not be started.
    """
    output = subprocess.DEVNULL if said is None else os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        process = subprocess.Popen(
            [*_wrapper(str(folder), _parent_of(command[0])), *command],
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
            start_new_session=sys.platform != "win32",
            preexec_fn=_bound_for(bounds) if sys.platform != "win32" else None,
        )
    except OSError as error:
        raise SkippedFile("{program} could not be started.", program=program) from error
    finally:
        if said is not None:
            with contextlib.suppress(OSError):
                os.close(output)
    try:
        _watch(process, folder, bounds, program)
    finally:
        _end(process)
    return process.returncode


def _watch(process: subprocess.Popen[bytes], folder: Path, bounds: Bounds, program: str) -> None:
    """Wait for the end.

    Raises:
        SkippedFile: when a bound is exceeded.
    """
    until = time.monotonic() + bounds.wall_s
    looks = 0
    while process.poll() is None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK_S)
            break
        looks += 1
        cpu_s, memory = _usage(process.pid)
        if cpu_s > bounds.cpu_s or time.monotonic() > until:
            raise SkippedFile(
                "{program} took more than {seconds} s for the file and was stopped.",
                program=program,
                seconds=f"{bounds.cpu_s:g}",
            )
        if memory > bounds.memory_mb * MB:
            raise SkippedFile(
                "{program} took more than {size} MB of memory for the file and was stopped.",
                program=program,
                size=bounds.memory_mb,
            )
        if looks % 10 == 0 and _size(folder) > bounds.written_mb * MB:
            break
    if _size(folder) > bounds.written_mb * MB:
        raise SkippedFile("{program} wrote too much for the file and was stopped.", program=program)


def _usage(pid: int) -> tuple[float, int]:
    """Seconds of processors and bytes of memory of a process and all that it started."""
    cpu_s, memory = 0.0, 0
    with contextlib.suppress(psutil.Error):
        top = psutil.Process(pid)
        for process in [top, *top.children(recursive=True)]:
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                cpu_s += times.user + times.system
                memory += process.memory_info().rss
    return cpu_s, memory


def _size(folder: Path) -> int:
    size = 0
    for above, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                size += os.lstat(os.path.join(above, name)).st_size
    return size


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all that it started, whether or not it has ended itself."""
    children: list[psutil.Process] = []
    with contextlib.suppress(psutil.Error):
        children = psutil.Process(process.pid).children(recursive=True)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        process.kill()
    for child in children:
        with contextlib.suppress(psutil.Error):
            child.kill()
    process.wait()


def _environment(folder: Path) -> dict[str, str]:
    """The environment of a program: its home is the folder, and every proxy leads nowhere."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    homes, proxies = dict.fromkeys(_HOMES, str(folder)), dict.fromkeys(_PROXIES, _NOWHERE)
    return {**kept, **homes, **proxies, "OMP_THREAD_LIMIT": "1", "SAL_USE_VCLPLUGIN": "svp"}


def _parent_of(program: str) -> str:
    """The folder that a program needs: its own, and of LibreOffice that of its installation."""
    folder = Path(program).resolve().parent
    return str(folder.parent if folder.name == "program" else folder)


def _wrapper(folder: str, program: str) -> Sequence[str]:
    """The command that confines another one, as far as this system lets us; `program` is its folder."""
    if sys.platform != "linux":
        return ()
    if (bubblewrap := shutil.which("bwrap")) and _works((bubblewrap, "--ro-bind", "/", "/", "--unshare-all", "--")):
        return _bubblewrap(bubblewrap, folder, program)
    unshare = shutil.which("unshare")
    for flags in (_UNSHARE, _UNSHARE_NET):
        if unshare and _works((unshare, *flags)):
            return (unshare, *flags)
    return ()


_UNSHARE = ("--map-root-user", "--net", "--pid", "--fork", "--kill-child")
_UNSHARE_NET = ("--map-root-user", "--net")


def _bubblewrap(bubblewrap: str, folder: str, program: str) -> Sequence[str]:
    """All files read-only, those of persons hidden, and nothing but the folder to write to."""
    hidden = [home for home in ("/home", "/root", "/tmp", "/var/tmp", "/run", "/mnt", "/media") if os.path.isdir(home)]
    covers = [word for home in hidden for word in ("--tmpfs", home)]
    return (
        bubblewrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *covers,
        "--ro-bind", program, program, "--bind", folder, folder,
        "--unshare-all", "--die-with-parent", "--new-session", "--chdir", folder, "--",
    )  # fmt: skip


@cache
def _works(wrapper: tuple[str, ...]) -> bool:
    """Whether this system lets the wrapper run a program."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return not subprocess.run([*wrapper, "true"], capture_output=True, timeout=_TRIAL_S, check=False).returncode
    return False


if sys.platform != "win32":
    import resource
    from collections.abc import Callable

    def _bound_for(bounds: Bounds) -> Callable[[], None]:
        """What a new process does before it becomes the program: it bounds itself and dies with this one."""
        limits = (
            (resource.RLIMIT_CPU, int(bounds.cpu_s) + 1),
            (resource.RLIMIT_AS, _ADDRESS_SPACE_MB * MB),
            (resource.RLIMIT_FSIZE, bounds.written_mb * MB),
            (resource.RLIMIT_CORE, 0),
        )
        die_with_parent = _die_with_parent()

        def bound() -> None:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            for kind, most in limits:
                with contextlib.suppress(OSError, ValueError):
                    hard = resource.getrlimit(kind)[1]
                    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
                    resource.setrlimit(kind, (most, most if kind != resource.RLIMIT_AS else hard))
            die_with_parent()

        return bound

    def _die_with_parent() -> Callable[[], None]:
        """On Linux, let the system kill a process when this one ends; elsewhere do nothing."""
        if sys.platform != "linux":
            return lambda: None
        import ctypes  # noqa: PLC0415 - on Linux alone

        prctl = ctypes.CDLL(None, use_errno=True).prctl
        return lambda: prctl(1, int(signal.SIGKILL), 0, 0, 0)
else:

    def _bound_for(bounds: Bounds) -> None:
        """Windows bounds no process before it runs; it is looked at."""
