"""Degrees by the words that name them, in the languages that CVs are written in."""

from __future__ import annotations

import re
from functools import lru_cache

LEVELS = ("doctorate", "master", "bachelor", "other")

_DEGREE_START = re.compile(  # in front of each group stand the letters that all of it begins with
    r"(?<![\w.&])(?<!p[oó]s-)(?<!post-)(?<!pre-)(?:(?=[acdejklmpst])(?P<doctorate>p\.?h\.?\s?-?d\.?|d\.?\s?phil\.?(?!\w)|doctor(?:ate|al|a|ado|at)?\b|docteure?\b|doctorante?\b|doctorand[oa]\b|dottorand[oa]\b|doutorand[oa]\b|promovend(?:us|a)\b|doktor\w*|dottore\b|sc\.?d\.?|dr\.\s?(?:rer|phil|ing|sc)(?![^\W\d_])|"
    r"doctora(?:a?t|do)|doutor(?:ad[oa]|amento|a(?=\s+em\b)|(?=\s+em\b))|dottorato|promotion|promotie(?=\s+in\b)|dr\.\s?(?:med|iur|jur|oec|theol|pol|agr|habil)\.|(?-i:Ed\.?D|J\.?D)\.?(?=[\s,;)]|$)|(?-i:ABD)(?=\s|,|\)|$)|ed\.?d\.|j\.?d\.|m\.?d\.(?!\w)|d\.?\s?sc\.?(?!\w)|dr\.?-ing\.?(?!\w)|(?-i:Th\.?D|Psy\.?D|Eng\.?D|Pharm\.?D|S\.?J\.?D|D\.?V\.?M|D\.?Eng|D\.?Litt|LL\.D|D\.B\.A)\.?(?!\w)"
    r"|candidate\s+of\s+(?:[\w-]+\s+(?:and\s+[\w-]+\s+)?)?sciences?\b|kandidat\s+nauk|tohtori\b)"
    r"|(?=[abcdghpsv])(?P<other>(?:post-?\s?graduate|graduate|higher|advanced|(?:high|secondary)\s+school)\s+(?:diploma|certificate)\b|post-?\s?graduate\s+(?:degree|studies)\b|(?-i:PG\.?\s?(?:Dip|Cert)\w{0,8})\b|^studies(?=\s+(?:in|of)\s)|(?-i:^Study(?=\sof\s[A-Z]))|^studium\b|(?-i:DUT|BTS|CPGE)(?=[\s,:]|$)|classes?\spr[ée]paratoires?\b|vordiplom\b|habilitation\b|agr[ée]gation\b|hdr\b)|(?=[acdeklmpst])(?P<master>(?-i:M(?:Phys|Math|Comp|Chem|Sci)(?:Phil|CompSci|Phys|Stats?)(?!\w))|(?-i:MS(?:EE|CS|CE|ME|E)(?!\w))|m\.?a\.?sc\.?(?!\w)|sc\.?m\.?(?=\s|,)|(?-i:A\.\s?M\.)(?=,|\sin\b|$)|(?-i:M\.E\.?|M\.A)(?![\w.])|(?-i:ME)(?=\sin\s[A-Z])|m\.\s?sci\.?(?!\w)|ma[îi]trise\b|mestre(?=\s+em\b)|mag[íi]ster\w*|magistère\b|dess\b|maisteri\b|masterexamen\b|siviløkonom\b|doctorandus\b|kandidat(?=\s+i\b)|lizentiat\b|lic\.\s?(?:phil|oec|iur)\b|mgr\b|maestr(?:o|[íi]a)(?=\s+en\b|$)|m\.?econ\b|(?-i:M)\.?\s?sc?\.?(?![\w])|(?-i:M)\.?\s?a\.(?!\w)|(?-i:MA(?=[\s,)]|$))|master(?:['’]?s)?\b(?!\s+(?:plans?|class(?:es)?|data|equations?|keys?|node)\b)|mestrado|máster|laurea\s+magistrale|"
    r"m\.?\s?phil\.?(?!\w)|m\.?\s?stat\.?(?!\w)|(?!(?-i:[Mm]arch))m\.?\s?(?:com|arch|des|phys|chem|pharm|econ|fin|stats?|biol?|env|plan|ling|hist|phil|th|div|mus)\.?(?!\w)|doctoraal|drs\.|cycle\s+ing[ée]nieur|dipl[ôo]me\s+d['’]ing[ée]nieur|(?:engineering|engineer['’]s)\s+degree|engineer['’]s(?=\s(?:and|&)\s[\w’']{2,20}\sdegrees)|titre\s+d['’]ing[ée]nieur|(?-i:M\.?\s?E(?:ng|NG)|m\.\s?eng)(?!\w)\.?|m\.?\s?tech(?!\w)\.?|m\.?b\.?a\.?(?!\w)|m\.?p\.?[pah]\.?(?!\w)|m\.?\s?math(?!\w)\.?|m\.?\s?res(?!\w)\.?|m\.?\s?ed\.|"
    r"mst\b|msci\b|s\.?m\.(?=\s|,)|ll\.m\.?|mcs\b|mfa\b|diplom(?:-?(?:physiker|mathematiker|biologe|chemiker|informatiker|psychologe)(?:in)?)?\b|(?<!school\s)(?<!graduate\s)(?<!higher\s)(?<!advanced\s)diploma(?=\s+(?:in|thesis)\b|\s+\()|(?<=(?:ics|ogy|try|ory|ing|omy|law)\s)diploma$|dipl(?:\.|\b)|magister|laurea\s+specialistica|mphil\b|dea\b|d\.e\.a\.|ll\.?\s?m\.?(?!\w)|(?-i:M\.?F\.?A|M\.?E\.?Sc|M\.?S\.?W|M\.?L\.?I\.?S|M\.?S\.?Ed|M\.?H\.?Sc|M\.?V\.?Sc|M\.?Ec|M\.C\.[AS]|M\.I\.A|M\.P\.S|M\.H\.S|M\.Agr|M\.St|Ed\.M|S\.M|Sc\.M)\.?(?=[\s,;)]|$)"
    r"|(?-i:M2)(?=\s|,|$)|mag\.\s?(?:rer|phil)|(?-i:Part\sIII)(?=\s(?:of\sthe\s)?(?:Math|Tripos|Physics))|staatsexamen|civilingenjör|(?:sivil|civil)ingeniør|cand\.?\s?(?:scient|polit|merc|jur|polyt|med|mag|oecon|psych)\b|specialist(?:['’]s)?\s(?:degree|diploma))"
    r"|(?=[abfghiklmpsu])(?P<bachelor>(?-i:H\.?)?(?-i:B)\.?\s?sc?\.?(?:\s?\(hons?\))?(?![\w])|(?-i:B)\.?\s?a\.(?!\w)|(?-i:BA(?=[\s,)]|$)|A\.?B\.?(?=[\s,)]|$)|A\.\sB\.(?=,|\s+(?:in|[Ss]umma|[Mm]agna|[Cc]um|with)\b|$))|bachelor(?:['’]?s)?\b|"
    r"b\.?\s?stat\.?(?!\w)|b\.?\s?(?:com|arch|des|pharm)\.?(?!\w)|(?-i:B\.?\s?E(?:ng|NG)|b\.\s?eng)(?!\w)\.?|b\.?\s?tech(?!\w)\.?|b\.?\s?e\.(?!\w)|(?-i:B\.E|B\.A)(?![\w.])|(?-i:BE(?=\s|,|$))|b\.?b\.?a\.?(?!\w)|b\.?\s?math(?!\w)\.?|b\.?f\.?a\.?(?!\w)|licenciatura|pregrado\b|gradua[çc][aã]o\b|"
    r"bacheli(?:er|ère)\b|baccalauréat(?=\s+en\b)|licence\b|licenciad[oa]\b|bacharel\w*|laurea\b|gradu?ad[oa](?=\s+en\b)|grado(?=\s+en\b)|^grado$|licencjat\b|inżynier\b|kandidaatti\b|bakkalaure\w*|sarjana\b|s\.?b\.(?=\s|,)|sc\.?b\.?(?=\s|,)|undergrad(?:uate(?!\sresearch)|(?=\W*$))|bsci\b|ll\.?\s?b\.?(?!\w)|bachiller\b|kandidatexamen|fil(?:osofie)?\.?\skand\w*|bakal[aá][vř]\w*|licentiate(?!\s+(?:of|in)\s+(?:technology|philosophy|engineering))\b|m\.b\.b\.s\.?|(?-i:B\.?\s?Ec(?:on)?|B\.?\s?Mus|B\.?H\.?Sc|B\.?S\.?[NW]|B\.C\.S|B\.M(?=\.?,?\s(?:in|of)\s)|B\.?C\.?A|B\.Phil|B\.I\.T|S\.B|Sc\.B)\.?(?=[\s,;)]|$)|"
    r"(?-i:BS(?:EE|CS|CE|ME|E)(?!\w))|b\.?a\.?sc\.?(?!\w)|mbbs\b|b\.?\s?ed\.?(?!\w)))",
    re.IGNORECASE,
)


