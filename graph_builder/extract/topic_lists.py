"""Lists of research topics: where one topic ends and the next begins, and what of a phrase is the topic."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.topic_heads import (
    ASIDE,
    DO,
    told_of,
)
from graph_builder.gazetteer import load

_SEPARATOR = re.compile(
    r",?\s+(?:with\s+(?:an?\s+)?(?:specific|particular|special)\s+(?:areas?|topics?|interests?)\s+(?:including|such\s+as|like)|such\s+as|e\.g\.,?|including|especially|particularly|specifically|in\s+particular|as\s+well\s+as"
    r"|along\s+with|(?<=,\s)alongside(?:\s+with)?|together\s+with|in\s+addition\s+to|coupled\s+with|in\s+combination\s+with|"
    r"(?:and\s+)?(?:their|its)\s+applications?\s+(?:to|in)|with\s+(?:an?\s+)?(?:\w+\s+)?applications?\s+(?:to|in)|"
    r"(?:and\s+|with\s+)(?:an?\s+|my\s+)?(?:(?:particular|special|strong|current|main|primary|recent|secondary|additional|further|related|growing)\s+)?"
    r"(?:focus|emphasis|interests?)(?:\s+(?:is|being|lies))?\s+(?:on|in|to)|"
    r"focus(?:ing|ed)\s+on|ranging\s+from|and\s+more\s+(?:recently|broadly|generally|specifically),?)\s*:?\s+"
    r"|\s*(?:[;•·∙⋅|▪◦\t、；，]|,(?!\d)|(?<=\w):(?=\s)|\.\s+(?=[A-Z(])|\s(?:[-–—/]|--)\s)\s*(?:(?:and/or|and|or"
    r"|as\s+well\s+as|&)\s+)?"
    r"|[;,.:]?(?:\s{1,9}(?:and|or|&)(?=\s))?\s*\(?(?<![\w])(?:\d{1,2}|[ivx]{1,4}|[a-e])\)\s+",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,?\s+(?:and|as\s+well\s+as)\s+|\s+&\s+")
# What follows the topic proper: a purpose, a reason, a place.
_TAIL = re.compile(
    r",?\s+(?:(?:that|which|where|whose|both\s+as|because|so\s+that|in\s+order\s+to|under\s+the|with\s+the\s+(?:goal|aim)"
    r"|designed|motivated|"
    r"driven|inspired|aiming|aimed|spanning|at\s+the\s+University|(?-i:at\s+[A-Z])\w+|among\s+others|and\s+(?:so\s+on"
    r"|more|others?|beyond|everything)|(?:and\s+)?(?:an?\s+)?(?:variety|range|number|host|set)\s+of\s+(?:other"
    r"|related|different|further)|(?:and\s+)?(?:related|other)\s+"
    r"(?:topics|areas|fields)|to\s+name\s+a\s+few|in\s+general|more\s+(?:broadly|generally)"
    r"|from\s+(?:both\s+)?an?\s|to\s+(?:better\s+)?" + DO + r")\b|etc\b|and\s+I\b|as\s+a\s+way\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_LEAD = re.compile(
    r"^(?:\(?\d{1,2}[.)]\s*|(?:\(?(?:occasionally|sometimes|lately|increasingly|recently|more\s+recently"
    r"|of\s+late|in\s+particular"
    r"|particular|additionally|finally|firstly|secondly|thirdly|lastly|(?:first|second|third)(?=\)?,)|currently|mostly|chiefly|notably|occasional|most\s+recently)\)?,?\s+)"
    r"|(?:and|or|in|on|for|the|also|both|either|all|any|various|several|different|many|some"
    r"|broadly|mainly|primarily|generally|"
    r"how\s+to|ways\s+to|including|especially|particularly|specifically|such\s+as|e\.g\.,?|towards?|novel"
    r"|my\s+current)\s+|research\s+(?:on|in|into|about|related\s+to)\s+|"
    r"with\s+(?:\w+\s+){0,2}(?:experience|expertise|background)\s+in\s+|"
    r"(?:(?:challenging|fundamental|open|core|key|important|practical|theoretical|diverse)\s+)?(?:the\s+)?(?:areas?|fields?|topics?|problems?|questions?|aspects?|intersections?|study"
    r"|theory\s+and\s+practice|development|design\s+and\s+development|themes?|domains?)"
    r"\s+(?:of|in|related\s+to|around|at)\s+|(?:(?:performing|conducting|doing|pursuing|interdisciplinary|multidisciplinary)\s+){0,2}(?:research\s+)?(?:at\s+)?(?:the\s+)?(?:intersection|interface|crossroads|nexus"
    r"|boundary)\s+(?:of|between)\s+"
    r"|applications?\s+(?:of|to)\s+(?=[a-z]+ing\b)|(?:making\s+)?(?:[a-z]+\s+)?contributi(?:ons?|ng)\s+to\s+(?:the\s+)?(?:(?:[a-z]+\s+)?(?:fields?|areas?)\s+of\s+)?|"
    r"(?:(?:better\s+)?(?:providing|developing|designing|studying|building|understanding|exploring|investigating|creating"
    r"|working\s+on|advancing|devising|applying|introducing|making|proposing|solving|optimizing|improving"
    r"|enhancing|pursuing|unravel(?:l)?ing|uncovering|elucidating|characteri[sz]ing|leveraging|harnessing|using|employing|covers?\s+topics|topics\s+such\s+as)|(?:their|its)\s+applications?\s+(?:to|in))\s+"
    r"(?:and\s+(?:developing|designing|studying|building|understanding|exploring|analyzing|evaluating|deploying"
    r"|implementing|applying)\s+)?)+",
    re.IGNORECASE,
)


# A clause is no topic: "how chromosomes flip", "letting people fix pictures".
_CLAUSE = re.compile(
    r"^(?:(?:the\s+)?ways?\s+(?:in\s+which|that|how|[a-z]+\s+[a-z]{3,20}s\s)|how(?!-)|why|whether|what|when|where|which|who|that|if|about|letting|making\s+(?:it|sure)|helping|getting)\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(r"\s(?:in|of|for|on|to|with|by|at|from|the|an?|and|or)$", re.IGNORECASE)
_LINKS = r"\b(?:of|for|in|to|on|with|under|from|like|between|across)\b"
# Adjectives leave a topic open: "efficient, reliable and sustainable storage" is one.
_ADJECTIVE = re.compile(
    r"(?<![\w-])(?:(?:novel|finite|infinite|discrete|robust|safe|fair|fast|sharp|tight|simple|new|hybrid|large-scale|multi-\w+|open|secure|deep|reliable"
    r"|natural|low-\w+"
    r"|high-\w+|early|modern|rural|urban|direct|indirect|abstract|young|old|long|short|small|large)"
    r"|[\w-]*\w\w(?<!retriev)(?<!surviv)(?<!sign)(?<!capit)(?<!anim)(?<!materi)(?<!apprais)(?<!hospit)al"
    r"|[\w-]*\w\w(?:ed|ic|ous|ant|able|ible|less|ful)|[\w-]*(?<!m)ent|[\w-]*(?<!arch)(?<!alternat)ive"
    r"|(?!library|vocabulary|glossary|commentary|diary)[\w-]*\w\wary"
    r"|(?!history|theory|memory|laboratory|factory|story|category|prehistory|trajectory|territory"
    r"|inventory)[\w-]*\w\wory"
    r"|[\w-]+-(?:scale|time|agent|modal|lingual|task|party|level|based|driven|threaded|stream|dimensional|order))$",
    re.IGNORECASE,
)
_PROCESS = re.compile(
    r"(?:tion|tions|sis|ses|ment|ing|ance|ence|ity|ure|design|control|use|practice|dynamics|causes?|effects?|origins?"
    r"|behaviou?r|comprehension|determinants|roles?|impacts?|consequences|methods?|mechanisms?|models?|applications?|properties|foundations)$",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"(?:novel|robust|safe|fair|fast|secure|reliable|efficient|scalable|interpretable|trustworthy|accurate"
    r"|sustainable|explainable|private|"
    r"privacy-preserving|multi-[a-z]+|statistical|computational|theoretical|experimental|practical|adaptive"
    r"|intelligent|distributed|parallel)",
    re.IGNORECASE,
)
_SYMBOLS = re.compile(r"^(?:[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]\s?)+")
_PURPOSE = re.compile(rf"\w\s(?:(?:in\sorder|so\sas)\s)?to\s(?:better\s|[a-z]{{3,12}}ly\s)?{DO}(?:\s|$)")
_LONGEST, _MOST_JOINED = 120, 12  # characters of a topic; topics that "and" joins


def topic_items(text: str, *, prose: bool = False) -> Iterator[tuple[int, int, str]]:
    """Yield the topics of a list in text: their places and names. *prose* tells that the list is part of a sentence.

    >>> [name for _, _, name in topic_items("optimization, graph theory (GT) and machine learning")]
    ['optimization', 'graph theory (GT)', 'machine learning']
    >>> [name for _, _, name in topic_items("(1) training of models; (2) design and analysis of examples")]
    ['training of models', 'design and analysis of examples']
    """
    pieces = list(_together(text, _pieces(text)))
    if prose and pieces and (_CLAUSE.match(text[pieces[0][0] : pieces[0][1]].lstrip(" ("))):
        return  # "how A and B meet in C", "the project LOOM: Weaving for A and B"
    for index, (begin, end) in enumerate(pieces):
        if prose and index and ASIDE.match(text[begin:end].lstrip()):
            continue  # ", designed for X and Y"
        aim = _PURPOSE.search(text, begin, end) if prose else None
        if aim is not None:
            end = aim.start() + 1  # "A and B to raise C, D and E": what it is done for
        end, over = told_of(text, begin, end) if prose else (end, False)
        many = len(pieces) > 1 and not re.search(r";|\d\)\s", text)
        last = index == len(pieces) - 1 or not re.match(r"\s*,", text[end : end + 3])
        for start, stop in _parted(text, begin, end, many=many, last=last, prose=prose):
            yield from _item(text, start, stop, prose=prose)
        if over:
            return
        if aim is not None:
            return


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield what stands between separators; brackets hold together what is inside them."""
    separators = {m.start(): m.end() for m in _SEPARATOR.finditer(text) if m.end() > m.start()}
    at = depth = position = 0
    while position < len(text):
        if depth == 0 and position in separators:
            if text[at:position].strip():
                yield at, position
            at = position = separators[position]
            continue
        char = text[position]
        depth += (char in "([") - (char in ")]" and depth > 0)
        position += 1
    if text[at:].strip():
        yield at, len(text)


