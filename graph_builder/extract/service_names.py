"""Names of venues: what reads as one, what is cut from around it, and how it enters the graph."""

from __future__ import annotations

import re
from functools import lru_cache

from graph_builder.extract.dates import find_dates
from graph_builder.extract.normalise.venues import short_venue
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
    if _ACRONYM.match(first) and sum(c.isupper() for c in first) >= 2 and len(bare.split()) <= 3:
        return True
    return bool(VENUE_WORD.search(bare))


def reads_as_name(name: str) -> bool:
    """Tell whether the words of *name* have capitals, but for the small ones."""
    words = name.split()
    return all(not w[:1].islower() for w in words)


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
    lone = _LONE.match(text)
    text = lone[1] if lone is not None and (is_acronym(lone[1])) else text
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


_SERIES = re.compile(
    r"\b(?:lectures?|seminars?|talks?|speakers?|webinars?|workshops?|colloqui\w+)\sseries\b", re.IGNORECASE
)


def printed_venue(name: str) -> str:
    """Return the name under which a venue enters the graph: its short form where the text gives one.

    >>> printed_venue("International Conference on Examples (ICEX)"), printed_venue("SIAM Review")
    ('ICEX', 'SIAM Review')
    """
    if _SERIES.search(name):
        return name
    name = re.sub(r"\s*\((?:[A-Z]\w+|of|the|for|and|revista|de)(?:\s+[\w,]+)+\)$", "", name)
    name.removesuffix(" Journal")
    short = re.search(r"\s*\(([A-Z][\w-]+)\)$", name)
    if short is not None and not re.search(r"(?i)\bworkshop\b", name):
        whole = load().venue(name[: short.start()])
        if whole is not None and load().venue(short[1]) not in {None, whole}:
            return name[: short.start()]  # "Scientific Examples (SC)" is not the conference SC
    roman = re.search(r"\s[IVXL]{1,7}$", name)
    if roman is not None and load().venue(name) is None and load().venue(name[: roman.start()]) is not None:
        return name[: roman.start()]  # "ICEX XIV"
    parts = re.split(r"\s+(?:--?|[–—])\s+", name, maxsplit=1)
    if len(parts) > 1 and load().venue(parts[0]) is not None:
        return parts[0]  # "ICEX -- Human Factors"
    if short is not None and re.search(r"(?i)\bworkshops?\s+(?:on|for)\b", name):
        return short[1]
    if re.search(r"(?i)\b(?:workshop|tutorial|committee|track)\b", name) and (
        short is None or not _short_for(short[1], name[: short.start()])
    ):
        name = name[: short.start()] if short else name
        return re.sub(r"^(?i:the)\s+|^\d{1,3}(?:st|nd|rd|th)\s+", "", name)
    inside = re.search(r"\s*\(([A-Z][A-Za-z-]{1,9})\)$", name)
    if inside and not _short_for(inside[1], name[: inside.start()]):
        name = name[: inside.start()]
    return short_venue(name) or name


def _short_for(short: str, name: str) -> bool:
    """Tell whether the letters of *short* stand in *name* in their order; a sponsor's do not."""
    letters = iter(name.casefold())
    return all(c in letters for c in short.casefold() if c.isalpha())
