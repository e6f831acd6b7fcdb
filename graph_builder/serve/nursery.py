"""The nursery: a process that has everything loaded and no store open, from which workers part within milliseconds."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import struct
import subprocess
import sys
from pathlib import Path

_REQUEST = struct.Struct("!cI")
_REPLY = struct.Struct("!I")
_BEAR, _BURY = b"+", b"-"


class Nursery:
    """Starts and ends workers for a server.

    A worker that has ended stays a zombie until it is buried, so that its number means no other process meanwhile.

    Args:
        store: the folder of the store that workers open.
        memory: bytes of memory that one may take.
    """

    def __init__(self, store: Path, memory: int) -> None:
        self._arguments = [str(store.absolute()), str(memory)]
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._lock = asyncio.Lock()

    async def bear(self) -> tuple[int, socket.socket]:
        """Return the process number of a new worker, and the socket on which it takes requests.

        Raises:
            OSError: the machine has no room for one.
        """
        async with self._lock:
            return await asyncio.to_thread(self._bear)

    async def bury(self, worker: int) -> None:
        """End a worker."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
        async with self._lock:
            if self._line is not None:
                with contextlib.suppress(OSError):
                    self._line.sendall(_REQUEST.pack(_BURY, worker))

    def close(self) -> None:
        """End the nursery, and with it all workers that wait for requests."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._line = self._process = None

    def _bear(self) -> tuple[int, socket.socket]:
        if self._process is None or self._process.poll() is not None:
            self._open()
        assert self._line is not None
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._line, [_REQUEST.pack(_BEAR, 0)], [theirs.fileno()])
                answer = self._line.recv(_REPLY.size, socket.MSG_WAITALL)
            except OSError:
                ours.close()
                raise
        if len(answer) < _REPLY.size:
            ours.close()
            raise OSError("the process that starts workers has ended")
        return int(_REPLY.unpack(answer)[0]), ours

    def _open(self) -> None:
        self.close()
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "graph_builder.serve.nursery", str(theirs.fileno()), *self._arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )


def _main(descriptor: str, store: str, memory: str) -> None:
    from graph_builder.query.guard import names_dataset
    from graph_builder.serve.worker import work

    names_dataset("ASK FROM <x:g> { ?s ?p ?o }")  # loads the parser, which takes longer than all else
    with socket.socket(fileno=int(descriptor)) as line:
        while True:
            request, descriptors, _, _ = socket.recv_fds(line, _REQUEST.size, 1)
            if len(request) < _REQUEST.size:
                return
            what, number = _REQUEST.unpack(request)
            if what == _BURY:
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(number, 0)
                continue
            child = os.fork()
            if not child:
                line.detach()
                os.close(int(descriptor))
                with contextlib.suppress(BaseException):
                    work(socket.socket(fileno=descriptors[0]), Path(store), int(memory))
                os._exit(0)  # the engine's destructors would only take time
            os.close(descriptors[0])
            line.sendall(_REPLY.pack(child))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    _main(*sys.argv[1:])
