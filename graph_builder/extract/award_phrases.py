"""Names of awards: inside a line of a list, behind a venue, and in running text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graph_builder.extract.award_societies import SOCIETY
from graph_builder.extract.award_tongues import CUES
from graph_builder.extract.dates import find_dates

CUE = re.compile(
    r"\b(?:awards?|prizes?|scholarships?|studentships?|fellowships?|fellow|medal(?:ist)?|honou?rs?|honou?rable"
    r"|grants?|endowments?|distinguished|outstanding|best|winner|finalist|runner|rising\s+stars?|dean['’]?s|president['’]?s"
    r"|cum\s+laude|merit|excellence|excellent|recogni\w+|nominat\w+|place|gold|silver|bronze|top|young|first-?class|valedictorian|"
    r"recipient|spotlight|champion|certificate|bursary|stipend|list|scholars?|prix|preis|premio|beca|bourse"
    r"|award(?:ed|ee)|"
    r"rank(?:ed)?|olympiad|competition|contest|honou?r(?:ed|ary|ee)|membership|laureate|innovator|selected"
    r"|elected|pioneers?|member\s+of|prêmios?|premi|borsa|bolsa|medall?a|medaglia|médailles?|menzione|mention|mención"
    r"|of\s+the\s+year|commendations?|distinction|distinción|lauréate?|ehrung|auszeichnung(?:en)?|lectureship|named\s+lecture|knight|honoris\s+causa)\b"
    r"|\b\w{4,40}(?:stipendi(?:um|en|at\w*)|preis|medaille|prijs|priset)\b"
    rf"|奖|荣誉|优秀|三好|[가-힣]상(?![가-힣])|{CUES}|{SOCIETY}",
    re.IGNORECASE,
)
"""Words that awards have in their names."""

PRIZES = re.compile(
    r"\b(?:award|prize|fellowship|scholarship|studentship|medal|bursary|commendation|travel\s+grant)s?\b", re.IGNORECASE
)
GLAD = (
    r"(?:(?:[Ss]o|[Vv]ery|[Ss]uper|[Ee]xtremely)\s)?(?:[Hh]onou?red|[Tt]hrilled|[Ee]xcited|[Gg]rateful|[Hh]appy|[Pp]roud|[Dd]elighted|[Hh]umbled|[Gg]lad"
    r"|[Pp]leased)(?:\sand\s[a-z]{5,9})?\s"
)
RECEIVING = (
    rf"(?:{GLAD}to\s(?:(?:be|become|have\sbeen)\s(?:an?\s|the\s)?(?:recipient\sof|awarded|granted)"
    r"|(?:receive|win|get|have\s(?:received|won)))\s)"
)
GIVEN = re.compile(
    r"(?:\W{0,3}(?:[A-Z][a-z]{2,8}\.?\s)?(?:\d{1,2}[/.-]){0,2}(?:19|20)\d\d(?:[/.-]\d{1,2}){0,2}\W{1,6}|[^\w(]{1,8})?"
    r"(?:(?:Awards?|Honou?rs?|Prizes?)\b[\s:|–—-]{1,3})?(?P<said>(?:Awarded|Won|Winner|Recipient|Received|Named|Selected\sas|Got\s(?=the|an?\b)"
    rf"|{GLAD}(?:to\s(?:be|receive|win|get|have)|that\sI|for\sreceiving))\b)"
)  # "2024 - Awarded the Loom Scholarship"
_HEAD = (
    r"(?:(?i:awards?|prizes?|scholarships?|studentships?|fellowships?|medals?|honou?rable\s+mentions?)|"
    r"Rising\s+Stars?|Rising\s+Star\s+Awards?|Early\s+Career\s+Awards?|[Tt]ravel\s+[Gg]rants?)"
)
_WORD = r"(?:[A-Z0-9À-ÖØ-Þ](?:[\w.&'’/+-]|–(?=[A-Z]))*|[“\"][A-Z][\w\s'’.-]{2,40}[”\"])"
_LINK = r"(?:of|for|in|the|and|on|de|&|to|at|–|-)"
_BEST = r"(?:[Bb]est|[Oo]utstanding|[Dd]istinguished|[Ee]xceptional|[Tt]op|[Ee]xcellent)"
_KIND = (
    r"(?:(?:[\w-]+\s+){0,3}?(?i:papers?|posters?|demos?|demonstrations?|presentations?|thesis|theses"
    r"|dissertations?|talks?|"
    r"artifacts?|reviewers?|students?(?!\s+(?:papers?|posters?|presentations?|talks?))|videos?|submissions?"
    r"|projects?|applications?(?!\s+papers?)|contributions?|teachers?|graduates?))"
)
_RANK = (
    r"(?i:awards?|prizes?|honou?rable\s+mentions?|finalists?|nominations?|nominees?|runners?[\s-]up"
    r"|candidates?|winners?)"
)
PAPER_AWARD = re.compile(
    rf"(?<!\w){_BEST}[\s-]{_KIND}(?:\s+{_RANK}){{0,3}}(?:\s*\((?i:runner[\s-]up|honou?rable\s+mention|finalist"
    rf"|nomination)\))?(?![\w-])"
    rf"|(?<![\w-])(?i:test[\s-]of[\s-]time|people['’]s\s+choice|audience\s+choice"
    rf"|honou?rable\s+mention)(?:\s+(?i:paper))?(?:\s+{_RANK}){{0,2}}(?!\w)"
)
"""Awards for papers and the like, which stand behind a venue or title: "Best Student Paper Honorable Mention"."""

_PHRASE = re.compile(
    rf"(?:(?:{_BEST}|{_WORD})(?:\s+(?:\([A-Z][\w.&-]{{1,12}}\)\s+)?(?:{_LINK}\s+){{0,2}}(?:{_WORD}|[Pp]aper"
    rf"|[Ss]tudent|(?:[Pp]re|[Pp]ost)?-?[Dd]octoral|[Dd]issertation|(?:[Pp]ost)?[Gg]raduate)){{0,9}}"
    rf"\s+(?:\([A-Z][\w.&-]{{1,12}}\)\s+)?{_HEAD}|(?i:honou?rable\s+mention))"
    rf"(?:\s+(?i:finalist|nomination|winner|runner[\s-]up|honou?rable\s+mention))*"
    rf"(?:\s+(?:for|in|of)\s+(?:the\s+)?{_WORD}(?:\s+(?:{_LINK}\s+){{0,2}}{_WORD}){{0,6}})?"
)
_JOBS = re.compile(
    r"\b(?:Research|Postdoc\w*|Post-?[Dd]oc\w*|Visiting|Teaching|Senior|Clinical|Junior|PhD|Ph\.D\.|Doctoral"
    r"|Google|Assistant|Associate|Residency|Surgical|Medical|"
    r"Principal|Technical|Distinguished|Affiliated?|External|Found(?:er|ing)|Non-?[Rr]esident|Institute|Policy|Tutorial|Stipendiary|Industry)\s+(?:\w+\s+)?(?:Fellow|Scholar)$|\b(?:Clinical|Residency|Surgical)\s+Fellowship$"
)
_VERB = re.compile(
    r"\b(?:receiv\w+|awarded|won|win(?:s|ner|ning)?|recipient|honou?red|selected|named|elected|recogni[sz]ed"
    r"|(?:support|fund|financ|sponsor)ed\s+by|presented|decorated|inducted|holds?|"
    r"granted|earned|got|obtained|fellow|distinguished\s+member|laureate|star|nominated|(?:semi-?)?finalist|runner-up|garnered|(?:short|long)listed|placed|ranked|came|took|under\s+an?|held|includ\w+)\b",
    re.IGNORECASE,
)
PLACE = re.compile(
    r"(?:1st|2nd|3rd|[Ff]irst|[Ss]econd|[Tt]hird|[Gg]rand|[Gg]old|[Ss]ilver|[Bb]ronze)\s+(?:[Pp]lace|[Pp]rize"
    r"|[Mm]edal|[Pp]rizes|[Rr]unner)"
)
_VENUES_BEHIND = re.compile(
    r"\s*(?:,|at|of|in|@|from)\s+(?:the\s+)?(?P<list>[A-Z][\w-]*(?:\s?['’]\s?\d\d|\s+(?:19|20)\d\d)?"
    r"(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)[A-Z][\w-]*(?:\s?['’]\s?\d\d|\s+(?:19|20)\d\d))*)"
)


_LONGEST = 4000
"""The longest sentence or entry that is searched: no author writes a longer one."""


@dataclass(frozen=True, slots=True)
class AwardPhrase:
    """The name of an award in a text, and its place and year."""

    name: str
    start: int
    end: int
    year: str = ""


def stated_awards(text: str) -> Iterator[AwardPhrase]:
    """Yield the awards that a sentence says the subject has.

    >>> [a.name for a in stated_awards("I received the Ada Example Prize and a Babbage Fellowship in 2020.")]
    ['Ada Example Prize', 'Babbage Fellowship']
    """
    if not _VERB.search(text):
        return
    taken: list[tuple[int, int]] = []
    for match in PAPER_AWARD.finditer(text):
        behind = _VENUES_BEHIND.match(text, match.end())
        taken.append((match.start(), behind.end() if behind else match.end()))
        yield from _at_venues(text, match, behind)
    for match in _phrases(text, tuple(taken)):
        name = _trim(match.group())
        taken.append(match.span())
        yield AwardPhrase(name, match.start(), match.end(), _year(text, match.start(), match.end()))


_AND_NEXT = re.compile(
    r"\s(?:in\s)?(?:19|20)\d\d,?\sand\s(?:the\s|an?\s)?"
    r"|(?:(?<=Award)|(?<=Prize)|(?<=Medal)|(?<=owship)|(?<=arship)),?\sand\s(?:the|an?|my|his|her)\s"
)  # "the Loom Medal in 2019 and the Wool Prize"
_BETWEEN = re.compile(r"\W{0,3}(?:in\s)?(?:(?:19|20)\d\d)?\W{0,3}(?:and\s)?(?:the\s|an?\s)?")


def _phrases(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[re.Match[str]]:
    """Yield the phrases that name awards; where one begins inside what is taken, those behind that."""
    at = 0
    while (match := _PHRASE.search(text, at)) is not None:
        inside = max((e for s, e in taken if s <= match.start() < e < match.end()), default=0)
        joint = _AND_NEXT.search(text, match.start(), match.end()) if not inside else None
        first = None
        if joint is not None and first is not None:
            at = joint.end()
            continue
        if not inside:
            yield match
        at = _BETWEEN.match(text, inside).end() if inside else match.end()  # type: ignore[union-attr]


def _at_venues(text: str, match: re.Match[str], behind: re.Match[str] | None) -> Iterator[AwardPhrase]:
    name = re.sub(r"(?i)awards$", lambda m: m.group()[:-1], match.group())
    if not re.search(rf"\b{_RANK}$", name) and not name[:1].isupper():
        return
    if behind is None:
        host = _host_before(text, match.start())
        yield AwardPhrase(f"{host} {name}".strip(), match.start(), match.end(), _year(text, match.start(), match.end()))
        return
    for piece in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", behind["list"]):
        short = re.search(r"['’]\s?(\d\d)$", piece)
        full = re.search(r"(?:19|20)\d\d$", piece)
        year = f"20{short[1]}" if short else full[0] if full else ""
        yield AwardPhrase(f"{name} at {piece}", match.start(), behind.end(), year)


def _host_before(text: str, at: int) -> str:
    """Return the venue that stands right before an award: "ICEX, 2020 (Best Paper Award)"."""
    before = re.search(
        r"(?:^|[\s(])([A-Z][\w/-]{0,11}[A-Z][\w/-]{0,11})\)?,?\s*(?:['’]?\s?\d{2,4})?\s*[(:–—,|-]?\s*(?:\*+|🏆)?\s*$",
        text[max(0, at - 80) : at],
    )
    return before.group(1) if before and len(before.group(1)) <= 12 else ""


def paper_awards(text: str) -> Iterator[AwardPhrase]:
    """Yield the awards that an entry of a publication list bears.

    >>> [a.name for a in paper_awards("ICEX, 2022 (Best Student Paper Honorable Mention)")]
    ['ICEX Best Student Paper Honorable Mention']
    """
    for match in PAPER_AWARD.finditer(text[:_LONGEST]):
        name = match.group()
        before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
        ranked = re.search(rf"\b{_RANK}\)?$", name)
        enclosed = before.endswith(("(", "[", "🏆", "|", ",", ".", "★", "*", ";", ":", "–", "—")) or not before
        ends = not after or after[0] in "()],.;|!*&:–—" or bool(re.match(r"(?:at|in|from|of)\b", after))
        host = _host_before(text, match.start())
        if not (enclosed or host) or not ends or not (ranked or (enclosed)):
            continue
        yield AwardPhrase(f"{host} {name}".strip(), match.start(), match.end(), _year(text, match.start(), match.end()))


_WON = re.compile(
    r"(?:^|[.;,(*★🏆–—|]\s*|\s-\s|\t|\d:\s)(?:[Aa]warded|[Nn]amed|[Ww]inner(?:\s+of)?|[Ff]inalist(?:\s+for)?|[Rr]ecipient\s+of|[Ww]on|[Ss]hortlisted\s+for"
    r"|[Rr]unner-up(?:\s+for)?|[Rr]eceived)\s*[,:]?\s+(?:the\s+|an?\s+)?(?=[\dA-ZÀ-Þ“])"
)


_BEST_OF = re.compile(
    rf"{_BEST}(?:\s+{_WORD}){{1,5}}(?:\s+(?:at|of|in)\s+(?:the\s+)?{_WORD}(?:\s+(?:{_LINK}\s+){{0,2}}{_WORD}){{0,6}})?"
)


def won_awards(text: str) -> Iterator[AwardPhrase]:
    """Yield the awards that an entry says a work has won.

    >>> [(a.name, a.year) for a in won_awards("A Book (Example Press, 2018). Winner of the Ada Prize 2019.")]
    [('Ada Prize', '2019')]
    """
    for match in _WON.finditer(text[:_LONGEST]):
        phrase = _PHRASE.match(text, match.end()) or _BEST_OF.match(text, match.end())
        if phrase is not None:
            year = _year(text[match.end() : phrase.end() + 60], 0, phrase.end() - match.end())
            yield AwardPhrase(_trim(phrase.group()), match.end(), phrase.end(), year)


def _year(text: str, start: int, end: int) -> str:
    """Return the year nearest to an award in its sentence, behind it first."""
    dates = find_dates(text)
    inside = [d for d in dates if d.span.start >= start and d.span.end <= end]
    after = [d for d in dates if d.span.start >= end and d.span.start - end < 60]
    before = [d for d in dates if d.span.end <= start]
    chosen = inside[:1] or after[:1] or before[-1:]
    return chosen[0].year if chosen else ""


def _trim(name: str) -> str:
    name = re.sub(
        r"^(?:(?:19|20)\d\d|I|In|The|A|An|My|He|She|And|Our|We|At|For|From|Prof\.?|Dr\.?|Also|Recently|Currently)\s+",
        "",
        name,
    )
    name = re.sub(r"^(?:(?:Awarded|Received|Won|Named)\s+)?(?:the|and|of|for|in|a)\s+", "", name)
    return re.sub(r"\s+(?:in|for|of)\s+(?:19|20)\d\d$", "", name.strip(" ,.;:")).strip(" ,.;:")


_BODY = (
    r"(?:Society|Academy|Association|Institute|Institution|College|Federation|Union|Council|IEEE|ACM|AAAS|AAAI|SIAM)"
)
_LINE = re.compile(
    rf"(?:{_HEAD}|(?:(?:Elected|Honorary|Foreign|Corresponding|Life|Senior)\s+)?(?:Fellow|(?:Elected|Honorary|Foreign"
    rf"|Corresponding)\s+Member)(?:,|\s+of)\s+(?:the\s+)?(?:{_WORD}\s+(?:{_LINK}\s+){{0,2}}){{0,7}}{_BODY}"
    rf"(?:\s+(?:{_LINK}\s+){{1,2}}{_WORD}(?:\s+(?:{_LINK}\s+){{0,2}}{_WORD}){{0,5}})?|(?:[A-Z][\w.-]+\s+)(?:Fellow|Scholar|Medalist|Laureate)|Rising\s+Stars?(?:\s+in\s+[\w\s&]+)?"
    rf"|Dean['’]s\s+(?:Honou?rs?\s+)?List)"
    r"(?:\s+(?i:finalists?|nominations?|winners?|runners?[\s-]up|recipients?|for\s+[\w\s-]{3,50}"
    r"|(?:in|at)\s+[A-Z][\w\s&-]{3,60}|of\s+[A-Z][\w\s-]{3,40}|and\s+[A-Z][\w\s-]+Prize)){0,3}"
    r"(?:\s*\([^()]{2,120}\))*(?:\s*,\s*[^,]{2,60}){0,2}[\s.,!]*$"
)


_NOT_LINE = re.compile(
    r"\b(?:I|we|my|our|was|were|is|has|have|which|that|who|committee|reviewer|chair|received|awarded|deployed"
    r"|for\s+their)\b"
    r"|^(?:\w+\s+){0,2}Thesis(?:\s+title)?\s*:|^(?:Sponsor|Mentor|Judge|Reviewer|Referee|Editor|Chair|Organi[sz]er|Co-)",
    re.IGNORECASE,
)


_PRIZE_FOR = re.compile(rf"(?:{_WORD}\s+){{0,5}}(?:Award|Prize|Medal)\s+for\s+\S.{{3,110}}$")
"""What a prize was given for may be said in any words: "Special Prize for the best film on looms"."""

_RECEIVED = re.compile(
    rf"^[\W\d]*(?:(?:{RECEIVING}|[Gg]ot\s)(?:the\s|an?\s)?|(?i:honou?red\s+to\s+be\s+(?:an?\s+|the\s+)?recipient\s+of|recipient\s+of|awarded|received"
    r"|winner\s+of)\s+(?:the\s+|an?\s+)?)?"
)


def is_award_line(text: str) -> bool:
    """Tell whether a short line outside a section on awards is nothing but the name of an award.

    >>> is_award_line("Conference on Examples (CEX) Best Paper Award"), is_award_line("We won an award for it.")
    (True, False)
    """
    if len(text) > 160:
        return False
    bare = _RECEIVED.sub("", text)
    if _NOT_LINE.search(bare):
        return False
    if PLACE.match(text) or PLACE.match(bare) or _PRIZE_FOR.match(bare):
        return True
    if not bare[:1].isupper():
        return False
    # "Example Tech, Postdoctoral Fellow, Sampleton" is a position.
    return bool(_LINE.search(bare)) and not any(_JOBS.search(part.strip()) for part in re.split(r"[,(\t]", bare))


PERSONAL = re.compile(r"\b(?:I(?=\s[a-z]|['’])|[Mm]y|[Hh]e|[Ss]he|[Hh]is|[Hh]er|[Tt]heir|[Ww]e|[Oo]ur)\b")
