"""How much memory and disk a process uses, and how it keeps no more memory than it needs."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from pathlib import Path

_ARENAS, _PERTURB = -8, -6
"""M_ARENA_MAX and M_PERTURB of glibc's malloc.h."""


def resident_bytes() -> int:
    """This process's resident memory, 0 where the system does not say."""
    if sys.platform == "linux":
        return resident_bytes_of(os.getpid())
    if sys.platform == "win32":
        return _working_set()
    import resource  # noqa: PLC0415 - not on Windows

    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def resident_bytes_of(pid: int) -> int:
    """Another process's resident memory on Linux; 0 elsewhere, and when it has ended."""
    with contextlib.suppress(OSError, IndexError):
        pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def folder_bytes(folder: Path) -> int:
    """The size of all files below a folder; those that vanish meanwhile do not count."""
    total = 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    total += folder_bytes(Path(entry.path))
                else:
                    total += entry.stat(follow_symlinks=False).st_size
    return total


def _working_set() -> int:
    """`WorkingSetSize` of PROCESS_MEMORY_COUNTERS."""
    counters = (ctypes.c_size_t * 10)()
    size = ctypes.sizeof(counters)
    ctypes.cast(counters, ctypes.POINTER(ctypes.c_uint32))[0] = size
    windll = getattr(ctypes, "windll")  # noqa: B009 - only there on Windows
    windll.kernel32.GetCurrentProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(windll.kernel32.GetCurrentProcess())
    is_known = windll.psapi.GetProcessMemoryInfo(process, ctypes.byref(counters), size)
    return int(counters[2]) if is_known else 0


def share_arenas() -> None:
    """Let all threads take memory from two places, not from one each that is never given back (glibc).

    A service that answers from forty threads and encodes in others kept 90 to 150 MB more. Call it before any thread
    begins.
    """
    choose = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if choose is not None:
        choose(_ARENAS, 2)


def blank() -> None:
    """Overwrite memory when it is freed and when it is taken, so that nobody reads what was there before (glibc).

    It costs an engine that takes few large blocks nothing, and the indexer two thirds of its speed.
    """
    choose = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if choose is not None:
        choose(_PERTURB, 255)


def give_back() -> None:
    """Give freed memory back to the system, where the C library would keep it (glibc; 25 MB after a long run)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
