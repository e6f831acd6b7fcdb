"""Honours in sentences, by what leads to their names: "awarded with the Seal of Looms", "won the ‘Wool 2017’ award"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = r"(?:[A-Z0-9À-ÖØ-Þ][\w.&'’/+-]*|[“”\"«‘][^\W\d_][^“”\"»\n]{2,40}[”\"»])"
_LINK = r"(?:of|for|in|the|and|on|de|&|to|at|–|-)"
_NAME = rf"{_WORD}(?:\s(?:{_LINK}\s){{0,2}}{_WORD}){{0,8}}"
_QUOTED = r"[‘'“”\"«][^\W_][^‘’“”\"«»\n]{3,60}[’'”\"»]"
# "won the ‘Wool 2017’ and ‘Yarn 2021’ awards", "received the prize ‘Wool 2017’"
_IN_QUOTES = re.compile(
    rf"\b(?:won|wins|received?|awarded|obtained|got|granted)\s(?:the\s)?(?:(?:award|prize)s?\s)?(?P<names>{_QUOTED}(?:(?:,\s|,?\sand\s)(?:the\s)?{_QUOTED}){{0,4}})"
    r"(?P<kind>\s(?:awards?|prizes?|grants?|fellowships?|scholarships?|medals?)\b)?"
)
_EACH = re.compile(_QUOTED)
_YEAR_LAST = re.compile(r"[\s,(]{1,3}((?:19|20)\d\d)\)?$")
_PRIZED = re.compile(r"\b(?:award|prize)s?\s$")
# "was awarded by the Council with the Seal of Looms", "honoured with the Order of Wool"
_WITH = re.compile(
    r"\b(?:awarded|honou?red|(?:was|were|been)\s(?:also\s)?presented|decorated|bestowed|recogni[sz]ed|distinguished)\b(?:\s(?:in\s(?:19|20)\d\d|by\s[^.;,]{3,60}?))?"
    rf"\swith\s(?:the|an?)\s(?P<name>{_NAME})"
)
_ELECTED = re.compile(
    r"\b(?:elected|inducted|admitted|appointed)\s(?:as\s|to\sbe\s)?(?:an?\s|the\s)?"
    r"(?P<name>(?:(?:Foreign|Honorary|Corresponding|Life|Senior)\s)?(?:Fellow|(?:Foreign|Honorary|Corresponding)\sMember)\sof\s(?:the\s)?"
    rf"{_NAME})"
)
# "funded by a postgraduate fellowship from the Loom Foundation"
_GRANTED = re.compile(
    r"\b(?:fully\s|partially\s|generously\s)?(?:funded|supported|financed|sponsored)\sby\s(?:an?|the)\s"
    r"(?P<name>(?:[a-z][a-z-]{2,14}\s){0,3}(?:fellowship|scholarship|studentship|bursary|stipend)\s(?:from|of)\s(?:the\s)?"
    rf"{_NAME})"
)
# "won the Loom Challenge", "first place in the Wool Hackathon", "longlisted for the Yarn Prize"
_PLACE = r"(?i:first|second|third|1st|2nd|3rd|top|grand|runner-up)"
_CONTEST = (
    r"(?:Competition|Contest|Challenge|Olympiad|Hackathon|Tournament|Championships?|Cup|Slam|Games|Quiz"
    r"|Marathon|Awards?|Prize)"
)
_WON = re.compile(
    r"\b(?:(?:won|winner\sof|winning)(?:\sthe\s(?:national|regional|local|final|state|european|world)\s(?:round|stage|edition|finals?)\sof)?"
    r"|(?:short|long)listed\sfor"
    rf"|(?P<rank>{_PLACE}\s(?:place|prize|rank|position|runner-up)|(?:gold|silver|bronze)\smedal(?:list)?|(?:semi-?)?finalist|runner-up)\s(?:in|at|of|for)"
    rf"|(?:came|placed|finished|ranked)\s(?:in\s)?{_PLACE}(?:\splace)?\s(?:in|at|of))\s(?:the\s|an?\s)?"
    rf"(?P<name>{_WORD}(?:\s(?:{_LINK}\s){{0,2}}{_WORD}){{0,7}}?\s{_CONTEST})(?![\w-])"
)
# "The tour won me the Silver Shuttle", "earned her the title of Weaver of Looms"
_BROUGHT = re.compile(
    r"\b(?:(?:won|earned|brought|gained)\s(?:me|him|her|us|them)\s(?:the|an?)\s(?:title\sof\s)?|awarded\sthe\stitle\sof\s)"
    rf"(?P<name>{_WORD}(?:\s(?:{_LINK}\s){{0,2}}{_WORD}){{1,7}})"
)
_LISTED = re.compile(
    r"\b(?:named|selected|listed|recogni[sz]ed)\s(?:(?:to|in|on|for|as|among)\s)?(?:(?:the|an?|one\sof(?:\sthe)?)\s)?"
    r"(?P<name>(?:[A-Z][\w.&'’-]*\s){0,4}(?:(?:Top\s)?\d{2,3}\s(?i:under)\s\d{2}|Rising\sStars?(?:\sin(?:\s[A-Z]\w+){1,3})?)"
    r"|(?:Outstanding|Exceptional|Exemplary|Best|Top)\s[A-Z]\w+(?:\s[A-Z]\w+){0,3})"
)
# "She is a Fellow of the Royal Society of Looms"
_IS_FELLOW = re.compile(
    r"\b(?:am|is)\s(?:also\s)?an?\s(?:elected\s)?(?P<name>(?:(?:Foreign|Honorary|Senior|Life)\s)?Fellow\sof\s(?:the\s)?"
    rf"(?=[^.;,]{{0,60}}\b(?:Royal|Society|Academy|Association|Institution|IEEE|ACM|AAAS|SIAM)\b){_NAME})"
)
_GIVES = re.compile(r"^[\s,](?:grant|funding|project)")


def told_awards(text: str) -> Iterator[tuple[str, int, int, str]]:
    """Yield the name, the place and the own year of each honour that a sentence leads up to.

    >>> [name for name, *_ in told_awards("She was awarded by the Council with the Seal of Looms.")]
    ['Seal of Looms']
    >>> [(name, year) for name, *_, year in told_awards("She won the ‘Wool 2017’ and ‘Yarn 2021’ awards.")]
    [('Wool', '2017'), ('Yarn', '2021')]
    """
    for found in _IN_QUOTES.finditer(text):
        if found["kind"] is None and _PRIZED.search(text, 0, found.start("names")) is None:
            continue  # a paper: "received ‘On Looms’"
        for each in _EACH.finditer(text, found.start("names"), found.end("names")):
            name = each.group().strip("‘’'“”\"«»")
            dated = _YEAR_LAST.search(name)
            year = dated[1] if dated is not None else ""
            yield name[: dated.start()] if dated is not None else name, each.start(), each.end(), year
    for found in _WON.finditer(text):
        start = found.start("rank") if found["rank"] else found.start("name")
        yield text[start : found.end()], start, found.end(), ""
    for pattern in (_WITH, _ELECTED, _GRANTED, _BROUGHT, _LISTED, _IS_FELLOW):
        for found in pattern.finditer(text):
            name = found["name"].rstrip(".,;")
            if len(name.split()) > 1 and not _GIVES.match(text, found.end()):
                yield name, found.start("name"), found.end("name"), ""
