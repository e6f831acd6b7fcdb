"""Names of venues: what reads as one, what is cut from around it, and how it enters the graph."""

from __future__ import annotations

import re
from functools import lru_cache

from graph_builder.extract.dates import find_dates
from graph_builder.extract.lexicon import is_place
from graph_builder.extract.references import short_venue
from graph_builder.extract.service_roles import roles_in
from graph_builder.extract.service_tongues import ASSUMED, KINDS, VENUES
from graph_builder.gazetteer import load

VENUE_WORD = re.compile(
    r"\b(?:journal|transactions|conference|symposium|workshop|letters|annals|proceedings"
    r"|magazine|bulletin|meeting|congress|tutorial|reviews?|quarterly|archives?|frontiers|advances|acta|zeitschrift"
    r"|revista|revue|rivista|annales|annali|archiv|cahiers|yearbook|newsletter|colloquium|school|forum|convention"
    r"|hackathon|shared\s+task|challenge|seminar|webinar|summit|studies"
    rf"|{VENUES}"
    r"|IEEE|ACM|USENIX|SIAM|PLoS|PLOS|BMC|Nature|society|council|association|foundation)\b|\b(?-i:Proc|Lett|Rev|Phys|Ann|Bull|Trans|Acad|Conf|Symp)\.",
    re.IGNORECASE,
)

# "J. Appl. Ecol.", "Am. Nat.", "Proc R Soc B": abbreviated words that begin like the title of a journal.
_ABBREVIATED = re.compile(r"^(?:[A-Z][a-z]{0,7}\.\s?(?:&\s)?){2,7}(?:[A-Z][a-z]{0,8}\.?)?$|^J\.?\s[A-Z][a-z]{1,8}\b")

_ACRONYM = re.compile(r"^\*?[A-Z0-9][\w*@:+/-]{0,14}$|^[A-Z]{1,4}&[A-Z]{1,4}$")

_LEAD = re.compile(
    r"^(?:(?:pour|para|per|für|de|des|del|della|di|depuis|seit|desde|special\s+issues?\s+(?:of|in|for)|for|of|at|in|on|to|the|a|an|and|as|several|multiple|various|including|e\.g\.,?|i\.e\.,?|such\s+as"
    r"|following|(?:(?:die|der|den|das)\s+)?zeitschriften|(?:die|der|den)\s+zeitschrift(?!\s+f)"
    rf"|(?-i:{KINDS})|{ASSUMED}|"
    r"book\s+series|journals|conferences|workshops|venues|both|like|with)(?:\s*:\s*|\s+)|(?:journal|conference"
    r"|workshop)s?\s*[:)–—]+\s*|"
    r"[\s:,.()\[\]–—-])+(?=\S)",
    re.IGNORECASE,
)

_TAIL = re.compile(
    r"\s*(?:,\s*)?(?:\(\s*\d{0,3}\s*\)|\((?:(?:jointly|together)\s)?with\s[^()]{2,80}\)"
    r"|(?-i:\([a-z][a-z /-]{2,30}\))|\(\s*[《「『][^()]*\)"
    r"|\((?:elsevier|springer|wiley|mdpi|sage|taylor|routledge|emerald|oxford|cambridge)\b[^()]*\)"
    r"|\((?:online\s+)?(?:journal|conference|book|book\s+series|workshop|since|depuis|seit|desde|dal|declined"
    r"|current|ongoing|"
    r"multiple\s+times|remote|virtual|x\s?\d+|\d+\s?(?:x|×|papers?|times|reviews?|manuscripts?))[^)]*\)?"
    r"|\betc\.?|\bamong\s+others|\band\s+others|\band\s+more|"
    r"(?<=[a-z])\s(?:co-?)?organi[sz]ers?|\bsince\b|\bfrom\b|\bin\b|\bcurrently\b|(?<=\s)main\s+conferences?)\s*$",
    re.IGNORECASE,
)

_ASIDE = re.compile(
    r"(?:,?\s+(?:jointly\s+with|together\s+with|co-located\s+with|collocated\s+with|which|where|whose"
    r"|(?:in|for)\s+the\s+(?:categor(?:y|ies)|sections?|fields?|subject\s+areas?)(?:\s+of)?)\s|,\s+with\s"
    r"|\s+with\s(?!(?:applications?|noisy|limited|imperfect|constraints|humans?|machines?|large|small|deep)\b)"
    r"(?=(?:the\s)?(?:[a-z]|[A-Z]+\b|(?:[A-Z][\w.’'-]{0,20}\s){1,3}[A-Z][\w’'-]{1,20}(?:$|,|\sand\s))"
    r"(?![^\n]{0,80}\b(?:[Ww]orkshop|[Cc]onference|[Tt]rack)\b))).*$",
    re.DOTALL,
)
"""What goes on behind a name: "co-located with ICEX", "with Ada Example"; "Learning with Human Feedback" is a name."""

