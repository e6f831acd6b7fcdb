"""Pairs of people and of organizations, with the number of works that they have in common."""

from __future__ import annotations

import sqlite3

MOST = 60_000_000
"""Pairs of authors at most, each once a work. A paper of 3,000 authors has 4.5 million."""

_SIGNED = "SELECT coalesce(sum(n * (n - 1) / 2), 0) FROM (SELECT count(*) AS n FROM author GROUP BY start)"
_WORKS = "(SELECT DISTINCT start AS id FROM author)"

_PEOPLE = """INSERT INTO coauthor SELECT a.end, b.end, {times} * count(*) FROM {works} AS wanted
CROSS JOIN author AS a ON a.start = wanted.id CROSS JOIN author AS b ON b.start = a.start AND b.end > a.end
GROUP BY 1, 2 ON CONFLICT DO UPDATE SET papers = papers + excluded.papers"""

# Two organizations count if two different authors belong to them: one who belongs to both is no collaboration.
_ORGANIZATIONS = """INSERT INTO collaboration WITH part(work, organization, low, high) AS MATERIALIZED (
  SELECT author.start, affiliation.end, min(author.end), max(author.end) FROM {works} AS wanted
  CROSS JOIN author ON author.start = wanted.id CROSS JOIN affiliation ON affiliation.start = author.end GROUP BY 1, 2
)
SELECT a.organization, b.organization, {times} * count(*) FROM part AS a JOIN part AS b
  ON b.work = a.work AND b.organization > a.organization AND (a.low != a.high OR b.low != b.high OR a.low != b.low)
GROUP BY 1, 2 ON CONFLICT DO UPDATE SET papers = papers + excluded.papers"""


def write_pairs(connection: sqlite3.Connection) -> None:
    """Write who wrote with whom, and which organizations' people did, with numbers of works, unless they are too many.

    *made* tells whether they are there.
    """
    has_pairs = not are_too_many(connection)
    connection.execute("INSERT INTO made VALUES (?)", (int(has_pairs),))
    if has_pairs:
        count_pairs(connection)


def are_too_many(connection: sqlite3.Connection) -> bool:
    """Return whether the authors of works make more pairs than are counted."""
    return int(connection.execute(_SIGNED).fetchone()[0]) > MOST


def count_pairs(connection: sqlite3.Connection, works: str = _WORKS, times: int = 1) -> None:
    """Add the pairs of works, all or those in a table, to those that are counted, or take them away (*times* is -1)."""
    for query in (_PEOPLE, _ORGANIZATIONS):
        connection.execute(query.format(works=works, times=times))
