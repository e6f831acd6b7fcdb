"""Degrees and positions in a sentence, by their nouns ("a senior research scientist") and verbs ("interned at")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph_builder.extract.degrees import degree_in


@dataclass(frozen=True, slots=True)
class Piece:
    """A title, degree or organisation in a sentence; *value* is the level of a degree.

    A *verb* says that one worked or studied somewhere, and names no position.
    """

    start: int
    end: int
    text: str
    value: str = ""
    verb: bool = False


_FOREIGN = (
    r"ma[iî]tre(?:sse)?\s+de\s+conf[ée]rences|charg[ée]e?\s+de\s+recherches?|direct(?:eur|rice)\s+de\s+recherches?|"
    r"professeure?(?:\s+(?:des\s+universités|assistante?|associée?|agrégée?|certifiée?))?(?:\s+d(?:e\s+|['’])(?!l[a’'])[a-zéèêîôç]{4,20}(?!\s+(?-i:[A-Z])))?|"
    r"enseignante?-chercheu(?:r|se)|chercheu(?:r|se)(?:\s+(?:postdoctorale?|associée?|invitée?|contractuel(?:le)?))?|doctorante|"
    r"attachée?\s+temporaire\s+d['’]enseignement\s+et\s+de\s+recherche|(?-i:ATER)|"
    r"post-?doctorat|post-?doctorante?|ing[ée]nieure?(?:\s+de\s+recherche)?|wissenschaftliche[rn]?\s+mitarbeiter(?:in)?|"
    r"professorin|juniorprofessor(?:in)?|privatdozent(?:in)?|akademische[rn]?\s+r[aä]t(?:in)?|doktorand(?:in)?|"
    r"profesora?(?:\s+(?:titular|asociad[oa]|ayudante|contratad[oa]))?|investigadora?|catedr[áa]tic[oa]|becari[oa]|"
    r"professora|pesquisadora?|ricercat(?:ore|rice)|professore(?:ssa)?(?:\s+(?:ordinario|associat[oa]))?|assegnista"
)
_HEAD = re.compile(
    rf"(?<![\w-])(?:{_FOREIGN}|post-?\s?doc(?:toral|torate)?s?(?:\s+(?:research(?:er)?|fellow(?:ship)?|scholar|associate|training|position|"
    r"appointment|scientist|stay|work)s?)?(?:\s+(?:fellow(?:ship)?|associate|position|scientist|scholar))?|"
    r"professor(?:ship)?|(?:asst|assoc|assist)\.?\s+prof\.?|lecturer|lectureship|researcher|(?:[a-z]{2,14})?scientist|(?:clinician|physician|surgeon|nurse)-scientist|"
    r"engineer|developer|programmer|internship|intern|fellow(?:ship(?=\s+(?:in\s+[\w\s&-]{3,40}?\s)?(?:at|with)\s+(?:the\s+)?[A-Z]))?|scholar|analyst|"
    r"consultant|director|manager|co-?founder|founder|ceo|cto|cso|coo|president|instructor|(?:[a-z]{3,14})?(?:statistician|informatician)|"
    r"(?:[a-z]{3,14})?economist|biologist|(?:[a-z]{3,14})?physicist|(?:[a-z]{3,14})?mathematician|classicist|medievalist|theologian|geneticist|"
    r"agronomist|botanist|ethicist|veterinarian|dentist|(?:[a-z]{3,14})?therapist|counsell?or|barrister|solicitor|prosecutor|diplomat|registrar|"
    r"(?:law|judicial|legal)\s+clerk|legal\s+counsel|(?:policy|legal|scientific|science|technical|economic|special|senior|strategic|political)\s+advis[eo]r|research\s+associate|research\s+assistant(?:ship)?|research\s+officer|research\s+lead|"
    r"teaching\s+assistant|tech(?:nical)?\s+lead|team\s+lead(?:er)?|group\s+lead(?:er)?|(?:principal\s+)?investigator|"
    r"member\s+of\s+(?:the\s+)?technical\s+staff|staff\s+member|faculty\s+member|employee|visiting\s+(?:student|faculty)|architect|trainee|pre-?doc(?:toral\s+fellow)?|"
    r"resident|residency|technician|civil\s+servant|methodologist|associate|quant|quantitative\s+researcher|co-?op|apprentice|chair|head\s+of\s+(?!the\b|an?\b)\w+|(?:(?<=and\s)|(?<=&\s))head(?=\s+of\s+the\b)|dean|"
    r"(?-i:[SEA]?VP)|officer|specialist|strategist|attorney|lawyer|physician|surgeon|nurse|librarian|archivist|trader|actuary|"
    r"auditor|accountant|banker|translator|interpreter|pharmacist|historian|philosopher|clinician|psychiatrist|coordinator|reporter|"
    r"tech(?=\s+(?:at|in|for)\b)|"
    r"provost|chancellor|contractor|(?:[a-z]{3,14})?linguist|(?:[a-z]{3,14})?chemist|astronomer|psychologist|[a-z]{2,20}(?:ologist|ographer)|"
    r"faculty(?=(?:\s\([^()]{1,90}\))?\s+(?:at\b|in\s(?!(?:the\s)?(?:fall|spring|summer|autumn|winter|early|late|mid|(?:19|20)?\d\d|(?-i:[JFMASOND][a-z]{2,8})\s\d))))|"
    r"affiliate|(?-i:Reader|Docent|Privatdozent(?:in)?)|curator|editor|journalist|designer|teacher|tutor)(?:s(?=\s+(?:at|with|in)\b))?(?![\w-])",
    re.IGNORECASE,
)
_STOP_WORDS = frozenset(
    "a an the my as am is are was were been be being become became becoming i he she they we you it who "
    "which that this of in at on to from for by with and or & but also now currently presently previously "
    "formerly then later following first second third another joined joining worked working work works "
    "serve served serving appointed "
    "hired promoted started starting began did do doing done hold holds held holding completed completing "
    "finished two three four several multiple various many tenured tenure-track tenure-tracked full-time "
    "part-time his her their our your before after since until while during through where when rewarding "
    "past current former next new position role both as: including surrounded hundreds of other ex- "
    "summer fall winter spring got getting received obtained have has had "
    "je suis étais été comme un une ich bin war ein eine als derzeit soy fui actualmente sono sou uma una uno et und "
    "como".split()
)
_WORD_BEFORE = re.compile(r"(\S+)(\s)$")
_SUBJECT = r"[A-Z][\w-]+(?:\s+[A-Z][\w-]+){0,2}"
_OF = re.compile(
    rf"\s+of\s+(?:the\s+practice|(?!the\b){_SUBJECT}(?:(?:,\s+{_SUBJECT}){{0,3}},?\s+(?:and|&)\s+{_SUBJECT})?)"
    r"(?=\s*(?:at|in|,|\(|\.|and|with|$))"
)
_NAMED = re.compile(r"\s+(?!at\b|of\b|in\b)(?:Dr\.?\s+)?[A-Z][\w’'-]+\.?(?:\s+[A-Z][\w’'.-]+)")
_SPOKEN_OF = re.compile(
    r"\s+[A-Z][\w’'-]+(?:['’]s\s|\s+(?:is|was|has|had|also|currently|now|taught|held|led|wrote|won|began|became|[a-z]{3,12}(?:ed|s))\b)"
)
_VERB = re.compile(
    r"(?<![\w-])(?P<intern>(?:(?P<kind>(?:research|engineering|software)\s+)?[Ii]ntern(?:ed|ing)\b))|"
    r"(?<![\w-])(?P<found>(?:[Cc]o-?)?[Ff]ound(?:ed|ing)(?=\s+(?:the\s+)?(?:startup\s+)?[A-Z]))|"
    r"(?<![\w-])(?P<join>(?:[Rr]e)?[Jj]oin(?:ed|ing)?(?=\s+(?:the\s+)?(?:(?:faculty|staff)\s+(?:of|at)\s+(?:the\s+)?)?[A-Z]))|"
    r"(?<![\w-])(?P<work>(?:[Ww]orked|[Ww]orking|work|works|taught|lecturing|[Ss]pent\s+(?:(?:some\s+)?time|(?:\w+\s+){0,3}(?:summers?|months?|years?|semesters?)(?:\s+of\s+(?:19|20)\d\d(?:(?:,|\s+and|,\s+and)\s+(?:19|20)\d\d){0,4})?)|"
    r"(?:held|hold|holds|had)\s+(?:[\w-]+\s+){0,4}(?:positions?|appointments?|posts)|"
    r"(?:cross-?|jointly\s)appointed|on\s(?:\w+\s)?leave(?=\sfrom\b)|was|am|’m|'m|were|been|is)(?=:?\s+(?:(?:also|now|currently|previously|based|with|for|in|on|closely|(?:part|full)-time|remotely)\s+)*"
    r"(?:at\b|(?:from|to)\s+(?:the\s+)?[A-Z]|in\s+[A-Z][\w&-]*(?:,?\s(?:and\s|&\s|of\s)?[A-Z][\w&-]*){0,5}\s+at\b|(?:a\s+)?(?:part|member)\s+of\s+the\s+(?:[\w&-]+\s+){0,5}(?:team|group|lab)\s+at\b|with\s+(?:the\s+)?[A-Z]|for\s+[A-Z]|on\s|in\s+the\s|employed|affiliated\s+with\s)))|"
    r"(?P<before>(?:[Pp]reviously|[Ff]ormerly|[Ee]arlier|[Bb]efore\s+that|[Pp]rior\s+to\s+that|[Mm]ost\s+recently)(?=,?\s+(?:at|with)\s+[A-Z]))|"
    r"(?<![\w-])(?P<lead>(?:(?:co-?)?(?:lead|leads|led|leading|heads?|heading|direct|directs|directing)|manage|managed|manages|run|runs)(?=\s+(?:the|a|an|our)\s+"
    r"(?:[\w&-]+\s+){1,6}(?i:team|group|lab|laboratory|effort|division|institute|cent(?:er|re)|department|unit|section)s?\s+at\s))|"
    r"(?<![\w-])(?P<head>(?:(?:[Cc]o-)?(?:heads?|headed|directs|directed|chairs|chaired))(?=\s+(?:the|a|an|our)\s+(?:[A-Z][\w&-]*\s+){0,4}"
    r"(?:[Tt]eam|[Gg]roup|[Ll]ab|[Ll]aboratory|[Dd]ivision|[Ii]nstitute|[Cc]ent(?:er|re)|[Dd]epartment|[Uu]nit|[Ss]ection|[Ss]chool|[Pp]rogram(?:me)?)\s+(?:of|for|on)\s+[A-Z]))|"
    r"(?<![\w-])(?P<research>(?:[Cc]onduct(?:ing|ed)?|doing|pursuing|[Pp]erform(?:ing|ed)|[Cc]arr(?:ied|ying)\s+out)\s+(?:[\w-]+\s+){0,4}(?:research|work)\b)|"
    r"(?<![\w-])(?P<study>(?:[Dd]efended\s+(?:my|his|her|their)\s+(?:thesis|dissertation)(?=\s+at\b)|(?:under)?graduate\s+(?:work|studies|school)|[Ss]tudied|[Gg]raduated|undergrad(?:uate)?|major(?:ed|ing)|(?:(?<=\ba\s)|(?<=rising\s)|(?<=current\s))(?:freshman|sophomore|junior|senior)(?=\s(?:at\s|in\s[A-Z]|majoring\b|(?:double[\s-])?major|from\s[A-Z]))|student|pursuing|graduate(?=\s(?:from|of)\s(?:the\s)?[A-Z])"
    r"|[Aa]ttended(?=\s(?:the\s)?(?:(?:University|College|Institute)\sof\s[A-Z]|(?:[A-Z][\w.’'-]*\s){1,4}(?:University|College|Institute)\b)))(?![\w-]))",
)
# "Following her doctoral studies, she ...": a time of life, whose school another sentence names.
_STAGE = re.compile(
    r"(?:following|after|during|before|throughout|since|upon(?:\s+\w+ing)?|prior\s+to|(?:after|before)\s+(?:complet|finish|obtain|earn|receiv)ing)"
    r"\s+(?:(?:my|his|her|the|a)\s+)?$",
    re.IGNORECASE,
)
_NO_DEGREE = re.compile(
    r"\s*(?:thesis|dissertation|advis[oe]r|supervisor|supervision|mentor|students\b|positions?\b|program\s+committee|committee|"
    r"internship|intern\b|fellowship|scholarship|award|forum|symposium|consortium|school|course|courses|level|applicants?|"
    r"prize|defen[cs]e\s+committee|class|curriculum|seminar|admission|life|journey(?!\s+(?:at|in|with)\b)|topics?|research(?:er)?s?\b|/|and\s+master\s+students)",
    re.IGNORECASE,
)


def titles(text: str) -> list[Piece]:
    """Return the degrees, positions and verbs of a sentence, left to right.

    >>> [(p.text, p.value) for p in titles("I was a postdoctoral fellow and hold a PhD in law.")]
    [('postdoctoral fellow', ''), ('PhD', 'doctorate')]
    """
    found = [*_degrees(text), *map(_of_doctorate, _positions(text))]
    for verb in _verbs(text):
        near = any(0 <= p.start - verb.end < 45 and not p.verb for p in found)
        as_a = any(re.fullmatch(r"\s+as\s+(?:an?\s+|the\s+)?", text[verb.end : p.start]) for p in found)
        holds = any(verb.start <= p.start < verb.end and not p.value for p in found)  # "held postdoctoral positions"
        if not as_a and not (holds and verb.verb) and not (near and verb.verb and not _place_before(text, verb, found)):
            found.append(verb)
    return _apart(sorted(found, key=lambda p: (p.start, -p.end)))


# "I am a PhD fellow at X": what a doctoral student is called where students are employed.
_DOCTORAL = re.compile(r"(?:ph\.?\s?d\.?|d\.?phil\.?|doctoral)\s(?:research\s)?(?:fellow|researcher)", re.IGNORECASE)


def _of_doctorate(title: Piece) -> Piece:
    return replace(title, value="doctorate") if _DOCTORAL.fullmatch(title.text) else title


def _place_before(text: str, verb: Piece, found: list[Piece]) -> bool:
    """Tell whether "at" follows the verb before the next title does."""
    follows = min(p.start for p in found if p.start >= verb.end)
    return verb.text.casefold() == "attended" or bool(re.search(r"\b(?:at|with)\b", text[verb.end : follows]))


def _apart(found: list[Piece]) -> list[Piece]:
    kept: list[Piece] = []
    for piece in found:
        if not kept or piece.start >= kept[-1].end:
            kept.append(piece)
    return kept


# "She defended her doctoral thesis at X in 2012", "I wrote my PhD dissertation on looms at X": where the degree is from
_WROTE = re.compile(
    r"(?i)\b(?:defend(?:ed|ing)|complet(?:ed|ing)|finish(?:ed|ing)|wrote|writing|submitted|did|prepared|carried\sout)"
    r"\s(?:my|his|her|their|a)\s$"
)
_THESIS_AT = re.compile(
    r"(?i)\s(?:thesis|dissertation)\s(?:(?:in|on)\s(?:[\w-]{1,20}\s){1,6})?at\s(?:the\s)?(?-i:[A-Z])"
)


def _wrote_at(text: str, begin: int, end: int) -> bool:
    return _THESIS_AT.match(text, end) is not None and _WROTE.search(text, max(0, begin - 40), begin) is not None


def _degrees(text: str) -> Iterator[Piece]:
    at = 0
    while at < len(text):
        found = degree_in(text[at:])
        if found is None:
            return
        begin, end, level = at + found[0], at + found[1], found[2]
        word = text[begin:end]
        if _is_degree(text, begin, end, word):
            yield Piece(begin, end, word, level)
        at = max(end, at + 1)


# Degrees that are written with a small letter too.
_COMMON = (
    "ph", "master", "bachelor", "doctor", "undergrad", "b.", "m.", "doutor", "dottor", "maestr", "máster",
    "mestrad", "licenci", "laurea", "bachar", "magist", "promov", "habilit", "engineer",
)  # fmt: skip


def _is_degree(text: str, begin: int, end: int, word: str) -> bool:
    low = word.casefold()
    if not (word[:1].isupper() or low.startswith(_COMMON)):
        return False
    if _RUNS.search(text, max(0, begin - 60), begin):
        return False
    if low.startswith("drs") and re.match(r"\.?\s[A-Z]", text[end:]):
        return False  # "with Drs. Ada Byron and Charles Babbage"
    if (_NO_DEGREE.match(text[end:]) and not _wrote_at(text, begin, end)) or low.startswith("promotion"):
        return False
    if _STAGE.search(text[:begin]) and re.match(
        r"(?:\s+(?:studies|degree|years|work))?(?:\s*,|\s+(?:I|he|she)\s)", text[end:]
    ):
        return False
    if len(word) == 2 and word.isupper():  # "Cambridge, MA", "MA 02134"
        return not (re.search(r"[a-z],\s$", text[:begin]) and not re.search(r"\b(?:in|with)\b", text[end : end + 6]))
    return True


def _positions(text: str) -> Iterator[Piece]:
    last: Piece | None = None
    for match in _HEAD.finditer(text):
        begin = _modifiers(text, match.start())
        end = match.end()
        words = text[begin:end].strip()
        if _other_person(text, end, words) or not words:
            continue
        more = _OF.match(text[end:]) if re.search(r"professor|chair|head|director", words, re.IGNORECASE) else None
        if more and not re.search(r"Universit|Institut|School|College|Department|Lab", more.group()):
            end += more.end()
        if last is not None and re.fullmatch(
            r"\s*(?:,|/|,?\s+and|,?\s+&)\s+(?:an?\s+|the\s+)?", text[last.end : begin]
        ):
            last = replace(last, end=end, text=text[last.start : end])
            continue
        if last is not None and text[last.end : begin].strip() == "(" and text[end : end + 1] == ")":
            continue  # "Assistant Researcher (Postdoc) at X"
        if last is not None and not text[last.end : match.start()].strip() and begin <= last.end:
            last = replace(last, end=end, text=text[last.start : end])  # "applied scientist internship"
            continue
        if last is not None and begin < last.end:
            last = replace(last, end=end, text=text[last.start : end])  # "postdoctoral loom scientist"
            continue
        if last is not None:
            yield _named(last)
        last = Piece(begin, end, text[begin:end])
    if last is not None:
        yield _named(last)


def _modifiers(text: str, start: int) -> int:
    """Return where the words that belong to the noun at *start* begin: "senior machine learning" engineer."""
    begin = start
    for _ in range(6):
        before = _WORD_BEFORE.search(text[max(0, begin - 30) : begin])
        if before is None:
            break
        word = before.group(1).lstrip("(\"“'")
        plain = word.rstrip(")")
        bare = plain.casefold()
        if re.fullmatch(r"[A-Z]\.", word) and begin < start:  # "the Ada K. Lovelace Professor"
            begin -= len(word) + 1
            continue
        if (
            bare in _STOP_WORDS
            or word[-1:] in ",.;:!?"
            or "’" in word
            or "'" in word
            or bare.endswith("ly")
            or not plain
        ):
            break
        if any(c.isdigit() for c in word) or not plain[0].isalpha():
            break
        begin -= len(word) + 1
    return begin


def _other_person(text: str, end: int, words: str) -> bool:
    """Tell whether the noun names somebody else ("Professor Jane Doe"), an honour ("Turing Fellowship") or a craft."""
    if re.search(r"\b(?:trained|educated)\s+(?:originally\s+)?as\s+an?\s+$", text[: end - len(words)]):
        return True  # what one learnt, and not where one was it
    if re.search(r"professor$", words, re.IGNORECASE) and _NAMED.match(text[end:]):
        return True
    if words == "Professor" and _SPOKEN_OF.match(text, end):
        return True
    if re.search(r"(?:Google|G\.|Semantic)\s+Scholar$|\b(?:at|in|of|to|from)\s+the\s+chair$", text[:end]):
        return True
    if _CERTIFIED.search(words) or _CERTIFICATE.match(text, end):
        return True
    if _PRAISED.search(text, 0, end - len(words)) and _PRAISE.match(words):
        return True  # "recognized as an Outstanding Weaver"
    if _FELLOWSHIP.search(words) and not _HELD.search(text, 0, end - len(words)):
        return True  # "I received a Loom fellowship at X"
    if re.match(r"\s+(?:Award|Prize|Fellowship|Scholarship|Program\b|Programme\b|Grant|Medal)", text[end:]):
        return True
    return (
        bool(
            re.search(
                r"(?:^|\s)(?:fellow|scholar|associate|chair|editor|resident|teacher|tutor)s?$", words, re.IGNORECASE
            )
        )
        and len(words.split()) > 4
    )


_PRAISED = re.compile(
    r"\b(?:recogni[sz]ed|named|selected|honou?red|nominated|awarded|voted)\s(?:as\s)?(?:(?:an?|the|one\sof\sthe)\s)?$"
)
_PRAISE = re.compile(r"(?:Outstanding|Best|Exceptional|Exemplary|Top)\s")
# A fellowship that is a post: "from 2012 to 2015 I held a Loom fellowship at X"
_FELLOWSHIP = re.compile(r"(?<!doctoral\s)(?<!doc\s)\bfellowship$", re.IGNORECASE)
_HELD = re.compile(
    r"\b(?:h[eo]ld(?:s|ing)?|(?:took|taking|take)\sup|after|following|completed|completing|undertook|included?|resid\w+\s[^.;]{3,80}?\sand)"
    r"\s(?:(?:an?|his|her|my|the|their|one|two|three|both)\s)?$",
    re.IGNORECASE,
)
# "the Loomly Associate Developer certification", "a Loomly Certified Engineer": what one passed, and no post
_CERTIFIED = re.compile(r"\bcertified\b", re.IGNORECASE)
_CERTIFICATE = re.compile(r"\s(?:certificat|licen[cs]e\b|exam(?:ination)?\b|badge\b|training\b|track\b)", re.IGNORECASE)
# "developing the new | Master's degree in Looms": a programme that one runs
_RUNS = re.compile(
    r"\b(?:develop|coordinat|teach|taught|direct|manag|design|launch|creat|establish|run|head|lead|chair|administ)(?:e|es|ed|ing|s|ting|ning|er|ers|or)?"
    r"\s(?:(?:in|on|at|of|for|the|a|an|our|its|this|new|international|joint|and|whole|entire)\s){0,5}$",
    re.IGNORECASE,
)


def _named(piece: Piece) -> Piece:
    """Return the position of an internship, a fellowship or a professorship as its holder's title."""
    text = re.sub(r"\binternships?\b", "Intern", piece.text, flags=re.IGNORECASE)
    text = re.sub(r"(?<=\w)(?<!lecture)ship\b", "", text, flags=re.IGNORECASE)
    text = re.sub(r"\blectureship\b", "lecturer", text, flags=re.IGNORECASE)
    text = re.sub(r"\bresidency\b", "resident", text, flags=re.IGNORECASE)
    text = re.sub(r"(?i)(?<=\bpostdoctoral)\s(?:positions|appointments)$", " researcher", text)
    return replace(
        piece, text=re.sub(r"(?<=\w)(?:researcher|scientist|engineer|intern|fellow)s$", lambda m: m.group()[:-1], text)
    )


