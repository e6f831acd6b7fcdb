"""The session with Spark: started with settings that suit Python workers, refused with advice where it cannot be."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph_builder.model import GraphBuilderError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class EngineError(GraphBuilderError):
    """Spark cannot be started, cannot do what was asked, or failed."""


@dataclass(frozen=True, slots=True)
class SparkSettings:
    """How Spark is run.

    *master* is Spark's address of a cluster (``spark://host:7077``, ``yarn``, ``k8s://...``) or of this machine
    (``local[2]``); *partitions* in how many parts tables are shuffled, by default two for each core of the cluster;
    *conf* are further settings of Spark, by name.
    *claims* is how many claims of a source are handled together, *edges* how many edges between mentions one worker
    joins by itself.
    """

    master: str = "local[*]"
    partitions: int = 0
    conf: Mapping[str, str] = field(default_factory=dict)
    claims: int = 4_000
    edges: int = 3_000_000


# What the user may override. Python workers hold the data, so the JVM needs little. A partition of a file of documents
# is one task however small: files are long. Batches are small, since a row may be a file's facts.
_DEFAULTS = {
    "spark.driver.memory": "1g",
    "spark.executor.memory": "1g",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "2000",
    "spark.sql.execution.pythonUDF.arrow.enabled": "true",
    "spark.python.worker.reuse": "true",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.adaptive.coalescePartitions.enabled": "true",
    "spark.sql.autoBroadcastJoinThreshold": "20971520",
    "spark.sql.parquet.compression.codec": "snappy",
    "spark.task.maxFailures": "8",
    "spark.sql.session.timeZone": "UTC",
}


def check() -> None:
    """Raise ``EngineError`` unless PySpark and Java are there."""
    try:
        import pyarrow
        import pyspark  # noqa: F401

        pyarrow.__version__  # noqa: B018
    except ImportError as error:
        raise EngineError(
            f"--engine spark needs the extra spark ({error.name} is missing): pip install 'graph-builder[spark]'"
        ) from error
    home = os.environ.get("JAVA_HOME", "")
    if not (home and (Path(home) / "bin" / "java").exists()) and shutil.which("java") is None:
        raise EngineError(
            "--engine spark needs Java 17 or later, and neither JAVA_HOME nor PATH has one: install a JRE, such as "
            "Debian's openjdk-17-jre-headless"
        )


@contextmanager
def session(settings: SparkSettings) -> Iterator[SparkSession]:
    """Give a session with Spark, ended when the block is.

    Raises:
        EngineError: the extra or Java is missing, or the master does not answer.
    """
    check()
    from pyspark.sql import SparkSession

    # Workers on this machine run this interpreter; on others, what their PYSPARK_PYTHON says.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    if SparkSession.getActiveSession() is not None:
        raise EngineError("there is a Spark session in this process already: stop it first")
    builder: Any = SparkSession.builder.master(settings.master).appName("graph-builder")
    wanted = {**_DEFAULTS, **settings.conf}
    if settings.master.startswith("local"):
        wanted.setdefault("spark.driver.host", "127.0.0.1")
        wanted.setdefault("spark.driver.bindAddress", "127.0.0.1")
    for name, value in wanted.items():
        builder = builder.config(name, value)
    try:
        spark: SparkSession = builder.getOrCreate()
    except Exception as error:  # py4j raises what the JVM says, in several kinds
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise EngineError(
            f"Spark does not start with --master {settings.master} ({reason}); check the address"
        ) from error
    try:
        spark.sparkContext.setLogLevel("ERROR")
        count = settings.partitions or max(2, 2 * spark.sparkContext.defaultParallelism)
        spark.conf.set("spark.sql.shuffle.partitions", str(count))
        yield spark
    finally:
        spark.stop()