# A company with the name of a degree.
_JD_COM = re.compile(
    r"\bJD(?:\.(?:com|COM)\b|(?=\s(?:AI|Explore|Research|Logistics|Finance|Retail|Tech|Health|Cloud|Discovery|Inc)))"
)
_OTHER_SCRIPTS = re.compile(
    r"(?P<doctorate>[理工文法医哲农经管教]?[学學]?博士(?!后|後(?!期)|点|论坛|前期|課程前期|研究員)(?:研究生|学位|生|(?:後期)?課程(?:後期)?|号)?|박사(?!후)|кандидат\s(?:[^\W\d_]{3,20}\s)?наук|доктор\s(?:[^\W\d_]{3,20}\s)?наук"
    r"|аспирантура|διδακτορικ\w{1,3})"
    r"|(?P<master>[理工文法医哲农经管教]?[学學]?[硕碩]士(?:研究生|学位|生)?|修士(?:課程)?|博士前期(?:課程)?|博士課程前期(?:課程)?|석사|магистр\w{0,8}|μεταπτυχιακ\w{1,3}|yüksek\slisans)"
    r"|(?P<bachelor>[理工文法医哲农经管教]?[学學]士(?:学位)?|本科生?|학사|학부(?=\s?(?:과정|졸업))|(?<=大学)\s?卒業?(?!論文|生)|学部(?=\s?[^\s、。，,]{1,12}学科|[^、。，,]{0,24}卒)|бакалавр\w{0,8}|πτυχίο)",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def degree_in(text: str) -> tuple[int, int, str] | None:
    """Return start, end and level of the first degree named in *text*.

    >>> degree_in("a Ph.D. candidate"), degree_in("M.S. in Statistics")[2], degree_in("MBBS, Example College")[2]
    ((2, 7, 'doctorate'), 'master', 'bachelor')
    """
    bare = _JD_COM.sub(lambda firm: "." * len(firm.group()), text) if "JD" in text else text
    match = next((m for m in _DEGREE_START.finditer(bare) if not _OF_MANY.match(bare, m.end())), None)
    match = match or (None if text.isascii() else _OTHER_SCRIPTS.search(text))
    if match is None:
        return None
    level = match.lastgroup or "other"
    return match.start(), match.end(), level


_OF_MANY = re.compile(
    r"(?:['’]s)?(?:\s?(?:and|or|/|&|,)\s?[\w.’']{2,15})?[\s-](?:level\s)?students\s(?:of|in|from)\b", re.IGNORECASE
)
"""What makes a degree that of others: "for master students of weaving"."""


_JOINT = re.compile(r"\s*(?:[-–/&+]|(?:and|und|et|y|e)(?=\s))\s*")
_BLANK = re.compile(r"\s+(?=[A-Z]\.?\s?[A-Z])")


def joint_degree(rest: str, *, short: bool) -> tuple[int, int, str] | None:
    """Return start, end and level of the degree right behind another one: "/Ph.D.", or " M.S." behind a *short* one.

    >>> joint_degree("/Ph.D. in Looms", short=False), joint_degree(" M.S. in Looms", short=True)
    ((1, 6, 'doctorate'), (1, 5, 'master'))
    """
    joint = _JOINT.match(rest) or (_BLANK.match(rest) if short else None)
    found = degree_in(rest[joint.end() :]) if joint is not None else None
    if joint is None or found is None or found[0]:
        return None
    return joint.end(), joint.end() + found[1], found[2]
