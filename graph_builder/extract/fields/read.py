"""Fields of an entry: each piece of its lines is a degree, a role, an organization, a unit, a place or a date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from graph_builder.extract.fields.context import (
    as_degree,
    begins_title,
    behind_label,
    beside_place,
    cited,
    hyphened,
    is_label,
    is_region,
    organization_and_title,
    placed,
    with_notes,
    without_helped,
)
from graph_builder.extract.fields.patterns import (
    CAMPUS_OF,
    CLINIC,
    COLLEGE,
    DEGREE_TAIL,
    DOCTORAL_THESIS,
    ENDS_SCHOOL,
    FUNDED_CENTRE,
    GOES_ON,
    HELPER,
    HONOUR,
    INSTITUTION_WORD,
    LED_BY,
    NAMED_AFTER,
    NOTE,
    PART_OF,
    POST,
    SCHOOL_NAME,
    UNDERTAKING,
    UNIVERSITY_WORD,
    VISITS,
)
from graph_builder.extract.fields.pieces import pieces_of, school_behind
from graph_builder.extract.fields.posts import (
    Field,
    FieldKind,
    is_body_of_people,
    is_longer_name,
    is_named_school,
    is_post_of_degree,
    post_with,
)
from graph_builder.extract.normalise.dates import find_dates, unquoted
from graph_builder.extract.normalise.degrees import degree_in, joint_degree
from graph_builder.extract.normalise.lexicon import FIRM, ORGANIZATION, ROLE, SCHOOL, TEAM, UNIT, is_place, is_role
from graph_builder.extract.normalise.long_names import is_brand, is_partnership
from graph_builder.gazetteer import Gazetteer, load
from graph_builder.model import Span

__all__ = ["Field", "FieldKind", "analyze"]

_ORGANIZATION_TOWN = [FieldKind.ORGANIZATION, FieldKind.OTHER, FieldKind.DEGREE]


def analyze(text: str, offset: int, *, cells: Sequence[Span] = (), known: Sequence[Span] = ()) -> list[Field]:
    """Return the fields of *text*, which stands at *offset* of its document, in order.

    *cells* part the text further, as the cells of a table row do; *known* are the places of known organizations in it.
    """
    return list(_analyzed(text, offset, tuple(cells), tuple(known), id(load()))[1])


# Lines are looked at for several relations, and cells before their rows: a document has some hundreds.
@lru_cache(maxsize=512)
def _analyzed(
    text: str, offset: int, cells: Sequence[Span], known: Sequence[Span], used: int
) -> tuple[Gazetteer, Sequence[Field]]:
    """Return the fields with the gazetteer, which lives as long as they are remembered: *used* is no other's id."""
    gazetteer = load()
    dates = find_dates(unquoted(text), offset)
    fields = [Field(FieldKind.DATE, d.span, text[d.span.start - offset : d.span.end - offset]) for d in dates]
    for start, end in pieces_of(text, offset, dates, cells, gazetteer):
        for item in _classify(text[start - offset : end - offset], start, gazetteer):
            fields.extend(_with_known(item, text, offset, known))
    fields.sort(key=lambda f: (f.span.start, f.span.end))
    fields[:1] = [as_degree(*fields[:2])] if len(fields) > 1 else fields[:1]
    fields = [placed(f, fields[i - 1], text, offset) if i else f for i, f in enumerate(fields)]
    fields = [behind_label(f, fields[i - 1], text, offset) if i else f for i, f in enumerate(fields)]
    fields = [without_helped(f, fields[i - 1]) if i else f for i, f in enumerate(fields)]
    fields = [beside_place(fields, i, text, offset) for i in range(len(fields))]
    state = {b.span for a, b in pairwise(fields) if is_region(a, b, text, offset)}
    if len(fields) > 2 and [f.kind for f in fields[-3:]] == _ORGANIZATION_TOWN and fields[-1].text in {"MA", "MS"}:
        state.add(fields[-1].span)  # "X State University, Starkville, MS"
    fields = [f for f in fields if f.span not in state and not is_label(f, text, offset)]
    return gazetteer, tuple(with_notes([cited(f, text, offset) for f in fields], text, offset))


