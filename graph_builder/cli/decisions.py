"""Commands that correct facts and identities: each decision that the page takes, and their list."""

from __future__ import annotations

import datetime
import getpass
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graph_builder.cli.console import KIND, complain, complain_of, gazetteer_option, progress, say, store_option
from graph_builder.model import SCHEMA, Doubt, EntityKind, QueryError, Relation

if TYPE_CHECKING:
    from graph_builder.pipeline import RecordedDecision, Signature


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a process without a user, as in a container
        return ""


@dataclass(frozen=True, slots=True)
class Decider:
    """What every decision is taken with: the store, who decides and why, and the folder of added lists."""

    store: Path
    by: Signature
    gazetteer: Path | None

    def decide(self, function: str, *what: str, **more: Any) -> None:
        """Have a function of the pipeline take a decision on *what*; print it, what it overrules, and problems."""
        from graph_builder import pipeline
        from graph_builder.pipeline.curation import describe

        with progress() as on_progress:
            stages = pipeline.default_stages(self.gazetteer)
            run: Callable[..., RecordedDecision] = getattr(pipeline, function)
            recorded = run(self.store, *what, self.by, stages=stages, progress=on_progress, **more)
        for problem in recorded.report.problems:
            complain_of(problem)
        say(f"{recorded.decision.id}  {describe(recorded.decision)}")
        for other in recorded.overruled:
            say(f"overrules {other.id}  {describe(other)}")

    def things(self, *names: str, kind: str | None) -> list[str]:
        """Return the IRIs of the things that names mean; without a kind, all are of the first one's kind."""
        from graph_builder.explore import find_thing
        from graph_builder.store.store import Store

        graph = Store.open(self.store).snapshot()
        if kind:
            return [find_thing(graph, name, [EntityKind(kind)]) for name in names]
        iri = find_thing(graph, names[0])
        own = [each for each in EntityKind if f"/{each.value}/" in iri]
        return [iri, *(find_thing(graph, name, own) for name in names[1:])]

    def fact(self, fact: str) -> str:
        """Return the IRI of the fact that an id means. Raises QueryError if that is not one."""
        from graph_builder.explore import find_facts
        from graph_builder.store.store import Store

        found = find_facts(Store.open(self.store).snapshot(), fact)
        if len(found) != 1:
            raise QueryError(f"{fact!r} means {len(found)} facts; give the id of one, as show --facts prints it")
        return found[0].iri


def signed(command: Callable[..., None]) -> Callable[..., None]:
    """Add what every decision takes to a command, which gets it as one ``Decider``."""

    @wraps(command)
    def with_decider(store: Path, author: str, date: str, reason: str, gazetteer: Path | None, **own: Any) -> None:
        from graph_builder.pipeline import Signature

        by = Signature(author, date or datetime.date.today().isoformat(), reason)
        command(Decider(store, by, gazetteer), **own)

    for option in (
        gazetteer_option,
        click.option("--date", default="", metavar="DATE", help="When it was decided; by default today."),
        click.option(
            "--author", default=_user, envvar="GRAPH_BUILDER_AUTHOR", show_envvar=True, help="Who decides; default you."
        ),
        click.option("--reason", default="", help="Why; `why` shows it beside each link that follows from it."),
        store_option,
    ):
        with_decider = option(with_decider)
    return with_decider


kind_option = click.option("--kind", type=KIND, help="What the names are of, where several kinds of things have them.")
source_option = click.option(
    "--source", default="", help="Only the mentions in this source; without MENTIONS, all of them there."
)


@click.command()
@click.argument("one")
@click.argument("other")
@signed
@kind_option
def merge(decider: Decider, one: str, other: str, kind: str | None) -> None:
    """Decide that ONE and OTHER are the same; key and name of ONE stay.

    Names are those of `show`; give a kind and key (person/ada-lovelace-1b2c3d4e) where several things have the name.

    \b
    Example:
      graph-builder merge --store kg "Ada Lovelace" "A. A. King" --reason "her homepage says so"
    """
    decider.decide("merge", *decider.things(one, other, kind=kind))


