"""Lists of what is done with one matter: "modelling, simulation and control of looms" is one topic."""

from __future__ import annotations

import re

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

HOBBIES = frozenset(
    """
    hiking singing piano guitar violin drums bass choir music reading books gym fitness badminton squash tennis
    football soccer basketball volleyball cricket rugby hockey swimming running jogging cycling biking climbing
    bouldering skiing snowboarding surfing sailing diving yoga dancing travel traveling travelling cooking baking
    gardening photography painting drawing movies films cinema theatre chess gaming games hobbies sports sport
    trekking backpacking camping knitting origami poetry anime podcasts coffee marathon triathlon judo karate
""".split()
)
"""Words for what one does in spare time."""


_THAT = re.compile(r"(?<=[\w)])\s(?:that|which|who)\s+(?=[a-z])")
_THROUGH = re.compile(r"\s(?:through|by|via|with|using)\s")


def told_of(text: str, begin: int, end: int) -> tuple[int, bool]:
    """Return where a topic ends that a clause says more of, and whether what follows behind commas is of that clause.

    >>> told_of("courses that teach people through looms", 0, 39)
    (7, True)
    """
    clause = _THAT.search(text, begin, end)
    if clause is not None:
        return clause.start(), _THROUGH.search(text, clause.end(), end) is not None
    return (end, False)


DO = (
    r"(?:understand|study|improve|enable|develop|build|solve|address|explore|investigate|make|help|support"
    r"|create|design|analy[sz]e|model|predict|answer|examine|tackle|achieve|advance|enhance|facilitate"
    r"|provide|uncover|inform|imbue|accelerate|reduce|increase|unlock|bridge|characteri[sz]e|quantify|estimate"
    r"|extract|infer|test|detect|identify|shed|gain|guide|ensure|assist|reveal|elucidate|discover|explain"
    r"|generate|produce|obtain|derive|construct|establish|interpret|evaluate|assess|measure|monitor|promote"
    r"|protect|prevent|manage|decode|decipher|map|track|forecast|simulate|capture|disentangle)"
)
"""What one studies a thing for: "to understand X", "to improve Y"."""
