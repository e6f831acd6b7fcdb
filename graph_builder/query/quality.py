"""The quality report: what a graph covers, where its sources conflict, whom it may have confused, what looks wrong."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

import pyoxigraph as ox

from graph_builder.query.engine import rows
from graph_builder.query.index import Index

CAREER = 70
"""Years between the first and the last dated fact of a person from which on two people may have been taken for one."""

PAPERS_A_YEAR = 100
"""Papers of one person in one year from which on two people may have been taken for one."""

PAPERS_A_MONTH = 40
"""The same for one month, where dates of publication have one."""

DOUBT = 0.9
"""The score of a link below which an identity is doubtful."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How well one relation is covered: its facts, the documents that state some, and how many facts are dated."""

    relation: str
    facts: int
    sources: int
    dated: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at: the thing, what is odd about it, how many facts that touches, what settles it."""

    name: str
    iri: str
    what: str
    facts: int
    command: str


@dataclass(frozen=True, slots=True)
class Section:
    """Findings of one sort, the one that touches most facts first; *total* counts those beyond the listed ones too."""

    key: str
    title: str
    total: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The quality report on a graph."""

    coverage: tuple[Coverage, ...]
    sections: tuple[Section, ...]


_COVERAGE = """SELECT relation, count(*), count(DISTINCT source), count(coalesce(first, year)),
  round(avg(confidence), 3) FROM fact GROUP BY relation ORDER BY relation"""

# A mention that a rule or a model linked with less than full confidence; what hangs on it are the facts it stands in.
# The mention's IRI beside the one min() of a group is that of the mention with the least score.
_IDENTITIES = """WITH doubtful AS MATERIALIZED (
  SELECT id, iri, thing, score, replace(form, ',', char(31)) AS form FROM mention
  WHERE status = 'inferred' AND score < :doubt AND iri NOT IN (SELECT value FROM json_each(:settled))
    AND thing IN (SELECT thing FROM mention GROUP BY thing HAVING count(*) > 1)
), weight(mention, facts) AS MATERIALIZED (
  SELECT mention, count(*) FROM stated WHERE mention IN (SELECT id FROM doubtful) GROUP BY mention
)
SELECT thing.name, thing.iri,
  count(*) || iif(count(*) > 1, ' mentions', ' mention') || ' linked with scores from ' || round(min(score), 2) || ': '
    || substr(replace(replace(group_concat(DISTINCT form), ',', '; '), char(31), ','), 1, 160),
  sum(coalesce(facts, 0)) AS facts, doubtful.iri, sum((1 - score) * coalesce(facts, 0)) AS doubt
FROM doubtful JOIN thing ON thing.id = doubtful.thing LEFT JOIN weight ON weight.mention = doubtful.id
WHERE thing.iri NOT IN (SELECT value FROM json_each(:settled))
GROUP BY thing.id ORDER BY doubt DESC, thing.iri"""

_NAMESAKES = """SELECT one.name, one.iri, (count(*) + 1) || ' people have this name', sum((
    SELECT count(*) FROM author WHERE author.end IN (one.id, other.id)
  )) AS facts, other.iri
FROM thing AS one JOIN thing AS other ON other.kind = 'person' AND other.name = one.name AND other.id > one.id
  AND one.iri || ' ' || other.iri NOT IN (SELECT value FROM json_each(:settled))
WHERE one.kind = 'person' AND NOT EXISTS (
  SELECT 1 FROM thing AS before WHERE before.kind = 'person' AND before.name = one.name AND before.id < one.id
)
GROUP BY one.id ORDER BY facts DESC, one.iri"""

_VENUES = """SELECT thing.name, thing.iri, 'an edition or a volume, but of no series', count(*) AS facts
FROM thing JOIN part ON part.end = thing.id
WHERE thing.kind = 'venue' AND NOT EXISTS (SELECT 1 FROM event WHERE event.start = thing.id)
  AND NOT EXISTS (SELECT 1 FROM event WHERE event.end = thing.id)
  AND matches(thing.name, '\\b(19|20)[0-9]{2}\\b|\\b[0-9]+(st|nd|rd|th)\\b|\\bvolume\\b'
    || '|^proceedings of (?!.*\\b(academy|society|institut|ieee|acm))')
GROUP BY thing.id ORDER BY facts DESC, thing.iri"""

_EMPLOYERS = """SELECT thing.name, thing.iri, 'no identifier of ROR', count(*) AS facts
FROM thing JOIN affiliation ON affiliation.end = thing.id
WHERE thing.kind = 'organization' AND NOT EXISTS (SELECT 1 FROM within WHERE within.start = thing.id)
  AND NOT EXISTS (SELECT 1 FROM outside WHERE outside.thing = thing.id AND outside.iri LIKE 'https://ror.org/%')
GROUP BY thing.id ORDER BY facts DESC, thing.iri"""

# All dated facts of a person, and the years of the person's papers.
_YEARS = f"""WITH seen(person, low, high) AS (
  SELECT person_, first, CASE WHEN last = 9999 THEN first ELSE last END FROM fact
  WHERE person_ IS NOT NULL AND first IS NOT NULL AND relation IN ('education', 'employment', 'service', 'award')
  UNION ALL SELECT author.end, CAST(dated.year AS INTEGER), CAST(dated.year AS INTEGER)
  FROM author JOIN dated ON dated.thing = author.start
), career(person, low, high, facts) AS (SELECT person, min(low), max(high), count(*) FROM seen GROUP BY person)
SELECT thing.name, thing.iri, 'active from ' || low || ' to ' || high || ', ' || (high - low) || ' years', facts
FROM career JOIN thing ON thing.id = person WHERE high - low >= {CAREER} ORDER BY facts DESC, thing.iri"""  # noqa: S608

