"""Lists of what is done with one matter: "modelling, simulation and control of looms" is one topic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

# The first of such a list is no field by itself: of "optimization, control and design of looms" each may be one.
_FIRST = (
    r"(?:design|model+ing|simulation|analysis|synthesis|development|structure|acquisition|characteri[sz]ation"
    r"|fabrication|theory|evaluation)"
)
_WORD = (
    r"(?:[a-z]{3,14}(?:ing|tion|sis|ment|ure|ance|ics)"
    r"|design|control|use|theory|practice|function|methods|applications)"
)
_FOR = r"(?:(?:[\w-]{1,20}\s){1,4}for\s(?:the\s)?)?"  # "Felt for design, evaluation and use of looms"
SHARED = re.compile(rf"\W{{0,3}}(?:the\s)?{_FOR}{_FIRST}(?:(?:,\s|,?\s(?:and|&)\s){_WORD}){{2,4}}\sof\s", re.IGNORECASE)
# "in South and Southeast Asia"
_REGIONS = re.compile(r"\b(?:North|South|East|West|Central|Southern|Northern|Eastern|Western)(?:ern)?$")


def with_shared(text: str, pieces: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pieces of a list, those that share what stands behind "of" as one.

    >>> text = "design, analysis, and control of looms, particularly wool"
    >>> [text[a:b] for a, b in with_shared(text, [(0, 6), (7, 16), (17, 38), (39, 57)])]
    ['design, analysis, and control of looms', ' particularly wool']
    """
    held = reach = -1
    for begin, end in pieces:
        if held < 0 and (found := SHARED.match(text, begin)) is not None:
            held, reach = begin, found.end()
        if held < 0:
            yield begin, end
        elif end >= reach:
            yield held, end
            held = -1
    if held >= 0:
        yield held, len(text)


def is_one(left: str, right: str) -> bool:
    """Tell whether "left and right" are one phrase by their form: a shared head, or parts of the world.

    >>> is_one("trade in South", "Southeast Asia"), is_one("trade", "looms")
    (True, False)
    """
    return SHARED.match(f"{left} and {right}") is not None or (
        right[:1].isupper() and _REGIONS.search(left) is not None
    )


NAMES = re.compile(
    r"(?!\w{1,15}ing\s)(?:[\w()'’/-]{1,30}\s){0,5}[\w()'’/-]{1,30}(?:(?:,\s(?:and\s)?|\sand\s)(?:[\w()'’/-]{1,30}\s){0,6}[\w()'’/-]{1,30}){2,9}\.?\s{0,3}"
)
"""Three names of topics or more, and no sentence on what is done."""

LISTS = re.compile(r"\b(?:including|includes|such\sas|in\sparticular|specifically|namely|especially)\s?:\s*$")


COUNTED = re.compile(
    r"(?:[\s.:*_]|in\sparticular)*|(?:the\s)?(?:following\s)?(?:(?:two|three|four|five|several|following)\s(?:[a-z-]+\s)?\w+"
    r"|(?:themes|areas|topics|directions|fields|questions|strands|lines|pillars|problems))\s?[:.]?\W*"
)
"""What a sentence above a list of interests ends in: nothing, or "the following two areas:"."""

ASIDE = re.compile(
    r"^(?:to\s+[\w-]+\s|other\s+\w+|spanning|designed|ranging|aimed|aiming|driven|inspired|motivated|based|supporting|helping|mentoring"
    r"|funded|supported|collaborat\w+|in\s+collaboration|"
    r"joint\s+work|working\s+with|their\s|its\s|those\s|these\s|(?:other|related)\s+\w+s$|under\s|an?\s+passion|allowing|enabling|leading|thereby|paving|driving\s+(?:new|innovation|progress|forward|advances))\b",
    re.IGNORECASE,
)
"""What a list of topics goes on with that is none: "supported by the council"."""
IN_BRACKETS = re.compile(
    r"\s\((?!(?:this|these|those|which|that|such|including|for|my|our|in|at|with|see|both|e\.?g|i\.?e)\b)"
    r"(?P<said>[^(),]{3,40}(?:,\s[^(),]{3,40}){1,7}?,?\s(?:and|or)\s[^(),]{3,40})\)"
)
"""Three topics or more in brackets behind the word for all of them."""

