"""Reviewing, programme committees, chairing, editing and organising."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.service_roles import RoleWord, roles_in, title_role
from graph_builder.extract.service_venues import VenueEntry, is_venue, printed_venue, venue_list, years_of
from graph_builder.model import BlockKind, EntityKind, Relation, Span

_MANY = frozenset({"reviewer", "program committee", "area chair"})
"""Roles whose venues come in lists; the others name one venue with its parts: "Session Chair, Track, Conference"."""

_TITLED = frozenset({"program committee", "editor", "reviewer", "area chair"})
"""Roles whose name in a heading makes a section one on service."""

_ELSEWHERE = frozenset({
    SectionKind.ABOUT, SectionKind.NEWS, SectionKind.OTHER, SectionKind.EMPLOYMENT, SectionKind.AWARDS, SectionKind.PROJECTS,
    SectionKind.TOPICS, SectionKind.TALKS, SectionKind.SKILLS, SectionKind.GRANTS,
})  # fmt: skip
_SENTENCE = re.compile(
    r"\b(?:I|[Hh]e|[Ss]he|[Tt]hey|We)(?:['’]m|['’]ve|\s+(?:am|is|are|was|have|has|had|will|also|regularly|currently|recently|frequently|"
    r"served?|serves|co-?|review(?:ed)?s?|organi[sz]e[ds]?|chair(?:ed)?s?|edit(?:ed)?s?|do|did)\b)|^(?:Serving|Served)\b|\band\s+am\b"
)
_SERVES = re.compile(
    r"\b(?:(?:am|is|are|was|been|be|served?|serves|serving|acts?|acted|worked|invited|appointed|elected)\s+"
    r"(?:(?:also|currently|now|both|recently|regularly|frequently|previously)\s+)*"
    r"(?:(?:serv(?:e|ing)\s+)?(?:as|to\s+be|on|in)\s+)?(?:(?:an?|the|one\s+of\s+the)\s+)?(?:\w+\s+){0,3}|"
    r"(?:have|has|I|also|regularly|frequently|occasionally)\s+(?:also\s+)?)$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:reviewed|reviewing|refereed|organi[sz](?:ed|ing)|chair(?:ed|ing)|co-?char(?:ing|ed))$", re.IGNORECASE
)
_CONTACT = re.compile(r"\S@\S|\b(?:telephone|phone|tel|fax|e-?mail)\b\s*[.:]", re.IGNORECASE)
_STOP = re.compile(r"^(?:References|Referees)\b")
_LEADING = re.compile(
    r"^(?:[\s:,;.*\-–—()\[\]/&]|\b(?:and|or|as|an?|the|served|serving|serve|member|of|on|conferences?|journals?|workshops?|"
    r"invited|since|from|present|now|i|have|been|has|am|was|is|currently|also|academic|ad|hoc|external|professional|elected|student|special|issues?|top|\d+%?)\b)*$",
    re.IGNORECASE,
)
_PART = re.compile(r"\t+|\s+[–—|]\s+|\s+-\s+|:\s+|\s+—|—\s+|(?<=\w):$")
_YEARS_ONLY = re.compile(
    r"^[\W\d]*(?:present|now|current|since|fall|spring|summer|winter|autumn)?[\W\d]*$", re.IGNORECASE
)
_PEOPLE = re.compile(r"^(?:co-?\s?organi[sz]ers?|organi[sz]ers|co-?chairs|speakers|panell?ists)\s*:", re.IGNORECASE)
_PRAISE = re.compile(r"\([^()]*\b(?:award|best|top\s+\d|outstanding|distinguished|excellent)\b[^()]*\)", re.IGNORECASE)
_SCHOOL = re.compile(r"\b(?:Universit\w+|Department|Dept\.?|College)\b")


@dataclass(frozen=True, slots=True)
class _Context:
    """What a line inherits: the roles and years of the heading above it, and the society that a line before it named."""

    roles: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    society: VenueEntry | None = None
    listed: bool = True  # the section is on service
    titled: bool = False


@dataclass(frozen=True, slots=True)
class _Duty:
    """A role at a venue in one line or sentence."""

    role: str
    venue: VenueEntry
    years: tuple[str, ...]
    sure: bool


def service(page: Page, draft: Draft, person: str) -> None:
    """Add one claim for each role, venue and year: from sections on service, and from what other sections say as clearly."""
    for section in page.sections:
        titled = section.kind is SectionKind.OTHER and title_role(section.title) in {
            "program committee",
            "editor",
            "reviewer",
        }
        if section.kind is SectionKind.SERVICE or (titled and not section.inline):
            _section(section, page, draft, person)
        elif section.kind in _ELSEWHERE or not section.heading:
            if section.kind in _ELSEWHERE:
                _elsewhere(section, page, draft, person)


def _section(section: Section, page: Page, draft: Draft, person: str) -> None:
    context = _from_titles(section)
    if _from_heading(section, page, draft, person):
        return
    lines = list(_joined(section.lines, page))
    for index, (text, span) in enumerate(lines):
        if _STOP.match(text) or _CONTACT.search(text):
            return
        if _PEOPLE.match(text):
            continue
        roles = roles_in(text)
        follows = lines[index + 1][0] if index + 1 < len(lines) else ""
        alone = _alone(text, roles)
        if alone:
            context = replace(context, roles=alone, years=_years(text), society=None)
        elif _YEARS_ONLY.match(text):
            context = replace(context, years=_years(text) or context.years)
        elif (
            not roles
            and (text.endswith(":") or (_begins_with_role(follows) and not re.match(r"[\W\d]*\d{4}", text)))
            and not _begins_with_role(text)
        ):
            society = venue_list(text.rstrip(":"))
            if text.endswith(":") or not context.roles:
                context = replace(context, society=society[0] if society else None)
            if not text.endswith(":") and context.roles:
                _add(_duties(text, span.start, context), span, draft, person)
        else:
            _add(_duties(text, span.start, context), span, draft, person)


def _from_titles(section: Section) -> _Context:
    roles: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    titled = False
    for title in (section.title, *reversed(section.path)):
        found = title_role(title)
        if found and not roles:
            roles, titled = (found,), True
        years = years or _years(title)
    return _Context(roles, years, titled=titled)


def _from_heading(section: Section, page: Page, draft: Draft, person: str) -> bool:
    """Add the duty that a heading itself states: "Workshop Organizer — ICEX Workshop 2026"; tell whether it does."""
    roles = roles_in(section.title)
    if section.inline or not roles or _alone(section.title, roles):
        return False
    duties = [
        d
        for d in _duties(section.title, 0, _Context(years=_years(section.title)))
        if d.venue.known
        and d.role != "other"
        and (d.years or load_known(d.venue.name) or re.search(r"\s[–—]\s", section.title))
    ]
    span = section.heading or _place(section, page)
    if not duties or span is None:
        return False
    _add(duties, span, draft, person, shift=span.start)
    return not any(roles_in(line.text) and not _PEOPLE.match(line.text) for line in section.lines)


def load_known(name: str) -> bool:
    """Tell whether *name* has a word of venues or stands in the gazetteer."""
    return is_venue(name)


def _place(section: Section, page: Page) -> Span | None:
    end = section.lines[0].span.start if section.lines else len(page.document.text)
    at = page.document.text.rfind(section.title, 0, end)
    return Span(at, at + len(section.title)) if at >= 0 else None


def _joined(lines: tuple[Line, ...], page: Page) -> Iterator[tuple[str, Span]]:
    """Yield the lines; a line that goes on in the next row of its block is one with it."""
    text = page.document.text
    current: Span | None = None
    block, row = -1, -1
    for line in lines:
        body = current.of(text) if current else ""
        goes_on = (
            current is not None and line.block == block and line.row == row + 1 and line.kind is not BlockKind.TABLE_ROW
            and (re.search(r"(?:[,;&/]|\band|\bof|\bon|\bthe|\bfor|[a-z]-)$", body) or line.text[:1].islower()
                 or body.count("(") > body.count(")"))
        )  # fmt: skip
        if goes_on and current is not None:
            current = Span(current.start, line.span.end)
        else:
            if current is not None:
                yield _flat(current.of(text)), current
            current = line.span
        block, row = line.block, line.row
    if current is not None:
        yield _flat(current.of(text)), current


def _flat(text: str) -> str:
    """Return *text* with line ends as spaces, character for character."""
    return text.replace("\n", " ")


def _alone(text: str, roles: list[RoleWord]) -> tuple[str, ...]:
    """Return the roles of a line that holds nothing else, and so stands above its venues."""
    if not roles or len(text) > 80:
        return ()
    rest = text
    for role in reversed(roles):
        rest = rest[: role.start] + " " + rest[role.end :]
    if not all(_LEADING.match(p) for p in re.split(r"[\d–—-]+", rest)):
        return ()
    kept = [r.role for r in roles if r.role != "other"] or ["other"]
    return tuple(dict.fromkeys(kept))


def _begins_with_role(text: str) -> bool:
    roles = roles_in(text[:80])
    return bool(roles) and bool(_LEADING.match(text[: roles[0].start]))


def _years(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(y for m in re.finditer(r"(?:19|20)\d\d[\d\s,–—/-]*", text) for y in years_of(m.group())))


def _begun(text: str) -> tuple[str, ...]:
    found = (y for m in re.finditer(r"(?:19|20)\d\d[\d\s,–—/-]*", text) for y in years_of(m.group(), expand=False))
    return tuple(dict.fromkeys(found))


def _duties(text: str, start: int, context: _Context) -> list[_Duty]:
    """Return the duties that a line of a list states."""
    text = _PRAISE.sub(lambda m: " " * len(m.group()), text)
    sentence = bool(_SENTENCE.search(text))
    if sentence:
        return [d for s, e in _sentences(text) for d in _stated(text[s:e], start + s, context)]
    out: list[_Duty] = []
    for begin, end in _clauses(text):
        out.extend(_clause(text[begin:end], start + begin, context))
    return out


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in re.finditer(r"(?<=[\w)’'\"”])[.!?](?=\s+[A-Z(])", text):
        yield at, match.start()
        at = match.end()
    yield at, len(text)


def _clauses(text: str) -> list[tuple[int, int]]:
    """Cut a line where a role begins that governs what follows: "Reviewer: A, B; Area Chair: C"."""
    cuts = [0]
    for role in roles_in(text):
        before = text[: role.start].rstrip()
        after = text[role.end :].lstrip()
        if (
            before.endswith((";", ".", "|"))
            and after[:1] in {":", ",", "–", "—", "-"}
            or (before.endswith((";", ".")) and re.match(r"(?:for|of|at)\s", after))
        ):
            cuts.append(role.start)
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True))


def _clause(text: str, start: int, context: _Context) -> list[_Duty]:
    roles = roles_in(text)
    lead = (
        _years(m.group())
        if (m := re.match(r"[\s(\[]*(?:19|20)\d\d[\d\s,–—/'’-]*(?:present|now)?[\s:)\].,–—-]*", text))
        else ()
    )
    if not roles:
        return _inherited(text, start, context) if context.roles else []
    first = roles[0]
    if _LEADING.match(text[m.end() if m else 0 : first.start]):
        last = first
        kinds = [first.role]
        for role in roles[1:]:  # "Program Committee and Guest Editorial Board: ..."
            if not _LEADING.match(text[last.end : role.start]):
                break
            kinds.append(role.role)
            last = role
        kinds = [k for k in kinds if k != "other"] or ["other"]
        found = _cut_roles(text[last.end :], start + last.end, roles, last.end)
        return _with_roles(tuple(dict.fromkeys(kinds)), found, lead, context, text)
    return _roles_behind(text, start, roles, lead, context)


def _cut_roles(text: str, start: int, roles: list[RoleWord], shift: int) -> list[VenueEntry]:
    """Return the venues behind a role; what a second role in brackets says is not among them."""
    masked = text
    for role in roles:
        if role.start >= shift and role.role != "other" and re.match(r"\s*[)\]]", text[role.end - shift :]):
            masked = masked[: role.start - shift] + " " * (role.end - role.start) + masked[role.end - shift :]
    return venue_list(masked, start)


def _with_roles(
    roles: tuple[str, ...], found: list[VenueEntry], lead: tuple[str, ...], context: _Context, text: str
) -> list[_Duty]:
    if context.society is not None and not any(role in _MANY for role in roles):
        years = tuple(dict.fromkeys(y for f in found for y in f.begun or f.years)) or _begun(text) or lead
        return [_Duty(r, replace(context.society, begun=()), years, True) for r in roles]
    out: list[_Duty] = []
    for role in roles:
        chosen = found if role in _MANY else _one(found, role)
        for venue in chosen:
            if role == "reviewer" and _SCHOOL.search(venue.name) and not venue.known:
                continue
            out.append(_Duty(role, venue, venue.years or lead or context.years, True))
    return out


def _one(found: list[VenueEntry], role: str) -> list[VenueEntry]:
    """Return the venues of a role that is held at one place: its parts and towns are left out."""
    if len(found) <= 1:
        return found
    known = [f for f in found if f.known]
    dated = [f for f in known if f.years]
    if role == "other":
        kept = (known or found)[:1]
    elif len(dated) > 1 or (known and all(len(f.name.split()) <= 2 for f in known)):
        kept = known
    else:
        kept = (known or found)[:1] if role != "editor" else (known or found)
    years = tuple(dict.fromkeys(y for f in found for y in f.years))
    begun = tuple(dict.fromkeys(y for f in found for y in f.begun))
    return [replace(k, years=k.years or years, begun=k.begun or begun) for k in kept]


def _roles_behind(
    text: str, start: int, roles: list[RoleWord], lead: tuple[str, ...], context: _Context
) -> list[_Duty]:
    """Read "ICSE 2025 — Posters Co-Chair", "ACL 2021 (Area Chair)", "ICML: reviewer 2019, NeurIPS: area chair 2020"."""
    out: list[_Duty] = []
    at = 0
    for index, role in enumerate(roles):
        before = text[at : role.start]
        following = roles[index + 1].start if index + 1 < len(roles) else len(text)
        inside = before.rfind("(") > before.rfind(")")
        tail = re.match(r"[^;)]*\)?" if inside else r"[\s,(]*(?:(?:19|20)\d\d[\s,)&–-]*)*", text[role.end : following])
        if not re.search(r"(?:[(\[,:–—|\t-]|\bas)\s*(?:\w+\s+){0,4}$", before):
            continue
        found = venue_list(before, start + at)
        if not found:
            continue
        years = _years(text[role.end : role.end + (tail.end() if tail else 0)])
        if role.role == "other" and context.roles:
            continue
        for venue in found if role.role in _MANY and len(roles) == 1 else [_best(found)]:
            out.append(_Duty(role.role, venue, venue.years or years or lead or context.years, venue.known))
        at = role.end + (tail.end() if tail else 0)
    return out


def _best(found: list[VenueEntry]) -> VenueEntry:
    known = [f for f in found if f.known]
    return (known or found)[0]


def _inherited(text: str, start: int, context: _Context) -> list[_Duty]:
    """Read a line below a role: "1998 Journal of Examples", or "A Society: Journal of A, Annals of A"."""
    if len(text) > 2000:
        return []
    head = re.match(r"^(?!(?:19|20)\d\d)([^:,;]{6,90}):\s+(?=\S)", text)
    if head and re.search(r"\b(?:Society|Association|Academy|Foundation|Council|Publisher|Press|Cent(?:er|re)|Springer|Elsevier|Wiley|"
                          r"IEEE|ACM|Institute)\b|[a-z]{3}", head.group(1)) and venue_list(text[head.end() :]):  # fmt: skip
        text, start = text[head.end() :], start + head.end()
    found = [f for f in venue_list(text, start) if not _SCHOOL.search(f.name) or f.known]
    if len(text) > 120 and not any(f.known for f in found):
        return []
    out = []
    for role in context.roles:
        chosen = found if role in _MANY or role == "editor" else _one(found, role)
        if (
            role == "editor"
            and len(chosen) > 1
            and not all(f.known for f in chosen)
            and sum(bool(f.years) for f in chosen) <= 1
        ):
            chosen = [_whole(text, start, chosen)]
        out.extend(_Duty(role, f, f.years or context.years, f.known) for f in chosen)
    return out


def _whole(text: str, start: int, found: list[VenueEntry]) -> VenueEntry:
    """Return pieces of a line as the one name that they are: "Sampling Theory, Signal Processing, and Data Analysis"."""
    begin, end = found[0].start, found[-1].start + len(found[-1].name)
    return VenueEntry(text[begin - start : end - start].strip(), begin, end, found[-1].years)


def _stated(text: str, start: int, context: _Context) -> list[_Duty]:
    """Read a sentence: "I have served as a reviewer for A and B", "I am an associate editor of C"."""
    out: list[_Duty] = []
    roles = roles_in(text)
    for index, role in enumerate(roles):
        before = text[max(0, role.start - 70) : role.start]
        word = text[role.start : role.end]
        if role.role == "other" or not (_SERVES.search(before) or _VERB.search(word)):
            if not (
                index
                and out
                and re.fullmatch(
                    r"\s*(?:,|and|or|,\s*and|/)\s*(?:an?\s+|as\s+)*", text[roles[index - 1].end : role.start]
                )
            ):
                continue
        stop = roles[index + 1].start if index + 1 < len(roles) else len(text)
        behind = re.split(
            r"\s+and\s+(?:also\s+)?(?:serves?|served|am|is|was|have|has|I|an?\s|as\s|on\s)", text[role.end : stop]
        )[0]
        link = re.match(
            r"\s*(?:\([^)]{0,40}\)\s*)?(?:for|of|at|in|on|with|:|,)\s+|\s+(?=the\s+)|\s+(?=\d|[A-Z])", behind
        )
        if (
            link is None
            and index + 1 < len(roles)
            and re.fullmatch(r"\s*(?:,|and|or|/|,\s*and)\s*(?:an?\s+|as\s+)*", behind)
        ):
            stop = roles[index + 2].start if index + 2 < len(roles) else len(text)
            at = roles[index + 1].end
            behind, link = text[at:stop], re.match(r"\s*(?:for|of|at|in|on)\s+", text[at:stop])
        else:
            at = role.end
        if link is None:
            continue
        found = [
            f
            for f in venue_list(behind[link.end() :], start + at + link.end())
            if f.known or (role.role == "organizer" and f.years and " " in f.name)
        ]
        for venue in found if role.role in _MANY or role.role == "editor" else found[:1]:
            out.append(_Duty(role.role, venue, venue.years or context.years, True))
    return out


def _elsewhere(section: Section, page: Page, draft: Draft, person: str) -> None:
    """Add what sections on other things state without doubt: "Area Chair, Conference on Examples", "I organize X"."""
    years: tuple[str, ...] = _years(section.title)
    heading = roles_in(section.title)
    if heading and section.heading and len(section.title) < 120:
        context = _Context(years=years, listed=False)
        _add(
            [d for d in _duties(section.title, section.heading.start, context) if _clear(d)],
            section.heading,
            draft,
            person,
        )
    for text, span in _joined(section.lines, page):
        if _YEARS_ONLY.match(text):
            years = _years(text) if not text.rstrip().endswith("+") else ()
            continue
        roles = roles_in(text)
        if not roles or len(text) > 3000:
            continue
        dated = re.match(r"[\s(\[]*(?:\d{1,2}[/.-])?((?:19|20)\d\d)", text)
        context = _Context(
            years=(dated.group(1),) if dated else years if section.kind is not SectionKind.EMPLOYMENT else years,
            listed=False,
        )
        if _SENTENCE.search(text):
            found = _duties(text, span.start, replace(context, years=()) if not dated else context)
        elif _LEADING.match(re.sub(r"^[\d\W]*", "", text[: roles[0].start])) and len(text) < 400:
            found = _duties(text, span.start, context)
        else:
            continue
        _add([d for d in found if _clear(d)], span, draft, person)


def _clear(duty: _Duty) -> bool:
    return duty.role != "other" and duty.venue.known and not _SCHOOL.search(duty.venue.name)


def _add(duties: list[_Duty], span: Span, draft: Draft, person: str, shift: int = 0) -> None:
    for duty in duties:
        venue = printed_venue(duty.venue.name)
        if len(venue) < 2:
            continue
        at = Span(duty.venue.start + shift, duty.venue.end + shift)
        mention = draft.mention(EntityKind.VENUE, venue, at)
        confidence = 0.6 if duty.role == "other" else 0.92 if duty.sure and duty.venue.known else 0.78
        years = duty.years
        if duty.role not in _MANY and duty.venue.begun and set(duty.venue.begun) <= set(years):
            years = duty.venue.begun  # a term of office is one duty
        for year in years or ("",):
            draft.claim(
                Relation.SERVICE, {"person": person, "venue": mention}, span, "sections/service", confidence,
                {"role": duty.role, "year": year},
            )  # fmt: skip
