"""The kind of a field by its context: labels and what they label, notes, names behind a post and "at"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.fields.patterns import AT, UNDERTAKING
from graph_builder.extract.fields.posts import Field, FieldKind
from graph_builder.extract.normalise.dates import QUOTATION
from graph_builder.extract.normalise.lexicon import ROLE, SCHOOL, is_place, is_role
from graph_builder.extract.normalise.person_names import is_name
from graph_builder.gazetteer import load
from graph_builder.model import Span


def cited(item: Field, text: str, offset: int) -> Field:
    """Return what stands inside a long quotation, such as a thesis's title, as a note."""
    cited = (
        any(q.start() < item.span.start - offset < q.end() for q in QUOTATION.finditer(text))
        if '"' in text or "“" in text
        else False
    )
    return replace(item, kind=FieldKind.NOTE) if cited and item.kind is not FieldKind.DATE else item


_LABEL = re.compile(
    r"(?:(?:name\s(?:and\s(?:address|type)\s)?of\s(?:the\s)?|job\s|position\s|research\s|start(?:ing)?\s|end\s|awarding\s|academic\s|title\sof\s(?:the\s)?)?"
    r"(?:instituci[óo]n|institution|institute|institut|lecturers|instructors|institui[çc][ãa]o|instelling|[ée]tablissement|einrichtung|hochschule|istituto|ente|organisme|organismo|universi(?:ty|dad|té|tät|tà|dade|teit)"
    r"|centro|school|college|employer|employeur|empleador|empregador|arbeitgeber|werkgever|datore\sdi\slavoro|firma|entreprise|azienda|company|organi[sz]ation"
    r"|degree|qualification|abschluss|grad|dipl[ôo]me|diploma|título|titulación|titolo|titel|title|studiengang|studienfach|fach|course(?:\sof\sstudy)?|programme?|opleiding"
    r"|position|posizione|posición|poste|cargo|puesto|functie|funktion|fonction|função|ruolo|qualifica|stelle|tätigkeit|role|job|occupation|post"
    r"|period(?:o|e)?|période|período|zeitraum|dauer|dur[ée]e|durata|dates?|data|fecha|datum|from|to|until|von|bis|years?|ann[ée]es?|anno|ano|año|jahr|jaar|jaren|duration|when|where|time"
    r"|location|place|lugar|lieu|luogo|local|plaats|ort|city|country|department|departamento|field|major|affiliation|entidad|empresa)"
    r"(?:\s(?:or\sposition\sheld|awarded|held|name|title|of\s(?:study|award|completion|employment|graduation)))?)s?",
    re.IGNORECASE,
)


def is_label(item: Field, text: str, offset: int) -> bool:
    """Return whether a piece only says what follows its colon: "Institution: X"."""
    behind = text[item.span.end - offset : item.span.end - offset + 2]
    return (
        behind.lstrip().startswith(":") and item.kind is not FieldKind.DATE and _LABEL.fullmatch(item.text) is not None
    )


_OF_POST = re.compile(
    r"(?:(?:job|position|post|work|professional|research)\s(?:title|role)|position(?:\sheld)?|role|post|occupation|job|posizione|posición|cargo"
    r"|puesto|poste|ruolo|funktion|fonction|função|functie|stelle)",
    re.IGNORECASE,
)


_OF_ORGANIZATION = re.compile(
    r"(?:(?:awarding|host|name\sof\s(?:the\s)?)\s?)?(?:institution|university|school|college|employer|company|organi[sz]ation|institute"
    r"|institución|universidad|empresa|instituição|universidade|arbeitgeber|hochschule|universität|établissement|université|employeur"
    r"|università|istituto|azienda|werkgever|instelling|universiteit|arbetsgivare|lärosäte)(?:\sname)?",
    re.IGNORECASE,
)