@click.command()
@click.argument("thing")
@click.argument("mentions", nargs=-1)
@source_option
@click.option("--apart-from", default="", metavar="OTHER", help="Keep THING and OTHER two, as they are now, for good.")
@click.option("--into", default="", metavar="OTHER", help="The mentions are of OTHER; by default of something new.")
@signed
@kind_option
def split(
    decider: Decider, thing: str, mentions: tuple[str, ...], source: str, apart_from: str, into: str, kind: str | None
) -> None:
    """Decide that some MENTIONS of THING are somebody or something else.

    A mention is given as it is printed, or by its id or the beginning of it. Without any, they are listed.

    \b
    Example:
      graph-builder split --store kg "Ada Lovelace" --source byron.md --reason "her mother"
      graph-builder split --store kg "Ada Lovelace" "A. Lovelace" 3f2a9c1d
      graph-builder split --store kg "Ada Lovelace" "A. Lovelace" --into "Anne Lovelace"
      graph-builder split --store kg "Ada Byron" --apart-from "Ada Lovelace"
    """
    if not apart_from:
        iri, *new = decider.things(thing, *([into] if into else []), kind=kind)
        decider.decide("split", iri, mentions=mentions, source=source, into="".join(new))
        return
    if mentions or source or into:
        raise click.UsageError("--apart-from is for whole things; leave MENTIONS, --source and --into out")
    iri, other = decider.things(thing, apart_from, kind=kind)
    decider.decide("keep_apart", other, iri)


@click.command()
@click.argument("thing")
@click.argument("mentions", nargs=-1)
@source_option
@signed
@kind_option
def confirm(decider: Decider, thing: str, mentions: tuple[str, ...], source: str, kind: str | None) -> None:
    """Decide that MENTIONS of THING, or all of them, are rightly one: review asks no more, and later builds keep it.

    A mention is given as it is printed, or by its id or the beginning of it.

    \b
    Example:
      graph-builder confirm --store kg "Ada Lovelace" "A. Lovelace" --source engine.md --reason "her paper"
      graph-builder confirm --store kg "Ada Lovelace"
    """
    decider.decide("confirm", *decider.things(thing, kind=kind), mentions=mentions, source=source)


@click.command()
@click.argument("fact")
@signed
def reject(decider: Decider, fact: str) -> None:
    """Decide that FACT is wrong: the graph does without it, whatever its source says.

    FACT is its id or the beginning of it, as `show --facts` and `why` print it.

    \b
    Example:
      graph-builder reject --store kg 8c1f03a2 --reason "the page quotes somebody else"
    """
    decider.decide("reject", decider.fact(fact))


@click.command("accept-document")
@click.argument("source")
@signed
def accept_document(decider: Decider, source: str) -> None:
    """Decide that the facts of SOURCE are right, and all that it states: teach learns from such documents.

    Correct, reject and add facts first. SOURCE is the id of the source, or the end of it.

    \b
    Example:
      graph-builder accept-document --store kg ada.md
    """
    decider.decide("accept_document", source)