_MONTH = re.compile(
    r"(?:\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?|\b(?:spring|summer|fall|autumn|winter))\s*\d{0,2}\s*$",
    re.IGNORECASE,
)


def is_venue(name: str) -> bool:
    """Tell whether *name* is surely a venue.

    >>> is_venue("ICML"), is_venue("Journal of Examples"), is_venue("Diversity")
    (True, True, False)
    """
    bare = name.strip()
    if load().venue(bare) is not None:
        return True
    first = bare.split(" ")[0]
    if re.search(r"[a-zé]\s\([A-Z][\w-]*[A-Z][\w-]*\)$", bare):
        return True
    if _ABBREVIATED.match(bare):
        return True
    if _ACRONYM.match(first) and sum(c.isupper() for c in first) >= 2 and len(bare.split()) <= 3:
        return True
    return bool(VENUE_WORD.search(bare))


_SMALL = frozenset(
    "of the and for in on an a to at & de la le les du des et der die das und für del della di e y el los do da dos"
    " von zur zum et al".split()
)


def reads_as_name(name: str) -> bool:
    """Tell whether the words of *name* have capitals, but for the small ones.

    >>> reads_as_name("Studies in Examples"), reads_as_name("a keen runner"), reads_as_name("Many others")
    (True, False, False)
    """
    words = name.split()
    return (
        bool(words)
        and all(w in _SMALL or not w[:1].islower() or sum(map(str.isupper, w)) > 1 for w in words)
        and words[0].lower() not in _SMALL
    )


def is_acronym(name: str) -> bool:
    """Tell whether *name* is an acronym, with a word or a year behind it at most.

    >>> is_acronym("ICEX"), is_acronym("Examples")
    (True, False)
    """
    first = name.split(" ")[0] if name else ""
    return bool(_ACRONYM.match(first)) and sum(c.isupper() for c in first) >= 2 and len(name.split()) <= 2


_EMOJI = re.compile(r":[a-z_]{2,20}:")
_LONE = re.compile(r"^(\S{2,15})\s+conferences?\W*$", re.IGNORECASE)  # "ICEX conference" is ICEX
_ISSUE = re.compile(r"^special\s+(?:issue|section)s?\s+(?:on|about)\s[^\n]{5,150},\s+(?=[A-Z])", re.IGNORECASE)


_IN_TOWN = re.compile(
    r"\b(?:congress|meeting|workshop|conference|symposium|school|colloquium)(\sin\s([A-Z][\w-]+))[.,]?$", re.IGNORECASE
)  # "Loom Congress in Sampleton"


@lru_cache(maxsize=1024)
def clean_name(text: str) -> str:
    """Return what *text* names, without the words that lead to the name and those that end a list.

    >>> clean_name("as well as the Journal of Examples etc.")
    'well as the Journal of Examples'
    """
    text = " ".join(_EMOJI.sub(" ", text).split())
    lead = _LEAD.match(text)
    text = text[lead.end() :] if lead else text
    if _ASIDE.search(text) and load().venue(text) is None:
        text = _ASIDE.sub("", text)
    text = _ISSUE.sub("", text)
    town = _IN_TOWN.search(text)
    if town is not None and is_place(town[2]):
        text = text[: town.start(1)]
    lone = _LONE.match(text)
    text = lone[1] if lone is not None and (is_acronym(lone[1]) or load().venue(lone[1]) is not None) else text
    before = None
    while before != text:
        before = text
        text = _TAIL.sub("", text).strip(" ,;:.-–—*'’‘\"“”")
        text = _MONTH.sub("", text) if len(text.split()) > 1 or find_dates(text) else text
    if text.count("(") > text.count(")"):
        text = text[: text.rindex("(")].strip(" ,;:.-–—") if text.endswith("(") else text + ")"
    return text.strip(" ,;:[]")