def _with_known(item: Field, text: str, offset: int, known: Sequence[Span]) -> Iterable[Field]:
    """Yield a piece that holds a known organization as that organization, and the rest of it as its unit."""
    inside = [k for k in known if item.span.covers(k) and not hyphened(text, k.start - offset, k.end - offset)]
    if item.kind is FieldKind.ROLE and inside and inside[-1].start > item.span.start + 3:
        yield from _role_and_organization(item, inside[-1], text, offset)
        return
    if item.kind not in {FieldKind.OTHER, FieldKind.UNIT, FieldKind.ORGANIZATION} or item.value or not inside:
        yield item
        return
    organization = max(inside, key=lambda k: (len(k), -k.start))
    ends = organization.end == item.span.end and ENDS_SCHOOL.fullmatch(
        text[item.span.start - offset : organization.start - offset]
    )
    if ends or (item.kind in {FieldKind.UNIT, FieldKind.ORGANIZATION} and FUNDED_CENTRE.match(item.text)):
        yield replace(item, kind=FieldKind.ORGANIZATION)  # "Ecole Nationale Polytechnique" is not the "Polytechnique"
        return
    words = len(item.text.split())
    if item.kind is FieldKind.OTHER and UNDERTAKING.search(item.text):
        yield item
        return
    if words > 9 or (words > 5 and item.kind is FieldKind.OTHER):
        yield item
        return
    behind = text[organization.end - offset : item.span.end - offset].strip(" ,.-–—")
    titled = organization.start - item.span.start < 5 and behind[:1].isupper() and is_role(behind)
    if (
        item.kind is FieldKind.ORGANIZATION
        and organization.start - item.span.start < 5
        and CAMPUS_OF.fullmatch(item.text)
    ):
        yield item  # one of several universities of a name
        return
    if item.kind is FieldKind.ORGANIZATION and NAMED_AFTER.match(item.text) and organization.start > item.span.start:
        yield item  # "University of Northern X" is not "X"
        return
    if is_longer_name(item.text, organization.start - item.span.start, organization.end - item.span.start):
        yield replace(item, kind=FieldKind.ORGANIZATION, score=0.92)
        return
    if item.kind is FieldKind.ORGANIZATION and (CLINIC.match(behind) or GOES_ON.match(behind) or COLLEGE.match(behind)):
        yield item  # the hospital of a university is an organization of its own, as is the "X Institute of Y"
        return
    if (
        item.kind is FieldKind.ORGANIZATION
        and not titled
        and len(organization) < 0.5 * len(item.span)
        and organization.end != item.span.end
    ):
        yield item  # "Max Planck Institute for X" holds, but is not, "Max Planck"
        return
    yield Field(
        FieldKind.ORGANIZATION, organization, text[organization.start - offset : organization.end - offset], 0.95
    )
    for begin, end in ((item.span.start, organization.start), (organization.end, item.span.end)):
        rest = text[begin - offset : end - offset]
        body = rest.strip(" ,-–—/&@()").removesuffix(" at").removesuffix(" of").strip()
        if len(body) > 2 and any(c.isalpha() for c in body) and body not in {"the", "The"}:
            at = begin + rest.index(body)
            kind = FieldKind.ROLE if titled and begin == organization.end else FieldKind.UNIT
            kind = FieldKind.PLACE if kind is FieldKind.UNIT and is_place(body) else kind
            yield Field(kind, Span(at, at + len(body)), body, 0.7)


def _role_and_organization(item: Field, organization: Span, text: str, offset: int) -> Iterable[Field]:
    """Yield a position and the employer that follows without a comma: "Software Engineer Initech"."""
    before = text[item.span.start - offset : organization.start - offset]
    if organization.end < item.span.end - 6 or not is_role(before) or re.search(r"(?:for|of|in|the|and)\s+$", before):
        yield item
        return
    role = before.rstrip(" ,-–—@(")
    yield Field(FieldKind.ROLE, Span(item.span.start, item.span.start + len(role)), role)
    yield Field(
        FieldKind.ORGANIZATION, organization, text[organization.start - offset : organization.end - offset], 0.95
    )


# "12-week research internship on the tuning of looms"
_STAY = re.compile(
    r"(?:(?:\d{1,2}|an?|two|three|four|five|six)[\s-](?:weeks?|months?)[\s-])?(?P<role>(?:[\w-]+\s){0,3}internship)\s(?=(?:on|about)\s)",
    re.IGNORECASE,
)


