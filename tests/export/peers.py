"""Real servers for pushes, each in a process of its own on a free port of the loopback."""

from __future__ import annotations

import importlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest

from graph_builder.export.property_graph import PropertyGraph

PASSWORD = "toy-password-1"

_ARCADE = """
import sys, time
import arcadedb_embedded as arcadedb
root, http, bolt, password = sys.argv[1:]
server = arcadedb.create_server(root, root_password=password, config={
    "http_port": int(http), "host": "localhost", "bolt_port": int(bolt), "mode": "development",
    "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
})
server.start()
server.create_database("toy")
print("ready", flush=True)
sys.stdin.read()
"""

_VIRTUOSO = """
[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
ErrorLogLevel = 7
FileExtend = 200
MaxCheckpointRemap = 2000
[TempDatabase]
DatabaseFile = {folder}/temp.db
TransactionFile = {folder}/temp.trx
[Parameters]
ServerPort = localhost:{sql}
DirsAllowed = {folder}
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
[HTTPServer]
ServerPort = localhost:{http}
ServerRoot = {folder}
[SPARQL]
ResultSetMaxRows = 100000
DefaultQuery = select * where {{ ?s ?p ?o }} limit 1
"""


@dataclass(frozen=True)
class Server:
    """Where a server listens."""

    host: str
    port: int
    process: subprocess.Popen[bytes]

    def address(self, path: str) -> str:
        return f"http://{self.host}:{self.port}/{path}"


def need(*packages: str) -> Any:
    """Return the last of some packages of the extra dev; where one is missing tests are skipped, but fail in CI."""
    for package in packages:
        try:
            module = importlib.import_module(package)
        except ImportError:
            _absent(package)
    return module


def _absent(package: str) -> NoReturn:
    reason = f"{package} is not installed, which is in the extra dev"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def until_open(port: int, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        with socket.socket() as caller:
            caller.settimeout(1)
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")


@contextmanager
def running(command: list[str], port: int, **options: object) -> Iterator[Server]:
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    )
    try:
        until_open(port, process)
        yield Server("127.0.0.1", port, process)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def oxigraph(folder: Path | None = None, port: int = 0) -> Iterator[Server]:
    """An Oxigraph server that keeps its data in *folder*, or in memory."""
    program = shutil.which("oxigraph", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if program is None:
        _absent("oxigraph")
    port = port or free_port()
    place = ["--location", str(folder)] if folder else []
    with running([program, "serve", *place, "--bind", f"127.0.0.1:{port}", "--union-default-graph"], port) as server:
        yield server


@contextmanager
def arcadedb(folder: Path) -> Iterator[Server]:
    need("arcadedb_embedded", "neo4j")
    bolt, http = free_port(), free_port()
    command = [sys.executable, "-c", _ARCADE, str(folder / "databases"), str(http), str(bolt), PASSWORD]
    with running(command, bolt, cwd=folder) as server:
        # The port opens before there is a database.
        _until_answered(server)
        yield server


def _until_answered(server: Server, seconds: float = 60) -> None:
    import neo4j

    end = time.monotonic() + seconds
    with neo4j.GraphDatabase.driver(f"bolt://localhost:{server.port}", auth=("root", PASSWORD)) as driver:
        while True:
            try:
                with driver.session(database="toy") as session:
                    session.run("RETURN 1").consume()
                return
            except neo4j.exceptions.Neo4jError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)


@contextmanager
def virtuoso(folder: Path) -> Iterator[Server]:
    program = shutil.which("virtuoso-t")
    if program is None or shutil.which("isql-vt") is None:
        pytest.skip("no package of pip has Virtuoso: install Debian's virtuoso-opensource-7-bin")
    sql, http = free_port(), free_port()
    settings = folder / "virtuoso.ini"
    settings.write_text(_VIRTUOSO.format(folder=folder, sql=sql, http=http))
    with running([program, "+foreground", "+configfile", str(settings)], http, cwd=folder) as server:
        statements = (
            "GRANT SPARQL_UPDATE TO \"SPARQL\"; DB.DBA.RDF_DEFAULT_USER_PERMS_SET('nobody', 7); "
            f"USER_SET_PASSWORD('dba', '{PASSWORD}');"
        )
        subprocess.run(
            ["isql-vt", f"localhost:{sql}", "dba", "dba", f"exec={statements}"],
            check=True,
            capture_output=True,
            timeout=60,
        )
        yield server


def counts(graph: PropertyGraph) -> dict[str, int]:
    """Return the number of rows of each label and type."""
    return {table.name: sum(1 for _ in graph.rows(table)) for table in graph.tables}
