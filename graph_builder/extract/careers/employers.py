"""The school or employer of an entry: named in it, in its title, or at the head of the entries above."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from graph_builder.extract.careers.entries import Entry
from graph_builder.extract.fields.names import names_organization
from graph_builder.extract.fields.patterns import UNDERTAKING, UNIVERSITY_WORD
from graph_builder.extract.fields.read import Field, FieldKind
from graph_builder.extract.normalise.lexicon import is_place
from graph_builder.gazetteer import load
from graph_builder.model import Span

# What forms and the heads of tables call their fields
FORM_LABEL = re.compile(
    r"(?i)(?:occupation|position|title)(?:\sor\sposition)?\sheld|title\sof\squalification(?:\sawarded)?|employers?|dates?|periods?|years?"
    r"|compan(?:y|ies)|institutions?|organi[sz]ations?|(?:main\s)?activities\sand\sresponsibilities"
    r"|type\sof\sbusiness(?:\sor\ssector)?|name\sand\s(?:address|type)\sof\s(?:the\s)?(?:employer|organi[sz]ation).{0,40}"
)


_K = FieldKind


def _alone(item: Field, lines: Sequence[Span], others: Sequence[Field]) -> bool:
    """Return whether no other organization stands in the line of *item*."""
    line = next((span for span in lines if span.covers(item.span)), None)
    return line is not None and not any(f is not item and line.covers(f.span) for f in others)


# "The software", "Custom portals and stores for weavers"
_COMMON = re.compile(
    r"(?:The|An?|This|These)\s+[a-z]|(?=.*\s(?:and|for|of|with|to|in|using)\s)[A-Z][a-z]+(?:\s[a-z]+){3,}$"
)
# How one is employed, and not by whom: "Product Manager (full-time job)"
_TERMS = re.compile(
    r"(?i)(?:(?:full|part)[\s-]?time|remote(?:ly)?|on[\s-]?site|in[\s-]person|hybrid|freelance|permanent|temporary|fixed[\s-]term|contract(?:or)?|seasonal|(?:un)?paid|volunteer(?:ing)?)"
    r"(?:\s(?:job|position|role|work|employee|contract|basis|staff))?"
)
_UNBOUND = re.compile(
    r"(?i)freelanc(?:e|er|ing)|self[\s-]employed"
)  # "Web Developer, Freelance": what follows is the work
_DEPARTMENT = re.compile(r"(?:dep(?:artmen)?t|faculty|division|school\s+of|college\s+of)\b", re.IGNORECASE)


def _beside_subject(entry: Entry) -> Field | None:
    """Return the name behind a degree and its subject, "PhD, Robotics, Loomtech", or an acronym in a town."""
    others = [f for f in entry.of(_K.OTHER) if f.text[:1].isupper() and len(f.text.split()) <= 6]
    others = [f for f in others if not (_labels(f, entry) or _bracketed(f, entry))]
    topics = [load().topic(f.text) is not None for f in others]
    if topics == [True, False]:
        return others[1]
    acronym, _, town = others[0].text.partition(" ") if len(others) == 1 else ("", "", "")
    return others[0] if _ACRONYM.fullmatch(acronym) and is_place(town) else None


# "Computer Science and Technology College", of the university behind it
_COLLEGE = re.compile(
    r"(?:[\w&-]+,?\s){0,7}(?:Sciences?|Technology|Engineering|Arts|Medicine|Business|Law|Education|Software|Information|Management"
    r"|Computing|Economics|Agriculture|Design|Mathematics|Physics|Chemistry|Biology|Humanities)\s(?:College|School|Institute|Academy|Faculty)"
)
_UNIVERSITY = re.compile(r"\bUniv|\bHochschule\b|\bPolitecnic", re.IGNORECASE)

_MOST_ABOVE = 100  # entries above each other that are asked for their organization


def organization_of(entry: Entry, *, school: bool) -> Field | None:
    """Return the field that names the school or employer, from the entry or the one above it."""
    named = [f for f in entry.of(_K.ORGANIZATION) if not _bracketed(f, entry)] or entry.of(_K.ORGANIZATION)
    if len(named) > 1:  # "IMS, National University of X": an acronym of several meanings, and what it is part of
        named = [f for f in named if not _ambiguous(f.text)] or named
    found = sorted(named, key=lambda f: (-f.score, f.span.start))
    if len(found) > 1 and _COLLEGE.fullmatch(found[0].text) and load().organization(found[0].text) is None:
        found = [f for f in found if _UNIVERSITY.search(f.text)] or found
    if school and len(found) > 1 and not UNIVERSITY_WORD.search(found[0].text):
        # An institute in a line of its own, where one worked, and below it the university that gave the degree.
        lines = [line.span for line in entry.lines]
        schools = [f for f in found if UNIVERSITY_WORD.search(f.text) and f.score >= 0.85 and _alone(f, lines, found)]
        found = schools or found
    if found:
        return (None if school else _owned(found[0], entry)) or found[0]
    if entry.organization is not None:
        return entry.organization
    units = [f for f in entry.of(_K.UNIT) if not _aside(f, entry)]
    if not school and any(_has_line(f, entry) and not is_place(f.text) for f in entry.of(_K.OTHER)):
        units = [f for f in units if not UNDERTAKING.search(f.text)]  # "Intern - Loom Program", and below it the firm
    if units:  # "Department of Politics, Princeton": a town's name that is a university's too
        town = next((p for p in entry.of(_K.PLACE) if p.score < 1), None)
        if town is not None and not _below_header(entry):
            return town
    above = entry.above
    if above is not None and _is_header(above) and (school or entry.dates):
        return above.of(_K.ORGANIZATION)[0]
    if school and not units and entry.has(_K.DEGREE) and entry.has(_K.SUBJECT):
        named = [f for f in entry.of(_K.OTHER) if f.text[:1].isupper() and len(f.text.split()) <= 6]
        named = [f for f in named if not _labels(f, entry)]  # "(Average mark: 9.3/10)"
        named = [f for f in named if load().topic(f.text) is None]  # "MSc in Engineering, Computer Science, 2020"
        first = not named or named[0] is entry.fields[0]
        kind = None if first else entry.fields[entry.fields.index(named[0]) - 1].kind
        listed = bool(named) and re.search(r"\s(?:and|&|und|et|y|e)\s", named[0].text)  # "in Business, Law and Trade"
        if len(named) == 1 and entry.dates and kind in {_K.SUBJECT, _K.DEGREE} and not listed:
            return named[0]  # "M.Sc. in Physics, ENSX, 2004"
        placed = _in_town(entry) or (_before_town(named[0], entry) if named and not first else None)
        if placed is not None:
            return placed
    if school and not units and entry.dates and entry.has(_K.DEGREE) and (stated := _beside_subject(entry)) is not None:
        return stated
    if units:
        before = entry.fields[max(0, entry.fields.index(units[0]) - 1)]
        if before.kind is _K.OTHER and _ACRONYM.fullmatch(before.text):
            return before  # "CERFACX, Parallel Algorithms team"
        if not school and len(units) > 1 and _DEPARTMENT.match(units[0].text):
            units = [f for f in units if names_organization(f.text) and not _DEPARTMENT.match(f.text)] or units
        firm = None if school else _firm_of_team(units[0], entry)
        if firm is not None:
            return firm
        return (_organization_above(entry) if _DEPARTMENT.match(units[0].text) else None) or units[0]
    if not school and is_unbound(entry):
        return None
    loose = [f for f in entry.of(_K.OTHER) if f.score >= 0.5 and len(f.text.split()) <= 6 and not is_place(f.text)]
    loose = [f for f in loose if not FORM_LABEL.fullmatch(f.text)]
    loose = [f for f in loose if not (UNDERTAKING.search(f.text) or _COMMON.match(f.text) or _bracketed(f, entry))]
    loose = [f for f in loose if not (is_helped(f, entry) or _TERMS.fullmatch(f.text) or _in_description(f, entry))]
    titles = [f for f in loose if any(r.span.start - f.span.end == 2 and r.text.islower() for r in entry.of(_K.ROLE))]
    loose = [f for f in loose if f not in titles] or loose  # "Scheduler (volunteer)"
    if loose and not school and entry.has(_K.ROLE) and entry.dates:
        beside = [f for f in loose if _in_brackets_behind(f, entry)]
        if beside:
            return beside[0]  # "Software Engineer (Loom Works)"
        own = [f for f in loose if _has_line(f, entry)]
        if len(own) == 1 and len(loose) > 1:
            return own[0]
        return min(loose, key=lambda f: _distance(f, entry))
    if school and not units and (town := _university_town(entry)) is not None:
        return town
    if loose and not school and entry.role is not None and entry.dates and loose[0] is _first_named(entry):
        placed = _before_town(loose[0], entry)
        if placed is not None:
            return placed  # below "Internships": "2011  Initech, Austin, TX. Looms for the blind."
    employer = None if school else _employer_in_title(entry)
    if employer is not None:
        return employer
    for _ in range(_MOST_ABOVE):
        if above is None or not entry.dates:
            break
        inherited = above.of(_K.ORGANIZATION)
        if inherited:
            return organization_of(above, school=school) if _heads(inherited[0], above) else None
        if above.organization is not None:
            return above.organization
        above = above.above
    return None if school or entry.dates else _project_behind(entry)


def is_unbound(entry: Entry) -> bool:
    """Return whether an entry names no employer because there was none: "Web Developer, Freelance"."""
    return any(_UNBOUND.fullmatch(f.text) and not _aside_of(f, entry) for f in entry.of(_K.ROLE, _K.OTHER))


_LAND = re.compile(r",?\s(?:U\.?K\.?|U\.?S\.?A?\.?|NZ|AU|CA|DE|SE|NL|FR|CH|IE|IN|IT|ES)$")


def _university_town(entry: Entry) -> Field | None:
    """Return the town that stands for its university right behind a degree: "PhD in Physics, Leeds, 2019"."""
    if not entry.dates or not entry.has(_K.DEGREE) or len(entry.lines) > 1:
        return None
    for before, item in pairwise(entry.fields):
        if before.kind not in {_K.DEGREE, _K.SUBJECT} or item.kind not in {_K.PLACE, _K.OTHER, _K.SUBJECT}:
            continue
        town = _LAND.sub("", item.text.split(", ")[0])
        known = (load().organization(name) for name in (f"University of {town}", f"{town} University"))
        if town.istitle() and any(known):
            return item
    return None


_BEHIND = re.compile(r"\s[-–—|]\s(?:the\s)?([A-Z][^.,;:|–—]{3,50}\s[Pp]roject)\W{0,3}$")


def _project_behind(entry: Entry) -> Field | None:
    """Return the project that a line names behind the position: "Research assistant - Learning to Weave project."."""
    line = entry.lines[0] if entry.lines else None
    role = next(iter(entry.of(_K.ROLE)), None)
    if line is None or role is None or role.span.start > line.span.start + 3:
        return None
    found = _BEHIND.match(line.text, role.span.end - line.span.start)
    if found is None:
        return None
    at = line.span.start + found.start(1)
    return Field(_K.ORGANIZATION, Span(at, at + len(found[1])), found[1], 0.6)


_FOR_PEOPLE = re.compile(r"\b(?:for|to|with|under)\s+(?:Prof(?:essor)?s?|Drs?|Dean)\b\.?", re.IGNORECASE)


def is_helped(item: Field, entry: Entry) -> bool:
    """Return whether a name is that of a supervisor: "Research Assistant for Profs. A. Loom, B. Weft"."""
    line = next((line for line in entry.lines if line.span.covers(item.span)), None)
    found = _FOR_PEOPLE.search(line.text) if line is not None else None
    return found is not None and line is not None and found.start() < item.span.start - line.span.start


def _in_town(entry: Entry) -> Field | None:
    """Return the unknown name that begins a line of its own and has a place behind it: "Weberei Nacional, Brazil"."""
    starts = {line.span.start: line for line in entry.lines}
    for item, behind in pairwise(entry.fields):
        if item.kind is _K.NOTE:
            break
        line = starts.get(item.span.start)
        if line is None or item.kind is not _K.OTHER or behind.kind is not _K.PLACE or not item.text[:1].isupper():
            continue
        rest = [f.kind for f in entry.fields if line.span.covers(f.span) and f is not item]
        if len(item.text.split()) <= 6 and set(rest) <= {_K.PLACE, _K.DATE}:
            return item
    return None


def _before_town(item: Field, entry: Entry) -> Field | None:
    """Return a name if a town and its country follow, known or not: "MEng - Looms - EXAMP, Ariana, Tunisia"."""
    behind: list[FieldKind] = []
    for after in entry.fields[entry.fields.index(item) + 1 :]:
        if after.kind not in {_K.OTHER, _K.PLACE} or (after.kind is _K.OTHER and behind[-1:] == [_K.PLACE]):
            break
        behind.append(after.kind)
    return item if behind[-1:] == [_K.PLACE] and behind.count(_K.OTHER) <= 1 else None


def _first_named(entry: Entry) -> Field | None:
    """Return the first field of an entry that is no date."""
    return next((f for f in entry.fields if f.kind is not _K.DATE), None)


def _owned(organization: Field, entry: Entry) -> Field | None:
    """Return the unknown name that begins a line and has that of its owner in brackets: "Webbank (Initech)"."""
    at = entry.fields.index(organization) if organization in entry.fields else 0
    before = entry.fields[at - 1] if at else None
    if before is None or before.kind is not _K.OTHER or organization.span.start - before.span.end != 2:
        return None
    line = next((line for line in entry.lines if line.span.covers(organization.span)), None)
    if line is None or line is entry.lines[0] or before.span.start != line.span.start or not before.text[:1].isupper():
        return None
    beside = line.text[before.span.end - line.span.start : organization.span.start - line.span.start]
    return before if beside == " (" and len(before.text.split()) <= 3 else None


def _labels(item: Field, entry: Entry) -> bool:
    line = next((line for line in entry.lines if line.span.covers(item.span)), None)
    return line is not None and line.text[item.span.end - line.span.start :].lstrip().startswith(":")


def _aside(item: Field, entry: Entry) -> bool:
    """Return whether a unit is what brackets say of a degree: "PhD (4+4 programme)"."""
    line = next((line for line in entry.lines if line.span.covers(item.span)), None)
    at = item.span.start - line.span.start if line is not None else 0
    return line is not None and line.text[at - 1 : at] == "(" and bool(UNDERTAKING.search(item.text))


def _in_description(item: Field, entry: Entry) -> bool:
    """Return whether a name stands in a long line about a post: "Tutor. Taught many courses on looms, Yarn."."""
    line = next((line for line in entry.lines if line.span.covers(item.span)), None)
    role = next((f for f in entry.of(_K.ROLE) if line is not None and line.span.covers(f.span)), None)
    if line is None or role is None or len(line.text) <= 160:
        return False
    between = line.text[role.span.end - line.span.start : max(0, item.span.start - line.span.start)]
    return between.startswith(". ") and len(between) > 40


def _aside_of(item: Field, entry: Entry) -> bool:
    """Return whether a field is all that brackets say of what is before them: "Engineer (freelance), Initech"."""
    line = next((line for line in entry.lines if line.span.covers(item.span)), None)
    at, end = (item.span.start - line.span.start, item.span.end - line.span.start) if line is not None else (0, 0)
    return line is not None and line.text[max(0, at - 1) : at] == "(" and line.text[end : end + 1] == ")"


_ACRONYM = re.compile(r"[A-ZÀ-Þ]{4,9}")
_TEAM = re.compile(r"\b(?:[Tt]eam|[Gg]roup)$")


def _firm_of_team(team: Field, entry: Entry) -> Field | None:
    """Return the name in a line or cell of its own behind a team: "Engineer, Storage Team", and below it "Initech"."""
    at = entry.fields.index(team)
    if not _TEAM.search(team.text) or len(entry.fields) < at + 2:
        return None
    firm = entry.fields[at + 1]
    if firm.kind is not _K.OTHER or not firm.text[:1].isupper() or len(firm.text.split()) > 4 or is_place(firm.text):
        return None
    line = next(line for line in entry.lines if line.span.covers(firm.span))
    between = line.text[max(0, team.span.end - line.span.start) : firm.span.start - line.span.start]
    own = line.text.strip() == firm.text and not line.span.covers(team.span)
    return firm if own or (line.span.covers(team.span) and between.strip() == "|") else None


_EMPLOYED = re.compile(r"\b(?:Researcher|Scientist|Engineer|Intern|Analyst|Developer|Officer)\b")


def _employer_in_title(entry: Entry) -> Field | None:
    """Return the employer that a title bears: "Junior CNRS Researcher"."""
    for role in entry.of(_K.ROLE)[:1] if entry.dates else []:
        for word in re.finditer(r"(?<![\w-])[A-Z]{3,8}(?![\w-])", role.text):
            known = load().organization(word.group()) if _EMPLOYED.search(role.text) else None
            if known is not None:
                at = role.span.start + word.start()
                return Field(_K.ORGANIZATION, Span(at, at + len(word.group())), word.group(), 0.7)
    return None


def _has_line(item: Field, entry: Entry) -> bool:
    """Return whether a field begins a line below the first that names no position."""
    line = next(line for line in entry.lines if line.span.covers(item.span))
    titled = any(f.kind in {_K.ROLE, _K.DEGREE} and line.span.covers(f.span) for f in entry.fields)
    words = item.text.split()[1:]
    prose = len(words) > 2 and not any(w[:1].isupper() for w in words)  # "Personalised medicine and genomics startup"
    starts = line is not entry.lines[0] and line.span.start == item.span.start
    return starts and not (titled or prose or line.text.endswith(":"))


def _in_brackets_behind(item: Field, entry: Entry) -> bool:
    """Return whether a field stands in brackets behind a position, where an employer does: capitals, several words."""
    role = entry.of(_K.ROLE)[0]
    line = next(line for line in entry.lines if line.span.covers(item.span))
    text = line.text[item.span.start - line.span.start - 1 : item.span.end - line.span.start + 1]
    behind = item.span.start - role.span.end == 2 and text.startswith("(") and text.endswith(")")
    return behind and len(item.text.split()) > 1 and item.text[:1].isupper()


def _ambiguous(name: str) -> bool:
    known = load().organization(name) if name.isupper() else None
    return known is not None and name in known.ambiguous


def _bracketed(item: Field, entry: Entry) -> bool:
    """Return whether a field is an acronym in brackets or behind an organization, and stands for what is before it."""
    at = entry.fields.index(item)
    if not at or not item.text.isupper() or item.span.start - entry.fields[at - 1].span.end != 2:
        return False
    if entry.fields[at - 1].kind in {_K.ORGANIZATION, _K.UNIT}:
        return True
    line = next((line for line in entry.lines if line.span.covers(item.span)), None)
    return line is None or line.text[item.span.start - line.span.start - 1] == "("


def _heads(organization: Field, entry: Entry) -> bool:
    """Return whether an organization stands for the entries below too: it begins its entry, or has its own line."""
    if entry.fields[0] is organization:
        return True
    line = next(line for line in entry.lines if line.span.covers(organization.span))
    return not any(f.kind in {_K.ROLE, _K.DEGREE} and line.span.covers(f.span) for f in entry.fields)


def _organization_above(entry: Entry) -> Field | None:
    """Return the organization that stands at the head of an entry above, for a department without one."""
    above = entry.above
    for _ in range(6):
        if above is None or not entry.dates:
            return None
        inherited = above.of(_K.ORGANIZATION)
        if inherited:
            return inherited[0] if above.fields[0] is inherited[0] else None
        above = above.above
    return None


def _below_header(entry: Entry) -> bool:
    """Return whether the entry above is the heading of those below it."""
    return entry.above is not None and _is_header(entry.above)


def _is_header(entry: Entry) -> bool:
    """Return whether an entry names an organization and nothing else: the heading of those below it."""
    return entry.has(_K.ORGANIZATION) and not entry.has(_K.ROLE, _K.DEGREE, _K.DATE)


def _distance(item: Field, entry: Entry) -> int:
    """Return how far a field stands from the entry's role."""
    role = entry.of(_K.ROLE)[0]
    return min(abs(item.span.start - role.span.end), abs(role.span.start - item.span.end))


_MEMBER = re.compile(
    r"(?:(?:associate|student|senior|life|full|professional|founding|regular|elected|chartered|affiliate|active)\s+)*"
    r"(?:(?P<member>member)|fellow)(?:\s+(?:and|&)\s.*)?",
    re.IGNORECASE,
)
_HOSTS = re.compile(
    r"\b(?:Advanced\s+Stud\w+|Mathematical\s+Sciences\s+Research|IAS|MSRI|Universit\w+|College|Lab\w*|Center|Centre)\b"
)
_SOCIETY = re.compile(
    r"\b(?:Society|Association|Academy|Federation|Union|Institution|Collaboration|Council|League|Guild|IEEE|ACM|AMS|SIAM|AAAS)\b"
)


def is_membership(role: str, organization: str) -> bool:
    """Return whether a role at an organization is no post but membership of it.

    >>> is_membership("Associate Member", "Institute of Looms"), is_membership("Fellow", "Loom Society")
    (True, True)
    >>> is_membership("Member of Technical Staff", "Initech"), is_membership("Fellow", "Example College")
    (False, False)
    """
    found = _MEMBER.fullmatch(role.strip())
    return found is not None and not (
        _HOSTS.search(organization) if found["member"] else not _SOCIETY.search(organization)
    )
