"""Workers in processes: what a task gives, what a hanging or dying one costs, and what is left behind."""

from __future__ import annotations

import gc
import os
import signal
import socket
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from graph_builder.extract.pipeline import pipeline
from graph_builder.pipeline import default_stages
from graph_builder.process_pool import Failure, ForkServer, close_spare_server, run


def settings(_: int) -> tuple[tuple[int, int, int], bool]:
    return gc.get_threshold(), gc.get_freeze_count() > 0


def die_or_double(number: int) -> int:
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 14:
        time.sleep(600)
    return 2 * number


def process_and_threads(_: int) -> tuple[int, int]:
    time.sleep(0.2)
    return os.getppid(), len(list(Path("/proc/self/task").iterdir()))


def echo_and_exit(line: socket.socket) -> None:
    line.sendall(line.recv(100))
    line.recv(1)
    os._exit(7)


def test_what_crashes_or_hangs_costs_itself_alone() -> None:
    found = dict(run([1, 13, 2, 14, 3], die_or_double, workers=2, timeout=2))
    assert isinstance(found[13], Failure)
    assert found[13].what == "crashed its process (signal SIGKILL)"
    assert isinstance(found[14], Failure)
    assert found[14].what == "took more than 2 seconds"
    assert {number: found[number] for number in (1, 2, 3)} == {1: 2, 2: 4, 3: 6}


def test_a_task_may_be_nothing() -> None:
    assert list(run([None, 0], repr, workers=1, timeout=60)) == [(None, "None"), (0, "0")]


def test_workers_are_not_forked_from_a_process_with_threads() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        found = [made for _, made in run(range(4), process_and_threads, workers=2, timeout=60)]
    finally:
        stop.set()
        thread.join()
    assert {parent for parent, _ in found if parent != os.getpid()} == {found[0][0]}  # type: ignore[misc, index]
    assert {threads for _, threads in found} == {2}, "its own and the one that follows the server"  # type: ignore[misc]


def test_a_worker_holds_no_file_of_its_caller(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w"):
        ((_, files),) = run([0], open_files, workers=1, timeout=60)
    assert str(tmp_path / "lock") not in files  # type: ignore[operator]


def open_files(_: int) -> list[str]:
    return [str(path.resolve()) for path in Path("/proc/self/fd").iterdir()]


def worker_and_server(_: int) -> tuple[int, int]:
    return os.getpid(), os.getppid()


def test_workers_end_with_whoever_stops_asking_and_the_server_is_used_again() -> None:
    done = run(range(10), worker_and_server, workers=2, timeout=60)
    _, (worker, server) = next(done)  # type: ignore[misc]
    done.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    ((_, (_, again)),) = run([0], worker_and_server, workers=1, timeout=60)  # type: ignore[misc]
    assert again == server
    close_spare_server()
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)


def test_a_worker_of_a_fork_server_speaks_its_own_protocol() -> None:
    server = ForkServer()
    try:
        first, one = server.start(echo_and_exit)
        second, other = server.start(echo_and_exit)
        for line in (one, other):
            line.sendall(b"Ada")
            assert line.recv(100) == b"Ada"
        one.sendall(b"!")
        assert one.recv(1) == b""
        assert (server.end(first), server.end(second)) == (7, -signal.SIGKILL)
        other.close()
        one.close()
    finally:
        server.close()


def no_such_model() -> None:
    raise LookupError("no model")


def test_what_cannot_be_prepared_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OSError, match="it says why above"):
        list(run([1], abs, workers=1, timeout=60, prepare=no_such_model))
    assert "no model" in capfd.readouterr().err


def test_workers_look_seldom_for_garbage_in_circles() -> None:
    found = [made for _, made in run([1, 2], settings, workers=1, timeout=60)]
    assert found == [((200_000, 20, 100), True)] * 2


def server_threads_and_pipelines(_: int) -> tuple[int, int]:
    return len(list(Path(f"/proc/{os.getppid()}/task").iterdir())), pipeline.cache_info().currsize


@pytest.mark.slow
def test_what_documents_need_is_loaded_once_and_without_a_thread() -> None:
    prepare = default_stages().prepare
    ((_, found),) = run([0], server_threads_and_pipelines, workers=1, timeout=60, prepare=prepare)
    assert found == (1, 1)


def _tell_length(data: bytes, line: socket.socket) -> None:
    line.sendall(str(len(data)).encode())


def test_a_server_that_is_stopped_meanwhile_still_gets_all_of_a_large_task() -> None:
    server, ended = ForkServer(), threading.Event()
    _, first = server.start(partial(_tell_length, b"x"))
    first.recv(9)

    def stop_and_go_on() -> None:
        while not ended.wait(0.003):
            os.kill(server_id, signal.SIGSTOP)
            time.sleep(0.002)
            os.kill(server_id, signal.SIGCONT)

    assert server._process is not None
    server_id = server._process.pid
    thread = threading.Thread(target=stop_and_go_on)
    thread.start()
    try:
        _, line = server.start(partial(_tell_length, b"x" * 40_000_000))
        assert line.recv(9) == b"40000000"
    finally:
        ended.set()
        thread.join()
        server.close()
