"""Venue strings as printed become short names: no year, no volume, no pages, no "Proceedings of the 30th"."""

from __future__ import annotations

import re
from functools import lru_cache

from graph_builder.gazetteer import load as gazetteer

PREPRINTS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (r"\barxiv\b", "arXiv"),
        (r"\bbio-?rxiv\b", "bioRxiv"),
        (r"\bmed-?rxiv\b", "medRxiv"),
        (r"\bchem-?rxiv\b", "ChemRxiv"),
        (r"\bpsy-?arxiv\b", "PsyArXiv"),
        (r"\bsocarxiv\b", "SocArXiv"),
        (r"\btechrxiv\b", "TechRxiv"),
        (r"\bresearch\s?square\b", "Research Square"),
        (r"\bssrn\b", "SSRN"),
        (r"^\s*(?:corr|computing research repository)\b", "arXiv"),
        (r"\bosf preprints\b", "OSF Preprints"),
        (r"\be(?:print|-print) archive\b|\biacr eprint\b|cryptology eprint", "IACR ePrint"),
    )
)
LEAD = re.compile(
    r"(?i)^\W*(?:(?:to\s+appear|under\s+contract|appear(?:s|ed|ing)?|accepted(?:\s+(?:for\s+publication"
    r"|for\s+presentation))?|published|presented|forthcoming"
    r"|conditionally\s+accepted|in\s+press|major\s+revision|minor\s+revision|under\s+revision|a\s+version"
    r"|conference\s+version|journal\s+version|extended\s+abstract)"
    r"\b[\s,:]*)*(?:(?:in|at|by|to|for|with|as|is)\b:?\s+)?(?:(?:the|an?)\s+(?!&))?"
)
PROCEEDINGS = re.compile(
    r"(?i)^(?:(?:companion|extended\s+abstracts?|joint|annual)\s+)?(?:in\s+)?(?:conference\s+)?(?:proceedings?"
    r"|proc\.?|procs\.|post-?proceedings)\b\.?"
    r"(?:\s+(?:of|from)\b(?:\s+the)?|\s+the)?\s*"
)
# Proceedings that are journals or series keep their word.
FULL_NAME = re.compile(
    r"(?i)^(?:proceedings|proc\.?)\s+(?:of\s+)?(?:the\s+)?(?:national|natl|nat\.|royal|r\.|roy|london|american"
    r"|amer|edinburgh|cambridge|ieee$|ieee[,\s\d]+$"
    r"|institution|institute|vldb|acm\s+on|acm\s+program|machine\s+learning|geologists|zoological|linnean"
    r"|estonian|japan\s+academy"
    r"|steklov|indian|biological\s+society|entomological|aristotelian|combustion|physical\s+society"
    r"|mathematical\s+sciences)"
)
ORDINAL_WORD = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[\s-](?:first|second|third|fourth|fifth"
    r"|sixth|seventh|eighth|nin(?:th|eth)))?"
    r"|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ieth"
    r"|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth"
    r"|fifteenth"
    r"|sixteenth|seventeenth|eighteenth|nineteenth)"
)
ORDINAL = re.compile(
    rf"(?i)\b(?:\d{{1,3}}\s?(?:st|nd|rd|th|\$?\^\{{?(?:st|nd|rd|th)\}}?\$?)|{ORDINAL_WORD})\b(?:\s+annual\b)?\s*"
)
YEAR = re.compile(r"(?<![\d/])(?:19|20)\d\d(?![\d/])(?:\s?[-–/]\s?(?:20)?\d\d\b)?|['’‘`]\s?\d\d\b")
GLUED_YEAR = re.compile(r"(?<=[A-Za-z])[-_]?(?:20[0-3]\d|19[6-9]\d)\b|(?<=[A-Z]{3})[-_]?[0-3]\d\b|(?<=\w)['’‘`]\d\d\b")
# The publisher of a volume, behind the name of the meeting: "Conference on Examples World Scientific Publishing".
PUBLISHED_BY = re.compile(
    r"(?:[,.]\s*|\s)(?:World\sScientific|IEEE\s(?:Computer\sSociety|CS|Press)|ACM\sPress|AAAI\sPress|(?:College|Kluwer|CEUR)\s"
    r"(?:Academic\s)?Publi(?:cations|sh(?:ers|ing))|Springer(?:[\s-]Verlag)?|Elsevier|North[\s-]Holland|Birkhäuser|Kluwer"
    r"|IOS\sPress|De\sGruyter|(?:Cambridge|Oxford)\sUniversity\sPress)"
    r"(?:\s(?:Press|Publish(?:ing|ers)|Academic|Science|Berlin|Co|Ltd|Inc|B\.?V)\b\.?){0,3}[\s.,;)]{0,3}(?:(?:19|20)\d\d)?\W{0,3}$"
)
MEETING = re.compile(
    r"(?i)\b(?:conference|symposium|workshop|meeting|congress|colloquium|conf\.|symp\.|proceedings|proc\.)(?!\w)"
)
# "Conference on Examples (CEX), Ghent (Belgium)"
IN_LAND = re.compile(
    r"(?<=\S\S),\s[A-ZÀ-Ž][\w.'’-]{1,24}(?:\s[A-ZÀ-Ž][\w.'’-]{1,24}){0,2}\s\((?:[A-Z][a-z][\w-]{2,20}(?:\s[A-Z][a-z]\w{2,20})?|U\.?S\.?A?\.?|UK|UAE)\)(?=[,.;]?\s|[,.;]?$)"
)
# "CEX Conference, Loom Workshop, Salt Lake City, USA"
IN_TOWN = re.compile(
    r"(?:,\s(?![^,]{0,30}(?:Workshop|Conference|Symposium))[A-Z][^,\d]{1,24}){0,2},\s(?:U\.?S\.?A\.?|UK|UAE)(?=$|\s\()"
)
# Where the details of a volume, its pages, its publisher or its place begin.
TAIL = re.compile(
    r"(?ix)"
    r"[,;.(\s]{1,6}(?:vol(?:ume)?s?\b|no\.?\s?\d|number\s\d|issue\s\d|pp?\.?\s?\d|pages?\b|art(?:icle)?\.?\s(?:no"
    r"|id|number|\d|e\d)|(?<!time\s)(?-i:series|SERIES)\b|series\s[A-H]\b|(?<=seminar\s)series\b|(?<=workshop\s)series\b|(?<=lecture\s)series\b"
    r"|(?<=[,;.(]\s)series\b|(?<=[,;.(])series\b|chap(?:ter)?\b\.?\s\d"
    r"|edited\sby|eds?\.|doi\b|https?:|isbn|issn|ser\.\s|(?<!Working\s)(?<!working\s)(?<!iscussion\s)paper\s(?:no"
    r"|id|\d)|(?<!special\s)session\b(?!\son\b)|ed\.|pmid|pmcid|arxiv:|lecture\snotes|lncs\b|held\s(?:in|at))"
    r"|[,:;\s]{1,6}[(]?\d+[A-Z]?\s?[(:,][\d\s]|[,\s]{1,6}\d+\s?[-–—]{1,3}\s?\d+"
    r"|\s\#\s?\d{1,5}\b|\s\d{1,4}(?:\.\d{1,3})?(?:\s*\.\s.*)?$|\s\d{1,4},?\s\d{4,7}$|,\s*[eE]?\d+\b|\s[A-Z]?\d+:\s?[eE]?\d"
    r"|[,.(]\s*(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\b\.?(?=[\s\d,.)]|$)"
    r"|[,.;(]\s*(?:printed|published|released|online|early\saccess)\b"
    r"|[,.]\s*(?:springer|elsevier|acm\spress|ieee\spress|usenix\sassociation|association\sfor\scomputing|pmlr"
    r"|jmlr\b|openreview|acm$|ieee$|association\sfor\scomp|curran|morgan|aaai\spress|ios\spress|wiley|mit\spress"
    r"|online)"
)
# "J Examples. 2006 Nov 1", as biomedical lists print the date
DATED = re.compile(
    r"(?i)[.,]?\s(?:19|20)\d\d\s(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|fall|autumn|winter)\b[^A-Za-z]{0,12}(?:[A-Za-z]{3}\b[^A-Za-z]{0,6})?$"
)
NOTE = re.compile(
    r"(?i)\(?\b(?:oral|spotlight|poster|best\s|highlight|long\s+paper|short\s+paper|full\s+paper"
    r"|main\s+(?:conference|track)|acceptance|to\s+appear"
    r"|in\s+press|accepted|forthcoming|extended\s+abstract|honou?rable|award|top\s+\d|outstanding|runner|finalist"
    r"|invited|demo(?:nstration)?\b|impact\s+factor|ccf|core\s+a|rank|under\s+review|(?:re-?)?submitted"
    r"|in\s+(?:chinese|german|french|japanese|spanish|russian)|datasets?\s+and\s+benchmarks?|research\s+track"
    r"|industry\s+track|equal\s+contrib|conditional(?:ly)?\b)"
)
ACRONYM = re.compile(
    r"\(\s*(?!(?:Part|Series|Section|Vol)\b)((?:[A-Z0-9][\w/&+.'’-]*+(?:\s+(?=[A-Z]))?){1,3}?)"
    r"\s*(?:[-'’‘`\s,:]*(?:(?:19|20)?\d\d))?\s*(?:[,;: ][^)]{0,80})?\)"
)
# "CEX 2020 (Conference on Examples)"
AHEAD = re.compile(
    r"([A-Z][A-Za-z&/-]{0,12}[A-Z][A-Za-z]{0,8})(?:\s?['’]?(?:19|20)?\d\d)?\s\((?=(?:[^\s()]+\s){2}[^()]+\)?$)"
)
# "Conference on Examples (CEX Oral)"
GRADED = re.compile(
    r"\(([A-Z][\w&+-]{1,15}(?:\s[A-Z][\w&+-]{1,15})?(?:\s?['’]?\d{2,4})?),?\s+"
    r"(?:Accept(?:ed)?|Oral|Spotlight|Poster|Highlight)(?![\w-])[^()]{0,60}\)"
)
WORKSHOP = re.compile(r"(?i)\bworkshops?\b|\bworkshop\s+on\b|\b(?:ws|wkshp)\b")
HOST = re.compile(
    r"(?:\s*@\s*|\s+(?:at|of|in)\s+(?:the\s+)?|\s*,\s*)((?:ACM\s|IEEE\s"
    r"|USENIX\s)?[A-Z][A-Za-z]*[A-Z][\w/&+-]*+)\W*+(?:(?:19|20)\d\d)?\W*$"
)
PUBLISHER = re.compile(
    r"(?:IEEE|ACM|USENIX|SIAM|IFIP|NIST|NSF|AMS|SPIE|IFAC|DOE|IMS|ASA|EU|UK|US|USA|UN|MIT|INRIA)(?:[/\s-](?:IEEE|ACM|IFIP|AMS|SIAM))?"
)
SERIES = re.compile(
    r"(?i)^(?:ieee(?:[/\s-](?:cvf|rsj|acm|ras|ifip|cs))*|acm(?:[/\s-](?:ieee|sig\w*))*|usenix|ifip|siam|aaai"
    r"|springer|isca|eacsl|eai)\s+"
)
EDGE = " \t\n\r.,;:()[]{}<>\"“”'‘’`-–—|/*_@&"


