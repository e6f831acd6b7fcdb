"""Posts and employers in one piece, and names that are longer than the known name inside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from graph_builder.extract.fields.names import names_organization, names_post
from graph_builder.extract.normalise.lexicon import ORGANIZATION, is_place, is_role
from graph_builder.gazetteer import load
from graph_builder.model import Span


class FieldKind(StrEnum):
    """What a piece of an entry says."""

    DEGREE = "degree"
    SUBJECT = "subject"
    ROLE = "role"
    ORGANIZATION = "organization"
    UNIT = "unit"
    PLACE = "place"
    DATE = "date"
    ADVISOR = "advisor"
    NOTE = "note"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Field:
    """A piece of an entry with its kind; *value* is the degree level of a degree, *score* how sure the kind is."""

    kind: FieldKind
    span: Span
    text: str
    score: float = 1.0
    value: str = ""


_NAMED_SCHOOL = re.compile(
    r"(?:[A-ZÀ-ÞŁŚŠŽ][\w.’'-]*\s(?:(?:of|for|and|&|de)\s)?){1,6}"
    r"(?:(?:Graduate|Postgraduate|Doctoral)\s)(?:School|College|Academy)"
)
"""A school whose name holds a word that is a post's elsewhere."""


def is_named_school(text: str) -> bool:
    """Return whether a text is the name of a school that holds a word of posts: "Looms Postgraduate School"."""
    return _NAMED_SCHOOL.fullmatch(text) is not None and not is_role(re.sub(r"(?:Post)?[Gg]raduate|Doctoral", "", text))


# "Stagiair bij X", "Consultant for the Y", "Research fellow with the Z", "Analyst w Instytucie W"
_SMALL = re.compile(
    r"\s(?:(?P<sure>bij|hos|chez|presso|bei|på|vid|ved)"
    r"|(?P<about>in|en|em|no|na|nos|nas|w|ve|i|for)|with|at|within|à|aux?|del|della|dell['’]|de\sla|du|do|da|der|des)"
    r"(?:\s|(?<=['’]))"
    r"(?:(?:the|la|le|les|el|los|il|lo|de|het|der|dem|die|das|a|an|our)\s)?(?=[A-ZÀ-ÞŁŚŠŽ\d]|[a-z][A-Z])"
)
_OF_PEOPLE = re.compile(r"(?:Prof(?:essor)?s?|Drs?|Mr|Mrs|Ms|Dean)\b|[A-Z][\w-]+['’]s\s(?:lab|group|team)\b")
_MOST_WORDS = 7


def post_with(text: str, start: int) -> list[Field]:
    """Return a position and the employer behind a small word: "Consultant for the World Loom Bank".

    >>> [(f.kind.value, f.text) for f in post_with("Research fellow with the Oldmere Institute for Yarn", 0)]
    [('role', 'Research fellow'), ('organization', 'Oldmere Institute for Yarn')]
    >>> post_with("Head of Collections", 0), post_with("Professor for Urban Studies", 0)
    ([], [])
    """
    for small in _SMALL.finditer(text):
        post, organization = text[: small.start()], text[small.end() :]
        if len(post.split()) > _MOST_WORDS:
            break
        if _is_post(post) and _is_organization(organization, small):
            at = start + small.end()
            return [
                Field(FieldKind.ROLE, Span(start, start + len(post)), post),
                Field(FieldKind.ORGANIZATION, Span(at, start + len(text)), organization, 0.86),
            ]
    return []


def _is_post(text: str) -> bool:
    open_end = text.endswith(("of", "and", "&"))
    return (is_role(text) or names_post(text) > 1) and not ORGANIZATION.search(text) and not open_end


_SUBJECT = re.compile(
    r"[^,;]*\b(?:studies|science|sciences|engineering|research|education|history|policy|affairs|studien|forschung)",
    re.IGNORECASE,
)


def _is_organization(text: str, word: re.Match[str]) -> bool:
    """Return whether what stands behind a small word is an employer rather than what the post is about."""
    if is_place(text) or _OF_PEOPLE.match(text) or is_role(text) and not names_organization(text):
        return False
    known = load().organization(text)
    if known is not None and not (known.ambiguous and text in known.ambiguous):
        return True
    small = sum(w[:1].islower() and len(w) > 3 for w in text.split())
    if small > 2 or small * 3 > len(text.split()) or len(text.split()) > 9:
        return False
    if word["sure"]:
        return True
    if word["about"] and ORGANIZATION.search(text) is None:
        return False  # "Reader in Applied Energy Systems"
    subject = _SUBJECT.fullmatch(text) is not None and ORGANIZATION.search(text) is None
    return names_organization(text) > 0 and load().topic(text) is None and not subject


