"""Education and employment from the entries of their sections."""

from __future__ import annotations

import re
from itertools import pairwise

from graph_builder.extract.careers.advisors import mark_advisors
from graph_builder.extract.careers.degrees import name_degree, name_engineer, prefer_final
from graph_builder.extract.careers.employers import is_membership, organization_of
from graph_builder.extract.careers.entries import Entry, entries_of
from graph_builder.extract.careers.organizations import is_no_organization, organization_root
from graph_builder.extract.draft import Draft
from graph_builder.extract.fields.patterns import DUTY
from graph_builder.extract.fields.read import Field, FieldKind, analyze
from graph_builder.extract.layout.page import Page, SectionKind
from graph_builder.extract.layout.titles import VITA
from graph_builder.extract.normalise.dates import PRESENT, DateRange, find_dates, short_years
from graph_builder.extract.normalise.lexicon import is_place
from graph_builder.model import BlockKind, EntityKind, Relation

_K = FieldKind
_STUDENT = re.compile(r"\b(?:students?|exchange|étudiant|estudiante)\b", re.IGNORECASE)
_VISIT = re.compile(r"\b(?:exchange|visiting|erasmus)\b", re.IGNORECASE)
# Fellowships that stand where a degree or an employer is looked for.
_PRIZE = re.compile(r"\b(?:awards?|fellowships?|scholarships?|prizes?|grants?)\b", re.IGNORECASE)
_HONOUR = re.compile(r"\b(?:award|prize|medal|scholarship|fellowship|fellow\s+of)\b", re.IGNORECASE)
_THESIS = re.compile(r"(?:thesis|dissertation|scholarship|student|candidate)s?\b", re.IGNORECASE)  # "PhD Thesis"
_POST = re.compile(r"post-?doc|research|fellowship\sin\s(?-i:[A-Z])|residency", re.IGNORECASE)
# What stands among degrees and is neither one nor a post.
_COURSE = re.compile(
    r"\b(?:nano-?degree|micro-?masters?|certificat(?:e|es|ion)|boot-?camp|summer\sschool)\b", re.IGNORECASE
)
_EXPECTED = re.compile(r"\(\s*(?:expected|anticipated)", re.IGNORECASE)
_CURRENT = re.compile(
    r"\(\s*(?:current(?:ly)?|present|now|ongoing|in\s+progress)\s*\)|\bin\s+progress\b|,\s(?:ongoing|in\s+progress)\W{0,3}$"
    r"|^\W{0,3}(?:present|current(?:ly)?|ongoing|now|today)(?:\t|\s{2}|:|\s[–—-]\s|\W{0,3}$)",
    re.IGNORECASE | re.MULTILINE,
)
_FROM = re.compile(r"(?:from|ab|dal?|od|fra|från|vanaf|desde|a\s+partir\s+de|à\s+partir\s+de)\s", re.IGNORECASE)
_RUNNING = re.compile(
    r"\b(?:candidate(?!\sof\s(?:[\w-]+\s){0,3}sciences?)|student|pursuing|current(?:ly)?|ongoing|in\s+progress)\b",
    re.IGNORECASE,
)


def careers(page: Page, draft: Draft, person: str) -> None:
    """Add the degrees and positions that the sections on education and employment list."""
    lists = page.of_kind(SectionKind.EDUCATION, SectionKind.EMPLOYMENT)
    years = short_years(line.text for section in lists for line in section.lines)
    for entry in entries_of(page.of_kind(SectionKind.EDUCATION), page.organizations, years=years):
        mark_advisors(entry)
        name_engineer(entry)
        name_degree(entry)
        prefer_final(entry)
        if _is_post(entry):
            employment(entry, draft, person, beside=True)
        else:
            education(entry, draft, person, strict=False)
            side_jobs(entry, draft, person)
    entries = entries_of(page.of_kind(SectionKind.EMPLOYMENT), page.organizations, years=years)
    for entry in sorted(entries, key=lambda e: not e.dates):  # dated ones first: what repeats them is known by then
        first = next((f for f in entry.fields if f.kind in {_K.DEGREE, _K.ROLE}), None)
        if first is not None and first.kind is _K.DEGREE and not _titled_first(entry):
            prefer_final(entry)
            education(entry, draft, person, strict=True)
        else:
            employment(entry, draft, person)


