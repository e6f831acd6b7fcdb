"""Words that show the kind of a piece of a CV's line: roles, kinds of organizations, their units."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

_DATA = Path(__file__).parents[1] / "data"


def words(name: str) -> list[str]:
    """Return the lines of a word list of this room, without comments."""
    text = (_DATA / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


_LETTER = re.compile(r"[^\W\d_](?![?*+{])")


def alternatives(patterns: Iterable[str]) -> str:
    """Return a pattern that matches what the alternatives in this order would, each of which may begin with letters.

    The expressions of Python try one branch after the other at each place, and have no quick way to see that a branch
    cannot begin there if case is ignored.

    >>> alternatives(["professor", "prof\\\\.", "president", "dean"])
    '(?:pr(?:of(?:essor|\\\\.)|esident)|dean)'
    """
    found = _branches(list(patterns))
    return f"(?:{'|'.join(found)})"


def _branches(patterns: list[str]) -> list[str]:
    """Join neighbours with one first letter; what begins with none stays in its place, and parts what may be joined."""
    groups: list[tuple[str, list[str]]] = []
    open_: dict[str, list[str]] = {}
    for pattern in patterns:
        letter = _LETTER.match(pattern)
        if letter is None:
            groups.append(("", [pattern]))
            open_.clear()
        elif (key := letter[0]) in open_:
            open_[key].append(pattern[1:])
        else:
            open_[key] = [pattern[1:]]
            groups.append((key, open_[key]))
    return [f"{letter}{_rest(rests)}" for letter, rests in groups]


def _rest(rests: list[str]) -> str:
    branches = _branches(rests) if len(rests) > 1 else rests
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


_HEADS = words("role_heads.txt")
_SURE = sorted((re.escape(w).replace("'", "['’]") for w in _HEADS if not w.endswith("+")), key=lambda w: (-len(w), w))
_WEAK = sorted((re.escape(w[:-1]).replace("'", "['’]") for w in _HEADS if w.endswith("+")), key=lambda w: (-len(w), w))
ROLE = re.compile(rf"(?<![\w-]){alternatives(_SURE)}s?(?![\w])", re.IGNORECASE)
# German titles are compounds, whose last part is the position.
_COMPOUND = re.compile(
    r"(?<!\w)\w*(?:entwickler|ingenieur|wissenschaftler|berater|forscher|leiter|assistent|referent|dozent|mitarbeiter|"
    r"praktikant|architekt|professor|stipendiat|geschäftsführer|lehrbeauftragter?|techniker)(?:in)?(?!\w)"
    # Scholars of a field are called after it in many languages.
    r"|(?<!\w)(?!\w{0,12}(?:大学|学院|公司|研究院|研究所|医院))[一-鿿]{1,8}(?:实习生|工程师|研究员|讲师|科学家|研究員|講師)(?!\w)"
    r"|(?<!\w)\w{3,20}(?:ologist|alogist|ologue|ologe|ologin|ólog[oa]|ographer|onomer|iatrist)s?(?!\w)"
    r"|(?<!\w)(?:bio|geo|astro|neuro|agro|cryo|eco|zoo|phyto|immuno|radio|electro|photo|hydro|paleo|palaeo|petro|nano|socio|psycho)"
    r"(?:scientist|physicist|chemist|informatician|statistician|technician|engineer|archaeologist|economist)s?(?!\w)",
    re.IGNORECASE,
)
# Each compound has one of these, if it is written without accents; most texts have none, and are not looked through.
_COMPOUNDED = (
    "entwickler", "ingenieur", "wissenschaftler", "berater", "forscher", "leiter", "assistent", "referent", "dozent",
    "mitarbeiter", "praktikant", "architekt", "professor", "stipendiat", "lehrbeauftragte", "techniker", "olog",
    "alogist",
    "ographer", "onomer", "iatrist", "scientist", "physicist", "chemist", "statistician", "technician", "economist",
    "实习生", "工程师", "研究员", "讲师", "科学家", "研究員", "講師",
)  # fmt: skip
WEAK_ROLE = re.compile(rf"(?<![\w-]){alternatives(_WEAK)}s?(?![\w-])", re.IGNORECASE)

# A school, firm or institute by the words of its name.
ORGANIZATION = re.compile(
    r"(?<!\w)(?:(?i:universi[td]\w*|univ(?:eri?s|es|ers?t|erci|erit|ersiy)\w{1,6}|unversity|univ\.|uniwersytet\w*|univerz\w+|[üu]niversite\w*|politechnika|egyetem|h[öø]gskol\w*|hogeschool|collège|lycée|polytechni\w*|politecnico|politécnica|académie|fachhochschule|hochschule|"
    r"école|ecole|escuela|escola|scuola|istituto|instituut|facultad|gmbh|llc|llp|ltd|universität|s\.a\.|s\.p\.a|s\.r\.l|b\.v\.)|Colleges?|COLLEGE|Institut(?!ional|ed)\w*|INSTITUTE|Academy|Seminary|Conservatory|ETH|"
    r"Inc\b|INC\b|Corp\b|Corporation|Technologies|Labs|Foundation|Hospital|Clinic|Bank|Banque|Banca|Banco|Bundesbank|Museum|Observatory|Observatoire|Osservatorio|Observatorio|Ministry|Agency|"
    r"Council|National\s+Lab\w*|Laborator\w+|Research\s+Cent(?:er|re)|(?<=[a-z]\s)(?<!of\s)(?<!and\s)(?<!in\s)Government|Government\s+of|Parliament|(?:District|High|Supreme|Superior|Circuit|County|Municipal)\s+Courts?|Courts?\s+(?:of|for)|Office\s+of\s+the|(?:Attorney|Prosecutor|Defender)['’]?s['’]?\s+Office|Company|Co\.|Systems\s+Inc|"
    r"Instituto|Fundación|Centro|(?<!&\s)(?<!and\s)Society|Association|Library|Pharma(?!c[oy]|cist|ceutical(?!s))\w*|"
    r"(?:Solutions|Consulting|Networks|Software|Ventures|Capital|Studios?)(?=\s*(?:$|[,.()&]|Inc|Ltd|LLC|GmbH|Corp|Group|Inst))|"
    r"大学|学院|研究院|研究所|公司|研究中心|实验室)(?!\w)"
)
# A firm called after those who work in it: "Otter Creek Consulting Engineers"; a position is of one of them.
FIRM = re.compile(
    r"(?!(?i:(?:senior|junior|research|teaching|software|hardware|visiting|clinical|post-?doc\w*|graduate|undergraduate|lead|staff|guest|faculty|"
    r"early|young|student|principal|assistant|associate|program|project|our|my|the|all|other|former|current|to|for|of)\b))"
    r"[A-Z][\w&’'.-]*,?(?:\s(?:&|and|of|[A-Z][\w&’'.-]*)){0,5}?\s(?:&\s|and\s)?"
    r"(?:Engineers|Consultants|Architects|Advis[eo]rs|Associates|Partners|Analysts|Planners|Surveyors|Economists|Designers|Publishers|Strategists|Solicitors|Chartered\sAccountants)"
    r"(?:,?\s(?:Inc|Ltd|LLC|LLP|Limited|GmbH|International)\.?)?"
)
SCHOOL = re.compile(
    r"(?<!\w)(?:universi[td]\w*|univ(?:eri?s|es|ers?t|erci|erit|ersiy)\w{1,6}|unversity|univ\.|uniwersytet\w*|univerz\w+|[üu]niversite\w*|politechnika|egyetem|h[öø]gskol\w*|hogeschool|escola|scuola|college|collège|institut\w*\s+(?:of|de|for)|polytechni\w*|politecnico|"
    r"politécnica|hochschule|école|ecole|high\s+school|gymnasium|lycée|academy|school\s+of\s+economics|"
    r"(?-i:INP|INSA|ENS|ENS[ACEIMPST][A-Z]{1,6}|ISAE|ISEP|ESPCI|ESIEE|ENAC|IUT)|университет\w*|đại\s+học|πανεπιστήμιο|大学|学院|中学|대학교)(?!\w)",
    re.IGNORECASE,
)
UNIT = re.compile(
    r"(?<!\w)(?:depart?ments?|dept|départ\w+|departamento|dipartimento|school|faculty|faculté|facultad|division|laborator\w+|laboratoire|"
    r"lab|labo|group|team|cent(?:er|re)|chair|section|program|programme|unit|institute|branch|office|graduate\s+school|"
    r"fakultät|fachbereich|lehrstuhl|学院|系|实验室|课题组|组)(?!\w)",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def is_role(text: str) -> bool:
    """Return whether *text* names a position.

    >>> is_role("Senior Research Scientist"), is_role("Member of Technical Staff"), is_role("Machine Learning")
    (True, True, False)
    """
    if FIRM.fullmatch(text):
        return False
    if ROLE.search(text) or (_may_be_compound(text) and _COMPOUND.search(text)):
        return True
    weak = WEAK_ROLE.search(text)
    return weak is not None and (text[:1].isupper() or weak.start() == 0 or _SPELL.match(text) is not None)


def _may_be_compound(text: str) -> bool:
    plain = text.lower()
    return not plain.isascii() or any(part in plain for part in _COMPOUNDED)


_SPELL = re.compile(r"\d{1,2}[\s-](?:month|week|year)s?\s")  # "6 months Weaving Internship"
