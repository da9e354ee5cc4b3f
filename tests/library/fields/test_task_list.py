"""Which tasks there are: filters, order, changes, and what a scope hides."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import Filter, Scope
from bookwheel.domain.tasks import TasksRequest, TaskState
from tests.library.conftest import changed

HOME = """# Home

- [ ] Oil the axle 📅 2026-03-01 #home/shop
- [ ] Later
- [ ] First 📅 2026-01-01
- [x] Old ✅ 2025-01-01
"""
WORK = "---\ntags: [hush]\n---\n- [ ] Secret 📅 2026-02-01 #hush\n\n## Done\n\n- [x] Newer ✅ 2025-06-01\n"


@pytest.fixture
def filled(shelf, write):
    root = shelf.add()
    write(root, "home.md", HOME)
    write(root, "work/plan.md", WORK)
    write(root, "code.md", "# None\n\n[ ] no list\n")
    shelf.index()
    return shelf


def texts(shelf, scope=None, **fields) -> list[str]:
    request = TasksRequest(**fields)
    answer = shelf.library.tasks.answer(request, scope) if scope else shelf.library.tasks.answer(request)
    assert answer.total == len(answer.tasks)
    return [task.text for task in answer.tasks]


def test_tasks_come_by_due_date_and_those_done_come_last_first(filled) -> None:
    assert texts(filled) == ["First", "Secret #hush", "Oil the axle #home/shop", "Later"]
    assert texts(filled, state=TaskState.ALL)[-2:] == ["Newer", "Old"]
    answer = filled.library.tasks.answer(TasksRequest(TaskState.DONE))
    assert [(task.section, task.line) for task in answer.tasks] == [
        ("notes/work/plan.md#done", 8),
        ("notes/home.md#home", 6),
    ]


def test_folder_tag_days_and_words_narrow_the_tasks(filled) -> None:
    assert texts(filled, folder="notes/work") == ["Secret #hush"]
    assert texts(filled, folder="note") == []
    assert texts(filled, tag="#Home") == ["Oil the axle #home/shop"]
    assert texts(filled, before="2026-02-01") == ["First", "Secret #hush"]
    assert texts(filled, after="2026-02-01") == ["Secret #hush", "Oil the axle #home/shop"]
    assert texts(filled, is_undated=True) == ["Later"]
    assert texts(filled, words="AXLE oil") == ["Oil the axle #home/shop"]
    answer = filled.library.tasks.answer(TasksRequest(limit=1))
    assert (answer.total, len(answer.tasks)) == (4, 1)
    assert [(count.value, count.count) for count in answer.folders] == [("notes", 4), ("notes/work", 1)]
    assert [count.value for count in answer.tags] == ["home/shop", "hush"]


def test_a_changed_document_has_its_new_tasks(filled, write, tmp_path) -> None:
    assert "Later" in texts(filled)
    write(tmp_path / "notes", "home.md", "- [ ] Only this\n")
    filled.index(changed("notes", ["home.md"]))
    assert texts(filled) == ["Secret #hush", "Only this"]
    (tmp_path / "notes" / "work" / "plan.md").unlink()
    filled.index(changed("notes", ["work/plan.md"]))
    assert texts(filled) == ["Only this"]


def test_what_a_scope_hides_is_in_no_task_and_no_count(filled) -> None:
    scope = Scope(filters=(Filter("tag", ("hush",), is_negated=True),))
    assert texts(filled, scope) == ["First", "Oil the axle #home/shop", "Later"]
    answer = filled.library.tasks.answer(TasksRequest(), scope)
    assert [count.value for count in (*answer.folders, *answer.tags)] == ["notes", "home/shop"]
    assert texts(filled) == ["First", "Secret #hush", "Oil the axle #home/shop", "Later"]


@pytest.mark.parametrize(
    "wrong", [{"after": "soon"}, {"after": "20260101"}, {"before": "2026-02-30"}, {"limit": 0}, {"limit": 2001}]
)
def test_what_is_no_day_and_no_limit_is_refused(filled, wrong) -> None:
    with pytest.raises(BadRequest):
        filled.library.tasks.answer(TasksRequest(**wrong))


def test_an_empty_library_has_no_tasks(shelf) -> None:
    assert shelf.library.tasks.answer(TasksRequest()).tasks == ()
