"""Sentences on service: "I have served as a reviewer for A and B", "I am an associate editor of C"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from graph_builder.extract.service_duty import MANY, Context, Duty
from graph_builder.extract.service_roles import RoleWord, roles_in
from graph_builder.extract.service_venues import VenueEntry, venue_list

SENTENCE = re.compile(
    r"\b(?:I|[Hh]e|[Ss]he|[Tt]hey|We)(?:['’]m|['’]ve|\s+(?:am|is|are|was|have|has|had|will|also|regularly"
    r"|currently|recently|frequently|sits?|sat|edits?|handles?|handled|"
    r"served?|serves|co-?|review(?:ed)?s?|organi[sz]e[ds]?|chair(?:ed)?s?|edit(?:ed)?s?|do|did)\b)"
    r"|^(?:\W{0,3}(?:[A-Z][a-z]{2,8}\.?,?\s)?\d[\d/.-]{3,9}\W{1,4})?(?:Serving|Served|Will\s+serve|(?:Invited|Appointed|Elected|Selected|Invited\s+to\s+join)\s+(?:to|as|the|an)\b|Join(?:ed|ing)"
    r"|(?:Invited|Honou?red|Happy|Glad|Excited|Thrilled|Delighted|Pleased|Proud)\s+to\s+(?:serve|join|be))\b|\band\s+am\b"
)


def sentences_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the sentences of *text*."""
    at = 0
    for match in re.finditer(r"(?<=[\w)’'\"”])[.!?](?=\s+[A-Z(])", text):
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
        since = _SINCE.search(before[-60:])
        if role.role == "other":
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
        if not _AT.search(text[above.end - start : venue.start - start]):
            kept.append(venue)
    return kept


_AT = re.compile(r"\b(?:at|@)\s+(?:the\s+)?(?:(?:19|20)\d\d\s+)?(?:\d+(?:st|nd|rd|th)\s+)?$")
_AND_AS = re.compile(r"\s*(?:,|and|or|,\s*and|/)\s*(?:an?\s+|as\s+)*")


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
        link = _LINKED.match(behind)
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
        return [f for f in found if f.known][:1]
    out: list[VenueEntry] = []
    for entry in found:
        if entry.known:
            out.append(entry)
        elif out:
            break
    return out