_PAPERS = f"""SELECT thing.name, thing.iri, papers || ' papers dated ' || date, papers FROM (
  SELECT author.end AS person, dated.year AS date, count(*) AS papers
  FROM author JOIN dated ON dated.thing = author.start GROUP BY author.end, dated.year
  HAVING papers >= CASE WHEN length(dated.year) > 4 THEN {PAPERS_A_MONTH} ELSE {PAPERS_A_YEAR} END
) JOIN thing ON thing.id = person ORDER BY papers DESC, thing.iri"""  # noqa: S608

# By degrees of one level: from when on somebody is known says when others listed a paper with them, not their age.
_ADVISORS = """WITH studied(person, degree, first, last) AS (
  SELECT person_, degree, min(last), max(last) FROM fact
  WHERE relation = 'education' AND person_ IS NOT NULL AND degree IS NOT NULL AND last < 9999 GROUP BY person_, degree
)
SELECT advisor.name, advisor.iri, 'advised ' || student.name || ' (' || theirs.degree || ' of ' || theirs.last
  || '), but has the same degree since ' || own.first, count(*) AS facts
FROM fact JOIN thing AS advisor ON advisor.id = advisor_ JOIN thing AS student ON student.id = student_
JOIN studied AS own ON own.person = advisor_ JOIN studied AS theirs ON theirs.person = student_
WHERE relation = 'advising' AND own.degree = theirs.degree AND own.first > theirs.last
GROUP BY advisor_, student_ ORDER BY facts DESC, advisor.iri, student.iri"""

_OWN_ADVISOR = """SELECT thing.name, thing.iri, 'is named as an advisor of their own', count(*) AS facts
FROM fact JOIN thing ON thing.id = advisor_ WHERE relation = 'advising' AND advisor_ = student_
GROUP BY thing.id ORDER BY thing.iri"""

_CONFLICTS = {
    "conflicting_venues": ("paper", "title", "{source} says {venue}, {otherSource} says {otherVenue}"),
    "conflicting_years": ("paper", "title", "{source} says {year}, {otherSource} says {otherYear}"),
    "conflicting_job_dates": (
        "person", "name", "{role} at {organization}: since {year} ({source}), since {otherYear} ({otherSource})",
    ),
}  # fmt: skip
"""Named queries for conflicts: the columns of the thing and of its name, and what is said of it."""

_FACTS = "show --store {0} --facts {1}"
_SECTIONS = (
    (
        "identities", "Doubtful identities (where a mention is rightly there: confirm instead of split)",
        (_IDENTITIES,), "split --store {0} {1} {3}",
    ),
    (
        "namesakes", "People of one name (where they are two: split ONE --apart-from OTHER instead of merge)",
        (_NAMESAKES,), "merge --store {0} {1} {2}",
    ),
    ("venues", "Venues without a series", (_VENUES,), _FACTS),
    (
        "employers", "Employers without an entry in ROR (its data are added with: graph-builder gazetteer add FILE)",
        (_EMPLOYERS,), _FACTS,
    ),
    ("outliers", "Outliers", (_YEARS, _PAPERS, _ADVISORS, _OWN_ADVISOR), _FACTS),
)  # fmt: skip
"""The sections after that on conflicts: key, title, queries, and the command with store, thing, and what else a query
gives, whole and its last part."""

_SOURCES = ("source", "otherSource")


def report(graph: ox.Store, index: Index, store: str = "kg", most: int = 20, settled: Collection[str] = ()) -> Report:
    """Return the quality report on a graph.

    Args:
        graph: the graph.
        index: its index.
        store: how commands name the store.
        most: findings that are listed in a section; all are counted.
        settled: the IRIs of mentions and entities whose identity is no longer in doubt, and of two entities that are
            not one, with a space between.
    """
    values: dict[str, str | float] = {"doubt": DOUBT, "settled": json.dumps(list(settled))}
    found = {("conflicts", "Sources that conflict"): list(_conflicts(graph, index, store))}
    for key, title, queries, command in _SECTIONS:
        found[key, title] = [each for query in queries for each in _found(index, query, values, command, store)]
    return Report(
        tuple(Coverage(*row) for row in index.ask(_COVERAGE)),
        tuple(Section(*names, len(each), tuple(each[:most])) for names, each in found.items()),
    )


def _found(index: Index, query: str, values: Mapping[str, str | float], command: str, store: str) -> Iterator[Finding]:
    for name, iri, what, facts, *others in index.ask(query, values):
        yield Finding(name, iri, what, facts, _command(command, store, iri, *others[:1]))


def _command(command: str, store: str, iri: str, other: str = "") -> str:
    end = other.rsplit("/", 1)[-1]
    return "graph-builder " + command.format(*map(shlex.quote, (store, iri, other, end)))


def _conflicts(graph: ox.Store, index: Index, store: str) -> Iterator[Finding]:
    for query, (subject, name, what) in _CONFLICTS.items():
        for row in rows(graph, query, None, index):
            values = {key: _file_name(value or "") if key in _SOURCES else value or "" for key, value in row.items()}
            iri = row[subject] or ""
            command = _command(_FACTS, store, iri)
            yield Finding(row[name] or "", iri, what.format(**values), 2, command)


def _file_name(source: str) -> str:
    """Return the last part of the address of a source."""
    return unquote(source.rsplit("/", 1)[-1])
