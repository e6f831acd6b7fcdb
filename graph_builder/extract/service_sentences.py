"""Sentences on service: "I have served as a reviewer for A and B", "I am an associate editor of C"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.service_duty import MANY, SCHOOL, Context, Duty
from graph_builder.extract.service_names import reads_as_name
from graph_builder.extract.service_roles import RoleWord, roles_in
from graph_builder.extract.service_venues import VenueEntry, venue_list

SENTENCE = re.compile(
    r"\b(?:I|[Hh]e|[Ss]he|[Tt]hey|We)(?:['’]m|['’]ve|\s+(?:am|is|are|was|have|has|had|will|also|regularly"
    r"|currently|recently|frequently|sits?|sat|edits?|handles?|handled|"
    r"served?|serves|co-?|review(?:ed)?s?|organi[sz]e[ds]?|chair(?:ed)?s?|edit(?:ed)?s?|do|did)\b)"
    r"|^(?:\W{0,3}(?:[A-Z][a-z]{2,8}\.?,?\s)?\d[\d/.-]{3,9}\W{1,4})?(?:Serving|Served|Will\s+serve|(?:Invited|Appointed|Elected|Selected|Invited\s+to\s+join)\s+(?:to|as|the|an)\b|Join(?:ed|ing)"
    r"|(?:Invited|Honou?red|Happy|Glad|Excited|Thrilled|Delighted|Pleased|Proud)\s+to\s+(?:serve|join|be))\b|\band\s+am\b"
)


_SERVES = re.compile(
    r"\b(?:(?:invited\s+to\s+(?:join\s+)?the|join(?:ed|ing|s)?\s+the)\s+(?:\w+\s+){0,2}|(?:am|is|are|was|been|be|['’]m|join(?:ed|ing)?|served?|serves|serving|acts?|acted|worked|invited|appointed|elected|sits?|sat)\s+"
    r"(?:(?:also|currently|now|both|recently|regularly|frequently|previously)\s+)*"
    r"(?:(?:serv(?:e|ing)\s+)?(?:as|to\s+be|on|in)\s+)?(?:(?:an?|the|one\s+of\s+the)\s+)?(?:\w+\s+){0,3}|"
    r"(?:have|has|I|also|regularly|frequently|occasionally)\s+(?:also\s+)?)$",
    re.IGNORECASE,
)


_VERB = re.compile(
    r"\b(?:reviewed|reviewing|refereed|organi[sz](?:e[ds]?|ing)|chair(?:ed|ing)|co-?char(?:ing|ed)|edit(?:s|ed)?|runs?"
    r"|(?:I|he|she|and)\s+(?:\w+\s+)?(?:reviews?|referees?))$",
    re.IGNORECASE,
)


# "Trans. Loom Soc.", "J. Yarn"
_SHORTENED = re.compile(
    r"\b(?:Trans|Proc|Rev|Lett|Math|Phys|Comput|Appl|Sci|Int|Ann|Am|Eng|Soc|Acad|Natl|Univ|Prof|Dr|St|vs|Res|Bull|Surv|Symp|Conf|Assoc|Chem|Biol|Geol|Med|Mag|[A-Z])\Z"
)


def sentences_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the sentences of *text*."""
    at = 0
    for match in re.finditer(r"(?<=[\w)’'\"”])[.!?](?=\s+[A-Z(])", text):
        if _SHORTENED.search(text, max(0, match.start() - 9), match.start()):
            continue
        yield at, match.start()
        at = match.end()
    yield at, len(text)


_SINCE = re.compile(
    r"\b(?i:since|in|from|between)\s+(?:[A-Z][a-z]+\s+)?((?:19|20)\d\d)(?:\s+(?:to|and|until)\s+(?:19|20)\d\d)?,?\s*"
    r"(?:(?:I|[Hh]e|[Ss]he)\s+(?:am|is|was|have\s+been|has\s+been|(?:serve[ds]?|acted|worked)\s+as)\s+)?(?:also\s+)?(?:an?\s+|the\s+)?$"
)


def stated_duties(text: str, start: int, context: Context) -> list[Duty]:
    """Read a sentence: "I have served as a reviewer for A and B", "I am an associate editor of C"."""
    out: list[Duty] = []
    roles = roles_in(text)
    for index, role in enumerate(roles):
        before = text[: role.start]
        chained = bool(index and out) and bool(
            _AND_AS.fullmatch(text[roles[index - 1].end : role.start]) or _AND_ALSO.search(before[-60:])
        )
        since = _SINCE.search(before[-60:])
        if role.role == "other" or not (
            chained
            or since
            or (_AS_A.search(before[-9:]) and _WORKED.match(text, role.end))
            or _SERVES.search(before[-70:])
            or _VERB.search(text[role.start : role.end])
        ):
            continue
        behind, at = _behind(text, roles, index)
        if behind is None:
            continue
        years = (since.group(1),) if since else context.years
        for venue in _without_hosts(behind, start + at, _named(behind, start + at, role.role, context)):
            out.append(Duty(role.role, venue, venue.years or years, venue.known))
    return out


