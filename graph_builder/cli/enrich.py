"""The command that looks up what a graph names at web services."""

from __future__ import annotations

import os
from pathlib import Path

import click

from graph_builder.cli.build import summary
from graph_builder.cli.console import FAILED, complain_of, gazetteer_option, progress, say, store_option
from graph_builder.model import EntityKind


def _services(_context: click.Context, _option: click.Parameter, value: str) -> list[str]:
    return [name.strip() for name in value.split(",") if name.strip()]


def _pairs(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name or not text:
            raise click.BadParameter(f"{value!r} is no pair; write it as service=value")
        pairs[name.strip()] = text.strip()
    return pairs


@click.command()
@store_option
@click.option(
    "--from",
    "services",
    required=True,
    callback=_services,
    metavar="SERVICE,...",
    help="openalex, crossref, dblp, orcid, semanticscholar, arxiv, openreview, ror.",
)
@click.option("--person", metavar="NAME", help="Look up only this person, with works and organizations.")
@click.option(
    "--mailto", envvar="GRAPH_BUILDER_MAILTO", show_envvar=True, default="", help="Your address, as services ask."
)
@click.option(
    "--days", default=30.0, show_default=True, type=click.FloatRange(0), help="How long answers are remembered."
)
@click.option("--at", multiple=True, callback=_pairs, metavar="SERVICE=URL", help="Another address of a service.")
@click.option(
    "--key-env",
    multiple=True,
    callback=_pairs,
    metavar="SERVICE=VARIABLE",
    help="Variable with your key for a service.",
)
@gazetteer_option
def enrich(
    store: Path,
    services: list[str],
    person: str | None,
    mailto: str,
    days: float,
    at: dict[str, str],
    key_env: dict[str, str],
    gazetteer: Path | None,
) -> int:
    """Look up works, people and organizations at web services, and build what they answer.

    Each answer is a source of its own (enrich/SERVICE/KEY): what documents say stays as it is, and `forget` takes an
    answer away. Answers are remembered: stop it, and it goes on where it was.

    \b
    Example:
      graph-builder enrich --store kg --from openalex,dblp --mailto you@example.org
      graph-builder enrich --store kg --from orcid --person "Ada Lovelace"
    """
    from graph_builder.explore import find_thing
    from graph_builder.pipeline import EnrichSettings, default_stages
    from graph_builder.pipeline import enrich as run
    from graph_builder.store.store import Store

    missing = [variable for variable in key_env.values() if not os.environ.get(variable, "").strip()]
    if missing:
        raise click.UsageError(f"--key-env: the variable {missing[0]} is not set; put the key into it")
    keys = {service: os.environ[variable].strip() for service, variable in key_env.items()}
    who = find_thing(Store.open(store).snapshot(), person, [EntityKind.PERSON]) if person else ""
    with progress() as on_progress:
        report = run(
            store,
            services,
            person=str(who),
            settings=EnrichSettings(addresses=at, keys=keys, mailto=mailto, days=days),
            progress=on_progress,
            stages=default_stages(gazetteer),
        )
    for problem in report.problems:
        complain_of(problem)
    say(f"looked up     {report.wanted:>8}  {report.asked} requests, {report.found} found, {report.new} new answers")
    say(summary(report.build))
    return FAILED if report.problems and not report.found else 0


@click.command()
@store_option
@click.option(
    "--to",
    required=True,
    type=click.Choice(["wikidata", "dblp", "openalex", "semopenalex"]),
    help="The catalogue to link to.",
)
@click.option(
    "--dump", "dumps", multiple=True, type=click.Path(path_type=Path, exists=True), help="File of the catalogue."
)
@click.option("--endpoint", default="", metavar="URL", help="SPARQL endpoint to ask instead of the catalogue's own.")
def link(store: Path, to: str, dumps: tuple[Path, ...], endpoint: str) -> None:
    """Find outside identifiers for people, works and organizations, as scored and explained links.

    With --dump files are read: RDF, or records of the catalogue. Otherwise its SPARQL endpoint is asked by names. Links
    are skos:exactMatch or skos:closeMatch and merge nothing; they stay while builds go on.

    \b
    Example:
      graph-builder link --store kg --to wikidata
      graph-builder link --store kg --to dblp --dump dblp.nt.gz
    """
    from graph_builder.pipeline.linking import link as run

    with progress() as on_progress:
        report = run(store, to, dumps=dumps, endpoint=endpoint, progress=on_progress)
    say(f"looked up     {report.wanted:>8}  {report.candidates} candidates")
    say(f"links         {report.exact + report.close:>8}  {report.exact} exact, {report.close} close")


COMMANDS = (enrich, link)
