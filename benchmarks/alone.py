"""Work in a process of its own, so that what is measured of it is its own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Any


def alone(work: Callable[..., Any], *args: Any, limit: float = 1e6) -> Any:
    """Return what *work* returns in a process of its own, or None if it takes longer than *limit* seconds."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=lambda: theirs.send(work(*args)))
    process.start()
    theirs.close()
    try:
        return ours.recv() if ours.poll(limit) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()
