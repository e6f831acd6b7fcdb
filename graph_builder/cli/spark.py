"""The build on Spark, as the command line asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from graph_builder.cli.console import FAILED, PROBLEMS, complain_of, progress, say

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class SparkOptions:
    """What was asked of Spark: the engine's name, and its options as they were typed."""

    engine: str
    master: str
    quads: Path | None
    load: bool
    partitions: int | None
    conf: tuple[str, ...]


def spark_options(command: Command) -> Command:
    """Add ``--engine`` and the options of Spark to a command, which gets them as one value, ``spark``."""

    def with_spark(
        *args: Any,
        engine: str,
        master: str,
        quads: Path | None,
        load: bool,
        partitions: int | None,
        spark_conf: tuple[str, ...],
        **kwargs: Any,
    ) -> Any:
        return command(*args, spark=SparkOptions(engine, master, quads, load, partitions, spark_conf), **kwargs)

    with_spark.__name__, with_spark.__doc__ = command.__name__, command.__doc__
    with_spark.__dict__.update(command.__dict__)
    options = (
        click.option(
            "--engine",
            type=click.Choice(["embedded", "spark"]),
            default="embedded",
            show_default=True,
            help="What runs the build; spark (extra spark, Java 17) builds all anew, on many machines.",
        ),
        click.option(
            "--master",
            default="local[*]",
            show_default=True,
            metavar="URL",
            help="Spark: its master (spark://host:7077, yarn, k8s://..., local[2]).",
        ),
        click.option(
            "--quads",
            type=click.Path(path_type=Path),
            metavar="FOLDER",
            help="Spark: new folder for the N-Quads, seen by all workers; by default the store's name with .quads.",
        ),
        click.option("--load/--no-load", default=True, help="Spark: load the N-Quads into the store, or do not."),
        click.option(
            "--partitions", type=click.IntRange(1), help="Spark: parts of a table; by default as many as fit."
        ),
        click.option("--spark-conf", multiple=True, metavar="NAME=VALUE", help="Spark: one of its settings."),
    )
    made: Any = with_spark
    for option in reversed(options):
        made = option(made)
    return made  # type: ignore[no-any-return]


def refuse(asked: SparkOptions, others: Iterable[tuple[str, object]]) -> None:
    """Raise ``click.UsageError`` if options that only one engine has were given with the other.

    Args:
        asked: what was asked of Spark.
        others: options of the embedded engine, with what was given for each.
    """
    if asked.engine == "spark":
        for name, value in others:
            if value:
                raise click.UsageError(f"{name} is of the embedded engine: --engine spark does not have it")
    elif asked.quads or asked.conf or asked.partitions or asked.master != "local[*]" or not asked.load:
        raise click.UsageError("--master, --quads, --no-load, --partitions and --spark-conf need --engine spark")


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """Options of ``build`` on the documents and how to read them."""

    base: str
    subject: str
    time_limit: float
    gazetteer: Path | None


def build_clustered(
    paths: tuple[str, ...], store: Path, asked: SparkOptions, options: BuildOptions, strict: bool
) -> int:
    """Run the build on Spark, say what came of it, and return the exit status."""
    from graph_builder.engine import SparkSettings, build_on_spark

    conf = {}
    for setting in asked.conf:
        name, equals, value = setting.partition("=")
        if not (name and equals):
            raise click.UsageError(f"--spark-conf {setting}: write it as name=value")
        conf[name.strip()] = value.strip()
    folder = asked.quads or store.with_name(f"{store.name}.quads")
    with progress() as on_progress:
        report = build_on_spark(
            paths,
            store,
            folder,
            SparkSettings(asked.master, asked.partitions or 0, conf),
            load=asked.load,
            base=options.base,
            subject=options.subject,
            time_limit=options.time_limit,
            gazetteer=options.gazetteer,
            progress=on_progress,
        )
    for problem in report.problems:
        complain_of(problem)
    rows = (
        ("documents", report.documents, ""),
        ("people", report.people, ""),
        ("organizations", report.organizations, ""),
        ("papers", report.papers, ""),
        ("facts", report.facts, ""),
        ("quads", report.quads, f"in {len(report.files)} files in {folder}"),
        ("problems", len(report.problems), ""),
    )
    for name, count, note in rows:
        say(f"{name:14}{count:>8}  {note}".rstrip())
    if report.problems and not report.documents:
        return FAILED
    return PROBLEMS if strict and report.problems else 0