def _titled_first(entry: Entry) -> bool:
    """Return whether an entry names a position before its organization, or names no organization."""
    organization = next((f for f in entry.fields if f.kind in {_K.ORGANIZATION, _K.NOTE}), None)
    roles = entry.of(_K.ROLE)
    return bool(roles) and (organization is None or roles[0].span.start < organization.span.start)


def _is_post(entry: Entry) -> bool:
    """Return whether an entry under Education is a position: it names one and no degree, as a postdoc does."""
    roles = entry.of(_K.ROLE)
    if any(_COURSE.search(f.text) for f in entry.of(_K.ROLE, _K.OTHER, _K.UNIT, _K.ORGANIZATION)):
        return False
    if not roles and not entry.has(_K.DEGREE, _K.SUBJECT):
        titled = _titled_above(entry)
        return titled is not None and not titled.has(_K.DEGREE) and _role_line(titled) is not None
    return bool(roles) and not entry.has(_K.DEGREE) and not _STUDENT.search(roles[0].text)


def side_jobs(entry: Entry, draft: Draft, person: str, *, rule: str = "sections/employment") -> None:
    """Add the positions that the notes of a degree list: each a role, an organization and a date in one line."""
    for line in entry.notes:
        if len(line.text) > 240:
            continue
        fields = [f for f in analyze(line.text, line.span.start) if f.kind is not _K.NOTE]
        kinds = [f.kind for f in fields[:6]]
        if _K.ROLE in kinds[:1] and _K.ORGANIZATION in kinds and _K.DATE in kinds:
            dates = list(find_dates(line.text, line.span.start))
            employment(Entry(lines=[line], fields=fields, dates=dates), draft, person, rule=rule)


def education(entry: Entry, draft: Draft, person: str, *, strict: bool, rule: str = "sections/education") -> None:
    """Add the degree of an entry; *strict* asks for the degree's name."""
    school = organization_of(entry, school=True)
    if school is None or (strict and not entry.has(_K.DEGREE)) or _restated(entry):
        return
    degrees = entry.of(_K.DEGREE)
    subjects = entry.of(_K.SUBJECT)
    date = _best_date(entry)
    if not degrees and (not (date or subjects) or school not in entry.fields or _PRIZE.search(entry.lines[0].text)):
        return
    organization = _organization(school, entry, draft)
    text = "\n".join(line.text for line in entry.lines)
    running = bool(_RUNNING.search(text)) and not _VISIT.search(text) and not _EXPECTED.search(text)
    start, end = _education_dates(date, running)
    if date is None and _CURRENT.search(text):
        end = PRESENT
    for level, field in _programmes(degrees, subjects, entry):
        if strict and _stated(school, level, draft, text):
            continue  # "PhD candidate" among the jobs, beside the degree itself
        draft.claim(
            Relation.EDUCATION,
            {"person": person, "organization": organization},
            entry.span,
            rule,
            0.9 if degrees and date else 0.75 if degrees else 0.5,
            {"degree": level, "field": None if field == school.text else field, "start": start, "end": end},
        )


def _restated(entry: Entry) -> bool:
    """Return whether a line without a date adds to the degree in the line above it in its paragraph."""
    above, first = entry.above, entry.lines[0]
    if above is None or entry.dates or not above.dates or above.lines[-1].block != first.block or first.starts_block:
        return False
    levels = {d.value for d in entry.of(_K.DEGREE)}
    return bool(levels) and levels <= {d.value for d in above.of(_K.DEGREE)} and above.has(_K.ORGANIZATION)


