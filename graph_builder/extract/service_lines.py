"""One line or sentence on service becomes duties: a role at a venue, with its years."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract import service_tongues as tongues
from graph_builder.extract.service_choice import (
    at_once,
    at_one_place,
    parted,
    surest,
    without_host,
    without_parts,
)
from graph_builder.extract.service_duty import MANY, SCHOOL, Context, Duty
from graph_builder.extract.service_names import is_acronym
from graph_builder.extract.service_roles import RoleWord, roles_in
from graph_builder.extract.service_sentences import SENTENCE, sentences_of, stated_duties
from graph_builder.extract.service_venues import VenueEntry, venue_list
from graph_builder.extract.service_years import MONTH, YEARS_ONLY, begun_in, years_in
from graph_builder.gazetteer import load

LEADING = re.compile(
    r"^(?:[\s:,;.*\-–—()\[\]/&•·▪●◦‣]|\b(?:and|or|as|an?|the|served|serving|serve|member|of|on|conferences?|journals?|collection|junior|shadow"
    r"|workshops?|symposi(?:um|a)|panels?|sessions?|events?|seminars?|meetings?|early[\s-]career|young|youth|"
    r"invited|since|from|present|now|i|have|been|has|am|was|is|currently|also|academic|ad|hoc|external"
    r"|professional|active|leading|contributor|outstanding|distinguished|past|former|previous|regular|occasional|honorary|elected|student|special|issues?|top|experience|activit(?:y|ies)|work|duties|services?|positions?"
    r"|responsibilities|roles?|selected|recent|peer|mitglied|membre|miembro|membro|im|du|des|del|de|des|della"
    rf"|für|ongoing|various|{tongues.LEADING}|\d+%?)\b|{tongues.ASSUMED})*$",
    re.IGNORECASE,
)
# "Reviewer for", "Program committee member of the following conferences:"
_OPEN = re.compile(r"(?i)\s(?:for|of|at)(?:\sthe(?:\sfollowing(?:\s[\w-]{2,14}){0,3})?)?\s?:?$")


def roles_alone(text: str, roles: list[RoleWord]) -> tuple[str, ...]:
    """Return the roles of a line that holds nothing else, and so stands above its venues."""
    if not roles or len(text) > 80:
        return ()
    rest = _OPEN.sub("", text)
    for role in reversed([r for r in roles if r.end <= len(rest)]):
        rest = rest[: role.start] + " " + rest[role.end :]
    if not all(LEADING.match(p) for p in re.split(r"[\d–—-]+", rest)):
        return ()
    kept = [r.role for r in roles if r.role != "other"] or ["other"]
    return tuple(dict.fromkeys(kept))


def begins_with_role(text: str) -> bool:
    """Tell whether a line begins with a role."""
    roles = roles_in(text[:80])
    return bool(roles) and bool(LEADING.match(text[: roles[0].start]))


def duties_in(text: str, start: int, context: Context) -> list[Duty]:
    """Return the duties that a line of a list states."""
    if len(text) > 4000:
        return []
    sentence = bool(SENTENCE.search(text))
    if sentence:
        return [d for s, e in sentences_of(text) for d in stated_duties(text[s:e], start + s, context)]
    out: list[Duty] = []
    for begin, end in _clauses(text):
        found = _clause(text[begin:end], start + begin, context)
        if not found and out and (alone := roles_alone(text[begin:end], roles_in(text[begin:end]))):
            years = begun_in(text[begin:end])  # "Board member, Journal A (2014-); editor (2010-13)"
            found = [Duty(role, replace(out[-1].venue, years=(), begun=()), years, out[-1].sure) for role in alone]
        out.extend(found)
    return out


def _clauses(text: str) -> list[tuple[int, int]]:
    """Cut a line where a role begins that governs what follows: "Reviewer: A, B; Area Chair: C"."""
    cuts = [0]
    for role in roles_in(text):
        before = text[: role.start].rstrip()
        after = text[role.end :].lstrip()
        if LEAD_YEARS.fullmatch(before + " "):
            continue  # "2012. Reviewer, ICEX"
        if not before.endswith(";") and YEARS_ONLY.match(MONTH.sub("", after.partition(";")[0])):
            continue  # "Journal of Examples – Editor, 2018–present"
        if (
            (before.endswith((";", ".", "|", "—", " –")) and after[:1] in {":", ",", "–", "—", "-", "("})
            or (before.endswith((";", ".", "—", " –", "|")) and re.match(r"(?:for|of|at)\s", after))
            or (before[-1:] in "0123456789)" and after.startswith(": "))
        ):
            cuts.append(role.start)
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True))


_MONTH = (
    r"(?:(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec)[a-z]{0,6}\.?\s+"
    r"|\d{1,2}/)"
)
LEAD_YEARS = re.compile(
    rf"[\s(\[]{{0,9}}(?:(?:[Ss]ince|[Ff]rom)\s+)?{_MONTH}?(?:19|20)\d\d[\d\s,–—/'’-]*"
    rf"(?:[Pp]resent|[Nn]ow|{_MONTH}(?:19|20)\d\d)?[\s:)\].,–—-]*"
)
"""The years that a line begins with: "2019–2021:", "Jun 2025,", "Since 2020"."""


def _clause(text: str, start: int, context: Context) -> list[Duty]:
    roles = roles_in(text)
    lead = (
        (years_in if any(r.role in MANY or r.role == "chair" for r in roles) else begun_in)(m.group())
        if (m := LEAD_YEARS.match(text))
        else ()
    )
    if not roles:
        return _inherited(text, start, context) if context.roles else []
    first = roles[0]
    if LEADING.match(text[m.end() if m else 0 : first.start]) or _qualified(
        text[m.end() if m else 0 : first.start], text[first.end :]
    ):
        last = first
        kinds = [first.role]
        for role in roles[1:]:  # "Program Committee and Guest Editorial Board: ..."
            if not LEADING.match(text[last.end : role.start]):
                break
            if not _OF_THE.fullmatch(text[last.end : role.start]):  # "Chair of the Programme Committee" is a chair
                kinds.append(role.role)
            elif kinds[-1] == "other":
                kinds[-1] = role.role
            last = role
        kinds = [k for k in kinds if k != "other"] or ["other"]
        end = last.end + (aside.end() if (aside := _ASIDE.match(text[last.end :])) else 0)
        listed = bool(re.match(r"\s*(?::|\(s\)|boards?\s+of\b|for\b)", text[last.end :])) or text[: last.end].endswith(
            "s"
        )
        single = re.match(r"\s*(?:for|of)\b", text[last.end :]) and not text[: last.end].endswith("s")
        one = (not listed or bool(single and kinds == ["organizer"])) and not set(kinds) & {*MANY, "other"}
        itemised = one or (context.itemised and kinds != ["other"])
        found = venue_list(text[end:], start + end, context.marks, itemised=itemised)
        found = without_parts(found) if context.itemised or lead else found
        groups = parted(text, start, found)
        return [
            duty
            for group in groups
            for duty in _with_roles(tuple(dict.fromkeys(kinds)), group, lead, context, text, listed=listed)
        ]
    if len(context.roles) == 1 and {r.role for r in roles} == set(context.roles) and context.roles[0] in _LISTED_ROLES:
        # "A, Referee for B, C" below "Refereeing": the role says nothing new.
        return _inherited(_ROLE_FOR.sub(lambda m: " " * len(m.group()), _blanked(text, roles)), start, context)
    behind = _roles_behind(text, start, roles, lead, context)
    opened = text.rfind("(", 0, first.start)
    if not behind and context.roles and opened > text.rfind(")", 0, first.start):
        return _inherited(text[:opened], start, context)  # "Examples (Advisory Panel Member)" below "Editor"
    return behind


_KIND_OF = re.compile(r"(?:[A-Z][\w&/-]+\s+(?:(?:and|of|&)\s+)?){1,4}")
_GOVERNS = re.compile(r"\s*(?:,|[–—|\t:]|\s-\s|(?:of|for|at)\s+(?:the\s+)?)\s*(?=[A-Z\d])")


def _qualified(before: str, after: str) -> bool:
    """Tell whether words in front of a role say which it is: "Loom Challenge Chair of ICEX", "Hackathon Organizer"."""
    name = before.strip()
    if not _KIND_OF.fullmatch(name + " ") or is_acronym(name):
        return False
    link = _GOVERNS.match(after)
    if link is None or load().venue(name) is not None:
        return False
    return any(f.known for f in venue_list(after[link.end() :])[:1])


_LISTED_ROLES = frozenset({"reviewer", "organizer"})
_ROLE_FOR = re.compile(r"\s{4,}(?:for|of|at)\s")


def _blanked(text: str, roles: list[RoleWord]) -> str:
    """Return a line with spaces in place of its roles."""
    for role in roles:
        text = text[: role.start] + " " * (role.end - role.start) + text[role.end :]
    return text


_OF_THE = re.compile(r"\s*(?:,\s*|of\s+|on\s+|for\s+|the\s+){1,3}", re.IGNORECASE)


_ASIDE = re.compile(
    r"(?:\s+for)?\s*\([^()\d]{2,60}\)(?=\s*(?::|for\b|of\b|at\b|,))|\s(?:experience|activit(?:y|ies)|work|service|duties|roles?)(?=\s*:)"
)


def _with_roles(
    roles: tuple[str, ...],
    found: list[VenueEntry],
    lead: tuple[str, ...],
    context: Context,
    text: str,
    *,
    listed: bool,
) -> list[Duty]:
    if context.society is not None and (not found or not any(role in MANY for role in roles)):
        years = tuple(dict.fromkeys(y for f in found for y in f.begun or f.years)) or begun_in(text) or lead
        years = years or context.society.begun  # of the line that names it, or of the one above
        return [Duty(r, replace(context.society, begun=()), years, True) for r in roles]
    out: list[Duty] = []
    for role in roles:
        chosen = found if role in MANY else at_one_place(without_host(found), role, listed=listed)
        for venue in chosen:
            if role == "reviewer" and not venue.known and (SCHOOL.search(venue.name) or _says(venue.name)):
                continue
            if role == "other" and not venue.named:
                continue
            out.append(Duty(role, venue, venue.years or lead or context.years, True))
    return out


def _says(name: str) -> bool:
    """Tell whether words are said of something rather than its name: "activity documented online"."""
    return sum(w.isalpha() and w.islower() and len(w) > 3 for w in name.split()) > 1


def _roles_behind(text: str, start: int, roles: list[RoleWord], lead: tuple[str, ...], context: Context) -> list[Duty]:
    """Read "ICSE 2025 — Posters Co-Chair", "ACL 2021 (Area Chair)", "ICML: reviewer 2019, NeurIPS: area chair 2020"."""
    out: list[Duty] = []
    at = 0
    for index, role in enumerate(roles):
        before = _OFFICE_OF.sub(lambda m: m[1] + " " * len(m[2]), text[at : role.start])
        following = roles[index + 1].start if index + 1 < len(roles) else len(text)
        inside = before.rfind("(") > before.rfind(")")
        tail = re.match(r"[^;)]*\)?" if inside else r"[\s,(|]*(?:(?:19|20)\d\d[\s,)&–-]*)*", text[role.end : following])
        follows = bool(out) and not before.strip(" ,)")
        if (
            not follows
            and not at_once(before, role, context.marks, start + at)
            and not re.search(r"(?:[(\[,:–—|\t-]|\bas)\s*(?:\w+\s+){0,4}$", before)
        ):
            continue
        found = venue_list(before, start + at, context.marks)
        if role.role == "other":
            if not inside and not re.search(r"(?:[(\[,:–—|\t-]|\bas)\s*(?:an?\s+)?(?:[A-Z]\w+\s+){0,3}$", before):
                continue
            found = [f for f in found if f.known or SCHOOL.search(f.name)]
        if not found and out and not re.search(r"[;.]", before):
            found = [replace(out[-1].venue, years=(), begun=())]  # "A: reviewer 2020, area chair 2021"
        if not found:
            continue
        if inside and context.roles and role.role != "other":  # "A, B (senior PC 2023)" speaks of B alone
            out.extend(Duty(r, v, v.years or context.years, True) for r in context.roles for v in found[:-1])
            found = found[-1:]
        year_list = years_in if role.role in {*MANY, "chair", "organizer"} else begun_in
        years = year_list(text[role.end : role.end + (tail.end() if tail else 0)])
        if role.role == "other" and context.roles:
            continue
        found = found if inside else without_parts(found)
        for venue in found if role.role in MANY and len(roles) == 1 else [surest(found)]:
            out.append(Duty(role.role, venue, venue.years or years or lead or context.years, venue.known))
        at = role.end + (tail.end() if tail else 0)
    return out


_OFFICE_OF = re.compile(r"(\s[–—]\s)((?:[A-Z][\w&-]+\s){1,3})$")  # "Loom Letters — Technology Review Editor"


_JOURNAL = re.compile(r"\b(?:Journals?|Transactions|Review|Letters|Proceedings|Annals|Archives|Workshop|Conference)\b")


def _inherited(text: str, start: int, context: Context) -> list[Duty]:
    """Read a line below a role: "1998 Journal of Examples", or "A Society: Journal of A, Annals of A"."""
    if len(text) > 2000:
        return []
    head = re.match(r"^([^:,;\d'’]{6,90}):\s+(?=\S)", text)
    known = load().venue(re.split(r"[,;(]", text)[0]) is not None
    if (
        head
        and not known
        and head[1].count("(") == head[1].count(")")
        and head[1].count("“") == head[1].count("”")
        and venue_list(text[head.end() :])
        and not _JOURNAL.search(head[1])
    ):
        text, start = text[head.end() :], start + head.end()
    one = context.itemised or not set(context.roles) & {*MANY, "editor", "other"}
    every = venue_list(text, start, context.marks, itemised=one)
    found = [f for f in every if not SCHOOL.search(f.name)]
    if len(text) > 120 and not any(f.known for f in found):
        return []
    if context.itemised:
        found = without_parts(found)
    if context.itemised and len(found) == 2 and not found[1].years and not found[1].known:
        found = found[:1] if load().venue(found[0].name) is not None else found  # a journal and its section
    out: list[Duty] = []
    for role in context.roles:
        chosen = found if role in MANY or role == "editor" else _posts(text, start, found, role)
        out.extend(Duty(role, f, f.years or context.years, f.known) for f in chosen)
    return out


def _posts(text: str, start: int, found: list[VenueEntry], role: str) -> list[VenueEntry]:
    """Return the one venue of an office, or one for each part of a line that semicolons part and that has its year."""
    parts = parted(text, start, found)
    parts = parts if len(parts) > 1 and all(any(f.years for f in part) for part in parts) else [found]
    return [venue for part in parts for venue in at_one_place(part, role, listed=True)]