SPENT = re.compile(
    r"\b(?:activities|hobbies|hobby|extra-?curricular|leisure|pastimes|(?:personal|private|non-?academic)\sinterests?|loisirs"
    r"|intérêts\s(?:divers|personnels)|freizeit|interessi\spersonali|intereses\spersonales|interesses\spessoais|aficiones|tempo\slibero)\b",
    re.IGNORECASE,
)
TAKES_PART = re.compile(
    r"\W{0,3}(?:(?:an?|active|proud|former|keen|avid|i\sam|i['’]m|life|long-?time)\s){0,4}"
    r"(?:members?|volunteers?|captain|player|fan|supporter|lover|reader|runner|traveller|traveler)\s(?:of|at|for|in|with)\b",
    re.IGNORECASE,
)
"""What one does in spare time, as people say it under "Interests": "Active member of the Weavers' Club"."""
HOBBIES = frozenset(
    """
    hiking singing piano guitar violin drums bass choir music reading books gym fitness badminton squash tennis football
    soccer basketball volleyball cricket rugby hockey swimming running jogging cycling biking climbing bouldering skiing
    snowboarding surfing sailing diving yoga dancing travel traveling travelling cooking baking gardening photography
    painting drawing movies films cinema theatre chess gaming games hobbies sports sport trekking backpacking camping
    knitting origami poetry anime podcasts coffee marathon triathlon judo karate
    """.split()
)
"""Words for what one does in spare time."""


_PRODUCT = re.compile(
    r"\s*an?\s(?:[\w-]+\s){0,6}?(?:tool|library|framework|package|platform|software|app|system|programming\slanguage)\b"
)
_COINED = re.compile(r"\s*[A-Z]\w*[\s.]*")


def is_product(text: str, pieces: Sequence[tuple[int, int]]) -> bool:
    """Tell whether the first of some topics is a thing that somebody makes: "Loomify, a tool for yarn"."""
    made = len(pieces) > 1 and _COINED.fullmatch(text, *pieces[0]) is not None
    return made and _PRODUCT.match(text, pieces[1][0]) is not None


_PROJECT = re.compile(r"\s*(?:(?:the|a|an|our|my)\s+)?(?:[\w-]+\s+){0,2}projects?\s+(?:called\s+|named\s+)?[A-Z“\"‘']")


def is_project(text: str) -> bool:
    """Tell whether what somebody works on is a project by its name.

    >>> is_project("the project Loomify: weaving, and wool"), is_project("projects on weaving and wool")
    (True, False)
    """
    return _PROJECT.match(text) is not None


_THAT = re.compile(r"(?<=[\w)])\s(?:that|which|who)\s+(?=[a-z])")
_TO_WHAT_END = re.compile(r"\s?—\s?(?:[a-z]+ing|to)\s")
_THROUGH = re.compile(r"\s(?:through|by|via|with|using)\s")


def told_of(text: str, begin: int, end: int) -> tuple[int, bool]:
    """Return where a topic ends that a clause says more of, and whether what follows behind commas is of that clause.

    >>> told_of("mechanisms that lead to growth", 0, 30), told_of("tools—easing A", 0, 14)
    ((10, False), (5, True))
    >>> told_of("courses that teach people through looms", 0, 39)
    (7, True)
    """
    clause = _THAT.search(text, begin, end)
    if clause is not None:
        return clause.start(), _THROUGH.search(text, clause.end(), end) is not None
    aim = _TO_WHAT_END.search(text, begin, end)
    return (aim.start(), True) if aim is not None else (end, False)


DO = (
    r"(?:understand|study|improve|enable|develop|build|solve|address|explore|investigate|make|help|support"
    r"|create|design|analy[sz]e|model|predict|answer|examine|tackle|achieve|advance|enhance|facilitate"
    r"|provide|uncover|inform|imbue|accelerate|reduce|increase|unlock|bridge|characteri[sz]e|quantify|estimate"
    r"|extract|infer|test|detect|identify|shed|gain|guide|ensure|assist|reveal|elucidate|discover|explain"
    r"|generate|produce|obtain|derive|construct|establish|interpret|evaluate|assess|measure|monitor|promote"
    r"|protect|prevent|manage|decode|decipher|map|track|forecast|simulate|capture|disentangle)"
)
"""What one studies a thing for: "to understand X", "to improve Y"."""