NO_VENUE = re.compile(
    r"(?i)^(?:co-\w+|(?:major|top|leading|international|national|selected|other|peer-reviewed)\s+(?:\w+\s+){0,2}"
    r"(?:journals|conferences|workshops|venues)|(?:journal|conference|scientific|academic)\s+(?:publications|papers|articles)|(?:\d+|two|three|four|several|many|various)\s+(?:\w+\s+)?(?:conferences|journals|workshops|papers)\b.*|papers?|journals?|conferences?|workshops?|symposia|panels?|sessions?|events?|seminars?|meetings?|members?|reviewers?|year|others?|present|now|current"
    r"|publons(?:\s+profile)?|(?:funders?|funding|grants?|agenc(?:y|ies)|foundations|presses|publishers|books?|book\s+series)(?:\s+(?:bodies|agencies|councils))?|"
    r"web\s+of\s+science|(?:journal\s+)?special\s+issues?|link|(?:view|see|more)\s.{2,30}|website|more|twice|and|or|pdf|the|\d+(?:\s+[a-z]\w*){0,2}"
    r"|x\d+|invited|virtual|online|remote|full\s+list)$"
)

# A sentence, what was done and a word on the list itself are no names.
SAYS = re.compile(
    r"^(?:Raised|Led|Helped|Developed|Managed|Created|Built|Taught|Mentored|Designed|Coordinated|Delivered|Hosted"
    r"|Attended|Participated|Evaluated|Assisted|Supported|Provided|Responsible|Advised|Contributed)\b|"
    r"\bI(?=['’]|\s+[a-z]{2,}(?<!\band)\b)|\b(?:hereby|my|is|are|was|were|have|has|had|will|who|we|our|she|he|they)\b"
)


_PART_OF = re.compile(r"\s[–—-]\s[^–—]{3,60}$")


# "International conference “Looms and their use”": what it is, and its name.
_QUOTED = re.compile(
    r"(?:(?:(?i:international|national|annual|the|at|on|mini-?symposium|symposium|workshop|conference|seminar|summer|winter|school|session"
    r"|meeting|series|research)|\d{1,3}(?:st|nd|rd|th))\s+)+[“\"]([^“”\"]{4,})[”\"]?$"
)


_SERIES = re.compile(
    r"\b(?:lectures?|seminars?|talks?|speakers?|webinars?|workshops?|colloqui\w+)\sseries\b", re.IGNORECASE
)


def printed_venue(name: str) -> str:
    """Return the name under which a venue enters the graph: its short form where the text gives one.

    >>> printed_venue("International Conference on Examples (ICEX)"), printed_venue("SIAM Review")
    ('ICEX', 'SIAM Review')
    >>> printed_venue("International conference “Looms and their use”")
    'Looms and their use'
    """
    if _SERIES.search(name):
        return name
    quoted = _QUOTED.match(name)
    if quoted is not None:
        name = quoted[1]
    name = re.sub(r"\s*\((?:[A-Z]\w+|of|the|for|and|revista|de)(?:\s+[\w,]+)+\)$", "", name)
    bare = name.removesuffix(" Journal")
    if (
        bare != name
        and load().venue(name) is None
        and (bare.isupper() or " " not in bare)
        and load().venue(bare) is not None
    ):
        return bare
    short = re.search(r"\s*\(([A-Z][\w-]+)\)$", name)
    if short is not None and not re.search(r"(?i)\bworkshop\b", name):
        whole = load().venue(name[: short.start()])
        if whole is not None and load().venue(short[1]) not in {None, whole}:
            return name[: short.start()]  # "Scientific Examples (SC)" is not the conference SC
        if _PART_OF.search(name[: short.start()]) and load().venue(short[1]) is not None:
            return short[1]
    roman = re.search(r"\s[IVXL]{1,7}$", name)
    if roman is not None and load().venue(name) is None and load().venue(name[: roman.start()]) is not None:
        return name[: roman.start()]  # "ICEX XIV"
    parts = re.split(r"\s+(?:--?|[–—])\s+", name, maxsplit=1)
    if len(parts) > 1 and load().venue(parts[0]) is not None:
        return parts[0]  # "ICEX -- Human Factors"
    if short is not None and re.search(r"(?i)\bworkshops?\s+(?:on|for)\b", name) and _short_for(short[1], name):
        return short[1]
    if re.search(r"(?i)\b(?:workshop|tutorial|committee|track)\b", name) and (
        short is None or not _short_for(short[1], name[: short.start()])
    ):
        name = name[: short.start()] if short else name
        return re.sub(r"^(?i:the)\s+|^\d{1,3}(?:st|nd|rd|th)\s+", "", name)
    inside = re.search(r"\s*\(([A-Z][A-Za-z-]{1,9})\)$", name)
    if inside and not _short_for(inside[1], name[: inside.start()]):
        name = name[: inside.start()]
    return name if _ORAL.search(name) else short_venue(name) or name