def behind_label(item: Field, before: Field, text: str, offset: int) -> Field:
    """Return an unknown name behind a label of a post as the post: "Position: Loom Whisperer"."""
    between = text[before.span.end - offset : item.span.start - offset]
    named = item.kind is FieldKind.OTHER and len(item.text.split()) <= 7 and item.text[:1].isupper()
    if named and between.strip() == ":" and _OF_POST.fullmatch(before.text):
        return replace(item, kind=FieldKind.ROLE, score=0.8)
    if named and between.strip() == ":" and _OF_ORGANIZATION.fullmatch(before.text):
        return replace(item, kind=FieldKind.ORGANIZATION, score=0.8)
    return item


# "Mentor – University X": what one is oneself
_GUIDE = re.compile(r"(?:\w+\s)?(?:mentor|supervisor|advis[eo]r|host)", re.IGNORECASE)
_PARTED = frozenset("–—-,@|")
_CAPITALS = re.compile(r"\b[A-Z]")


# "Loom House for Ada Moor": the employer and the supervisor. "Centre for Jane Austen" is a name.
_FOR_ONE = re.compile(
    r"(?P<employer>[A-ZÀ-Þ].{2,80}?)\s(?:for|with|under)\s(?P<name>[^,;()]{5,40}?)(?:,?\s(?:and|&)\s[^,;()]{5,40})?"
)
_NAMED_FOR = re.compile(
    r"(?i)(?:cent(?:er|re)|institut\w*|office|agency|council|society|association|foundation|school|department|division"
    r"|program(?:me)?|lab(?:oratory)?|fund|bureau|trust|college|academy|network|group|initiative|committee|chair|unit)$"
)


def without_helped(item: Field, before: Field) -> Field:
    """Return what stands behind a post without the people whom one worked for there."""
    found = _FOR_ONE.fullmatch(item.text) if before.kind is FieldKind.ROLE and item.kind is FieldKind.OTHER else None
    if found is None or _NAMED_FOR.search(found["employer"]) or not is_name(found["name"]):
        return item
    return replace(item, span=Span(item.span.start, item.span.start + found.end("employer")), text=found["employer"])


_FIRM = re.compile(r"^[A-Z].*\s(?:Associates|Engineers|Partners|Consultants|Architects|Advis[eo]rs)$")
_LOOSE = {FieldKind.OTHER, FieldKind.ROLE}
_STUDIED = re.compile(r"(?:(?:candidate|student)\s+)?(?:in|en|em|im)\s+(?=[^\W\d_]{3})", re.IGNORECASE)


def placed(item: Field, before: Field, text: str, offset: int) -> Field:
    """Return an unknown name that stands behind a post or degree and "at" as an organization: "Developer at 4cast"."""
    between = text[before.span.end - offset : item.span.start - offset]
    if (
        item.kind is FieldKind.NOTE
        and _GUIDE.fullmatch(item.text)
        and text[item.span.end - offset :].lstrip()[:1] in _PARTED
    ):
        return replace(item, kind=FieldKind.ROLE)
    letters = iter(_CAPITALS.findall(before.text))
    if item.kind is FieldKind.DEGREE and between.endswith("(") and all(letter in letters for letter in item.text):
        return replace(item, kind=FieldKind.OTHER)  # "Mill Post Institute for Arts (MPA)"
    if item.kind is before.kind is FieldKind.ROLE and _FIRM.search(item.text) and not before.text.endswith("s"):
        return replace(item, kind=FieldKind.ORGANIZATION, score=0.7)  # "Engineer, Kupferberg Associates"
    titled = before.kind in {FieldKind.ROLE, FieldKind.DEGREE, FieldKind.SUBJECT}
    studied = _STUDIED.match(item.text) if before.kind is FieldKind.DEGREE and item.kind in _LOOSE else None
    if studied is not None:  # "Doctorat (PhD) en Physique"
        begin = item.span.start + studied.end()
        return replace(item, kind=FieldKind.SUBJECT, span=Span(begin, item.span.end), text=item.text[studied.end() :])
    named = item.kind is FieldKind.OTHER and len(item.text.split()) <= 5 and not item.text[:1].islower()
    if titled and named and AT.fullmatch(between) and not UNDERTAKING.search(item.text):
        return replace(item, kind=FieldKind.ORGANIZATION, score=0.7)
    return item