def _classify(text: str, start: int, gazetteer: Gazetteer) -> Iterable[Field]:
    """Yield the fields of one piece."""
    here = Span(start, start + len(text))
    led = LED_BY.search(text)
    if led is not None:  # "Loom Lab / Prof. Zoe Quist"
        yield from _classify(text[: led.start()], start, gazetteer)
        at = start + led.start("who")
        yield Field(FieldKind.ADVISOR, Span(at, at + len(led["who"])), led["who"])
        return
    helper = HELPER.match(text)
    has_role = helper is not None and any(is_role(word.title()) for word in text.split()[1:3])
    if NOTE.match(text) and not has_role and not (degree_in(text) and DOCTORAL_THESIS.match(text)):
        yield Field(FieldKind.NOTE, here, text)
        return
    stay = _STAY.match(text)
    if stay is not None:
        yield Field(FieldKind.ROLE, Span(start + stay.start("role"), start + stay.end("role")), stay["role"])
        yield Field(FieldKind.NOTE, Span(start + stay.end(), here.end), text[stay.end() :])
        return
    if POST.match(text):
        yield Field(FieldKind.ROLE, here, text)
        return
    degree = degree_in(text)
    if degree is not None and is_post_of_degree(text, degree[0], degree[1]):
        yield Field(FieldKind.ROLE, here, text)  # "Coordinator of the M.A. programme"
        return
    if degree is not None and HONOUR.match(text[degree[1] :]):
        degree = None  # "Outstanding Undergraduate Award", "PhD Fellowship"
    visit = degree is not None and VISITS.match(text)
    if degree is not None and (visit or begins_title(text[degree[1] :])) and len(text) < 70:
        yield Field(FieldKind.ROLE, here, text)  # "Undergraduate Researcher", "PhD Intern"
        return
    if degree is None and len(text) < 140:
        titled = post_with(text, start) or _title_and_organization(text, start, gazetteer)
        if titled:
            yield from titled
            return
    if degree is not None and degree[0] <= 40 and not _is_school_name(text, degree[0]):
        yield from _degree(text, start, degree, gazetteer)
        return
    yield _plain(text, here, gazetteer)


_OFFICE = re.compile(
    r"(?:[A-Z]\w*\s){0,2}Office\s+of\s+(?:the\s+)?(?:Vice|President|Dean|Provost|Chancellor|Rector|Registrar|Secretary|Director|Governor|Chief|Prime)"
)  # of the president, and no president
_RANK = re.compile(r"\s*(?:(?:emerit(?:us|a)|I{1,3}|IV|[A-C]|\d)\s+)?(?=[A-ZÀ-Þ])", re.IGNORECASE)
_LEADS = re.compile(
    r"(?:[\w-]+\s+){0,3}(?:dean|director|head|chair|chair(?:wo)?man|chairperson|president|provost|rector|leader|manager)"
    r"\s+(?:of|for)\s+(?:the\s+)?(?=[A-ZÀ-Þ])",
    re.IGNORECASE,
)


# "Technical supervisor of the yarn laboratory Univ. of X"
_SCHOOL_BEHIND = re.compile(r"\s(?P<name>Univ(?:ersit\w+|\.)\s(?:of|de|di|degli|do)\s[A-ZÀ-Þ].{2,50})$")


def _title_and_organization(text: str, start: int, gazetteer: Gazetteer) -> list[Field]:
    """Return a position and the organization behind it: "Professor Université X", "Dean of the College of Y"."""
    here = Span(start, start + len(text))
    leads = _LEADS.match(text)
    if leads and INSTITUTION_WORD.search(text) and " " in text[leads.end() :]:
        rest = Span(start + leads.end(), here.end)
        kind = FieldKind.ORGANIZATION if gazetteer.organization(text[leads.end() :]) else FieldKind.UNIT
        return [Field(FieldKind.ROLE, here, text), Field(kind, rest, text[leads.end() :], 0.6)]
    named = _SCHOOL_BEHIND.search(text)
    if named and is_role(text[: named.start()]) and not INSTITUTION_WORD.search(text[: named.start()]):
        title = Span(start, start + named.start())
        organization = Span(start + named.start("name"), here.end)
        return [
            Field(FieldKind.ROLE, title, text[: named.start()]),
            Field(FieldKind.ORGANIZATION, organization, named["name"], 0.92),
        ]
    for head in ROLE.finditer(text):
        rank = _RANK.match(text, head.end())
        if rank is None or rank.end() == head.end():
            continue
        name = text[rank.end() :]
        if not name[:1].isupper() or is_role(name):
            continue
        if gazetteer.organization(name) is not None or SCHOOL_NAME.match(name):
            role = text[: rank.end()].rstrip()
            behind = _plain(name, Span(start + rank.end(), here.end), gazetteer)
            return [Field(FieldKind.ROLE, Span(start, start + len(role)), role), behind]
    return organization_and_title(text, start)


