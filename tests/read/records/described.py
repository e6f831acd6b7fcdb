"""Records as text, to be compared with files: what they list, and the identifiers and hints of people and places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graph_builder.model import Identifier, Named, Person, Problem, Profile, Record, Work, record_lines
from graph_builder.read.records import format_of_file, read_records


def described(path: Path) -> str:
    """Return the format, the records and the problems of a file."""
    found = format_of_file(path)
    parts = [f"format: {found.name if found else 'none'}"]
    problems = []
    for item in read_records(path, path.name):
        if isinstance(item, Problem):
            problems.append(f"problem: {item}")
        else:
            parts.append("\n".join(line.rstrip() for line in _lines(item)).rstrip())
    return "\n\n".join([*parts, *(["\n".join(problems)] if problems else [])]) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield f"{record.kind} {record.key}"
    yield from (f"  {line}" for line in record_lines(record) if line)
    about = record.about
    if isinstance(about, Work):
        people, named = about.authors, (about.venue, *about.topics)
    elif isinstance(about, Profile):
        people, named = (about.person,), (*about.interests, *(a.giver for a in about.awards))
        yield from (f"    {w.title}: {_ids(w.identifiers)}" for w in about.works if w.identifiers)
    else:
        people, named = (), (about,)
    yield from (line for person in people for line in _person(person))
    yield from (line for each in named if each for line in _named(each))


def _person(person: Person) -> Iterator[str]:
    known = [_ids(person.identifiers), *person.aliases, *(f"{k}={v}" for k, v in person.context)]
    if any(known):
        yield f"    {person.name}: {', '.join(filter(None, known))}"
    for stay in person.stays:
        yield from _named(stay.organization)


def _named(named: Named) -> Iterator[str]:
    above = f"below {_ids(named.parents)}" if named.parents else ""
    known = [_ids(named.identifiers), *named.aliases, *named.unit, named.country, named.homepage, above]
    if any(known):
        yield f"    {named.name}: {', '.join(filter(None, known))}"


def _ids(identifiers: tuple[Identifier, ...]) -> str:
    return ", ".join(f"{i.scheme}:{i.value}" for i in identifiers)
