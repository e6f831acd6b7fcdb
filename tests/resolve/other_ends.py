"""How a process that parted from this one ends before its work is done, if it is not the *parent*."""

from __future__ import annotations

import os
import signal


def killed(parent: int) -> None:
    if os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def raised(parent: int) -> None:
    if os.getpid() != parent:
        raise MemoryError
