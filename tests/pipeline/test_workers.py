"""How tasks are worked on: here or by processes, with what is loaded before these part from this one."""

import gc

import pytest

from graph_builder.extract.names import matcher
from graph_builder.pipeline import default_stages
from graph_builder.pipeline.process_pool import Failure, run


def settings(_: int) -> tuple[tuple[int, int, int], bool]:
    return gc.get_threshold(), gc.get_freeze_count() > 0


@pytest.mark.parametrize("workers", [0, 1])
def test_garbage_in_circles_is_seldom_looked_for_while_there_are_tasks(workers: int) -> None:
    before = gc.get_threshold()
    found = [made for _, made in run([1, 2], settings, workers=workers, timeout=60)]
    assert found == [((200_000, 20, 100), True)] * 2
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_garbage_is_looked_for_as_before_when_the_rest_is_not_wanted() -> None:
    before = gc.get_threshold()
    done = run([1, 2], settings, workers=0, timeout=60)
    assert next(done)[0] == 1
    done.close()  # type: ignore[attr-defined]
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_what_a_caller_has_frozen_stays_so() -> None:
    gc.freeze()
    try:
        assert not [made for _, made in run([1], settings, workers=0, timeout=60) if isinstance(made, Failure)]
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_what_documents_need_is_loaded_before_workers_part() -> None:
    matcher.cache_clear()
    default_stages().prepare()
    assert matcher.cache_info().currsize == 1