# "Coordinator of the M.A. programme", "Assistant with PhD", "Becaria Doctoral", "Stage de M2"
_TOWARDS = re.compile(r"\b(?:with|of|for|to|de|en|du|in|avec|con|mit|dans)\s(?:(?:the|a|an|la|le|el|our)\s)?$")
_TO_ONE = re.compile(r"\b(?:to|of|for)\s(?:[A-Z][\w’'-]+\s){2,3}$")
_NO_POST = re.compile(r"(?i)\b(?:students?|candidate|studies|degree|graduate|doctorand|thesis|diploma|honou?rs)\b")
_STAY = re.compile(r"(?i)(?:stage|praktikum|tirocinio|estágio|prácticas|internship|placement)\b")


def is_post_of_degree(text: str, at: int, end: int) -> bool:
    """Return whether a degree in a text only says of a position before it whose it is: "Director of the MSc programme".

    *at* and *end* are where the degree stands.
    """
    before = text[:at]
    if not before.strip() or len(text) > 70 or _NO_POST.search(before):
        return False
    if is_role(before) and text[at:end].isupper() and _TO_ONE.search(before):
        return True  # "Assistant to Ada Moor MS"
    titled = is_role(before) or _STAY.match(before) is not None
    return titled and (_TOWARDS.search(before) is not None or (end == len(text) and text[at:].istitle() and at > 4))


_ADJECTIVES = (
    r"(?:Agricultural|Medical|Technical|Technological|Catholic|Pontifical|Open|Free|National|Federal|State|Autonomous|Polytechnic|Pedagogical|Islamic|Christian"
    r"|American|British|German|European|International|Royal|Military|Veterinary|Metropolitan|Central|Protestant|Lutheran|Southern|Northern|Eastern|Western|Private|Virtual)"
)
_BEFORE = re.compile(rf"(?:[Tt]he\s)?(?:{_ADJECTIVES}\s){{1,3}}")
_BEHIND = re.compile(
    r"\s(?:(?:and|of|for|&)\s|[A-ZÀ-Þ][\w-]*\s){1,6}?(?:Programme|Program|Fund|Organi[sz]ation|Agency|Commission|Cent(?:er|re)|Foundation|Bank|Council|Service|Authority|Board|Survey|Administration)"
)


_OF_MANY = re.compile(
    r"(?:[A-Z][\w’'-]*\s){0,4}(?:Scholars|Fellows|Engineers|Scientists|Researchers|Teachers|Doctors|Nurses|Managers|Writers|Artists|Musicians|Librarians|Architects|Economists)['’]?\s"
    r"(?:Group|Foundation|Society|Association|Institute|Cent(?:er|re)|Council|Trust|Network|Union|Federation|Alliance|Academy|Guild|Club|College|Cooperative)"
    r"|(?:Commissioners|Trustees|Friends|Doctors|Reporters|Lawyers|Engineers|Scientists|Architects|Teachers)\s(?:of|for|without)\s(?:the\s)?[A-Z].{2,50}"
)


def is_body_of_people(text: str) -> bool:
    """Return whether a name is that of an organization named after its members: "Commissioners of Oldmere Lights".

    >>> is_body_of_people("Oldmere Scholars Group"), is_body_of_people("Visiting Scholar")
    (True, False)
    """
    return _OF_MANY.fullmatch(text) is not None


def is_longer_name(text: str, start: int, end: int) -> bool:
    """Return whether a name goes on around the known one that stands at a place of it.

    >>> is_longer_name("Agricultural University of Iceland", 13, 34)
    True
    >>> is_longer_name("United Nations Loom Programme", 0, 14)
    True
    >>> is_longer_name("Department of Physics, Rice University", 23, 38)
    False
    """
    if "," in text or len(text.split()) > 9:
        return False
    if end == len(text) and text[start:].startswith("Universi") and _BEFORE.fullmatch(text[:start]):
        return True
    return start == 0 and " " in text[:end] and _BEHIND.fullmatch(text[end:]) is not None