_SPECIAL_ISSUE = re.compile(r"(?i)^special issue (?:on|of|in) [^,]+, (?=\w+ \w)")
_TEX = re.compile(r"[{}$*]|\\(?:textit|textbf|emph|it|bf)\b|~")


_NUMBER_OF = re.compile(r"(?:ISBN|ISSN|PMC?ID)\b")  # what a book or paper bears, where it stands for a venue


@lru_cache(maxsize=8_192)
def short_venue(text: str) -> str:
    """Return the short name of a venue as a reference list prints it, or an empty string.

    >>> short_venue("In Proceedings of the 30th ACM Conf. on Examples (CEX 2023), pp. 1-10")
    'CEX'
    >>> short_venue("Journal of Examples, 12(3):45-67"), short_venue("arXiv preprint arXiv:2401.00001")
    ('Journal of Examples', 'arXiv')
    """
    flat = " ".join(_TEX.sub(" ", text[:600]).replace("\\&", "&").split())
    if _NUMBER_OF.match(flat):
        return ""
    flat = GRADED.sub(r"(\1)", flat)
    if flat.rfind("(") > flat.rfind(")"):
        flat += ")"  # the year behind an acronym was cut off with its bracket
    for pattern, name in PREPRINTS:
        if pattern.search(flat) and not (name == "arXiv" and re.search(r"(?i)\w{6}.*[.;,(]\s*\(?arxiv", flat)):
            return name
    flat = IN_LAND.sub("", flat)
    flat = _SPECIAL_ISSUE.sub("", _strip_lead(flat))
    flat = _without_publisher(flat)
    if WORKSHOP.search(flat) and (named := _workshop(flat)):
        return named
    if (acronym := _acronym(flat)) is not None:
        return acronym
    return _base(flat)