def _stated(school: Field, level: str, draft: Draft, text: str) -> bool:
    """Return whether the document has the degree already: at the same organization, or at one that the *text* names."""
    root = organization_root(school.text)
    schools = (
        draft.name_of(claim.roles["organization"])
        for claim in draft.of(Relation.EDUCATION)
        if claim.values.get("degree") == level
    )
    return any(organization_root(name) == root or name in text for name in schools)


def _programmes(degrees: list[Field], subjects: list[Field], entry: Entry) -> list[tuple[str, str | None]]:
    """Return level and subject of each degree of an entry; a degree printed twice counts once."""
    degrees = [d for i, d in enumerate(degrees) if i == 0 or not _restates(degrees[i - 1], d, entry)]
    if not degrees:
        field = subjects[0].text if subjects else _loose_field(entry)
        major = re.search(r"\bmajor\b", " ".join(f.text for f in entry.of(_K.OTHER, _K.SUBJECT)), re.IGNORECASE)
        plain = re.sub(r"\s*\bmajor\b(?:\s+in\b)?\s*", "", field, flags=re.IGNORECASE) if field and major else field
        return [("bachelor" if major else "other", plain or None)]
    found: list[tuple[str, str | None]] = []
    own: str | None = None
    for index, degree in enumerate(degrees):
        stop = degrees[index + 1].span.start if index + 1 < len(degrees) else entry.span.end
        last = own  # a degree without a subject of its own is named twice: "B.S. -- Diploma in X"
        own = next((s.text for s in subjects if degree.span.end <= s.span.start < stop), None)
        if not found:
            found.append((degree.value, own or (subjects[0].text if subjects else _loose_field(entry))))
        elif (
            own
            and last
            and not _THESIS.match(own)
            and (degree.value, own) not in found
            and degree.value in {"master", "bachelor", "doctorate"}
        ):
            found.append((degree.value, own))
        elif _both(degrees[index - 1], degree, entry) and degree.value not in {v for v, _ in found}:
            found.append((degree.value, found[-1][1]))  # "M.S./Ph.D. in X"
    return found


def _between(first: Field, second: Field, entry: Entry) -> str | None:
    """Return what stands between two fields of one line."""
    line = next((x for x in entry.lines if x.span.covers(second.span)), None)
    if line is None or first.span.start < line.span.start:
        return None
    return line.text[first.span.end - line.span.start : second.span.start - line.span.start]


def _restates(first: Field, second: Field, entry: Entry) -> bool:
    """Return whether a degree stands in brackets behind another one: "Diploma (Dipl.-Ing.)"."""
    return (_between(first, second, entry) or "").strip() == "("


def _both(first: Field, second: Field, entry: Entry) -> bool:
    """Return whether two degrees were taken together: "M.S./Ph.D. in X"."""
    return re.fullmatch(r"\.?\s?(?:[/&+,–-]|and)?\s?", _between(first, second, entry) or "?") is not None


def _education_dates(date: DateRange | None, running: bool) -> tuple[str | None, str | None]:
    """Return start and end; a single date is the end of a finished degree and the start of a running one."""
    if date is None:
        return None, None
    if not date.single:
        return date.start or None, date.end or None
    if date.end:
        return None, date.end
    return (date.start, PRESENT) if running else (None, date.start)


def _loose_field(entry: Entry) -> str | None:
    """Return the subject studied where it stands alone, as in "X University, Physics, BSc"; first behind the degree."""
    fields = entry.fields
    loose = [
        at
        for at, f in enumerate(fields)
        if f.kind is _K.OTHER and 1 <= len(f.text.split()) <= 7 and f.text[:1].isupper() and f.score >= 0.5
    ]
    behind = [at for at in loose if at and fields[at - 1].kind is _K.DEGREE]
    small = (n for n, (a, f) in enumerate(pairwise(fields), 1) if a.kind is _K.DEGREE and _SMALL.fullmatch(f.text))
    at = next(iter(behind or loose), next(small, None))
    return fields[at].text if at is not None else None