_MAJORED = re.compile(r"\b(?:where\s(?:I|he|she|they)|and)\s(?:double[\s-])?majored\b")


# "attended X as an undergraduate", "attended X for my bachelor's"
_AS_UNDERGRADUATE = re.compile(
    r"\b(?:as\san\s|for\s(?:(?:my|his|her)\s)?)(?:undergrad|college\b|bachelor)|\bmajor(?:ed|ing)\b", re.IGNORECASE
)


# "He heads the Division of Looms at X"
_OFFICES = (("head", "Head"), ("direct", "Director"), ("chair", "Chair"))


def _verbs(text: str) -> Iterator[Piece]:
    for match in _VERB.finditer(text):
        name, word = match.lastgroup, match.group().casefold()
        if match.group("intern"):
            yield Piece(
                match.start(), match.end(), ((match.group("kind") or "").strip().capitalize() + " Intern").strip()
            )
        elif name == "found":
            yield Piece(match.start(), match.end(), "Co-founder" if word.startswith("co") else "Founder")
        elif name == "head":
            yield Piece(match.start(), match.end(), next(role for stem, role in _OFFICES if stem in word))
        elif name == "study":
            majored = word == "graduated" and _MAJORED.search(text, match.end())  # "from X, where I majored in Y"
            majored = majored or (word == "attended" and _AS_UNDERGRADUATE.search(text, match.end()))
            level = (
                "bachelor"
                if word.startswith(("undergrad", "major", "fresh", "sophomore", "junior", "senior")) or majored
                else ""
            )
            level = "doctorate" if word.startswith("defended") else level or "unknown"
            yield Piece(match.start(), match.end(), match.group(), level, verb=True)
        else:
            yield Piece(match.start(), match.end(), "", verb=True)
