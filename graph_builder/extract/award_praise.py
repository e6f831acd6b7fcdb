"""Awards beside papers, and those to reviewers among their duties: "ICEX 2020 (Outstanding Reviewer)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.award_phrases import PRIZES, AwardPhrase

_RANK = r"(?i:top\s?\d{1,2}\s?%(?:\s+of)?|top|outstanding|best|distinguished|highlighted|notable|exceptional|excellent)"
_WHO = r"(?i:(?:meta-?)?reviewers?|(?:sub-?)?referees?|area\s+chairs?|(?:program\s+committee|PC)\s+members?)"
_PRAISE = re.compile(
    rf"(?:(?<=[(\[])(?:[Aa]n?\s|[Tt]he\s|[Aa]warded\s(?:as\s)?(?:an?\s)?|[Nn]amed\s(?:an?\s)?)?|^[^\w(]{{0,4}})(?P<name>{_RANK}\s+{_WHO}(?:\s+(?i:awards?|honou?r|recognition))?)"
    rf"(?=\s*(?:[)\],;:–—]|(?:in|at|for|of)\s|(?:19|20)\d\d|$))"
)
_HOST = re.compile(r"(?<!\w)([A-Z][\w/-]{0,20}[A-Z][\w-]{0,20})\b(?=[^A-Za-z]{0,30}$)")
_BEHIND = re.compile(r"\s*(?:,|at|for|of|in|:|–|—)\s+(?:the\s)?([A-Z][\w/-]{0,20}[A-Z][\w-]{0,20})")
_YEAR = re.compile(r"(?:19|20)\d\d")


def praise(text: str) -> Iterator[AwardPhrase]:
    """Yield the awards to a reviewer in a line on service, each with the venue and the year beside it.

    >>> [(a.name, a.year) for a in praise("ICEX: 2021, 2022 (Outstanding Reviewer), 2023")]
    [('ICEX Outstanding Reviewer', '2022')]
    >>> [(a.name, a.year) for a in praise("Top Reviewer, LOOM 2020")]
    [('LOOM Top Reviewer', '2020')]
    """
    for found in _PRAISE.finditer(text[:2000]):
        if not text[found.end() :].strip(" .:") and found.start() < 5:
            continue  # a heading above the venues
        before, behind = text[: found.start()], text[found.end() : found.end() + 40]
        host = _HOST.search(before[-80:]) if before.strip() else _BEHIND.match(behind)
        inside = _YEAR.search(behind.split(")")[0])
        years = _YEAR.findall(before[-20:])
        year = inside[0] if inside else years[-1] if years else ""
        name = f"{host[1]} {found['name']}" if host else found["name"]
        yield AwardPhrase(name, found.start("name"), found.end("name"), year)


def marked(text: str) -> Iterator[AwardPhrase]:
    """Yield the awards of a note beside a paper: "★ Oral, Best Paper Award, ICEX ★"."""
    pieces = [(m.start(), m.group()) for m in re.finditer(r"[^\s,&★🏆|•*][^,&★🏆|•*]*", text)]
    hosts = [
        (at, p.strip()) for at, p in pieces if re.fullmatch(r"[A-Z][\w-]*[A-Z][\w-]*(?:\s?['’]?\d{2,4})?", p.strip())
    ]
    for at, piece in pieces:
        if PRIZES.search(piece) or re.search(r"(?i)honou?rable mention", piece):
            host = next((h for where, h in hosts if where > at), "")
            name = piece.strip(" .:")
            yield AwardPhrase(name if host in name else f"{host} {name}".strip(), at, at + len(piece))