_SMALL = re.compile(r"(?!(?:in|of|with|at|from|cum|summa|magna|expected)\b)[a-z]+(?:[ /&-]{1,3}[a-z]+){0,3}")


def employment(
    entry: Entry, draft: Draft, person: str, *, rule: str = "sections/employment", beside: bool = False
) -> None:
    """Add the position of an entry; *beside* says that it stands among degrees, where fellowships are no posts."""
    employer = entry.organization = organization_of(entry, school=False) or entry.organization
    if employer is None or (is_no_organization(employer.text) and not rule.startswith("data/")):
        return
    role = _role(entry, employer)
    if role is not None and (is_membership(role.text, employer.text) or DUTY.match(role.text)):
        return
    date = _best_date(entry)
    honour = role is not None and _HONOUR.search(role.text)
    if role is not None and honour and (employer not in entry.fields or (beside and not _POST.search(role.text))):
        return
    if (role is None and date is None) or not (entry.has(_K.ROLE) or employer in entry.fields):
        return
    if date is None and role is not None and _dated_already(employer, role, draft):
        return
    if (role is None or role.kind is not _K.ROLE) and date is not None and _dated_already(employer, None, draft, date):
        return  # what was done in a post that is listed
    start, end = (date.start or None, date.end or None) if date else (None, None)
    if date and date.single and date.start:
        end = PRESENT if _opens(date, entry) else date.start
    elif date is None and any(_CURRENT.search(line.text) for line in entry.lines):
        end = PRESENT
    for place in [employer, *_partners(employer, entry, draft)]:
        draft.claim(
            Relation.EMPLOYMENT,
            {"person": person, "organization": _organization(place, entry, draft)},
            entry.span,
            rule,
            0.5 + 0.2 * bool(role) + 0.2 * bool(date) + 0.08 * (employer.kind is _K.ORGANIZATION),
            {"role": role.text if role else None, "start": start, "end": end},
        )


def _dated_already(employer: Field, role: Field | None, draft: Draft, date: DateRange | None = None) -> bool:
    """Return whether the document has the position with its dates, as below the name and in the list of posts.

    Without a *role* it is one of the same *date*.
    """
    root = organization_root(employer.text)
    return any(
        claim.values.get("start")
        and (
            claim.values.get("role", "").casefold() == role.text.casefold()
            if role is not None
            else date is not None and (claim.values["start"], claim.values.get("end")) == (date.start, date.end)
        )
        and organization_root(draft.name_of(claim.roles["organization"])) == root
        for claim in draft.of(Relation.EMPLOYMENT)
    )


def _opens(date: DateRange, entry: Entry) -> bool:
    """Return whether a date is printed as the beginning of what goes on: "from January 2023"."""
    line = next((x for x in entry.lines if x.span.covers(date.span)), None)
    return line is not None and bool(_FROM.match(line.text, date.span.start - line.span.start))


def _role(entry: Entry, employer: Field) -> Field | None:
    """Return the position of an entry, or the one whose line stands above several employers."""
    begun = {line.span.start for line in entry.lines}
    roles = [
        r
        for r in entry.of(_K.ROLE)
        if not (0 < r.span.start - employer.span.end <= 3 and r.text.isupper()) or r.span.start in begun
    ]
    if roles:
        return roles[0]
    if entry.role is not None:
        return entry.role
    titled = _titled_above(entry)
    first = entry.fields[0] if entry.fields else None
    own = first is not None and first.kind is _K.OTHER and len(first.text.split()) > 2 and entry.lines[0].bold
    above = _role_line(titled) if titled is not None and entry.dates and not own else None
    return above or _loose_role(entry, employer)


