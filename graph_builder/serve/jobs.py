"""Jobs: work that changes a store, done by a module in a process of its own that can be ended at a deadline."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from pathlib import Path
from typing import Any


async def run_job(module: str, store: Path, request: bytes, seconds: float) -> tuple[int, Any] | None:
    """Return the status and the content that a module writes for a request, or None if it ends without.

    Args:
        module: what runs as ``python -m``; it gets the store as argument and the request on standard input, and writes
            status and content as a JSON array.
        store: the folder of the store.
        request: what it is asked.
        seconds: after which it is ended.

    Raises:
        TimeoutError: it met its deadline; nothing was published.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        str(store.absolute()),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        out, _ = await asyncio.wait_for(process.communicate(request), seconds)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    try:
        status, content = json.loads(out)
    except ValueError:
        return None
    return int(status), content