def _without_publisher(text: str) -> str:
    """Cut the publisher off a meeting's name, and the part of its proceedings: "..., Part II World Scientific"."""
    found = PUBLISHED_BY.search(text)
    if found is not None and len(text[: found.start()].split()) >= 2 and MEETING.search(text, 0, found.start()):
        text = text[: found.start()].rstrip(" ,.;:(")
    return re.sub(r"[,:]\s(?:Part|Vol\.|Volume)\s(?:[IVX]{1,5}|\d{1,2})$", "", text) if MEETING.search(text) else text


_LABEL = re.compile(r"^(?:Journal|Venue|Conference|Published)\s?:\s+(?=\w)")


def _strip_lead(text: str) -> str:
    text = LEAD.sub("", _LABEL.sub("", text), count=1)
    if not FULL_NAME.match(text):
        text = PROCEEDINGS.sub("", text, count=1)
    return text.strip(EDGE.replace("(", "").replace(")", ""))


def _acronym(text: str) -> str | None:
    """Return the acronym that the text gives in brackets after a full name, as in "Conference on X (CX 2020)".

    Its letters must occur in the name, in their order: "Revista Ejemplo (UFRJ)" is named after nothing in brackets.
    """
    ahead = AHEAD.match(text)
    if ahead:
        return ahead.group(1)
    for found in ACRONYM.finditer(text):
        word = GLUED_YEAR.sub("", found.group(1)).strip(EDGE)
        capitals = sum(c.isupper() for c in word)
        if (
            capitals >= 2
            and len(word) <= 18
            and len(text[: found.start()].split()) >= 2
            and not NOTE.match(word)  # "(Loom & Yarn @ CEX)": the first word of a name
            and _abbreviates(word, text[: found.start()])
        ):
            return word
    return None


