"""Commands that make a store and look at it: build, sources, validate, check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graph_builder import process_pool
from graph_builder.cli.console import (
    FAILED,
    PROBLEMS,
    complain,
    complain_of,
    gazetteer_option,
    progress,
    say,
    stop_at_once,
    store_option,
)
from graph_builder.cli.language_model import ModelOptions, ask_nothing, model_options

if TYPE_CHECKING:
    from graph_builder.pipeline import BuildReport


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH|ADDRESS...")
@store_option
@click.option("--workers", type=click.IntRange(0), help="Processes that read documents; by default one a processor.")
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    default=120.0,
    show_default=True,
    help="Seconds for one document.",
)
@click.option("--base", default="", help="IRI under which all others are made.")
@click.option("--subject", default="", metavar="NAME", help="The person whom all of these documents are about.")
@click.option("--follow", is_flag=True, help="Fetch the CV, publications and the like that a web page links to, too.")
@click.option("--allow-private", is_flag=True, help="Fetch web pages from private networks and this machine, too.")
@model_options
@gazetteer_option
@click.option("--strict", is_flag=True, help="Exit with status 3 if any document could not be built.")
@click.option(
    "--engine",
    type=click.Choice(["embedded", "spark"]),
    default="embedded",
    show_default=True,
    help="Where documents are read and quads written: on this machine, or on a cluster (extra spark, Java 17).",
)
@click.option(
    "--master",
    default="local[*]",
    show_default=True,
    metavar="URL",
    help="Spark: its master (spark://host:7077, yarn, k8s://..., local[2]).",
)
@click.option("--spark-conf", multiple=True, metavar="NAME=VALUE", help="Spark: one of its settings.")
def build(
    paths: tuple[str, ...],
    store: Path,
    workers: int | None,
    time_limit: float,
    base: str,
    subject: str,
    follow: bool,
    allow_private: bool,
    model: ModelOptions,
    gazetteer: Path | None,
    strict: bool,
    engine: str,
    master: str,
    spark_conf: tuple[str, ...],
) -> int:
    """Bring a store up to date with documents, files of records, folders of both, and web pages.

    Files of records (BibTeX, RIS, CSL-JSON, Crossref, OpenAlex, dblp, ORCID, Semantic Scholar, arXiv, DataCite, ACL
    Anthology, JATS, OpenReview, ROR, CSV) are recognised by their content, and may be compressed (.gz, .zst, .zip).
    Unchanged documents are skipped, changed ones replaced, and missing ones stay until you forget them. A sources.toml
    beside a document can say whom it is about. Only addresses that you type are fetched, and with --follow the CV and
    publications that they link to on the same site.

    With --engine spark documents are read and quads written by the machines of a cluster, which have to see the
    documents and the store under the same path; this machine does the rest, and the graph is the same.

    \b
    Example:
      graph-builder build cvs homepages/ada.html --store kg
      graph-builder build homepages/about.html --subject "Ada Lovelace" --store kg
      graph-builder build references.bib iclr2024.json.gz --store kg
      graph-builder build https://example.org/~ada/ --follow --store kg
      graph-builder build cvs --llm-url http://localhost:11434/v1 --llm-model qwen3 --store kg
      graph-builder build openalex/works --engine spark --master spark://host:7077 --store kg
    """
    from graph_builder.pipeline import WebSettings, default_stages
    from graph_builder.pipeline import build as run
    from graph_builder.pipeline.resolution import REVIEWED
    from graph_builder.query.index import LARGE, index_of
    from graph_builder.store.store import Store

    llm = model.language_model()
    if llm and model.only_counts:
        return ask_nothing(paths, store, llm, model)
    with _runner(engine, master, spark_conf) as runner, progress() as on_progress:
        report = run(
            paths,
            store,
            workers=workers,
            time_limit=time_limit,
            base=base,
            subject=subject,
            llm=llm,
            progress=on_progress,
            web=WebSettings(follow, allow_private),
            stages=default_stages(gazetteer),
            runner=runner,
        )
    for problem in report.problems:
        complain_of(problem)
    say(summary(report))
    if LARGE <= report.facts <= REVIEWED:
        index_of(Store.open(store), complain)
    if report.problems and not (report.added or report.changed or report.unchanged):
        return FAILED
    return PROBLEMS if strict and report.problems else 0


@contextmanager
def _runner(engine: str, master: str, conf: tuple[str, ...]) -> Iterator[process_pool.Runner]:
    """Give what runs the tasks of a build: processes of this machine, or a session with Spark."""
    if engine == "embedded":
        if conf or master != "local[*]":
            raise click.UsageError("--master and --spark-conf need --engine spark")
        yield process_pool.run
        return
    from graph_builder.spark import SparkSettings, session

    for setting in conf:
        if not setting.partition("=")[0].strip() or "=" not in setting:
            raise click.UsageError(f"--spark-conf {setting}: write it as name=value")
    settings = {name.strip(): value.strip() for name, _, value in (setting.partition("=") for setting in conf)}
    with session(SparkSettings(master, settings)) as runner:
        yield runner


def summary(report: BuildReport) -> str:
    """Return what a build made of the store, a line a figure."""
    changes = f"{report.added} added, {report.changed} changed, {report.unchanged} unchanged"
    unheeded = ((report.dormant, "dormant"), (report.overruled, "overruled"))
    without_effect = ", ".join(f"{count} {what}" for count, what in unheeded if count)
    rows = {
        "documents": (report.documents, changes),
        "people": (report.people, ""),
        "organizations": (report.organizations, ""),
        "papers": (report.papers, ""),
        "facts": (report.facts, ""),
        "decisions": (report.decisions, without_effect),
        "problems": (len(report.problems), ""),
        "dropped": (report.dropped, "values of the model that do not stand in the document"),
        "tokens": (report.tokens, "of questions and answers"),
    }
    if not report.decisions and not without_effect:
        del rows["decisions"]
    for name in ("dropped", "tokens"):
        if not rows[name][0]:
            del rows[name]
    return "\n".join(f"{name:14}{count:>8}  {note}".rstrip() for name, (count, note) in rows.items())


@click.command()
@store_option
def sources(store: Path) -> None:
    """List the sources of a store: id, claims and media type, divided by tabs.

    \b
    Example:
      graph-builder sources --store kg
    """
    from graph_builder.store.store import Store

    for record in Store.open(store).sources():
        say(f"{record.id}\t{record.claims}\t{record.media_type}")


@click.command()
@store_option
@click.option("--shacl/--no-shacl", default=True, help="Test the shapes by pySHACL (12,000 quads a second), or not.")
def validate(store: Path, shacl: bool) -> int:
    """Check the graph against the shapes of its ontology; print one line for each violation.

    The exit status is 1 if there is one.

    \b
    Example:
      graph-builder validate --store kg
    """
    stop_at_once()
    from graph_builder.graph.validation import validate as violations_of
    from graph_builder.store.store import Store

    opened = Store.open(store)
    graph = opened.snapshot()
    violations = violations_of(graph, shacl)
    for violation in violations:
        say(str(violation))
    complain(f"{len(graph)} statements, {len(violations)} violations")
    return FAILED if violations else 0


_SUFFIXES = {".json": "json", ".html": "html", ".htm": "html"}


@click.command()
@store_option
@click.option("--format", "format_", type=click.Choice(["text", "json", "html"]), help="By default, as OUTPUT ends.")
@click.option("--most", type=click.IntRange(1), default=20, show_default=True, help="Findings listed in a section.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file, such as quality.html.")
def check(store: Path, format_: str | None, most: int, output: Path | None) -> None:
    """Report on the quality of the graph: coverage, conflicts, doubtful identities, outliers.

    Each finding comes with the command that settles it or shows its facts, and in each section those come first that
    touch most facts. Nothing is changed and nothing is requested from any network.

    \b
    Example:
      graph-builder check --store kg
      graph-builder check --store kg -o quality.html
    """
    stop_at_once()
    from graph_builder.export.quality import REPORT_FORMATS
    from graph_builder.pipeline.doubts import settled_of
    from graph_builder.query.index import index_of
    from graph_builder.query.quality import report
    from graph_builder.store.store import Store

    opened = Store.open(store)
    found = report(opened.snapshot(), index_of(opened), str(store), most, settled_of(opened))
    name = format_ or (_SUFFIXES.get(output.suffix.lower(), "text") if output else "text")
    text = REPORT_FORMATS[name](found)
    if output is None:
        say(text.rstrip("\n"))
        return
    output.write_text(text, encoding="utf-8", errors="replace")
    complain(f"{output}: {sum(section.total for section in found.sections):,} findings")


COMMANDS = (build, sources, validate, check)
