"""Names of organizations that go on behind small words: "Institut de Recherche en A et B", "Wool, A and B Centre"."""

from __future__ import annotations

import re

from graph_builder.extract.normalise.lexicon import ORGANIZATION, SCHOOL, is_place, is_role
from graph_builder.gazetteer import load

_W = r"[A-ZÀ-ÖØ-ÞŁŚŠŽ][\w&’'-]*"
_WORD = rf"(?:[dl]['’])?{_W}"
_HEADS = (
    r"(?:Leibniz-|Helmholtz-|Max-Planck-|Fraunhofer-)?(?:Institut(?:e|o|et|t|ut)?|Istituto|Cent(?:re|er|ro|rum)|Zentrum"
    r"|[A-ZÀ-Þ]\w{2,20}(?:zentrum|institut|anstalt|stiftung|akademie|amt|museum)|Laborat(?:oire|orio|ório|ory)"
    r"|Groupe|Grup[po]o|Fondation|Fundaci[óo]n?|Fundação|Fondazione|Foundation|Stiftung|Stichting|Conse(?:jo|il|lho)"
    r"|Consiglio|Agen(?:ce|cia|zia|cy|tur)|Minist(?:ère|eri[eo]|ero|ério|ry|erium|erstwo|erstvo)|H[øö]gsk[ou]l\w{1,4}|Waterschap|Dienst|Bureau|Office|Initiative|Hub|Mus(?:ée|eo|eu|eum)"
    r"|Acad(?:émie|emia|emy)|Accademia|Akademie|Soci(?:été|edad|età|edade|ety)|Associa(?:tion|ción|zione|ção)|Asociación"
    r"|École|Ecole|Escuela|Escola|Scuola|School|Unit[éà]|Unidade?|Observat(?:oire|orio|ório|ory)|Osservatorio"
    r"|Institución|Hôpital|Hospital|Council|Trust|Alliance|Network|Consortium|Observatório|Programa|Programme?|Project|Partnership)"
)
# What may stand between the words of a name. "in" alone parts a name from its town.
_OF = (
    r"(?:of(?: the)?|for(?: the)?|on(?: the)?|in the|de(?: (?:las?|los|el|l['’]))?|du|des|del(?:l['’]|l[aeo])?|dei"
    r"|degli|d[oa]s?|di|en|em|pour(?: (?:l[ae]s?|l['’]))?|para(?: (?:l?[ao]s?|el))?|per(?: (?:l[aeo]|il|i|l['’]))?"
    r"|für|zur|zum|der|van|voor|het|för|til|till|på|i)"
)
_AND = r"(?:and|&|et|y|e|und|en|og|och|i)"
_ARTICLE = r"(?:(?:of|for|d[eo]s?|du|del|della|di|do|da|la|le|les|el|il|the|en|em) ){0,2}"
_LED = re.compile(
    rf"(?:{_WORD} ){{0,3}}?{_HEADS}(?: {_WORD}){{0,3}}?"
    rf" (?:{_OF} ?{_WORD}-?|[dl]['’]{_W}|{_W} (?:y|e|et|und|og|och|&) {_WORD})"
    rf"(?:(?:, (?:d[eu]s? (?:l[ae]s? |l['’])?)?{_WORD}(?: {_WORD}){{0,2}}){{0,3}},? {_AND} {_ARTICLE}-?\w[\w’'-]*"
    rf"| {_OF} ?{_WORD}| {_AND} {_ARTICLE}-?{_WORD}| {_WORD}){{0,7}}"
)
_LISTED = re.compile(
    rf"{_W}(?: {_W})?(?:, {_W}(?: {_W})?){{1,3}},? (?:and|&) (?:{_W} ){{1,3}}"
    r"(?:Lab|Laboratory|Group|Cent(?:er|re)|Institute|Department|Program(?:me)?|Unit|Division|School|Clinic|Team|Hub|Network"
    r"|Organi[sz]ation|Agency|Authority|Administration|Council|Foundation|Service|Trust|Society|Association|Observatory|Office)(?!\w)"
)
_PARTNERS = re.compile(
    rf"(?:{_W}, ){{1,3}}{_W},? (?:and|&) (?:Co(?:mpany)?\b\.?|Partners|Sons|Associates|Brothers|Bros\b\.?)"
    r"(?:,? (?:LLP|LLC|Ltd\.?|Inc\.?|GmbH))?"
    rf"|(?:{_W}, ){{1,4}}(?:{_W},? (?:and|&) )?{_W},? (?:LLP|L\.L\.P\.|LLC|PLLC|P\.C\.|LP|S\.C\.)(?!\w)"
)
_CUT = re.compile(rf",? (?:{_AND}|{_OF}) (?:the |la |les? |el |los |l['’])?|, | [dl]['’](?:l['’])?")


