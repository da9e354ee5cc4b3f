"""When garbage is collected."""

import gc
import weakref

import pytest

from bookwheel import gc_tuning


class _Node:
    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize("is_large", [True, False])
def test_the_garbage_of_a_large_task_is_collected_at_once(is_large: bool) -> None:
    gc.disable()
    try:
        gc.collect()
        node = weakref.ref(_Node())
        gc_tuning.collect_after_task(is_large=is_large)
        assert (node() is None) == is_large
    finally:
        gc.enable()


def test_garbage_is_collected_again_between_tasks_after_a_pause() -> None:
    thresholds = gc.get_threshold()
    gc_tuning.pause_gc()
    try:
        gc_tuning.collect_between_tasks()
        assert gc.isenabled()
        assert gc.get_threshold() != thresholds
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        gc.enable()