_ORAL = re.compile(r"\b(?:Oral|Poster|Highlights?)\s(?:[A-Z]|and\s|of\s)")  # "Clinical Oral Looms", no talk


def _short_for(short: str, name: str) -> bool:
    """Tell whether the letters of *short* stand in *name* in their order; a sponsor's do not."""
    letters = iter(name.casefold())
    return all(c in letters for c in short.casefold() if c.isalpha())


_SHORT_FIRST = re.compile(
    r"(?P<lead>(?:^|[,;:@–—-]|\band|\bfor|\bat|\bof)\W{0,4})\((?P<short>[A-Z][\w&/+-]{1,14}(?:\s[A-Z][\w&/+-]{1,14}){0,2}?)"
    r"(?P<year>\s?['’]?(?:20|19)?\d\d)?\)(?P<gap>\s{1,3})(?P<full>[A-Z][^();,]{9,120}?)(?P<end>\s+and\s+(?=\()|\s*(?=[();,]|$))"
)
_DESCRIBED = re.compile(r"(?:The|An?)\s(?:[\w-]+\s){1,8}(?:journal|conference|workshop|magazine)\b", re.IGNORECASE)


def named_first(text: str) -> str:
    """Return a line with the acronyms that stand in brackets before the names of venues behind them.

    >>> named_first("(ICEX 2020) Conference on Examples, 2020")
    'Conference on Examples (ICEX 2020)'
    >>> named_first("Reviewer: (LOOM Letters) The open journal on looms, 2019")
    'Reviewer: LOOM Letters, 2019'
    """
    if "(" not in text:
        return text
    text = _LISTING.sub(lambda m: m["short"] if _spells(m["short"], m["name"]) else m.group(), text)

    def behind(found: re.Match[str]) -> str:
        lead, year, full, end = found["lead"], found["year"] or "", found["full"].rstrip(), found["end"]
        if _DESCRIBED.match(full):
            return f"{lead}{found['short']}{year}{end}"
        if roles_in(full):  # "(ICEX) Local Chair, Conference on Examples"
            return f"{lead}{full}{end}" if _NAMED_BEHIND.match(text, found.start("end")) else found.group()
        full = full.removesuffix(year) if year.strip().isdigit() and year.startswith(" ") else full
        return f"{lead}{full} ({found['short']}{year}){end}"

    named = _SHORT_FIRST.sub(behind, text)
    return _SAID_AGAIN.sub(r"\1", named) if named != text else text


_LISTING = re.compile(
    r"(?P<name>\b(?:(?:[A-Z][\w/&-]*|on|of|the|for)\s){0,6}(?:Conference|Workshop|Symposium|Congress|Meeting|Colloquium|School)\s"
    r"(?:on|of|for|in)\s(?:the\s)?[A-Z][\w-]*(?:\s[\w-]+){0,3}(?:,\s(?:and\s)?[A-Z][\w-]*(?:\s[\w-]+){0,4}){1,4})"
    r"\s\((?P<short>[A-Z][\w/-]{2,11}(?:\s?['’]?(?:20|19)?\d\d)?)\)"
)
"""A meeting on several things, and the acronym for all of it: "Workshop on Yarn, Looms and Felt (WYLF 2020)"."""


def _spells(short: str, name: str) -> bool:
    """Tell whether the letters of an acronym begin words of a name on both sides of its first comma."""
    letters = [c for c in short if c.isupper()]
    behind = name.partition(",")[2]
    first = [w[0] for w in re.findall(r"[A-Z]\w*", name)]
    at = 0
    for letter in letters:
        if letter not in first[at:]:
            return False
        at = first.index(letter, at) + 1
    return len(letters) > 2 and at > len(first) - len(re.findall(r"[A-Z]\w*", behind))


_NAMED_BEHIND = re.compile(r",\s[A-Z][^,;()]{8}")
_SAID_AGAIN = re.compile(r"(\s(?P<year>(?:19|20)\d\d)\)),?\s(?P=year)(?=\W{0,3}$)")