def _parts(relation: str, words: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the names by role and the values of a fact that are written as organization=..., start=..."""
    known = dict(SCHEMA[Relation(relation)].roles)
    roles: dict[str, str] = {}
    values: dict[str, str] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise click.UsageError(f"{word!r} says nothing of the fact; write it as NAME=TEXT")
        (roles if name in known else values)[name] = text
    return roles, values


@click.command()
@click.argument("fact")
@click.argument("parts", nargs=-1, required=True, metavar="NAME=TEXT...")
@signed
def correct(decider: Decider, fact: str, parts: tuple[str, ...]) -> None:
    """Decide what FACT says rightly: names as the document prints them, and values. An empty value is taken away.

    FACT is its id or the beginning of it, as `show --facts` and `why` print it.

    \b
    Example:
      graph-builder correct --store kg 8c1f03a2 organization="University of London" start=1838
    """
    from graph_builder.explore.things.reader import Reader
    from graph_builder.store.store import Store

    iri = decider.fact(fact)
    found = Reader(Store.open(decider.store).snapshot()).fact(iri)
    assert found is not None
    roles, values = _parts(found.relation, parts)
    decider.decide("correct", iri, roles=roles, values=values)


@click.command("add-fact")
@click.argument("source")
@click.argument("relation", type=click.Choice([relation.value for relation in SCHEMA]))
@click.argument("parts", nargs=-1, required=True, metavar="NAME=TEXT...")
@signed
def add_fact(decider: Decider, source: str, relation: str, parts: tuple[str, ...]) -> None:
    """Decide that SOURCE states a fact of RELATION that was not found in it.

    Names are written as the source prints them, dates and degrees as well. Whom the source is about need not be named.

    \b
    Example:
      graph-builder add-fact --store kg ada.md employment organization="Royal Society" start="May 1840"
      graph-builder add-fact --store kg ada.md advising advisor="Mary Somerville"
    """
    roles, values = _parts(relation, parts)
    decider.decide("add", source, relation, roles=roles, values=values)


@click.command()
@click.argument("thing")
@click.argument("name")
@signed
@kind_option
def rename(decider: Decider, thing: str, name: str, kind: str | None) -> None:
    """Decide that THING is called NAME; the name before stays among its other names.

    \b
    Example:
      graph-builder rename --store kg "A. A. King" "Ada Lovelace"
    """
    decider.decide("rename", *decider.things(thing, kind=kind), name)


@click.command()
@click.argument("thing")
@click.argument("key", required=False, default="")
@signed
@kind_option
def pin(decider: Decider, thing: str, key: str, kind: str | None) -> None:
    """Decide that THING keeps its address in the graph, or has one that ends in KEY.

    \b
    Example:
      graph-builder pin --store kg "Ada Lovelace"
      graph-builder pin --store kg "Ada Lovelace" ada
    """
    decider.decide("pin", *decider.things(thing, kind=kind), key=key)


@click.command()
@click.argument("decision", required=False, default="")
@signed
def undo(decider: Decider, decision: str) -> None:
    """Take back DECISION, by default the last one: the graph is as if it had not been made.

    DECISION is its id or the beginning of it. An undo can itself be undone.

    \b
    Example:
      graph-builder undo --store kg
      graph-builder undo --store kg 3f2a9c1d
    """
    decider.decide("undo", decision=decision)


@click.command()
@store_option
def decisions(store: Path) -> None:
    """List the decisions on a store: id, what came of it, what was decided.

    They stand in a file beside the store (kg.decisions), a line each: put it under version control. "dormant" are
    those that speak of what is not in the store for now, "overruled" those that a later one contradicts, "new" those
    that were written into the file since the last build.

    \b
    Example:
      graph-builder decisions --store kg
    """
    from graph_builder.pipeline import history
    from graph_builder.pipeline.curation import describe

    states, file = history(store)
    for problem in file.problems:
        complain_of(problem)
    for decision, state in states:
        say(f"{decision.id}  {state:9}  {describe(decision)}")
    if not states:
        complain("nothing was decided yet")


@click.command()
@store_option
@click.option("--kind", type=KIND, help="Only things of this kind.")
@click.option("--merged/--apart", default=None, help="Only merges, or only pairs that were kept apart.")
@click.option("--page", type=click.IntRange(1), default=1, show_default=True, help="Which page.")
@click.option("--size", type=click.IntRange(1), default=10, show_default=True, help="How many a page.")
@gazetteer_option
def review(store: Path, kind: str | None, merged: bool | None, page: int, size: int, gazetteer: Path | None) -> None:
    """Show the merges and non-merges that are least sure, with the evidence of both sides and the command that decides.

    \b
    Example:
      graph-builder review --store kg
      graph-builder review --store kg --kind person --apart --page 2
    """
    from graph_builder.pipeline import default_stages, review_page

    kinds = (EntityKind(kind),) if kind else tuple(EntityKind)
    first = (page - 1) * size
    with progress() as on_progress:
        total, found = review_page(
            store, kinds, merged, start=first, size=size, stages=default_stages(gazetteer), progress=on_progress
        )
    for number, doubt in enumerate(found, first + 1):
        _show(number, doubt)
    shown = f"{first + 1}–{first + len(found)}" if found else "none"
    complain(f"{shown} of {total}" + ("; more with --page" if first + size < total else ""))


def _show(number: int, doubt: Doubt) -> None:
    """Print a doubt: the question, the probability with its reasons, both sides, and what decides it."""
    verb = "one" if doubt.merged else "two"
    say(f"{number}. {doubt.kind}: taken for {verb}, {doubt.score:.2f} that they are one: {', '.join(doubt.reasons)}")
    for side in (doubt.one, doubt.other):
        say(f"   {side.name}  {doubt.kind}/{side.entity[1]}")
        places = list(dict.fromkeys((printed, source) for source, _, printed in side.mentions))
        for printed, source in places[:3]:
            say(f"     “{printed}” in {source}")
        if len(places) > 3:
            say(f"     and {len(places) - 3} more")
    one, other = (f"{doubt.kind}/{side.entity[1]}" for side in (doubt.one, doubt.other))
    if doubt.merged:
        which = _which(doubt)
        say(f"   if one:      confirm {one} {which}")
        say(f"   if not one:  split {one} {which}")
    else:
        say(f"   if one:      merge {one} {other}")
        say(f"   if two:      split {other} --apart-from {one}")


def _which(doubt: Doubt) -> str:
    """Return what commands know a mention by: its printed form and source or, where that means several, its id."""
    source, mention, printed = doubt.one.mentions[0]
    if any((place, form) == (source, printed) for place, _, form in doubt.other.mentions):
        return mention.rsplit("/", 1)[-1][:8]
    return f"{shlex.quote(printed)} --source {shlex.quote(source)}"


COMMANDS = (review, confirm, merge, split, reject, correct, add_fact, accept_document, rename, pin, undo, decisions)
