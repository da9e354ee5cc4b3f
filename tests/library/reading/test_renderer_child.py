"""Rendering has a budget for every page, in a child that may be killed; other calls go on meanwhile."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import psutil
import pytest

from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.library.reading import renderer_child
from bookwheel.library.reading.render_process import Functions
from bookwheel.library.reading.renderer_child import SMALL, Renderer
from bookwheel.pages.includes import Kind
from bookwheel.pages.render import Heading, Rendered, Target, render
from bookwheel.pages.worker import RenderTask
from tests.library.conftest import Shelf

NOTICE = "This page is too complex to render, so it is shown as plain text."
COSTLY = "\n\n".join(["![a](" * 1_980] * 200)
"""Two megabytes of images without an end: about a second for each of two hundred paragraphs."""
PLENTY = "some words to read, [a link](b.md) and *more* of them\n\n" * (SMALL // 40)


@pytest.fixture
def renderer() -> Iterator[Renderer]:
    one = Renderer(seconds=1)
    yield one
    one.close()


def _resolve(href: str, kind: LinkKind) -> Target:
    return Target(f"bookwheel://doc/notes/{href}?{kind}", "resolved")


def _mark(text: str) -> list[tuple[int, int]]:
    return [(at, at + 5) for at in range(len(text)) if text.startswith("words", at)]


FUNCTIONS = Functions(
    resolve=_resolve,
    embed=lambda name: f"embedded words of {name}",
    include=lambda kind, name: f"{kind} {name}" if kind is Kind.CODE else None,
    mark=_mark,
)


def _task(text: str, dialect: Dialect = Dialect.GFM) -> RenderTask:
    return RenderTask(text, "markdown", dialect, 1, (Heading("top", "Top", 1, 1),), (), True)


def _render_here(task: RenderTask, functions: Functions = FUNCTIONS) -> Rendered:
    return render(
        task.text,
        format=task.format,
        dialect=task.dialect,
        first_line=task.first_line,
        headings=task.headings,
        resolve=functions.resolve,
        embed=functions.embed,
        mark=functions.mark,
        include=functions.include,
    )


@pytest.mark.parametrize("dialect", [Dialect.GFM, Dialect.OBSIDIAN, Dialect.MKDOCS])
def test_a_page_of_the_child_is_the_one_that_this_process_renders(dialect: Dialect):
    task = _task(f'# Top\n\n![[note]] and [[b]]\n\n{{{{< codenew file="a.py" >}}}}\n\n{PLENTY}', dialect)
    renderer = Renderer(seconds=30)
    try:
        assert renderer.render(task, FUNCTIONS, 1) == _render_here(task)
        assert len(renderer.pids) == 1
    finally:
        renderer.close()


def test_a_small_page_needs_no_child(renderer: Renderer):
    task = _task("# Top\n\nwords and [a link](b.md)\n")
    assert renderer.render(task, FUNCTIONS, 1) == _render_here(task)
    assert renderer.pids == []


def test_a_small_page_that_embeds_a_large_one_goes_to_the_child(renderer: Renderer):
    functions = Functions(_resolve, lambda name: PLENTY, FUNCTIONS.include, None)
    task = _task("# Top\n\n![[large]]\n", Dialect.OBSIDIAN)
    assert renderer.render(task, functions, 1).html.count("a link</a>") == SMALL // 40
    assert len(renderer.pids) == 1


def test_a_page_above_its_seconds_is_plain_text_and_is_not_tried_again(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch
):
    task = _task(f"# <b>Top\n\n{COSTLY}", Dialect.MKDOCS)
    first = renderer.render(task, FUNCTIONS, 1)
    assert NOTICE in first.html and "# &lt;b&gt;Top" in first.html and 'id="top"' in first.html
    assert renderer.pids == []
    monkeypatch.setattr(renderer_child, "RenderProcess", None)  # so that none can be started
    assert renderer.render(task, FUNCTIONS, 1) == first


def test_a_page_above_its_memory_is_plain_text():
    renderer = Renderer(memory_mb=8)
    try:
        assert NOTICE in renderer.render(_task(PLENTY * 20), FUNCTIONS, 1).html
    finally:
        renderer.close()


def test_what_a_function_raises_reaches_the_caller_and_the_next_page_is_rendered(renderer: Renderer):
    def fail(href: str, kind: LinkKind) -> Target:
        raise KeyError(href)

    with pytest.raises(KeyError):
        renderer.render(_task(PLENTY), Functions(fail, FUNCTIONS.embed, FUNCTIONS.include, None), 1)
    assert renderer.pids == []
    assert NOTICE not in renderer.render(_task(PLENTY), FUNCTIONS, 2).html


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_child_that_is_killed_from_outside_costs_no_page(renderer: Renderer):
    wanted = _render_here(_task(PLENTY))
    assert renderer.render(_task(PLENTY), FUNCTIONS, 1) == wanted
    (idle,) = renderer.pids
    psutil.Process(idle).kill()
    assert renderer.render(_task(PLENTY), FUNCTIONS, 1) == wanted

    def kill_first(href: str, kind: LinkKind) -> Target:
        if idle not in renderer.pids:
            killed.append(renderer.pids[0])
            psutil.Process(killed[-1]).kill()
        return _resolve(href, kind)

    killed: list[int] = []
    dying = Functions(kill_first, FUNCTIONS.embed, FUNCTIONS.include, FUNCTIONS.mark)
    assert NOTICE in renderer.render(_task(PLENTY), dying, 2).html
    assert len(set(killed)) == 2, "one child after the other was killed over the page"


def test_closing_ends_the_children(renderer: Renderer):
    renderer.render(_task(PLENTY), FUNCTIONS, 1)
    (pid,) = renderer.pids
    renderer.close()
    assert not psutil.pid_exists(pid)


@pytest.mark.timeout(90)
def test_a_page_that_would_take_minutes_is_answered_in_seconds_and_others_meanwhile(shelf: Shelf):
    root = shelf.add()
    (root / "mkdocs.yml").write_text("site_name: notes\n", "utf-8")
    (root / "costly.md").write_text(f"# Costly\n\n{COSTLY}\n", "utf-8")
    (root / "page.md").write_text("# Page\n\nzebra\n", "utf-8")
    shelf.index()
    answers: list[PageAnswer] = []
    calling = threading.Thread(target=lambda: answers.append(shelf.library.page(PageRequest("notes/costly.md"))))
    library = shelf.library
    calling.start()
    while not library.renderer.pids and calling.is_alive():
        calling.join(0.01)
    assert "zebra" in library.page(PageRequest("notes/page.md")).html
    assert calling.is_alive() and not answers
    calling.join()
    assert NOTICE in answers[0].html
    assert library.renderer.pids == []