def _together(text: str, pieces: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pieces; one that ends in an adjective is part of the next."""
    held: int | None = None
    for begin, end in pieces:
        begin = begin if held is None else held
        last = re.split(r"[\s,]+", text[begin:end].strip())[-1]
        alone = _LEAD.sub("", text[begin:end].strip()) == last and last.islower() and _is_adjective(last)
        waits = text[end : end + 1] == "," and (alone or bool(_OPEN.fullmatch(last)))
        held = begin if waits else None
        if not waits:
            yield begin, end


_OF_ONE = re.compile(r"\w\s(?:in|of|across|between|among|over)\s(?:the\s)?[a-z-]+\s*$")


def _parted(
    text: str, begin: int, end: int, *, many: bool, last: bool, prose: bool, depth: int = 0
) -> Iterator[tuple[int, int]]:
    """Part "A and B" at the end of a list, or in a sentence; "design and analysis of X" stays whole."""
    piece = text[begin:end]
    if depth >= _MOST_JOINED:
        return  # no list of topics
    cut = _AND.search(piece)
    if cut is None or ("(" in piece[: cut.start()] and ")" not in piece[: cut.start()]):
        yield begin, end
        return
    left, right = piece[: cut.start()].strip(" *_"), piece[cut.end() :].strip(" *_.")
    both = load().topic(left) is not None and load().topic(right) is not None
    # "A, B and C": the last "and" is that of the list, unless one stands in front of it.
    before = text[max(0, begin - 8) : begin]
    closing = prose and many and last and begin > 0 and not re.search(r"\b(?:and|or)\s*$|&\s*$", before)
    named = "(" not in piece and load().topic(piece.strip(" *_.")) is not None
    whole = (
        named
        or (prose and _OF_ONE.search(left.partition(",")[0]) is not None and "," in left)
        or _one_phrase(left, right, closing=closing)
    )
    # Where a list goes on, "and" before one plain word is inside a phrase: "urban politics and policy, rivers, and X".
    whole = whole or (prose and many and not last and right.isalpha() and not both)
    # A pair of plain words in a list that is no sentence is a name: "Poverty and Inequality".
    pair = not prose and " " not in left and " " not in right
    # What semicolons or numbers set apart is one topic each.
    apart = len(piece) < _LONGEST and (text[end : end + 1] == ";")
    if both or (not whole and not pair and not apart and ((many and last) or prose)):
        yield begin, begin + cut.start()
        yield from _parted(text, begin + cut.end(), end, many=many, last=last, prose=prose, depth=depth + 1)
        return
    yield begin, end


def _is_adjective(phrase: str) -> bool:
    """Tell whether the last word of a phrase is an adjective, so that something must follow it."""
    return bool(_ADJECTIVE.search(phrase))


def _one_phrase(left: str, right: str, *, closing: bool) -> bool:
    """Tell whether "left and right" are one: they share what follows, or what goes before.

    Where the "and" closes a list, single words do not share the modifier of what is left of it.
    """
    if load().topic(left) is not None or right.startswith("the "):
        return False
    words = right.split()
    if _is_adjective(left):
        return len(words) > 1
    if re.fullmatch(r"[A-Za-z]+ing(?:\s\S+){0,2}", left) and re.match(r"[a-z]+ing\s", right):
        return True  # "identifying and annotating X"
    if not closing and len(words) == 1 and " " in left and _PROCESS.search(left) and _PROCESS.search(right):
        return load().topic(right) is None  # "speech production and comprehension"
    before, behind = re.split(_LINKS, left), re.split(_LINKS, right)
    if len(behind) > 1 and len(before) > 1 and _PROCESS.fullmatch(behind[0].strip()):
        return True  # "across nations and over time", "surveys of attitudes and behaviour across nations"
    if len(behind) > 1 and len(before) == 1:  # "design and analysis of X"
        if len(behind[0].split()) == 1:
            return True
        process = bool(_PROCESS.search(left)) or (" " not in left)
        return len(left.split()) <= 2 and process and len(behind[0].split()) <= 2
    if len(before) > 1 and len(before[-1].split()) == 1 and len(behind[0].split()) == 1:
        return True  # "evolution of A and B", "effects of A and B on C"
    if " " in left or len(words) != 2 or load().topic(right) is not None:
        return False
    return not _is_adjective(words[0])  # "labour and education economics"


_LONG_ASIDE = re.compile(r"\s\((?=[^()]*\s[^()]*\s)[^()]*\)$")  # "simulations (of yarn and wool)"


def _item(text: str, begin: int, end: int, *, prose: bool = False) -> Iterator[tuple[int, int, str]]:
    body = text[begin:end]
    body = re.sub(r"(?:\s*\[[^\]]*\])+\s*$", "", body)
    body = _LONG_ASIDE.sub("", body) if prose else body
    body = _TAIL.sub("", body)
    body = body.strip(" .,;:*\"'“”‘’!–—-\n\t/")
    body = _SYMBOLS.sub("", body)
    lead = _LEAD.match(body)
    if lead:
        body = body[lead.end() :]
    body = body.strip(" .,;:*\"'“”‘’!–—-\n\t/")
    if not 2 <= len(body) <= _LONGEST or len(body.split()) > 16 or not any(c.isalpha() for c in body):
        return
    if (
        ASIDE.match(body)
        or _CLAUSE.match(body)
        or _DANGLING.search(body)
        or (len(body) == 2 and body.isascii() and not body.isupper())
    ):
        return
    at = text.find(body, begin)
    yield at, at + len(body), " ".join(re.sub(r"(?<=[a-z])-\s*\n\s*(?=[a-z])", "", body).split())