def _without_hosts(text: str, start: int, found: list[VenueEntry]) -> list[VenueEntry]:
    """Return the venues without the meetings that a workshop is held at: "the Loom Workshop (LW) at ICEX"."""
    kept = found[:1]
    for above, venue in pairwise(found):
        if not _AT.search(text[above.end - start : venue.start - start]) or not _WORKSHOP.search(above.name):
            kept.append(venue)
    return kept


_AT = re.compile(r"\b(?:at|@)\s+(?:the\s+)?(?:(?:19|20)\d\d\s+)?(?:\d+(?:st|nd|rd|th)\s+)?$")
_WORKSHOP = re.compile(r"\b(?:[Ww]orkshop|[Tt]utorial|[Ss]ymposium)\b")
# "As a reviewer I have worked for Loom Letters"
_AS_A = re.compile(r"\b[Aa]s\s+(?:an?|the)\s+$")
_WORKED = re.compile(
    r"\s?,?\s?(?:I|[Hh]e|[Ss]he)\s+(?:(?:have|has|am|is|was|also|regularly|frequently|currently)\s+){0,3}(?:work(?:ed|s)?|review(?:ed|s)?|handl(?:ed?|es)|serv(?:ed?|es)"
    r"|evaluated?|read|responsible|assess(?:ed)?|assisted|supported?)\s+(?:(?:manuscripts|papers|articles|submissions|proposals)\s+)?(?:for|of|at)\s+(?:the\s+)?"
)
_THE = re.compile(r"\s+(?:(?:of|for|on)\s+)?the\s+")  # "chaired the organizing committee of"
_AND_AS = re.compile(r"\s*(?:,|and|or|,\s*and|/)\s*(?:an?\s+|as\s+)*")


_AND_ALSO = re.compile(
    r"\band\s+as\s+(?:an?\s+|the\s+)?(?:\w+\s+){0,2}$|(?:,\s+and|\band|[,;])\s+(?:also\s+)?(?:an?\s+|the\s+)?(?:former\s+|past\s+|current\s+)?$"
)


_LINKED = re.compile(
    r"\s*(?:\([^)]{0,60}\)\s*)?(?:(?:manuscripts|papers|articles|regularly|frequently)\s+"
    r"|(?:(?:an?|several|two|three)\s+)?(?:workshops?|tutorials?|sessions?|symposia|symposium|panels?|roundtables?|streams?|minisymposia)\s+(?=at\s|for\s))?"
    r"(?:(?:for|of|at|in|on|with|:|,)\s+(?:the\s+(?:annual\s+)?(?:conventions?|meetings?|conferences?|congress(?:es)?)\s+of\s+(?:the\s+)?|the\s+(?:conference|journal|workshop)\s+(?=[A-Z]))?)|\s+(?=the\s+)|\s+(?=\d|[A-Z])"
)


_NEXT_VERB = re.compile(
    r"\s+and\s+(?:also\s+)?(?:serves?|served|sits?|sat|edits|chairs|am|is|was|have|has|I|an?|as|on)\b|,?\s+(?:while|where|when|before|after"
    r"|but|because)\s"
)


def _behind(text: str, roles: list[RoleWord], index: int) -> tuple[str | None, int]:
    """Return what a role of a sentence governs, and where it begins; a role beside another one shares its venues."""
    for last in range(index, len(roles)):
        stop = roles[last + 1].start if last + 1 < len(roles) else len(text)
        behind = _NEXT_VERB.split(text[roles[last].end : stop])[0]
        if roles[last].role == "chair" and last + 1 < len(roles) and _THE.fullmatch(behind):
            continue
        link = _WORKED.match(behind) or _LINKED.match(behind)
        if link is not None:
            return behind[link.end() :], roles[last].end + link.end()
        if not _AND_AS.fullmatch(behind):
            break
    return None, 0


def _named(text: str, start: int, role: str, context: Context) -> list[VenueEntry]:
    """Return the venues that a sentence names: up to the first word that begins no name."""
    found = venue_list(text, start, context.marks)
    if role in {"organizer", "chair"} and found and all(f.years and f.named for f in found):
        return found
    if role not in MANY and role != "editor":
        return [f for f in found if f.known or (role == "organizer" and f.years and " " in f.name)][:1]
    out: list[VenueEntry] = []
    for entry in found:
        whole = next(((b, e) for b, e in context.marks if entry.start <= b < e <= entry.end + 1), None)
        if whole and not entry.named:
            entry = replace(entry, name=text[whole[0] - start : whole[1] - start].strip(" ,.;:"))
        if entry.known or (out and reads_as_name(entry.name)) or _listed_names(found):
            out.append(entry)
        elif role == "editor" and not out and reads_as_name(entry.name) and not SCHOOL.search(entry.name):
            out.append(replace(entry, marked=True))
        elif out:
            break
    return out


def _listed_names(found: list[VenueEntry]) -> bool:
    """Tell whether what a role governs is a list of names, known or not."""
    return (
        len(found) > 1
        and all(reads_as_name(f.name) for f in found[:2])
        and sum(f.named for f in found) > 0.7 * len(found)
    )