def _is_school_name(text: str, at: int) -> bool:
    return at > 0 and bool(SCHOOL.search(text[:at]))


def _degree(text: str, start: int, degree: tuple[int, int, str], gazetteer: Gazetteer) -> Iterable[Field]:
    """Yield a degree, the subject behind it, and an organization behind that."""
    begin, end, level = degree
    rest = text[end:]
    name = re.match(r"(?:\s+of\s+(?:Science|Arts|Engineering|Philosophy|Technology|Business\s+Administration|Laws?|"
                    r"Mathematics|Education|Public\s+\w+|Fine\s+Arts|Applied\s+Science|Computer\s+Science|Research|"
                    r"Statistics|Economics|Commerce|Medicine|Music|Divinity)(?=\s|,|$|\))|\s+degree)+",
                    rest)  # fmt: skip
    if name:
        end += name.end()
        rest = text[end:]
    if level == "master" and (numbered := re.match(r"\s[12](?=\s|,|$)", rest)):  # "Master 2 Geosciences"
        end += numbered.end()
        rest = text[end:]
    yield Field(FieldKind.DEGREE, Span(start + begin, start + end), text[begin:end], 1.0, level)
    second = joint_degree(rest, short=end - begin <= 6)
    if second is not None and second[2] != level:  # "M.S./Ph.D. in X"
        begin, end, level = end + second[0], end + second[1], second[2]
        rest = text[end:]
        yield Field(FieldKind.DEGREE, Span(start + begin, start + end), text[begin:end], 1.0, level)
    tail = DEGREE_TAIL.match(rest)
    if tail is None:
        bare = re.sub(r"^['’]s\b", "", rest).strip(" .,-–—/'’")
        if (
            (len(bare) > 3 or gazetteer.organization(bare) is not None)
            and not is_role(bare)
            and bare[0].isupper()
            and (SCHOOL_NAME.match(bare) or not UNIT.search(bare))
        ):
            at = start + end + rest.index(bare)
            if (cut := school_behind(bare, gazetteer)) > 0:  # "PhD Physics MIT"
                yield Field(FieldKind.SUBJECT, Span(at, at + cut), bare[:cut], 0.7)
                at, bare = at + cut + 1, bare[cut + 1 :]
            entry = gazetteer.organization(bare)
            kind = FieldKind.ORGANIZATION if entry or SCHOOL.search(bare) else FieldKind.SUBJECT
            yield Field(kind, Span(at, at + len(bare)), bare, 0.7)
        return
    body = rest[tail.end() :]
    stop = re.search(r"\s+(?:at|from|with|under|by|and\s+a\s+minor|minor|where)\s+|\s*\(", body)
    subject = body[: stop.start() if stop else len(body)].strip(" .,")
    at = start + end + tail.end()
    if subject:
        known = gazetteer.organization(subject)
        school = (known and known.kind == "university") or SCHOOL_NAME.match(subject)
        kind = FieldKind.ORGANIZATION if school else FieldKind.SUBJECT
        yield Field(kind, Span(at, at + len(subject)), subject)
    if stop and stop.group().strip() in {"at", "from"}:
        name_ = body[stop.end() :].strip(" .,")
        if name_:
            begin = at + body.index(name_, stop.end())
            yield _plain(name_, Span(begin, begin + len(name_)), gazetteer)


_IDEOGRAPHS = re.compile(
    r"[一-鿿·（）()A-Za-z]{2,24}?(?:(?P<whole>大学|大學|科学院|研究院|公司|集团|医院|银行|中学)|(?P<unit>系|课题组|教研室|实验室|專業|专业)|学院|學院|研究所|研究中心|中心)"
)
# "University lecturer", as ranks are called in some countries
_OF_A_SCHOOL = re.compile(
    r"(?:(?:senior|assistant|associate)\s+)?(?:university|college|institute)\s+(?:(?:distinguished|senior|assistant|associate|research|academic)\s+)*"
    r"(?:lecturer|teacher|professor|researcher|scholar|instructor|librarian|assistant|fellow|intern|trainee|tutor|demonstrator|archivist|docent)s?(?:\s+(?:of|in|and)\s+.{3,40})?",
    re.IGNORECASE,
)
# "Worked on X with partners", "Lead a group of six": what was done, and no position.
_DEED = re.compile(
    r"(?:[A-Z][a-z]+ed|Lead|Led|Head|Manage|Build|Built|Design|Develop|Work|Teach|Taught)\s+(?:an?|the|on|with|for|by|in|to|and)\s"
    r"|(?:(?:[A-Z][a-z]{1,20}[^aeiou]ed|Built|Wrote|Ran|Led)\s+[a-z][a-z-]{2,20}s?|In\s+charge\s+of|Responsible\s+for)\s+[^A-Z]"
)


