"""Try a bundle as its user would: index the sample, search it, open the window, answer an MCP client."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from mcp import ClientSession, StdioServerParameters, stdio_client

QUERY = "reading"
MEANT = "how do I remember what a book said"


_PDF = """%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length 38>>stream
BT /F 12 Tf 20 200 Td (A walnut) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
"""
_FORMATS = {
    "a.html": "<p>A walnut.</p>", "b.rst": "A walnut.\n", "c.csv": "wood,tree\nbrown,walnut\n", "d.org": "* A walnut\n",
    "e.opml": '<opml><body><outline text="A walnut"/></body></opml>', "f.pdf": _PDF,
}  # fmt: skip


def _write_formats(folder: Path) -> None:
    folder.mkdir()
    for name, text in _FORMATS.items():
        (folder / name).write_text(text, encoding="utf-8")


def main(program: Path) -> int:
    with tempfile.TemporaryDirectory(prefix="bookwheel-smoke-", ignore_cleanup_errors=True) as folder:
        surroundings = _surroundings(Path(folder))

        def say(*words: str) -> str:
            done = subprocess.run(
                [str(program), *words], env=surroundings, capture_output=True, text=True, encoding="utf-8", timeout=120
            )
            if done.returncode != 0:
                raise SystemExit(
                    f"bookwheel {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
                )
            return done.stdout

        try:
            sample = next(program.parent.rglob("resources/sample"))
            say("add", str(sample), "--wait", "all")
            hits = json.loads(say("search", QUERY, "--json"))["hits"]
            _expect(bool(hits), f"a search for {QUERY!r} finds {len(hits)} sections")
            _write_formats(Path(folder) / "formats")
            say("add", str(Path(folder) / "formats"), "--wait", "keyword")
            found = {hit["section"].partition("#")[0] for hit in json.loads(say("search", "walnut", "--json"))["hits"]}
            _expect(len(found) == len(_FORMATS), f"other formats are read: {', '.join(sorted(found))}")
            near = json.loads(say("search", MEANT, "--mode", "semantic", "--json"))["hits"]
            _expect(bool(near), f"meaning finds {len(near)} sections for {MEANT!r}")
            rows = json.loads(say("sparql", "SELECT ?d { ?d a bw:Document }", "--json"))["rows"]
            _expect(bool(rows), f"the graph knows {len(rows)} documents")
            _expect(_opens(program, surroundings), "the window opens")
            answered = asyncio.run(_answers(program, surroundings))
            # An agent's answer ends where its budget of tokens does.
            is_same = bool(answered) and answered == [hit["section"] for hit in hits][: len(answered)]
            _expect(is_same, f"an agent gets the same first {len(answered)} hits over the bridge")
        finally:
            subprocess.run([str(program), "stop"], env=surroundings, capture_output=True, timeout=60, check=False)
    print("The bundle works.")
    return 0


def _expect(is_so: bool, what: str) -> None:
    print(("ok: " if is_so else "not so: ") + what, flush=True)
    if not is_so:
        raise SystemExit(1)


def _surroundings(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        **kept,
        "BOOKWHEEL_LIBRARY": str(folder / "library"),
        "QTWEBENGINE_CHROMIUM_FLAGS": "--disable-gpu --disable-dev-shm-usage",
        **({"QTWEBENGINE_DISABLE_SANDBOX": "1"} if is_root else {}),
    }


def _opens(program: Path, surroundings: dict[str, str]) -> bool:
    """Whether a window titled Bookwheel is shown in 30 s; without Xvfb and xdotool, whether it stays up for 10 s."""
    has_screen = sys.platform == "linux" and shutil.which("Xvfb") and shutil.which("xdotool")
    with _screen() if has_screen else contextlib.nullcontext({"QT_QPA_PLATFORM": "offscreen"}) as screen:
        settings = {**surroundings, **screen}
        window = subprocess.Popen([str(program)], env=settings)
        try:
            end = time.monotonic() + (30 if has_screen else 10)
            while time.monotonic() < end and window.poll() is None:
                time.sleep(0.2)
                if has_screen and _is_shown(settings):
                    time.sleep(2)
                    return window.poll() is None
            return not has_screen and window.poll() is None
        finally:
            window.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                window.wait(15)
            if window.poll() is None:
                window.kill()
                window.wait()


def _is_shown(settings: dict[str, str]) -> bool:
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "Bookwheel$"], env=settings, capture_output=True, check=False
    )
    return bool(found.stdout.strip())


@contextlib.contextmanager
def _screen() -> Iterator[dict[str, str]]:
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as file:
            yield {"DISPLAY": f":{file.readline().strip()}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        screen.terminate()
        screen.wait()


async def _answers(program: Path, surroundings: dict[str, str]) -> list[str]:
    bridge = StdioServerParameters(command=str(program), args=["mcp", "--client", "smoke"], env=surroundings)
    async with stdio_client(bridge) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        answer = await session.call_tool("search", {"query": QUERY})
        content = answer.structured_content or {}
        return [str(hit["section"]) for hit in content["hits"]]


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).resolve()))
