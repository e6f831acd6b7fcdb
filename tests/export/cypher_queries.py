"""The Cypher versions of named queries, with a value for each parameter, and some questions to DuckDB."""

from __future__ import annotations

import re
from pathlib import Path

BASE = "https://w3id.org/graph-builder/data/"
FOLDER = Path(__file__).resolve().parents[2] / "queries" / "cypher"
PARAMETERS = {"coauthors": {"person": BASE + "person/mira"}}


def _query(path: Path) -> tuple[str, dict[str, str], list[str]]:
    text = path.read_text("utf-8")
    columns = re.findall(r"\bAS `?(\w+)`?", text.rpartition("RETURN")[2])
    if path.stem == "prolific_pairs":
        columns.append("papers")
    return text, PARAMETERS.get(path.stem, {}), columns


CYPHER = {path.stem: _query(path) for path in sorted(FOLDER.glob("*.cypher"))}

DUCKDB = {
    "topics": (
        'SELECT r.source, p.id, p.name, t.name FROM INTERESTED_IN r JOIN Person p ON r."from" = p.id '
        'JOIN Topic t ON r."to" = t.id',
        ["source", "person", "name", "topic"],
    ),
    "advisors": (
        'SELECT a.id, a.name, count(DISTINCT r."from") FROM ADVISED_BY r JOIN Person a ON r."to" = a.id GROUP BY ALL',
        ["advisor", "name", "students"],
    ),
    "publications": (
        'SELECT f.source, w.id, w.name, v.name, f.year FROM Publication f JOIN OF_WORK o ON o."from" = f.id '
        'JOIN Work w ON o."to" = w.id LEFT JOIN IN_VENUE i ON i."from" = f.id LEFT JOIN Venue v ON i."to" = v.id',
        ["source", "paper", "title", "venue", "year"],
    ),
    "education": (
        "SELECT r.source, p.id, p.name, o.name, r.degree, r.field, r.start, "
        'CASE WHEN r."end" IS NULL AND r.ongoing THEN \'present\' ELSE r."end" END FROM STUDIED_AT r '
        'JOIN Person p ON r."from" = p.id JOIN Organization o ON r."to" = o.id',
        ["source", "person", "name", "institution", "degree", "field", "start", "end"],
    ),
    "awards": (
        'SELECT f.source, p.id, p.name, f.award, f.year FROM Award f JOIN GIVEN_TO g ON g."from" = f.id '
        'JOIN Person p ON g."to" = p.id WHERE f.award IS NOT NULL',
        ["source", "person", "name", "award", "year"],
    ),
}
