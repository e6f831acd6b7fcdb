"""Roles in scholarly service as CVs word them: reviewers, committees, area chairs, chairs, editors, organisers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graph_builder.extract import service_tongues

_SECOND = (
    r"(?:co-?|sub-?|executive\s+|vice[\s-]+|deputy\s+|associate\s+|assistant\s+|senior\s+|lead\s+|local\s+|general\s+"
    r"|external\s+)"
)
_CHAIRED = (
    r"(?:t?pc|publicity|publications?|proceedings?|posters?|demos?|demonstrations?|workshops?|tutorials?|session"
    r"|track|program(?:me)?|"
    r"technical|volunteers?|student|finance|fundrais(?:ing|er)|communications?|hospitality|(?:local\s+)?organi[sz](?:ation|ing)|web|registration|sponsorship|local|arrangements?|steering|committee"
    r"|panel|ethics|"
    r"workflow|website|virtual|logistics|sustainability|accessibility|outreach|travel|childcare|datasets?|benchmarks?|"
    r"diversity|inclusion|industry|awards?|social|media|artifact|evaluation|general|conference|symposium"
    r"|doctoral|consortium|"
    r"mentoring|scientific|invited|discussion|sub-?committee|section|subject|division|chapter|network|stream|theme"
    r"|topic|symposium|minisymposium|cluster)"
)
_ADJECTIVE = (
    r"(?:ad[\s-]?hoc|abstract|panel|ethics|research|external|invited|expert|regular|frequent|active|outstanding|distinguished|excellent|primary|volunteer"
    r"|student|junior|independent|conference|journal|workshop|emergency|senior"
    r"|expert|peer|book|"
    r"grant|paper|secondary|sub|occasional|standing|proposal|manuscript|anonymous|top|technical|artifact|scientific|elite)"
)
_ROLES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (role, re.compile(rf"{pattern}|(?i:{service_tongues.ROLES[role]})"))
    for role, pattern in (
        (
            "area chair",
            r"(?i:\b(?:senior\s+)?(?:area[\s-]+chair|associate[\s-]+chair|meta-?\s?review(?:er|ing)?|action[\s-]editor"
            r"|lead\s+area\s+chair)(?:s|ing)?\b)"
            r"|\b(?:S?AC)(?=\s*(?::|for\b|at\b|of\b|,|\()|\t)|^\W{0,3}S?AC\W{0,3}$",
        ),
        (
            "chair",
            rf"(?i:\b(?:{_SECOND}{{0,3}}(?:{_CHAIRED}(?:\s+(?:and|&)\s+|[\s-]+|/)){{0,5}}{_SECOND}{{0,3}}(?:co-?)?chair(?:s|ed|ing"
            rf"|person|man|woman)?(?:[\s-]elect)?)\b)"
            r"|(?:(?<=\band\s)|(?<=&\s)|^)(?:[A-Z][\w-]+\s){1,2}(?:[Cc]o-?)?[Cc]hair(?=\s+(?:for|of|at)\b)"
            r"|(?i:\bco-?char(?:ing|ed)\b)|(?i:\b(?:tagungs|konferenz|sitzungs|programm)leit(?:ung|er(?:in)?)\b)"
            r"|(?i:\bvorsitz(?:ende[rn]?)?\b)",
        ),
        (
            "program committee",
            r"(?i:\b(?:senior\s+|member\s+of\s+(?:the\s+)?)*(?:technical\s+)?(?:program(?:me?)?|scientific|technical)\s+"
            r"commit+e+s?(?:\s+member(?:ship)?s?)?\b)"
            r"|(?i:\b(?:conference\s+|workshop\s+)?committee\s+member)"
            r"(?=,?\s+(?:at|for|of|in)?\s*(?:the\s+)?(?:[\w/&]+\s+){0,5}(?:Conference|Symposium|Workshop)\b)"
            r"|(?i:\b(?:(?:technical|full|short|research|industry|demo|poster)\s+)*papers?\s+committees?"
            r"(?:\s+member)?\b|\bprogramm?komit(?:ee|é)s?\b|\bcomit(?:é|e)s?\s+(?:de\s+programme|de\s+programa"
            r"|scientifiques?|cient[ií]ficos?|de\s+lecture)\b(?!\s(?:de\s(?:la\s)?|da\s)rev)|\bcomitat[oi]\s+(?:scientific[oi]|di\s+programma)\b(?!\sdella\srivista))"
            r"|\bSOC\b(?=\s+member|\s*[:,]\s)"
            r"|(?i:\bartifacts?\s+evaluation(?:\s+committee)?(?:\s+member)?\b)(?!\s+(?:[Cc]o-?|[Vv]ice-?)*\s*[Cc]hair)"
            r"|\b(?:S|T|(?:Senior|Junior|Shadow|Light|Artifacts?)\s+)?PC(?:\s+[Mm]embers?)?\b(?!\s*(?:-|[Cc]o-?|[Vv]ice-?)*\s*[Cc]hair)",
        ),
        (
            "editor",
            r"(?i:\b(?:(?:guest|associate|managing|section|handling|chief|subject|matter|academic|review"
            r"|reviews|executive|"
            r"founding|topic|advisory|series|senior|deputy|co|lead|area|book|production|assistant|consulting"
            r"|statistical)[\s-]+)*"
            r"(?:editor(?:ship)?s?\b|editorial\b(?:[\s-]+(?:advisory\s+)?(?:boards?|collectives?|teams?|committees?|council|staff|office)\b)?)"
            r"(?:[\s-]+(?:in|at)[\s-]+(?:chief|large))?(?:\s+boards?)?(?:\s+member(?:ship)?s?\b)?)"
            r"|\b(?:I|[Hh]e|[Ss]he)\s+(?:(?:also|now|currently)\s+)?(?i:(?:co-?)?edit(?:s|ed)?)\b(?=\s)"
            r"|(?i:\b(?:mit)?herausgeber(?:in|schaft)?\b|\br[ée]dact(?:eur|rice)s?(?:\s+en\s+chef)?\b"
            r"|\bcomit[ée]\s+(?:éditorial|editorial|de\s+r[ée]daction)\b|\bconsejo\s+(?:editorial|de\s+redacci[oó]n)\b"
            r"|\bcomitato\s+(?:editoriale|di\s+redazione)\b|\b(?:co)?direttor[ei]\s+della\s+rivista\b|\bredaktion\b)",
        ),
        (
            "organizer",
            r"(?i:\b(?:(?:general|executive|scientific)\s+)?(?:secretary|treasurer|coordinator)\s+of\s+(?:the\s+)?(?:local\s+)?organi[sz]ing"
            r"\s+committee\b)"
            r"|(?i:\b(?:(?:workshop|conference|session|lead|local|main|seminar|tutorial|symposium"
            r"|special\s+session|minisymposium|"
            r"mini-symposium|event|primary|joint)\s+)*(?:co-?\s?)?organi[sz](?:ers?|ing"
            r"|ed(?!\s+by\b))\b(?:\s+committees?)?(?:\s+member)?)"
            r"|\b(?:I|[Hh]e|[Ss]he)\s+(?:(?:also|now|currently|regularly)\s+)?(?:helps?\s+(?:to\s+)?)?"
            r"(?i:(?:co-?)?(?:organi[sz]es?|run|runs))(?=\s)"
            r"|\bhelped\s+(?:to\s+)?(?:co-?)?organi[sz]e(?=\s)"
            r"|\bLOC\b(?=\s+member|\s*[:,]\s)"
            r"|(?i:(?<!strategic\s)(?<!budget\s)(?<!curriculum\s)\b(?:planning|host|local\sarrangements)\s+committee(?:\s+member)?\b)"
            r"(?=[^;\n]{0,100}\b(?:[Cc]onference|[Ss]ymposium|[Ww]orkshop|[Mm]eeting|[Cc]ongress|[Ss]ummit|[Cc]olloquium|[Ss]chool|[Cc]onvention)\b)"
            r"|(?i:\bco-?founder\s+and\s+organi[sz]er\b|\b(?:co-?\s?)?conven[eo]rs?\b|\b(?:mit)?organisator(?:in)?\b|\b(?:co-?)?organisat(?:eur|rice)s?\b"
            r"|\borganizador(?:a|es)?\b|\borganizzat(?:ore|rice)\b|\bcomit(?:é|ato|ê)\s+(?:d['’]\s?organisation"
            r"|organizador|organizzativo|local)\b)",
        ),
        (
            "reviewer",
            rf"(?i:\b(?:{_ADJECTIVE}[\s-]+)*(?:sub)?(?:reviewer|referee|gutachter(?:in)?)s?\b)"
            r"|(?i:\bverified\s+(?:peer\s+)?reviews?(?:\s+(?:at|on|in|via)\s+(?:publons|web\s+of\s+science|wos))?)(?=\s+for\b|\s*:)"
            r"|(?i:\b(?:external\s+)?review\s+committee(?:\s+member)?\b)"
            r"|(?i:\b(?:review(?:ed)?|refereed?)\s+(?:papers|articles|manuscripts|submissions|proposals)(?=\s+for\b))"
            r"|(?i:\bexperts?\s+for\s+(?:(?:the|following|several|various|research|national|international)\s+){0,2}(?:funding|grant)[\s-]"
            r"(?:bodies|agencies|councils|organi[sz]ations)(?:,?\s+(?:including|such\s+as))?)"
            r"|(?i:\breview(?:ed)?(?=\s+(?:papers\s+|articles\s+|manuscripts\s+)?for\b))"
            rf"|(?i:\b(?:{_ADJECTIVE}[\s-]+)*(?:reviewing|refereeing|refereed|reviewed)\b)(?!\s+(?:journals?"
            rf"|conferences?|publications?|papers|articles)\b)"
            r"|(?i:\b(?:relect(?:eur|rice)s?|revisor(?:a|es|e|i)?|évaluat(?:eur|rice)s?|evaluador(?:a|es)?|parecerista"
            r"|[áa]rbitr[oa]s?|begutachtung(?:en)?|gutachtertätigkeit(?:en)?|gutachten)\b)"
            r"|\b(?:I|[Hh]e|[Ss]he|and)\s+(?:(?:also|regularly|frequently|often|occasionally)\s+)?(?:reviews?|referees?)"
            r"(?=\s+(?:\w+\s+)?for\b)"
            r"|(?i:\bpeer[\s-]+reviews?\b)(?!\s+(?:college|panel|board|committee))"
            r"|(?i:\b(?:ad[\s-]?hoc|journals?|conference|paper|manuscript|article|grant|proposal|book)[\s-]+reviews?\b)"
            r"(?=\s*(?::|\([^()]{2,40}\)\s*:|(?:for|completed\s+for)\b))"
            # "Conference external review", alone in its line
            r"|(?i:^\W{0,3}(?:(?:ad[\s-]?hoc|journals?|conference|workshop|papers?|manuscript|article|grant|proposal|abstract|external|peer)"
            r"[\s-]+){1,3}reviews?\W{0,3}$)",
        ),
        (
            "other",
            r"(?i:\b(?:co-?)?(?:(?:elected|founding|senior|student|standing|committee|council|board|jury|faculty|active"
            r"|executive|vice|deputy|past|former|current|international|scientific)[\s-]+)*"
            r"(?:(?:advisory|steering)\s+(?:board|committee)s?|members?|president|secretary|treasurer|representative|judge|jury|panell?ist|mentor|volunteer"
            r"|liaison|coordinator|"
            r"ambassador|senator|delegate|trustee|advis[eo]r|sprecher(?:in)?|assessor|evaluator|examiner|secretariat)\b)"
            r"(?:/[A-Z]\w+)?",
        ),
    )
)
# Whatever names a role has one of these letters in it: most lines need not be searched.
_ENGLISH: dict[str, tuple[str, ...]] = {
    "area chair": ("chair", "review", "editor", "ac"),
    "chair": ("char", "chair", "leit", "vorsitz"),
    "program committee": ("soc", "artifact", "comit", "commit", "komit", "pc"),
    "editor": ("edit", "herausgeber", "dact", "comit", "consejo", "direttor", "redaktion"),
    "organizer": ("organi", "run", "comit", "conven", "loc", "planning", "host", "arrange"),
    "reviewer": (
        "review",
        "refere",
        "expert",
        "gutacht",
        "relect",
        "revisor",
        "valuat",
        "evaluad",
        "parecerista",
        "rbitr",
    ),
    "other": (
        "advis",
        "steering",
        "member",
        "president",
        "secreta",
        "treasurer",
        "representative",
        "judge",
        "jury",
        "panel",
        "mentor",
        "volunteer",
        "liaison",
        "coordinat",
        "ambassador",
        "senator",
        "delegate",
        "trustee",
        "sprecher",
        "assessor",
        "evaluator",
        "examiner",
    ),
}
_STEMS = {role: stems + service_tongues.STEMS[role] for role, stems in _ENGLISH.items()}
_TITLE_ROLES = (
    ("area chair", re.compile(r"\b(?:area\s+chair|meta-?\s?review|action\s+editor)", re.IGNORECASE)),
    (
        "program committee",
        re.compile(r"\b(?:program(?:me?)?|technical|scientific)\s+committee|\bPC\b|\bTPC\b", re.IGNORECASE),
    ),
    ("editor", re.compile(r"\bedit(?:or|orial|ing|orship)|herausgeber|comit[ée]\s+éditorial|\bAEs?$", re.IGNORECASE)),
    (
        "reviewer",
        re.compile(
            r"\b(?:(?:sub)?review(?:s|er|ers|ing|ed)?|referee\w*|referral\s+work|gutachter\w*|begutachtung\w*|relecture\w*|relecteur\w*"
            r"|revisor\w*|arbitraje|study\s+sections?|(?:grants?|funding)\s+panels?)\b(?!\s+(?:bod|panel|board|committee|college))",
            re.IGNORECASE,
        ),
    ),
    (
        "organizer",
        re.compile(
            r"\borgani[sz](?:er|ers|ing|ed)\b|\b(?:conference|workshop|event|seminar|session"
            r"|symposi\w+)s?\b.{0,20}\borgani[sz]ation\b"
            r"|\borgani[sz]ation\s+of\b",
            re.IGNORECASE,
        ),
    ),
    ("chair", re.compile(r"\bchair(?:s|ed|ing)?\b", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class RoleWord:
    """A role that a line names, and where."""

    role: str
    start: int
    end: int


def roles_in(text: str) -> list[RoleWord]:
    """Return the roles that a line names, left to right; of two that overlap, the more special one.

    >>> [(r.role, text[r.start : r.end]) for text in ["PC member and Session Chair"] for r in roles_in(text)]
    [('program committee', 'PC member'), ('chair', 'Session Chair')]
    """
    return list(_roles_in(text))


_BEFORE, _BEHIND = re.compile(r"\b[A-Z]{2,6}(?:\s\d{4})?\s*,\s$"), re.compile(r"\s*,\s[A-Z]{2,6}(?:\s\d{4})?\s*(?:,|$)")

_HAVING = {
    stem: tuple(role for role, stems in _STEMS.items() if stem in stems)
    for stem in dict.fromkeys(sum(_STEMS.values(), ()))
}


@lru_cache(maxsize=256)
def _roles_in(text: str) -> tuple[RoleWord, ...]:
    plain = _folded(text)
    roles = {role for stem, having in _HAVING.items() if stem in plain for role in having}
    if not roles:
        return ()
    found: list[RoleWord] = []
    taken = bytearray(len(text))
    for role, pattern in _ROLES:
        if role not in roles:
            continue
        for match in pattern.finditer(text):
            start, end = match.span()
            if (tab := text.find("\t", start, end)) >= 0:  # of two cells: "Loom Journal", "Reviewer"
                start = tab + 1
            if text[end : end + 1] in {"'", "’"} and text[end + 1 : end + 2] == "s":
                continue  # "Chair's lecture"
            if not any(taken[start:end]):
                taken[start:end] = b"\x01" * (end - start)
                found.append(RoleWord(role, start, end))
    return tuple(sorted(found, key=lambda f: f.start))


def _folded(text: str) -> str:
    """Return *text* in small letters, and those that a pattern takes for an i or an s whatever their case as these."""
    plain = text.lower()
    return plain if plain.isascii() else plain.replace("i\u0307", "i").replace("\u0131", "i").replace("\u017f", "s")


def title_role(title: str) -> str | None:
    """Return the role that a heading gives to the lines below it.

    >>> title_role("Journal Reviewing Activities"), title_role("Conference Organisation"), title_role("Service")
    ('reviewer', 'organizer', None)
    """
    named = {found.role for found in roles_in(title)} - {"other"}
    if len(named) == 1:
        return named.pop()
    return next((role for role, pattern in _TITLE_ROLES if pattern.search(title)), None)
