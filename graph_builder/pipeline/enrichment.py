"""Enriching: what a graph names is looked up at web services, and the answers are built as sources of their own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graph_builder.model import Problem, ReadError
from graph_builder.pipeline.build import BuildReport, build
from graph_builder.pipeline.fetched import keep_answer
from graph_builder.pipeline.stages import Progress, Stages, no_progress
from graph_builder.pipeline.wanted import EnrichError, WantedThings, wanted_things
from graph_builder.read.services import SERVICES, Service, ServiceClient, Wanted
from graph_builder.store import Store
from graph_builder.store.layout import Layout

_IN_A_ROW = 5
"""Requests of one service that fail one after another before it is left alone."""


@dataclass(frozen=True, slots=True)
class EnrichSettings:
    """How services are asked.

    Args:
        addresses: other addresses than those of the table, by service: a mirror, or a server of one's own.
        keys: the user's keys, by service.
        mailto: an address of the user's, which services ask for and answer better then.
        days: how long answers are remembered; 0 asks again.
        timeout: seconds for one request.
        sleep: waits for some seconds; tests give their own.
    """

    addresses: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    mailto: str = ""
    days: float = 30.0
    timeout: float = 60.0
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class EnrichReport:
    """What came of an enrichment: things looked up, requests sent, things found, new answers, and the build."""

    wanted: int
    asked: int
    found: int
    new: int
    build: BuildReport
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _Answers:
    asked: int = 0
    found: int = 0
    new: int = 0
    problems: list[Problem] = field(default_factory=list)


def enrich(
    store: Path | str,
    services: Sequence[str],
    *,
    person: str = "",
    settings: EnrichSettings | None = None,
    progress: Progress | None = None,
    stages: Stages | None = None,
) -> EnrichReport:
    """Look up the works, people and organisations of a store at web services, and build what they answer.

    Each answer is a source (``enrich/<service>/<key>``) beside the documents, whose facts stay as they are. What was
    asked before is remembered, so that an enrichment which was stopped goes on where it was.

    Args:
        store: the store's folder.
        services: names of ``SERVICES``.
        person: the IRI of a person: only this one, with works and organisations.
        settings: addresses, keys and limits.
        progress: called as the work goes on.
        stages: what the build runs instead of the product's own.

    Raises:
        EnrichError: there is no such service, or no such person.
        StoreError: there is no store, or a build is going on.
    """
    unknown = [name for name in services if name not in SERVICES]
    if unknown or not services:
        raise EnrichError(f"no service is called {', '.join(unknown) or 'nothing'}; known are {', '.join(SERVICES)}")
    settings = settings or EnrichSettings()
    report_progress = progress or no_progress
    path = Path(store)
    wanted = wanted_things(Store.open(path), person)
    outcome = _Answers()
    for name in dict.fromkeys(services):
        _ask(path, SERVICES[name], wanted, settings, report_progress, outcome)
    folder = Layout(path).enrich
    report = build([folder] if folder.is_dir() else [], path, progress=progress, stages=stages)
    return EnrichReport(
        wanted.count, outcome.asked, outcome.found, outcome.new, report, (*outcome.problems, *report.problems)
    )


def _ask(
    store: Path, service: Service, wanted: WantedThings, settings: EnrichSettings, progress: Progress, outcome: _Answers
) -> None:
    """Look all up at one service; after some failures in a row it is left alone."""
    client = ServiceClient(
        service.name,
        settings.addresses.get(service.name, service.base),
        Layout(store).memory,
        rate=service.rate,
        mailto=settings.mailto,
        key=settings.keys.get(service.name, ""),
        key_header=service.key_header,
        days=settings.days,
        timeout=settings.timeout,
        sleep=settings.sleep,
    )
    things = list(_known(service, wanted))
    failures = 0
    for done, thing in enumerate(things):
        progress(f"Asking {service.name}", done, len(things))
        try:
            answers = list(service.look_up(client, thing))
            failures = 0
        except (ReadError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            failures += 1
            if failures == 1:
                outcome.problems.append(_problem(service.name, error))
            if failures == _IN_A_ROW:
                what = f"failed {_IN_A_ROW} times in a row; {len(things) - done - 1} things were not looked up"
                outcome.problems.append(Problem(service.name, what, "try again later: what was found is kept"))
                break
            continue
        outcome.found += bool(answers)
        outcome.new += sum(keep_answer(store, service.name, answer) for answer in answers)
    outcome.asked += client.asked


def _problem(service: str, error: Exception) -> Problem:
    if not isinstance(error, ReadError):
        what = f"gave an answer of an unknown form ({type(error).__name__})"
        return Problem(service, what, "the service may have changed")
    what, _, advice = str(error).removeprefix(f"{service}: ").rpartition("; ")
    return Problem(service, what or advice, advice if what else "")


def _known(service: Service, wanted: WantedThings) -> Iterator[Wanted]:
    by_kind: Mapping[str, Iterable[Wanted]] = {
        "works": wanted.works,
        "people": wanted.people,
        "organizations": wanted.organizations,
    }
    for kind in service.knows:
        yield from by_kind[kind]