def name_end(text: str, at: int, end: int | None = None) -> int:
    """Return where the name ends that begins at a place of a text and goes on behind small words, or the place itself.

    It ends before another organization, a place or a position.

    >>> text = "Institut de Recherche en Tissage et Fils, Valmont"
    >>> text[: name_end(text, 0)]
    'Institut de Recherche en Tissage et Fils'
    >>> text = "Institute of Wool and University of Oldmere"
    >>> text[: name_end(text, 0)]
    'Institute of Wool'
    """
    stop = len(text) if end is None else end
    partners = _PARTNERS.match(text, at, stop)
    if partners is not None:
        return at if is_role(partners.group().partition(",")[0]) else partners.end()
    listed = _LISTED.match(text, at, stop)
    if listed is not None:
        return listed.end() if _is_one(listed.group()) else at
    led = _LED.match(text, at, stop)
    if led is None:
        return at
    return at + _own(led.group())


def is_partnership(name: str) -> bool:
    """Return whether a name is that of a firm of several partners, who are no position.

    >>> is_partnership("Harrow, Finch and Partners LLP"), is_partnership("Partner, Harrow and Finch")
    (True, False)
    """
    return _PARTNERS.fullmatch(name) is not None


_BRAND = re.compile(
    r"(?:[a-z]{1,2}[A-Z][A-Za-z0-9]+|\d{1,4}(?!st|nd|rd|th|[Dd]\b|s\b)[A-Za-z][\w&-]*"
    r"|\w[\w-]{1,20}\.(?:io|ai|com|co|org|net|app|dev|tech))"
    r"(?: [A-Z][\w&-]*){0,3}"
)


def is_brand(name: str) -> bool:
    """Return whether a name is written as only brands are: with a small letter or a figure first, or as an address.

    >>> [is_brand(name) for name in ("eLoom", "10x Woollens", "weave.io", "2nd Prize", "looms")]
    [True, True, True, False, False]
    """
    return _BRAND.fullmatch(name) is not None


def _is_one(name: str) -> bool:
    """Return whether the parts of a list are words of one name: no part but the last is an organization or a place."""
    *parts, _ = re.split(r",\s(?:and\s|&\s)?|\s(?:and|&)\s", name)
    return not any(
        is_role(part) or load().organization(part) is not None or SCHOOL.search(part) or is_place(part)
        for part in parts
    )


def _own(name: str) -> int:
    """Return how much of what looks like one long name is the first organization in it."""
    cuts = list(_CUT.finditer(name))
    for place, match in enumerate(cuts):
        part = name[match.end() : cuts[place + 1].start() if place + 1 < len(cuts) else len(name)]
        joint = match.group().strip(" ,").split(" ")[0]
        if joint in {"of", "for", "für"}:
            continue
        if SCHOOL.match(part) or is_role(part):
            return match.start()
        if joint in {"de", "des", "di", "del", "della", "do", "da", "pour", "para", "per"}:
            continue
        if ORGANIZATION.match(name, match.end()) or _UNIT.match(name, match.end()) or SCHOOL.search(part):
            return match.start()
        if joint in {"in", "en", "em", "i"} and is_place(part):
            return match.start()
        if joint not in _OF_ALONE and (load().organization(part) is not None or is_place(part)):
            return next(m.start() for m in cuts if m.group() == ", ") if ", " in name[: match.end()] else match.start()
    return len(name)


_OF_ALONE = frozenset({"in", "en", "em", "on"})
_UNIT = re.compile(r"(?:Department|School|Faculty|Division|College|Cent(?:er|re)|Institute) (?:of|for) ")
