"""Patterns of the pieces of an entry: notes, schools, campuses, honours."""

from __future__ import annotations

import re

DEGREE_TAIL = re.compile(
    r"^\s*(?:degree|diploma|student|candidate|program(?:me)?s?|studies|studium|graduate|di\s+ricerca|de\s+recherche|[12](?=\s))?s?\s*,?\s*"
    r"(?:\(?(?:hons?|honou?rs|with\s+(?:distinction|honou?rs))\.?\)?\s*,?\s*)?(?:(?:in|of|en|em|im|auf|für)\s+(?:in\s+)?"
    r"|(?:(?:de|der|des|du|di|del|della)\s+|d['’]|dell['’])(?!(?:l['’]|la\s|el\s|l[oa]s\s)?(?:uni|école|ecole|institu|tu\s|eth|enseignement"
    r"|licen|gradua|mestr|doct|master|bach|grado|maestr|especiali|post|third|troisi|segund|tercer)))",
    re.IGNORECASE,
)
NOTE = re.compile(
    r"^(?:thesis|dissertation|in\s+progress|(?:bachelor|master|[bm]\.?sc|ph\.?d|doctoral|diploma)\.?(?:['’]?s)?\s+(?:(?:graduation|degree|final|year)\s+){0,2}(?:thesis|dissertation|project)|title|gpa|co-?advis|advised|directed\s+by|guided\s+by|sous\s+la|betreut|prof\.(?!$)|导师|under\s+the|led\s|cgpa|grade|advis[eo]r|supervis|committee|courses?|coursework|minor|honou?rs|"
    r"relevant|ranked?|top|mark|score|topic|project|mentors?|host|research\s+(?:interests?|areas?)|lab(?:oratory)?(?=\s*:|s?$|\.|\s+(?:rotations?|work|heads?|director|techniques|skills|of\s+(?:Prof|Dr)|[a-z]{4,}))|"
    r"(?:funded|supported|sponsored|financed)\s+(?:in\s+part\s+|jointly\s+)?(?:by|through|via)\s|on\s+an?\s[A-Z].{2,60}(?:ship|grant)$|"
    r"thèse|specialization|concentration|subfields?|focus|awarded|scholarship|distinction|magna|summa|cum\s+laude|"
    r"phi\s+beta|sigma\s+xi|tau\s+beta|dean['’]?s\s+list|"
    r"first[- ]class|(?:main\s+)?activities(?=\s*(?::|$|and\s+resp))|and\s+resp|"
    r"(?:(?:additional|other|main|key|core|daily)\s+)?(?:dut(?:y|ies)\b|responsibilit|tasks?\b)|"
    r"description\b|technologies\b|tools\b|keywords?\b|"
    r"(?:work(?:ed|ing)?|collaborat(?:ed|ing|ion))\s+(?:closely\s+)?with\s|full[- ]time$|part[- ]time$|hons|"
    r"(?:fully\s)?(?:remote(?:ly)?|hybrid|on[\s-]?site|in[\s-]person|online|virtual(?:ly)?|home[\s-]?office|work(?:ing)?\sfrom\shome|wfh|tele-?work)"
    r"(?=$|\s(?:work|job|position|contract|from|in)\b)|expected|http|www\.)",
    re.IGNORECASE,
)
HONOUR = re.compile(
    r"\s+(?:research\s+(?:experience|program(?:me)?|opportunit\w+|summer|schools?)\b|graduates?|award|scholarships?|fellowship|prize|merit|honou?r|stud\w+\s+award|(?:first|lead|second|co)[\s-]authors?)\b",
    re.IGNORECASE,
)
HELPER = re.compile(r"(?:lab\w*|projects?|courses?|topic|host)\s+\w", re.IGNORECASE)
CLINIC = re.compile(r"(?:\w+\s+)?(?:Hospitals?|Health(?:care)?|Medical\s+Cent(?:er|re)|Clinics?|Press)(?!\w)")
PART_OF = re.compile(
    r"(?:faculty|school|college|depart?ment|dept\.?|division|section|facultad|facult[éà]|facoltà|fakultät|"
    r"d[ée]partement|departamento|dipartimento)\s+(?:of|for|de|des|di|d['’]|für)|(?:chair|lehrstuhl|professur)\s+(?:for|für)\s",
    re.IGNORECASE,
)
AT = re.compile(r"\s+(?:at|@)\s+(?:the\s+)?")
COLLEGE = re.compile(r"['’]s\s+College")
FUNDED_CENTRE = re.compile(
    r"(?:NSF|NIH|DOE|EPSRC|ESRC|AHRC|NERC|BBSRC|UKRI|ARC|ERC|DFG|DARPA|SFI)\s(?:[\w-]+\s){0,4}"
    r"(?:Cent(?:er|re)|Institute|Hub|Laboratory)\b"
)
"""Centres called after who pays for them, which does not run them: "NSF Loom Center for Electric Looms"."""
GOES_ON = re.compile(r"(?:of|for|de|des|du|di|del|della|für|do|da)\s", re.IGNORECASE)
UNDERTAKING = re.compile(
    r"\b(?:projects?|program(?:me)?s?|initiative|grant|award|course|prize|scholarship)$", re.IGNORECASE
)
# Of several schools in one line, the university is the one that the others belong to.
UNIVERSITY_WORD = re.compile(r"universi|hochschule|college|大学|poly?te|high\s+school", re.IGNORECASE)
SCHOOL_NAME = re.compile(
    r"(?:the\s+)?(?:Universi[dt]\w*|Institut\w*|[EÉ]cole|Hochschule|Politecnico)\s+\S|(?:[A-Z][\w.’'-]+\s+){1,4}(?:University|College|Institute\s+of\s+\w+)$|"
    r".{2,60}\s(?:GmbH|AG|SE|Inc\.?|Ltd\.?|LLC)$"
)
CAMPUS_OF = re.compile(
    r"(?:the\s+)?(?:University\s+of\s+(?:the\s)?[A-Z][\w'’ʻ]+(?:\s[A-Z]\w+)?|(?:[A-Z]\w+\s){1,2}State\s+University|State\s+University\s+of\s+New\s+York|"
    r"Texas\s+A&M(?:\s+University)?|Indiana\s+University|SUNY|CUNY)\s*(?:,|-|–|\sat)?\s+[A-Z][\w.]+(?:\s[A-Z][\w.]+)?"
)
VISITS = re.compile(r"(?:visiting|exchange|guest)\s+(?:\S+\s+){0,2}(?:student|scholar|researcher)\b", re.IGNORECASE)
NAMED_AFTER = re.compile(r"Universi[dt]\w*\s+(?:of|de|di)\s[^,]+$")
DOCTORAL_THESIS = re.compile(
    r"th[èe]se\s(?:de\s(?:doctorat|3e\scycle)\s|d['’]université\s)?(?:en|ès|de(?!\sdoctorat))\s[^:“”\"«]{3,60}$",
    re.IGNORECASE,
)
"""A degree by its thesis: "Thèse de doctorat en physique", "Thèse en informatique"."""
POST = re.compile(
    r"(?:professeure?s?\sdes\suniversités|universit(?:air|äts|ets)[\s-]?(?:(?:hoofd)?docent|assistent|professor|dozent|lektor|oberassistent)(?:in)?"
    r"|university\s(?:lecturer|professor|assistant|teacher|researcher|fellow|instructor)s?|(?:profesora?|catedrátic[oa])\s(?:titular\s)?de\suniversidad"
    r"|(?:professor|ricercator)\w{1,5}\suniversitari[oa]|profesora?\s(?:ayudante|contratad[oa])\sdoctora?|(?:ayudante|contratad[oa])\sdoctora?"
    r"|faculty(?=\W{0,3}$)|(?:[\w-]{2,20}\s){1,4}(?:and|&|/)\s(?:master|bachelor|diploma)(?:['’]?s)?\sthesis\s(?:student|worker|intern))(?!\w)[^,;:]{0,40}$",
    re.IGNORECASE,
)
"""Positions whose names hold that of a school or degree: "Professeur des universités"."""
INSTITUTION_WORD = re.compile(r"universit|institut[eo]?\b|\bcollege\b", re.IGNORECASE)
LED_BY = re.compile(
    r"(?<=\w)\s*(?:/|\||\s[–—-]\s|\()\s*(?:PI:?\s+)?(?P<who>(?:Prof(?:essor)?|Dr)\.?\s+[A-ZÀ-Þ][\w.’'-]*(?:\s[A-ZÀ-Þ][\w.’'-]*){0,3})\)?$"
)
"""A group's head behind its name: "Loom Lab / Prof. Zoe Quist"."""
# "Ecole Nationale ", before the "Polytechnique" that is another school
ENDS_SCHOOL = re.compile(
    r"(?:[ÉE]cole|Escuela|Escola|Scuola|Institut[eo]?|Instituto|Istituto)\s(?:[A-ZÀ-Þ][\w’'-]+\s){1,3}", re.IGNORECASE
)
# Duties that stand among "other positions" are no posts.
DUTY = re.compile(
    r"dean['’]s\s|(?:(?:associate|area|academic|guest|section|action|handling|topic|(?:book\s)?review)\s+){1,2}editor\b"
    r"|(?:editorial|program(?:me)?|organi[sz]ing)\s(?:board|committee)\s(?:member|chair)\b"
    r"|member\s+of\s(?:the\s)?(?:[\w&-]+\s){0,4}(?:committee|(?:editorial|advisory|scientific)\sboard)\b"
    r"|(?:[\w&–-]+\s){0,4}(?:travel|support|endowment|conference|research|seed|project)\s(?:grants?|awards?)$",
    re.IGNORECASE,
)
