"""Functions that kill their process just before or after a call, as a power cut would."""

from __future__ import annotations

import importlib
import os
import signal
from typing import Any


def arm(point: str, count: int, *, before: bool) -> None:
    """Make the *count*-th call of a function deadly: "module:name" or "module:Class.name"."""
    module, _, place = point.rpartition(":")
    owner: Any = importlib.import_module(module)
    *path, name = place.split(".")
    for step in path:
        owner = getattr(owner, step)
    inner, left = getattr(owner, name), count

    def deadly(*arguments: Any, **options: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0 and before:
            os.kill(os.getpid(), signal.SIGKILL)
        result = inner(*arguments, **options)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(owner, name, deadly)