def _abbreviates(acronym: str, name: str) -> bool:
    """Return whether the capitals of an acronym occur in a name in their order, one of them perhaps left out."""
    letters = [c for c in acronym if c.isupper()]
    at, missed = 0, 0
    folded = name.upper()
    for letter in letters:
        found = folded.find(letter, at)
        if found < 0:
            missed += 1
        else:
            at = found + 1
    return missed <= (1 if len(letters) > 2 else 0)


_OPEN = re.compile(r"(?<=\w)\s?\([^()]{0,60}$")  # "(Ghent, online edition)", cut behind the town
_EMPTY = re.compile(r"\(\s*\)|\[\s*\]")
_ARTICLE = re.compile(r"(?i)^(?:the|annual(?!\s+reviews?\b))\s+(?=\w+\s+\w)")
_FIRST = re.compile(r"(?i)first\s+(?:monday|break|language|things|world)\b")
_SPACED_MARK = re.compile(r"\s+([,;:])")


# "Pond Letters. Link. GitHub": what the links behind an entry are called
_LINKED = re.compile(
    r"(?i)(?:[.;]\s(?:link|doi|pdf|github|code|slides|proceedings|paper|website|app|data|preprint|online))+\W{0,3}$"
)


def _base(text: str) -> str:
    text = _LINKED.sub("", text)
    note = NOTE.search(text)
    if note and note.start() > 2:
        text = text[: note.start()]
    for _ in range(2):  # "J. Examples 135 pp. 3502-3512": the pages, and then the volume
        tail = TAIL.search(text, 2)
        text = _OPEN.sub("", text[: tail.start()]) if tail else text
    text = DATED.sub("", text)
    text = YEAR.sub(" ", GLUED_YEAR.sub("", text))
    text = ORDINAL.sub("", text, count=1) if not _FIRST.match(text) else text
    text = _EMPTY.sub(" ", text)
    text = " ".join(text.split()).strip(EDGE.replace(")", "") if "(" in text else EDGE)
    text = _ARTICLE.sub("", text)
    return _without_place(_SPACED_MARK.sub(r"\1", text)).strip(" ,;:.-–—@(")


def _without_place(text: str) -> str:
    """Cut ", Vancouver, Canada" off the name of a meeting; journals with commas in their names stay whole."""
    head, *rest = text.split(", ")
    if rest and re.search(r"(?i)\b(?:conference|symposium|workshop|meeting|congress|colloquium|conf\.)", head):
        named = [i for i, piece in enumerate(rest) if _ends_list(piece)]
        if named:
            return ", ".join([head, *rest[: named[0] + 1]])
        if len(rest) >= 2:
            return head
        ends = re.search(r"\b(?:Conference|Symposium|Workshop|Meeting|Congress|Colloquium)$", head)
        society = re.match(r"(?:Association|Society|Institute|International\sAssociation)\s(?:for|of)\b", rest[0])
        if ends and (society or len(rest[0].split()) <= 2) and len(head.split()) >= 3:
            return head
    sponsor = SERIES.match(head)
    acronym = head[sponsor.end() :] if sponsor else head
    if rest and re.fullmatch(r"[A-Z][A-Za-z/&-]*[A-Z][A-Za-z/&]*", acronym) and len(acronym) <= 12:
        return head
    return text


