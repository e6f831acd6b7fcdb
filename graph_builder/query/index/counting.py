"""What is counted in an index, and how counts follow when some of what is counted goes or comes."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict

from graph_builder.query.index.numbers import between, spaced
from graph_builder.query.index.read import Mean

FACTS = "fact"
"""All facts, where what is counted is counted for the first time."""

TOUCHED_FACTS = "temp.touched_fact AS touched CROSS JOIN fact ON fact.id = touched.id"
"""Those that an index is being kept right for."""

_ADDED = "ON CONFLICT DO UPDATE SET {0} = {0} + excluded.{0}"
_PIECES = {
    "more": _ADDED.format("facts"),
    "stated": "CROSS JOIN stated ON stated.fact = fact.id CROSS JOIN mention ON mention.id = stated.mention"
    " WHERE mention.form IS NOT NULL",
}

_ONE_BY_ONE = (
    "INSERT INTO weighed SELECT source, relation, confidence, :sign * count(*) FROM {facts} WHERE true"
    " GROUP BY source, relation, confidence {more}",
    "INSERT INTO trusted SELECT maker, confidence, :sign * count(*) FROM {facts} WHERE maker IS NOT NULL"
    " GROUP BY maker, confidence {more}",
    "INSERT INTO seen SELECT thing, source, :sign * count(*) FROM {facts} {stated} GROUP BY thing, source {more}",
    "INSERT INTO said SELECT thing, form, :sign * count(*) FROM {facts} {stated} GROUP BY thing, form {more}",
)

_NAMED = (
    "DROP TABLE IF EXISTS temp.doi",
    """CREATE TEMPORARY TABLE doi AS
    SELECT fact.id AS fact, 'https://doi.org/' || substr(identifier.value, 5) AS iri
    FROM {facts} CROSS JOIN stated ON stated.fact = fact.id CROSS JOIN mention ON mention.id = stated.mention
    CROSS JOIN identifier ON identifier.mention = mention.id
      AND identifier.value >= 'doi:' AND identifier.value < 'doi;'
    WHERE relation = 'authorship' AND position IS NOT NULL AND mention.thing = work_""",
    "CREATE INDEX temp.doi_fact ON doi (fact)",
    "DROP TABLE IF EXISTS temp.named",
    """CREATE TEMPORARY TABLE named AS
    SELECT coalesce(doi.iri, work.iri) AS iri, CAST(position AS INTEGER) AS position, author_ AS author, fact.id AS fact
    FROM {facts} CROSS JOIN thing AS work ON work.id = work_ LEFT JOIN temp.doi AS doi ON doi.fact = fact.id
    WHERE relation = 'authorship' AND position IS NOT NULL AND author_ IS NOT NULL""",
)
"""Who stands where on which paper, as facts have it: a paper is its DOI as printed, or else its work."""

_LISTED = (
    "SELECT paper.id, named.position, named.author, named.fact FROM temp.named JOIN paper ON paper.iri = named.iri"
)


def add(connection: sqlite3.Connection, sign: int = 1, facts: str = FACTS) -> None:
    """Add some facts to what is counted one by one, or with -1 as *sign* take them off."""
    for query in _ONE_BY_ONE:
        connection.execute(query.format(facts=facts, **_PIECES), {"sign": sign})


def list_papers(connection: sqlite3.Connection, facts: str = FACTS) -> None:
    """Write who stands where on each paper, by some facts."""
    _name(connection, facts)
    fresh = [
        row[0] for row in connection.execute("SELECT iri FROM temp.named EXCEPT SELECT iri FROM paper ORDER BY iri")
    ]
    if facts == FACTS:
        rows = zip(spaced(len(fresh)), fresh, strict=True)
        connection.executemany("INSERT INTO paper VALUES (?, ?)", rows)
    else:
        found = list(between(connection, "paper", "iri", fresh))
        connection.executemany("INSERT INTO paper (iri, id) VALUES (?, ?)", found)
    connection.execute(f"INSERT OR IGNORE INTO listed {_LISTED} ORDER BY 1, 2, 3, 4")


def unlist_papers(connection: sqlite3.Connection, facts: str) -> None:
    """Take out who stands where on each paper by some facts, and keep in mind which papers these were."""
    _name(connection, facts)
    connection.execute(f"DELETE FROM listed WHERE (paper, position, author, fact) IN ({_LISTED})")  # noqa: S608
    connection.execute("CREATE TEMPORARY TABLE left_paper AS SELECT DISTINCT iri FROM temp.named")


def drop_papers(connection: sqlite3.Connection) -> None:
    """Take out papers on which nobody is left."""
    connection.execute(
        "DELETE FROM paper WHERE iri IN (SELECT iri FROM temp.left_paper)"
        " AND NOT EXISTS (SELECT 1 FROM listed WHERE listed.paper = paper.id)"
    )


def _name(connection: sqlite3.Connection, facts: str) -> None:
    for query in _NAMED:
        connection.execute(query.format(facts=facts))


_TOLD = (
    "INSERT INTO told SELECT source, relation, sum(facts), mean(confidence, facts)"
    " FROM weighed {} GROUP BY source, relation"
)
_VENUE = (
    "INSERT INTO venue SELECT part.end, count(DISTINCT part.start), count(DISTINCT author.end)"
    " FROM {} LEFT JOIN author ON author.start = part.start GROUP BY part.end"
)
_EDITION = """UPDATE edition SET
  papers = (SELECT count(DISTINCT work_) FROM fact WHERE edition_ = thing AND relation = 'publication'),
  people = (SELECT count(DISTINCT person_) FROM fact WHERE edition_ = thing AND relation = 'service') {}"""
_ACROSS = (
    "INSERT INTO across SELECT thing, count(*), (SELECT count(*) FROM said WHERE said.thing = seen.thing)"
    " FROM seen {} GROUP BY thing HAVING count(*) > 1"
)


def conclude(connection: sqlite3.Connection) -> None:
    """Write what is made of counts."""
    connection.execute(_TOLD.format(""))
    connection.execute(_VENUE.format("part"))
    connection.execute(_EDITION.format(""))
    connection.execute(_ACROSS.format(""))
    write_extractors(connection)


def conclude_again(connection: sqlite3.Connection) -> None:
    """Write again what is made of counts that were touched; those that came to nothing go."""
    within = "WHERE {} IN (SELECT id FROM temp.touched_{})".format
    for table, column, touched in (
        ("weighed", "source", "source"),
        ("seen", "thing", "across"),
        ("said", "thing", "across"),
    ):
        connection.execute(f"DELETE FROM {table} {within(column, touched)} AND facts = 0")  # noqa: S608
    connection.execute("DELETE FROM trusted WHERE facts = 0")
    for table, column, touched in (
        ("told", "source", "source"),
        ("venue", "thing", "venue"),
        ("across", "thing", "across"),
    ):
        connection.execute(f"DELETE FROM {table} {within(column, touched)}")  # noqa: S608
    connection.execute(_TOLD.format(within("source", "source")))
    connection.execute(_VENUE.format("temp.touched_venue AS touched CROSS JOIN part ON part.end = touched.id"))
    connection.execute(_EDITION.format(within("thing", "edition")))
    connection.execute(_ACROSS.format(within("thing", "across")))
    write_extractors(connection)


def write_extractors(connection: sqlite3.Connection) -> None:
    """Write what each extractor made: those that made a fact together count it each."""
    found: dict[str, dict[float, int]] = defaultdict(lambda: defaultdict(int))
    rows = connection.execute("SELECT names, confidence, facts FROM trusted JOIN maker ON maker.id = trusted.maker")
    for names, confidence, facts in rows:
        for name in json.loads(names):
            found[name][confidence] += facts
    connection.execute("DELETE FROM extractor")
    for name, counts in sorted(found.items()):
        mean = Mean()
        for confidence, facts in counts.items():
            mean.step(confidence, facts)
        row = (name, sum(counts.values()), mean.finalize(), min(counts))
        connection.execute("INSERT INTO extractor VALUES (?, ?, ?, ?)", row)
