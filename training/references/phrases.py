"""Wordings that surround publications in CVs and homepages, from ``phrases.txt``: journals, presses, places, notes."""

from __future__ import annotations

from pathlib import Path


def _read() -> dict[str, tuple[str, ...]]:
    text = Path(__file__).with_name("phrases.txt").read_text("utf-8")
    out: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            out[line[1:-1]] = []
        elif line and not line.startswith("#"):
            out[list(out)[-1]].append(line)
    return {heading: tuple(lines) for heading, lines in out.items()}


_ALL = _read()
JOURNALS = _ALL["journals"]
FIELDS = _ALL["fields"]
JOURNAL_PATTERNS = _ALL["journal_patterns"]
MEETING_PATTERNS = _ALL["meeting_patterns"]
PRESSES = _ALL["presses"]
CITIES = _ALL["cities"]
UNIVERSITIES = _ALL["universities"]
SERVERS = _ALL["servers"]
NOTES = _ALL["notes"]
STATUSES = _ALL["statuses"]
LINKS = _ALL["links"]