def _ends_list(piece: str) -> bool:
    """Return whether a piece between commas is the last of a list: "Logic, Methodology, and Philosophy of Science"."""
    words = piece.split()
    at = next((i for i, word in enumerate(words) if word in {"and", "&"}), -1)
    return 0 <= at < len(words) - 1


# "IEEE International Conference on Looms (LOOM) Workshop on Yarn"
_HOST_IN_BRACKETS = re.compile(
    r"[^()]{5,120}\b(?:Conference|Symposium|Meeting)\b[^()]{3,120}\(([A-Z][\w-]{0,20}[A-Z])\)\s(?:[\w-]{1,30}\s){0,3}Workshops?\b"
)


def _workshop(text: str) -> str:
    """Name a workshop by its own acronym, or by its host: "NeurIPS workshop"."""
    note = NOTE.search(text)
    clean = YEAR.sub(" ", GLUED_YEAR.sub("", text[: note.start()] if note and note.start() > 8 else text))
    clean = IN_TOWN.sub("", " ".join(re.sub(r"\(\s*\)", " ", clean).split()).strip(" ,.;:"))
    lead = re.match(
        r"^((?:ACM\s|IEEE\s|USENIX\s)?[A-Z][\w/&+-]{0,30}[A-Z][\w/&+-]{0,30})\s*[,:]?\s*(?:\S{1,40}\s){0,8}?workshops?\b",
        clean,
        re.IGNORECASE,
    )
    if (tail := TAIL.search(clean, 8)) is not None:
        clean = clean[: tail.start()].strip(" ,.;:")
    # "IEEE Workshop on X (XW)": a publisher's name says nothing of which workshop it is.
    named = lead.group(1).rpartition(" ")[2] if lead else ""  # in "IEEE Loom Weaving Workshop", no acronym is
    if lead and PUBLISHER.fullmatch(lead.group(1)):
        return _acronym(clean) or _base(clean)
    if re.search(r"(?i)\bworkshops?\b[^()]{0,80}\([A-Z]", clean) and (acronym := _acronym(clean)) is not None:
        return acronym
    host = HOST.search(clean)
    if host:
        return f"{host.group(1)} workshop"
    if lead and sum(c.isupper() for c in named) >= 2:
        return f"{lead.group(1)} workshop"
    if (of := _HOST_IN_BRACKETS.match(clean)) is not None:
        return f"{of[1]} workshop"
    acronym = _acronym(clean)
    return acronym if acronym else _base(clean)


_LONG_WORD = re.compile(r"[a-z]{4,}")


def own_name(short: str, printed: str) -> str:
    """Return the short name of a venue, or its full one as printed, where the short one is known as another venue's.

    >>> own_name("TSP", "41st International Conference on Telecommunications and Signal Processing (TSP)")
    'International Conference on Telecommunications and Signal Processing'
    >>> own_name("ICML", "International Conference on Machine Learning (ICML 2020)")
    'ICML'
    """
    if not _SHORT_NAME.fullmatch(short) or f"({short}" not in printed:
        return short
    full = short_venue(printed[: printed.index(f"({short}")])
    known = gazetteer().venue(short)
    if known is None or len(full.split()) < 4:
        return short
    words = {w for w in _LONG_WORD.findall(full.casefold()) if w not in _COMMON}
    names = [set(_LONG_WORD.findall(n.casefold())) for n in (known.name, *known.aliases)]
    shared = max((len(words & name) for name in names if name), default=0)
    distinctive = [name - _COMMON for name in names if len(name - _COMMON) > 1]
    same = shared >= 0.75 * len(words) or any(name <= words for name in distinctive)
    return short if same or not distinctive else full


_SHORT_NAME = re.compile(r"[A-Z][\w&/-]{1,11}")
_COMMON = frozenset(
    {
        "international",
        "conference",
        "symposium",
        "workshop",
        "annual",
        "ieee",
        "proceedings",
        "meeting",
        "joint",
        "european",
    }
)