_ADDRESSED = re.compile(r"prof|dr", re.IGNORECASE)  # what a full stop parts from the name


# "worked with Ada Lovelace, Charles Babbage"
_BESIDE = re.compile(r"\W{0,5}(?:work(?:ed|ing)?|collaborat\w+)\s+(?:closely\s+)?with\s", re.IGNORECASE)


def with_notes(fields: list[Field], text: str, offset: int) -> list[Field]:
    """Return fields with what follows a label and a colon as part of the note: "Thesis: Institutions of X"."""
    out: list[Field] = []
    for item in fields:
        last = out[-1] if out else None
        between = text[last.span.end - offset : item.span.start - offset] if last else ""
        labelled = last is not None and last.kind is FieldKind.NOTE and ":" in between and "\t" not in between
        if last is not None and last.kind is FieldKind.NOTE and item.kind is FieldKind.OTHER:
            labelled = labelled or (between.strip() == "," and _BESIDE.match(text) is not None)
        labelled = labelled or (last is not None and _ADDRESSED.fullmatch(last.text) is not None and len(between) < 4)
        own = item.kind is FieldKind.DEGREE and last is not None and last.kind is FieldKind.NOTE and between == ", "
        if own and len(out) > 1 and _GUIDE.match(out[-2].text):  # "Advisor: Ada Lovelace, PhD"
            item = replace(item, kind=FieldKind.NOTE)
        if labelled and item.kind in {FieldKind.ORGANIZATION, FieldKind.OTHER, FieldKind.UNIT, FieldKind.SUBJECT}:
            item = replace(item, kind=FieldKind.NOTE)
        out.append(item)
    return out


_REGIONS = frozenset({"AB", "BA", "BE", "BS", "MA", "MS"})  # that are named like degrees
_OF_REGION = re.compile(r"[A-ZÀ-Þ][a-zß-ÿ]{2,20}(?:\s[A-ZÀ-Þa-zß-ÿ]{1,20}){0,3}/$")


_OF_DEGREE = re.compile(r"\s(?:in|of)\s")


def is_region(before: Field, item: Field, text: str, offset: int) -> bool:
    """Return whether what reads like a degree is the region of the town before it: "Calgary, AB", "Juazeiro/BA"."""
    of_degree = _OF_DEGREE.match(text, item.span.end - offset)
    if before.kind is FieldKind.PLACE and item.text in {"MA", "MS"} and not of_degree:
        return True  # "Boston, MA"
    if item.kind is not FieldKind.DEGREE or item.text not in _REGIONS:
        return False
    behind = text[item.span.end - offset :]
    last = not behind.strip(" .)") or behind[:1] in "\t|"
    town = before.kind is FieldKind.PLACE and text[before.span.end - offset : item.span.start - offset] == ", "
    return last and (town or _OF_REGION.search(text[: item.span.start - offset]) is not None)


def hyphened(text: str, start: int, end: int) -> bool:
    """Return whether a known name is one part of a name with hyphens, as "Sorbonne" in "Panthéon-Sorbonne"."""
    if " " in text[start:end] or text[start:end].isupper():
        return False
    before, behind = text[max(0, start - 2) : start], text[end : end + 3]
    return (before[-1:] == "-" and before[:1].islower()) or (behind[:1] == "-" and behind[1:].istitle())


