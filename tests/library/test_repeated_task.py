"""Work in a thread of its own, never twice at once."""

from __future__ import annotations

import threading

from bookwheel.library.repeated_task import RepeatedTask

PATIENT_S = 30.0


class _Work:
    """Counts how often it was begun, and each time waits to be let go."""

    def __init__(self) -> None:
        self.begun = 0
        self.started, self.let_go = threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self) -> None:
        self.begun += 1
        self.started.release()
        assert self.let_go.acquire(timeout=PATIENT_S)


def test_what_is_asked_for_while_it_is_done_is_done_once_more():
    work = _Work()
    task = RepeatedTask("counting", work)
    task.ask()
    assert work.started.acquire(timeout=PATIENT_S)
    for _ in range(3):
        task.ask()
    work.let_go.release(3)
    assert work.started.acquire(timeout=PATIENT_S)
    task.close()
    assert work.begun == 2


def test_after_closing_nothing_begins():
    work = _Work()
    task = RepeatedTask("counting", work)
    task.ask()
    assert work.started.acquire(timeout=PATIENT_S)
    work.let_go.release()
    task.close()
    task.ask()
    task.close()
    assert work.begun == 1
    assert not any(thread.name == "counting" for thread in threading.enumerate())


def test_a_failure_does_not_keep_it_from_being_done_again(caplog):
    failed, done = threading.Event(), threading.Event()

    def work() -> None:
        if not failed.is_set():
            failed.set()
            raise ValueError("no")
        done.set()

    task = RepeatedTask("trying", work)
    task.ask()
    assert failed.wait(PATIENT_S)
    task.ask()
    assert done.wait(PATIENT_S)
    task.close()
    assert "trying failed" in caplog.text