_ACRONYM_INSIDE = re.compile(r"(?<=\w) \([A-Z]{2,6}\)(?= \w)")
_PART_OF_SCHOOL = re.compile(
    r"(?:depart|dept|school\s+of|faculty|division|college\s+of|group|graduate\s+school)", re.IGNORECASE
)
_FACULTY = re.compile(r"(?:dep|school of|faculty|division|college of)", re.IGNORECASE)


_DOING = re.compile(r"[a-z]{2,12}ing\s")  # "working in a team of weavers"


def _plain(text: str, here: Span, gazetteer: Gazetteer) -> Field:
    """Return the field of a piece that names no degree."""
    text = _ACRONYM_INSIDE.sub("", text)
    entry = gazetteer.organization(text)
    if entry is not None and not (entry.ambiguous and text in entry.ambiguous and text.islower()):
        if is_place(text) and entry.kind != "company" and not SCHOOL.search(text):
            return Field(FieldKind.PLACE, here, text, 0.6)
        return Field(FieldKind.ORGANIZATION, here, text, 1.0, entry.id)
    if is_place(text) and not SCHOOL.search(text):
        return Field(FieldKind.PLACE, here, text)
    words = text.split()
    if words[0] in {"in", "of"} and 2 <= len(words) <= 9 and not text.endswith("."):
        body = text[len(words[0]) :].strip()
        return Field(FieldKind.SUBJECT, Span(here.end - len(body), here.end), body, 0.7)
    if len(words) > 14 or (text[:1].islower() and len(words) > (9 if is_role(" ".join(words[:2])) else 6)):
        return Field(FieldKind.OTHER, here, text)
    if _OFFICE.match(text) and not gazetteer.organization(text):
        return Field(FieldKind.UNIT, here, text, 0.7)
    if PART_OF.match(text) and not is_role(words[-1]):
        return Field(FieldKind.UNIT, here, text)
    if len(words) >= 5 and _DEED.match(text):
        return Field(FieldKind.OTHER, here, text, 0.2)
    ideographs = _IDEOGRAPHS.fullmatch(text)
    if ideographs and not is_role(text):
        unit = ideographs["unit"] is not None
        return Field(
            FieldKind.UNIT if unit else FieldKind.ORGANIZATION,
            here,
            text,
            0.8 if unit else 0.95 if ideographs["whole"] else 0.86,
        )
    if words[0].casefold() in {"with", "under", "avec", "mit", "con", "com"}:  # "with Prof. A. Moor"
        return Field(FieldKind.OTHER, here, text, 0.2)
    if is_named_school(text) or is_body_of_people(text):
        return Field(FieldKind.ORGANIZATION, here, text, 0.92)  # "Looms International Postgraduate School"
    titled = text[:1].isupper() or len(words) <= 4 or is_role(" ".join(words[:4]))
    if titled and is_role(text) and not INSTITUTION_WORD.search(text):
        return Field(FieldKind.ORGANIZATION if is_partnership(text) else FieldKind.ROLE, here, text)
    if _OF_A_SCHOOL.fullmatch(text):
        return Field(FieldKind.ROLE, here, text)
    if SCHOOL.search(text) and not _FACULTY.match(text):
        return Field(FieldKind.ORGANIZATION, here, text, 0.95 if UNIVERSITY_WORD.search(text) else 0.92)
    if _PART_OF_SCHOOL.match(text):
        return Field(FieldKind.UNIT, here, text)
    if ORGANIZATION.search(text) or FIRM.fullmatch(text):
        return Field(FieldKind.ORGANIZATION, here, text, 0.85)
    if (UNIT.search(text) or TEAM.search(text)) and not _DOING.match(text):
        return Field(FieldKind.UNIT, here, text, 0.8)
    if text[:1].isupper() or not text.isascii() or is_brand(text):
        return Field(FieldKind.OTHER, here, text, 0.5)
    return Field(FieldKind.OTHER, here, text, 0.2)
