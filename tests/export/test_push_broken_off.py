"""Pushes that are broken off: the one who pushes is killed, or the server is; the next push goes on and ends whole."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import peers
import pyoxigraph as ox
import pytest

from graph_builder.export.privacy import Privacy, redacted_quads
from graph_builder.export.property_graph import PropertyGraph
from graph_builder.export.push import Checkpoint, Client, Credentials, push_bolt, push_sparql
from graph_builder.model import GraphBuilderError

TOY = Path(__file__).parents[1] / "query" / "toy.trig"
BATCH = 20
# The worst moment: the server has the rows, and the file does not say so yet.
DIES = """
import os, signal, sys
from pathlib import Path
import pyoxigraph as ox
from graph_builder.export.privacy import Privacy, redacted_quads
from graph_builder.export.property_graph import PropertyGraph
from graph_builder.export.push import Checkpoint, Credentials, Client, push_bolt, push_sparql

class Dies(Checkpoint):
    marks = 0
    def mark(self, name, rows):
        Dies.marks += 1
        if Dies.marks == 9:
            os.kill(os.getpid(), signal.SIGKILL)
        super().mark(name, rows)

toy, address, file, password, batch = sys.argv[1:]
store, state = ox.Store(), Dies(Path(file), "a")
store.load(path=toy, format=ox.RdfFormat.TRIG)
if address.startswith("bolt"):
    push_bolt(PropertyGraph(store, Privacy()), address, Credentials("root", password), "toy", state, batch=int(batch))
else:
    quads = redacted_quads(store, Privacy())
    push_sparql(quads, address, Client(Credentials()), replace=True, checkpoint=state, batch=int(batch))
"""


class Counting(Checkpoint):
    """A checkpoint that counts the batches that are sent."""

    batches = 0

    def mark(self, name: str, rows: int) -> None:
        self.batches += 1
        super().mark(name, rows)


def killed(address: str, file: Path) -> int:
    """Push in a process that kills itself on the way, and return how many rows its checkpoint knows of."""
    words = [sys.executable, "-c", DIES, str(TOY), address, str(file), peers.PASSWORD, str(BATCH)]
    done = subprocess.run(words, capture_output=True, encoding="utf-8")
    assert done.returncode == -signal.SIGKILL, done.stderr
    return sum(json.loads(file.read_text())["done"].values())


def whole(counts: list[int]) -> int:
    return sum(-(-count // BATCH) for count in counts)


def test_a_killed_push_to_a_sparql_server_goes_on(toy: ox.Store, oxigraph_server: peers.Server, tmp_path: Path) -> None:
    address, file = oxigraph_server.address("update"), tmp_path / "push.json"
    assert 0 < killed(address, file) < len(toy)
    state = Counting(file, "a")
    counts = push_sparql(redacted_quads(toy, Privacy()), address, Client(Credentials()), checkpoint=state, batch=BATCH)
    assert sum(counts.values()) == len(toy)
    assert state.batches == whole(list(counts.values())) - 8
    assert not file.exists()


def test_a_killed_push_over_bolt_goes_on(toy: ox.Store, bolt_server: peers.Server, tmp_path: Path) -> None:
    address, file = f"bolt://localhost:{bolt_server.port}", tmp_path / "push.json"
    graph = PropertyGraph(toy, Privacy())
    all_rows = peers.counts(graph)
    assert 0 < killed(address, file) < sum(all_rows.values())
    state = Counting(file, "a")
    counts = push_bolt(graph, address, Credentials("root", peers.PASSWORD), "toy", state, batch=BATCH)
    assert counts == all_rows
    assert state.batches == whole(list(counts.values())) - 8


class Kills(Client):
    """A peer that kills its server on the way."""

    def __init__(self, server: peers.Server) -> None:
        super().__init__(Credentials(), pause=0.001)
        self.server, self.sent = server, 0

    def send(self, *words: object, **more: object) -> object:  # type: ignore[override]
        self.sent += 1
        if self.sent == 9:
            self.server.process.kill()
            self.server.process.wait()
        return super().send(*words, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("keeps", [True, False], ids=["on disk", "in memory"])
def test_a_server_that_is_killed_and_comes_back(toy: ox.Store, tmp_path: Path, keeps: bool) -> None:
    """What the server kept is not sent again; what it lost is told, and sent by the push after that."""
    file, folder, quads = (
        tmp_path / "push.json",
        tmp_path / "data" if keeps else None,
        list(redacted_quads(toy, Privacy())),
    )
    with peers.oxigraph(folder) as server:
        address = server.address("update")
        with pytest.raises(GraphBuilderError, match="that the server is running"):
            push_sparql(quads, address, Kills(server), checkpoint=Checkpoint(file, "a"), batch=BATCH)
    with peers.oxigraph(folder, server.port):
        state = Counting(file, "a")
        if not keeps:
            with pytest.raises(GraphBuilderError, match="counts differ"):
                push_sparql(quads, address, Client(Credentials()), checkpoint=state, batch=BATCH)
            state = Counting(file, "a")
        counts = push_sparql(quads, address, Client(Credentials()), checkpoint=state, batch=BATCH)
    assert sum(counts.values()) == len(toy)
    assert state.batches == whole(list(counts.values())) - (8 if keeps else 0)