_ORGANIZATION_AND_TITLE = re.compile(
    r"(?P<organization>(?:[A-ZÀ-Þ][\w&.'’-]*\s(?:(?:of|for|de|and|&)\s)?){0,6}"
    r"(?:Institute|Academy|University|College|School|Laborator(?:y|ies)|Cent(?:er|re)|Hospital|Museum"
    r"|Foundation|Corporation|Clinic|Observatory|Council|Inc\.?|Ltd\.?|GmbH|(?P<known>[A-ZÀ-Þ][\w&.'’-]*)))\s"
    r"(?P<role>(?:faculty|staff)|(?!students?\b|alumn|graduates?$|and\s|of\s|for\s|in\s|at\s)[a-z][\w-]*(?:\s[a-z][\w-]*){0,3})"
)


def organization_and_title(text: str, start: int) -> list[Field]:
    """Return an organization and the position in small letters behind it: "Yarn Academy lecturer", "NASA scientist".

    >>> [(f.kind.value, f.text) for f in organization_and_title("Yarn Academy visiting lecturer", 0)]
    [('organization', 'Yarn Academy'), ('role', 'visiting lecturer')]
    """
    found = _ORGANIZATION_AND_TITLE.fullmatch(text)
    if found is None or not (found["role"] in {"faculty", "staff"} or is_role(found["role"].title())):
        return []
    known = load().organization(found["organization"])
    if (
        (found["known"] and known is None)
        or is_role(found["organization"])
        or (known is None and " " not in found["organization"])
    ):
        return []  # "Laboratory head" is one post
    organization = Span(start, start + found.end("organization"))
    return [
        Field(FieldKind.ORGANIZATION, organization, found["organization"], 0.95 if known else 0.86),
        Field(FieldKind.ROLE, Span(start + found.start("role"), start + len(text)), found["role"]),
    ]


_MEDICAL = frozenset(("MD", "DO", "DVM", "DDS"))


def as_degree(item: Field, after: Field) -> Field:
    """Return a degree that is a state's name too as one, before the school that gave it: "MD, University of X"."""
    plain = item.kind in {FieldKind.PLACE, FieldKind.OTHER} and item.text in _MEDICAL
    return (
        replace(item, kind=FieldKind.DEGREE, value="doctorate", score=1.0)
        if plain and after.kind is FieldKind.ORGANIZATION
        else item
    )


_STAYS = re.compile(
    r"\s(?:(?:industry|research|summer|industrial)\s)?(?:placement|traineeship|job|work|stay)\b", re.IGNORECASE
)


def begins_title(behind: str) -> bool:
    """Return whether a degree's name begins a position by what follows: "PhD Intern", not "Bachelor of Engineering".

    >>> begins_title(" placement"), begins_title(" of Electrical Engineer")
    (True, False)
    """
    return bool(ROLE.search(behind) or _STAYS.match(behind)) and not re.match(r"\s+(?:of|in)\s", behind)


_SCHOOL_ACRONYM = re.compile(r"[A-ZÀ-Þ]{4,9}")


def beside_place(fields: Sequence[Field], index: int, text: str, offset: int) -> Field:
    """Return a field as what its neighbours make it: a town in brackets behind dates, an acronym before its town."""
    item = fields[index]
    if item.kind is FieldKind.ORGANIZATION and index > 1 and fields[index - 1].kind is FieldKind.DATE:
        between = text[fields[index - 1].span.end - offset : item.span.start - offset]
        inside = between == ", " and text[item.span.end - offset :].startswith(")")
        has_organization = any(f.kind is FieldKind.ORGANIZATION for f in fields[:index])
        if inside and has_organization and is_place(item.text) and not SCHOOL.search(item.text):
            return replace(item, kind=FieldKind.PLACE)
    if item.kind is FieldKind.OTHER and _SCHOOL_ACRONYM.fullmatch(item.text) and index + 1 < len(fields):
        after = fields[index + 1]
        between = text[item.span.end - offset : after.span.start - offset]
        alone = not any(f.kind is FieldKind.ORGANIZATION for f in fields)
        if alone and after.kind is FieldKind.PLACE and between == ", " and not is_place(item.text):
            return replace(item, kind=FieldKind.ORGANIZATION, score=0.86)  # "EXAM, Rabat"
    return item
