"""Sentences that state research interests: where the statement ends and what the person is interested in begins.

Four kinds of sentence do so: a possessed noun that is said to be something ("my work centres on"), a person who does
something ("I am interested in", "she studies"), a role with a participle behind it ("professor ... specialising in"),
and a label or a clause with a colon ("Interests:", "I have three research areas:").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lead:
    """A statement of interest in a sentence: it begins at *start*, and what it introduces lies in *begin* to *end*."""

    start: int
    begin: int
    end: int


_W = r"[^\s,;:.!?]{1,40}"
_ADVERB = (
    r"(?:(?:also|broad|very|most|always|still|long|more|now|often|further|both|all|quite|these\s+days|in\s+general"
    r"|in\s+particular|been|(?!apply|supply|rely|multiply)[a-z]{3,14}ly)(?:,?\s+|$))"
)
_ADVERB_ALONE = (
    r"(?:also|very|mostly|always|still|now|often|both|all|these\s+days|in\s+(?:general|particular)"
    r"|(?!apply|supply|rely|multiply)[a-z]{3,14}ly)"
)
_NOUN = (
    r"(?:interests?|research|work|focus|foci|expertise|areas?|fields?|topics?|speciali[sz]ations?|specialt(?:y|ies)"
    r"|specialit(?:y|ies)|passions?|agenda|program(?:me)?|themes?|directions?|scholarship|lab|laborator(?:y|ies)"
    r"|group|team|studies|domains?)"
)
_OWNED = re.compile(
    rf"\b(?:[Mm]y|[Hh]is|[Hh]er|Their|[Oo]ur|[Ww]hose|[A-Z][\w.-]{{1,30}}['’]s?|(?<![\w,]\s)(?:The\s+)?(?:[Mm]ain|[Pp]rimary"
    rf"|[Cc]urrent|[Gg]eneral|[Bb]road|[Rr]esearch|[Ss]pecific|[Aa]cademic|[Ss]cientific)"
    rf"|[Tt]he\s+(?:{_W}\s+){{0,2}}?focus)"
    rf"(?:(?:\s+(?:{_W},?\s+){{0,5}}?(?:and\s+)?)|\s+)?(?<=\s)?\b{_NOUN}(?:\s+(?!studies){_NOUN})?\b"
)
_LINK = re.compile(
    r"(?<!\bof\s)(?<!\bthe\s)(?<!\bto\s)(?:\b(?:is|are|lies?|lay|includes?|included|rel(?:y|ies)(?=\s+(?:up)?on\b)|spans?|covers?|focus(?:s?es"
    r"|s?ed)?|cent(?:er|re)s?|revolves?|concerns?"
    r"|deals?\s+with|explores?|address(?:es)?|examines?|investigates?|stud(?:y|ies)|involves?|ranges?"
    r"|encompass(?:es)?|sits?|stands?|falls?|bridges?|blends?|combines?|draws?\s+(?:on|from)|straddles?|cross(?:es)?"
    r"|connects?|touch(?:es)?|concentrates?|comprises?|integrates?|(?:has|have)\s+(?:been|focus(?:s)?ed|cent(?:ered|red)"
    r"|been\s+focus(?:s)?ed|included|spanned|explored|addressed|examined)|tackles?|lives?|intersects?|seeks|aims"
    r"|relates?|belongs?|extends?|pertains?|speciali[sz]es(?=\s+in\b)|exists?|operates?|resides?|rests|encompassing|spanning|covering|including|ranging))\b"
)
_PERSON = re.compile(
    rf"(?:\b(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|who|(?<![\w,]\s)[A-Z][\w-]+(?:\s+[A-Z][\w.-]+){{1,2}})"
    rf"(?:['’](?:m|ve|re)|\s+(?:am|is|are|have|has|also\s+am))?\s+|^\W{{0,3}}|\band\s+){_ADVERB}{{0,4}}(?:[Ii]nterested\s+[io]n"
    rf"|passionate\s+about|fascinated\s+(?:by|with)|curious\s+about|thinking\s+about|think\s+about(?!\s+(?:how|it|that|this|you|us|them)\b)|excited\s+about|intrigued\s+by|keen\s+on"
    rf"|working\s+{_ADVERB}{{0,2}}(?=on\b|in\b|at\b|within\b)|(?<!\bI\s)focus(?:s)?(?:ed|ing)\s+{_ADVERB}{{0,2}}on"
    rf"|speciali[sz](?:ed|ing)\s+in|engaged\s+in|devoted\s+to|dedicated\s+to(?:\s+(?:expanding|deepening|broadening|improving|developing|building|enhancing|advancing)\s+(?:my|his|her)\s+(?:\w+\s+(?:and|&)\s+)?\w+\s+(?:in|of|on|about))?|committed\s+to(?:\s+(?:expanding|deepening|broadening|improving|developing|building|enhancing|advancing)\s+(?:my|his|her)\s+(?:\w+\s+(?:and|&)\s+)?\w+\s+(?:in|of|on|about))|concerned\s+with|drawn\s+to"
    rf"|(?:studying|researching|investigating|exploring)(?=\s)"
    rf"|(?:an?\s+)?(?:[a-z]+\s+)?(?:expert|specialist)\s+(?:in|on))"
)
# "In my research, I examine looms", "My lab uses looms to study felt", "I have interests across weaving, such as felt"
_WITHIN = re.compile(
    r"\b[Ii]n\s(?:my|his|her|our)\s(?:\w+\s){0,2}(?:research|work|scholarship|dissertation)\s?,?\s(?:I|he|she|we)\s(?:[a-z]+ly\s|mainly\s)?"
    r"(?:examine|stud(?:y|ie)|explore|investigate|analy[sz]e|address(?:e)?|consider|tackle|focus(?:e)?\son|work\son)(?:s\b|\b)"
    r"|\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er)\s(?:lab|laboratory|group|team|research|work)\s(?:(?:mainly|primarily)\s)?uses?\s[^.;,]{3,80}?\sto\s"
    r"(?:study|understand|investigate|explore|examine)\b"
    r"|\b(?:I|[Hh]e|[Ss]he)\s(?:have|has)\s(?:\w+\s){0,2}interests\s(?:across|within)\s[^.;,]{3,60},\s(?:including|such\sas|especially)\b"
)
_DOES = re.compile(
    rf"\b(?:I|[Hh]e|[Ss]he|who|(?<![\w,]\s)(?!(?:My|Our|His|Her|The)\s)[A-Z][\w-]+(?:\s+[A-Z][\w.-]+){{1,2}})\s+{_ADVERB}{{0,4}}"
    rf"(?:(?:like|love|enjoy|tend)s?\s+(?:to\s+)?)?"
    rf"(?:(?:works?|working)\s+(?:with\s+(?:{_W},?\s+){{1,8}}?)?{_ADVERB}{{0,2}}(?=on\b|in\b|at\s+the|within\b"
    rf"|across\b)"
    rf"|(?:focus(?:s?es)?|concentrates?)\s+{_ADVERB}{{0,2}}(?:my\s+\w+\s+)?(?=on\b|in\b)|(?:speciali[sz]es?\s+in"
    rf"|stud(?:y|ies)|research(?:es)?(?!\s+(?:cent(?:er|re)|group|lab|institute|unit|fellow|assistant|associate)\b)|investigates?|explores?"
    rf"|(?:do(?:es)?|conducts?|carr(?:y|ies)\s+out|pursues?)\s+(?:{_W}\s+)?research\s+(?:in|on|about|into)"
    rf"|(?:have|has|maintains?|retains?)\s+(?:an?\s+|my\s+)?(?:{_W}\s+){{0,4}}?(?:interests?|expertise|focus|speciali[sz]ation|passion)"
    rf"\s+(?:in|on|for))(?=[\s:]))"
)
_ROLE = (
    r"(?:students?|candidate|researcher|scientist|professor|lecturer|fellow|postdoc|associate|engineer|[a-z]{0,10}economist"
    r"|statistician|mathematician|physicist|chemist|linguist|philosopher|historian|sociologist|psychologist|ecologist"
    r"|geologist|neuroscientist|anthropologist|bioinformatician|epidemiologist|geographer|astronomer|astrophysicist"
    r"|theorist|[a-z]{3,12}biologist|biologist|archaeologist|scholar|academic|faculty|member|instructor|director"
    r"|Ph\.?D\.?|undergraduate|graduate|roboticist|assistant)"
)
_PARTICIPLE = re.compile(
    rf"\b{_ROLE}\b[^!?;]{{0,200}}?[\s,(](?P<said>speciali[sz](?:ed|ing)\s+in|working\s+{_ADVERB}{{0,2}}(?:on\b|in\b"
    rf"|at\s+the\s+(?:intersection|interface|nexus|crossroads|boundary|interplay)(?:\s+of|\s+between))"
    rf"|(?:focus(?:s)?(?:ed|ing)|focus)\s+on|interested\s+in|specifically\s+studying|researching|investigating|passionate\s+about"
    rf"|who\s+(?:works\s+(?:on|in)|studies|investigates|focuses\s+on|speciali[sz]es\s+in|researches)"
    rf"|with\s+(?:an?\s+|my\s+|(?:main|strong|broad|particular|research|special|general|primary|current"
    rf"|wide)\s+){{0,3}}"
    rf"(?:interests?|expertise|focus|speciali[sz]ation|emphasis)\s+(?:in|on))(?=\s)",
    re.IGNORECASE,
)
_SCHOLAR = re.compile(
    r"\b(?:am|is|as)\s(?:an?|the)\s(?:[\w-]+\s){0,3}?(?:historian|scholar|sociologist|anthropologist|geographer|ethnographer|archaeologist|theorist)\sof(?=\s)"
)
_STRAND = re.compile(
    r"\b(?:[Oo]ne|[Aa]nother|[Aa]\s(?:first|second|third|major|main|key)|[Tt]he\s(?:first|second|third|other|main))\s(?:[\w-]+\s)?"
    r"(?:strand|line|thread|stream|branch|area|theme|pillar|focus|direction)\s(?:of\s(?:(?:my|our|his|her)\s)?(?:[\w-]+\s)?(?:research|work|inquiry|interest)\s)?"
    r"(?:focus(?:s?es)?|concerns?|cent(?:er|re)s|explores?|examines?|investigates?|studies|addresses|considers|looks)(?=\s)"
    r"|(?:^|(?<=[.!?]\s))[A-Z][\w-]{1,20}\s(?:[a-z]{3,14}ly\s)?speciali[sz]es(?=\sin\s)"
    r"|\b[Mm]y\s(?:\w+\s){0,2}projects?\s(?:currently\s)?(?:focus(?:s?es)?|cent(?:er|re)s?)\s(?=on\s)"
    r"|\b(?:work|research|studies|projects)\s(?:that\s(?:is|are)\s)?(?:aimed|aiming)\sat\s(?:better\s)?(?:understanding|studying|explaining|examining|investigating)(?=\s)"
)
_LABEL = re.compile(
    r"(?:^|(?<=[.!?]\s)|(?<=\n))[\W_]{0,4}(?:(?:Academic|Research|Re[a-z]{3,5}ch|Main|Current|Primary|Secondary|Scientific|General"
    r"|Broad|Professional|Key|Specific|My|Teaching\s+and|and)\s+){0,4}(?:Interests?|Areas?|Topics?|Fields?"
    r"|Key\s?words?|Expertise|Specialt(?:y|ies)|Focus|Speciali[sz]ations?|Themes?|Directions?|Domains?)"
    r"(?:\s+(?:of|and)\s+(?:interests?|research|expertise|speciali[sz]ation|study|focus|competence|topics?|areas?))?"
    r"(?:\s+include[sd]?)?\s*(?:[:–—]|\|(?=[^|\n]{2,60}\|))\s*",
    re.IGNORECASE,
)
# "I am an economist studying X", "I use field experiments to study X"
_STUDYING = re.compile(
    r"\b(?:I|[Ss]he|[Hh]e|who|[Mm]y\s(?:research|work))\s(?:[a-z]{3,14}ly\s|also\s|often\s)?(?:use|apply|applie|combine|employ|leverage|utili[sz]e|integrate|draw)s?\s"
    r"(?!R\b|this\b)[^.!?;:]{4,150}?\sto\s(?:better\s)?(?:study|understand|investigate|examine|explore)(?=\s(?!how\b|what\b|why\b|whether\b|the\s(?:role|effects?|impacts?)\b))"
    r"|\b(?:am|is)\s(?:currently\s)?(?:an?|the)\s(?:[\w-]+\s){0,4}?(?:[a-z]{3,14}(?:ist|ian)|economist|philosopher|geographer|researcher|scientist|scholar|postdoc|professor|fellow)\s(?:[^.!?;]{0,80}?\s)?studying(?=\s)"
)
_LISTING = re.compile(
    r"\b(?:interests?|areas\s+of\s+(?:research|interest|expertise)|research\s+(?:areas?|topics?|themes?|fields?"
    r"|directions?"
    r"|lines|axes|questions|focus(?:s?es)?|strands|pillars)|(?:two|three|four|five|several|main)\s(?:\w+\s)?(?:strands|lines|directions|pillars|axes|themes|threads)|work\s+on|works\s+on|research\s+(?:spans|covers|focuses"
    r"|cent(?:er|re)s)"
    r"|topics|areas)\b[^:]{0,80}:\s*(?=\S)",
    re.IGNORECASE,
)
# What leads from the verb to its object: "(lies broadly) at the intersection of".
_INTO = re.compile(
    rf"(?:\s*(?::|[-–—](?=\s))\s*|\s*\((?:but\s+)?(?:are\s+|is\s+)?not\s+limited\s+to\)(?=[\s:,])|[\s,]*\b(?:{_ADVERB_ALONE}|(?:focus(?:s)?ed|cent(?:ered|red)|cent(?:er|re)ing"
    rf"|concentrated|based|rooted|situated"
    r"|grounded|located|directed|oriented|dedicated|devoted)(?=\s+(?:[a-z]{3,14}ly\s+)?(?:on|in|at|around|within|to|toward|towards|between))"
    r"|in|into|on|of|at|around|to|toward|towards|within|about|upon|from|over|across|among|between"
    r"|but\s+(?:are\s+|is\s+)?not\s+limited\s+to|include|including|following"
    r"|(?:the|a|an|several|various|many|multiple|diverse|different|two|three|four|five|six|some|wide|broad|main"
    r"|core|key"
    r"|key|general|related|interrelated|overlapping)\s+(?:(?:wide|broad|general|various|main|core|key|related"
    r"|interrelated|overlapping)\s+)?"
    r"(?:areas?|fields?|topics?|intersections?|interface|nexus|crossroads|boundary|domains?|study|range|variety|spectrum|array|breadth|multitude|number"
    r"|questions?"
    r"|problems?|themes?|directions?|aspects?|issues?|lines|categories|subjects?|study|general|broad|main)\b"
    r"|the\s+(?:broad\s+|general\s+)?(?:areas?|fields?|topics?|intersection|interface|domains?|study)\b"
    r"|the\s+following\b|areas?\s+(?:of|in)\s+[\w-]{1,20}(?:\s+[\w-]{1,20})?(?=,?\s+(?:including|such\s+as)\b)"
    r"|(?:areas?|fields?|topics?|problems?|questions?|issues?|themes?)(?=\s+(?:of|in|related|relating|such|like"
    r"|around|at|surrounding|about|concerning|that|pertaining)\b)"
    r"|related\s+to|relating\s+to|pertaining\s+to|such\s+as|like)(?=[\s:,]|\Z))+[\s:,]*"
)
_NOT_INTO = re.compile(
    r"\W{0,8}(?:the\s[a-z]{3,12}(?:tion|ment|sis),\s|for\s(?:(?:an?|my|the|his|her)\s){0,2}(?:Ph\.?\s?D|doctora|master|bachelor|M\.?Sc|B\.?Sc|degree)|not\b|also\b|because\b|part\s+of|(?:partially\s+|generously\s+)?(?:supported|funded|sponsored)"
    r"|published|publications\b|two\scomplementary\b|available|here\b|your\b|joining|organi[sz]ed\s(?:around|into|along|in)\b"
    r"|(?:learning|knowing|hearing|reading|finding\s+out)\s+more\b|working\s+with|(?:very|quite|highly|rather|extremely|to\s+some)\b|eclectic|diverse\b|varied"
    r"|wide-?spread\b|manifold\b|multifaceted\b|wide-?ranging\b|broad(?:\s*[,.]|$)|interdisciplinary\s*[,.]"
    r"|multidisciplinary\s*[,.]|motivated\s+by|driven\s+by|shaped\s+by|inspired\s+by|guided\s+by|informed\s+by|described"
    r"|featured|listed|summarized|implemented|deployed|adopted|commerciali[sz]ed|presented|highlighted|honou?red|awarded"
    r"|the\s+[A-Z][^.,;]{2,60}?\sproject\b"
    r"|conducted|done\b|carried\s+out|recruiting|hiring|looking|always\b|currently\s+(?:recruiting|hiring"
    r"|looking)|open\s+to|affiliated|led\b|led\s+by"
    r"|supervised|advised|under\b|hosted|titled|entitled|called|named|[“\"‘]|(?:on|in)\s+the\s+(?:\d{4}"
    r"|job\s+market)|forthcoming|accepted"
    r"|(?:[A-Z][\w.-]{1,20}\s){0,3}[A-Z][\w.-]{1,20}['’]s?\s(?:\w+\s)?(?:group|lab|team)\b"
    r"|one\s+of\s+the|known\b|cited|recognized|the\s+recipient|possible|(?:at|in|for|with)\s+(?:[A-Z]{2,}|(?:[A-Z][\w-]+\s+){0,3}(?:Lab|Laborator|Institut|Cent|Universit|Depart|Group)"
    r"|the\s+(?:University|Department|School|Institute|Laboratory|Group|Lab\b|[A-Z]))"
    r"|(?:in|at|on)?\s{0,4}(?:an?|the|my|this|your|his|her|our)\s+(?:(?!of\b)[\w-]+\s+){0,3}(?:[Gg]roup|[Ll]abs?|[Ll]aboratory"
    r"|team|departments?|institutes?|startup|university|universities|postdoc"
    r"|internship)\b"
    r"|(?:in|at|on)?\s{0,4}(?:an?|my|this|your)\s+(?:(?!of\b)[\w-]+\s+){0,3}(?:projects?|books?|papers?|manuscripts?|articles?|chapters?|volumes?|edition|company"
    r"|position|thesis|dissertation|PhD|monograph)\b"
    r"|(?:[\w-]+\s+){0,2}(?:labs|opportunit(?:y|ies)|internships?|(?:research|postdoc\w*|faculty|industry|PhD)\s+positions?"
    r"|collaborations)\b"
    r"|using\s+(?:my|our|his|her)\b|(?:research|teaching)\s+and\s+(?:working|teaching|mentoring|helping|research)\b|this\b|that\s+(?:I|we)\b|it\b|you\b|them\b|making\s+sure)",
)
_PAST = re.compile(
    r"\b(?:was|were|had|worked|received|graduated|completed|obtained|earned|held|spent|did|before|previously"
    r"|prior|former(?:ly)?"
    r"|interned|joined|degrees?|B\.?S\.?c?|B\.?A|M\.?S\.?c?|bachelor|minor|major(?:ed|ing)?)\b",
    re.IGNORECASE,
)
# Where the next clause begins: it says something else.
_CLAUSE_END = re.compile(
    r"(?:[,;]|\s[-–—])?(?:\s+and(?=\s+(?:I|we|he|she|they)\b))?\s+(?:where(?:as|by)?|while|although|though|but|since|because|so\s+that|as\s+(?:part"
    r"|well\s+as\s+(?:my|how|the\s+way))|during\s+my"
    r"|under\s+the|(?:arising|resulting|stemming)\s+from|(?:co-?)?(?:advised|supervised|mentored)\s+by|with\s+(?:[A-Z]\w+\s+[A-Z]|Prof|Dr)"
    r"|(?<!especially\s)(?<!for\s)(?:using|employing|utili[sz]ing)"
    r"|through\s+(?:the\s+lens|a\s+combination|(?:[\w-]+\s+){1,2}(?:research|work|analys[ei]s|methods?|comparisons?|experiments?|data|surveys?|fieldwork))"
    r"|(?:especially\s+|particularly\s+|as\s+seen\s+)?in\s+the\s+(?:contexts?|settings?|case|writings?|works?|thought|philosophy|novels|poetry)\s+of"
    r"|as\s+an?\s+(?:framework|means|tool|lens|model|basis|method|vehicle|window)"
    r"|with\s+(?:an?\s+)?(?:regional|geographic(?:al)?|area|country|empirical)\s+(?:focus|emphasis|interests?)"
    r"|I|we|he|she|they)\b|;?\s+though,|,\s+(?:employs|uses|utili[sz]es|applies|combines|draws|leverages|relies|leveraging|utili[sz]ing|employing|ensuring|aiming\s+(?:to|at))\b|,?\s+with\s+(?:an?\s+)?(?:(?:particular|special|specific|strong|main)\s+)?attention\s+to\b"
    r"|(?:[,;]|\s[-–—])\s+(?:and|with)\s+(?:[^\s,;]+\s+){0,6}?(?:is|are|was|were|has|have|I|we|he|she|they|am)\b"
    r"|\s+and\s+(?:another|an?\s(?:second|further|separate))\s+(?:body|line|strand|set|stream)\s+of\b"
    r"|\s+and\s+(?:(?:excited|eager|keen|happy|thrilled|passionate|motivated|curious|determined|committed)\s+(?:to|about|by)\b"
    r"|(?:also|am|have|has|is|was|hold|serve|teach|work|run|lead|co-[a-z]+|received|will|can)\b"
    r"|(?:develop|build|create|propose|devise|apply|implement|combine)\s+[a-z]|design\s+(?:new|novel|the|an?|efficient|practical)\b"
    r"|use\s+(?!of\b)|(?:[a-z]+\s+)?(?:my|his|her)\b)"
)


def find_leads(sentence: str) -> Iterator[Lead]:
    """Yield the statements of interest in a sentence, each with the place of what it introduces.

    >>> text = "My main interests lie broadly at the intersection of topology and dynamics."
    >>> [text[x.begin : x.end] for x in find_leads(text)]
    ['topology and dynamics.']
    >>> list(find_leads("My research is funded by the council."))
    []
    """
    found = sorted({x for x in _candidates(sentence) if x is not None}, key=lambda x: (x.begin, x.start))
    for index, lead in enumerate(found):
        if index and lead.begin == found[index - 1].begin:
            continue
        following = [x.start for x in found if x.start > lead.begin]
        end = min([lead.end, *following])
        cut = _CLAUSE_END.search(sentence, lead.begin, lead.end)
        end = min(end, cut.start()) if cut is not None and cut.start() > lead.begin else end
        yield Lead(lead.start, lead.begin, end)


def _candidates(text: str) -> Iterator[Lead | None]:
    for owned in _OWNED.finditer(text):
        for link in _LINK.finditer(text, owned.end(), min(len(text), owned.end() + 120)):
            lead = _lead(text, owned.start(), link.end())
            if lead is not None:
                yield lead
                break
    for pattern in (_PERSON, _DOES, _SCHOLAR, _STRAND, _STUDYING, _WITHIN):
        for person in pattern.finditer(text):
            yield _lead(text, person.start(), person.end())
    for role in _PARTICIPLE.finditer(text):
        if not _PAST.search(text[: role.end()]):
            yield _lead(text, role.start("said"), role.end())
    label = _LABEL.search(text)
    if label is not None:
        yield _lead(text, label.start(), label.end())
    listing = _LISTING.search(text)
    if listing is not None:
        yield _lead(text, text.rindex(":", listing.start(), listing.end()), listing.end())


def _lead(text: str, start: int, end: int) -> Lead | None:
    """Return the statement whose verb ends at *end*, unless what follows is no subject of research."""
    into = _INTO.match(text, end)
    begin = into.end() if into is not None else end
    begin += len(text[begin:]) - len(text[begin:].lstrip())
    return None if _NOT_INTO.match(text, begin) else Lead(start, begin, len(text))


# The end of what leads to a list, which its other parts may say once more: "I work on looms and on felt"
_GOVERNS = re.compile(r"\b(?P<word>in|on|of|at|into|about|between|within)\s(?:the\s)?\Z")
_BUT_ALSO = re.compile(r",?\sbut\salso\s(?:(?:in|on|of)\s)?(?:the\s)?")


def as_listed(sentence: str, begin: int, end: int) -> str:
    """Return what a lead introduces with marks between its parts where the sentence has other words, as long as it.

    >>> text = "My interests range from looms to felt."
    >>> as_listed("I work on looms and on felt", 10, 27)
    'looms ,      felt'
    """
    said = sentence[begin:end]
    governed = _GOVERNS.search(sentence, max(0, begin - 12), begin)
    if governed is not None:
        again = re.compile(rf"\sand\s{governed['word']}\s(?:the\s)?(?=[^\W\d_])")
        said = again.sub(lambda found: " , ".ljust(len(found.group())), said)
    return _BUT_ALSO.sub(lambda found: " , ".ljust(len(found.group())), said)