def _loose_role(entry: Entry, employer: Field) -> Field | None:
    """Return what a dated entry at an organization says besides, if it is one thing: a title of a word unknown."""
    row = entry.lines[0].kind is BlockKind.TABLE_ROW
    own = row and any(f.score >= 0.5 and f.text[:1].isupper() for f in entry.of(_K.OTHER))
    for holder in (entry, entry.above) if entry.dates and not own else ():  # an unknown title above where and when
        heading = holder.lines[0] if holder is not None else entry.lines[0]
        named = heading.kind is BlockKind.HEADING and len(heading.text.split()) <= 4
        if holder is not None and named and not VITA.fullmatch(heading.text):
            for alone in (f for f in holder.of(_K.OTHER) if f.span == heading.span and f is not employer):
                return alone
    if not entry.dates or employer not in entry.of(_K.ORGANIZATION) or employer.score < 0.85:
        return None
    loose = [f for f in entry.of(_K.OTHER) if f.score >= 0.5 and f.text[:1].isupper() and not f.text.isupper()]
    noted = any(_HOURS.fullmatch(f.text) is None for f in entry.of(_K.NOTE))
    if len(loose) != 1 or noted or entry.has(_K.SUBJECT, _K.ADVISOR) or not 1 <= len(loose[0].text.split()) <= 5:
        return None
    return None if any(c.isdigit() for c in loose[0].text) or _SOMEBODY.match(loose[0].text) else loose[0]


_HOURS = re.compile(r"\W{0,9}(?:part|full)[\s-]time\W*", re.IGNORECASE)
_SOMEBODY = re.compile(r"(?:Dr|Prof|Professor|Mr|Ms|Mrs)\b\.?\s[A-Z]")


def _titled_above(entry: Entry) -> Entry | None:
    """Return the nearest entry above that names a position or a degree."""
    above = entry.above
    for _ in range(12):
        if above is None or above.has(_K.ROLE, _K.DEGREE):
            break
        above = above.above
    return above


def _role_line(entry: Entry) -> Field | None:
    """Return the role that stands in a line of its own, first in its entry, as the title of what follows."""
    first = entry.lines[0]
    here = [f for f in entry.fields if first.span.covers(f.span)]
    alone = bool(here) and here[0].kind is _K.ROLE and not any(f.kind in {_K.ORGANIZATION, _K.UNIT} for f in here)
    return here[0] if alone else None


def _partners(organization: Field, entry: Entry, draft: Draft) -> list[Field]:
    """Return the organizations beside *organization* that are its equals: "X Institute and University of Y"."""
    text = draft.document.text
    found, last = [], organization
    for item in entry.of(_K.ORGANIZATION):
        between = text[last.span.end : item.span.start]
        if item.span.start > last.span.end and re.fullmatch(r"\s+(?:and|&)\s+(?:the\s+)?", between):
            found.append(item)
            last = item
    return found


def _best_date(entry: Entry) -> DateRange | None:
    """Return the entry's date: a range before a single date, the first of each."""
    ranges = [d for d in entry.dates if not d.single]
    return ranges[0] if ranges else entry.dates[0] if entry.dates else None


def _organization(organization: Field, entry: Entry, draft: Draft) -> str:
    units = tuple(
        dict.fromkeys(f.text for f in entry.of(_K.UNIT) if f.span != organization.span and f.text != organization.text)
    )[:3]
    aliases = _aliases(organization, entry, draft)
    place = next((f.text for f in entry.of(_K.PLACE)), "")
    return draft.mention(
        EntityKind.ORGANIZATION,
        organization.text,
        organization.span,
        unit=units,
        aliases=aliases,
        context=[("place", place)] if place else (),
    )


def _aliases(organization: Field, entry: Entry, draft: Draft) -> tuple[str, ...]:
    """Return an acronym in brackets right behind the name."""
    for item in entry.fields:
        between = draft.document.text[organization.span.end : item.span.start]
        if between.strip() == "(" and re.fullmatch(r"[A-Z][A-Za-z&-]{1,9}", item.text) and not is_place(item.text):
            return (item.text,) if sum(c.isupper() for c in item.text) >= 2 else ()
    return ()
