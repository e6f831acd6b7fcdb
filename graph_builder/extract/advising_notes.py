"""Who guided a degree, as entries of education note it in many languages: "Dir.: A. Moor", "adv. Bo Loom"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.name_lists import NAME, TITLES

_OF = r"(?:\s(?:de(?:\s(?:la\s)?(?:th[èe]se|tesis|tese))?|di\stesi|du\smémoire|práce))?"
_LABEL = (
    r"(?:(?:(?:ph\.?\s?d\.?|doctoral|doctorate|thesis|dissertation|master['’]?s?|msc|academic|main|principal|primary|first|second|joint|external|research)[\s-]){0,2}"
    r"(?:co-?\s?)?(?:advis[eo]rs?|supervisors?|promot(?:e|o)rs?|promotoren|guides?)|adv\.|superv?\.|sup\."
    rf"|(?:co-?)?(?:direct(?:ora?|ores|eur|eurs|rice|rices)|orientadora?|tutora?|asesora?|assessora?|relatore|relatrice|rel\.|dir\.|tut\.){_OF}"
    r"|(?:co-?)?orientaç[aã]o(?:\sd[eoa])?|(?:erst|zweit|haupt)?betreu(?:er(?:in|innen)?|ung)|profesora?\sgu[ií]a|(?:committee\s|dissertation\s|thesis\s)?chair(?=\s?:)|erst(?:gutachter|betreuer|prüfer)(?:in)?|doktor(?:vater|mutter)|(?:co-?)?promotor(?:en|es)?"
    r"|(?:dagelijkse?\s)?begeleiders?|(?:hoved|bi)?ve[ji]ledere?|(?:huvud|bi(?:trädande)?\s?)?handledare|ohjaaja[t]?|témavezető[ki]?|konzulens|opiekun(?:\snaukowy)?|školitel(?:ka)?|vedoucí"
    r"|conducător(?:\sștiințific)?|danışman[ıi]?|научный\sруководитель|mentor(?:ica)?(?=\s?:)|encadrante?s?|superviseure?s?)"
)
_BY = (
    r"(?:(?:tesis\s|tese\s|thèse\s|tesi\s)?(?:co-?)?(?:dirigid[ao]|dirigée?|orientad[ao]|diretta|seguita|supervisionata)\s(?:por|par|da)"
    r"|sous\sla\s(?:co-?)?direction\sd[e'’u]|(?:sob\s(?:a\s)?|con\s)?orientaç[aã]o\sd[eoa]|bajo\sla\sdirección\sde|under\sveiledning\sav|onder\sbegeleiding\svan|betreut\s(?:von|durch)|unter\s(?:der\s)?(?:betreuung|leitung)\svon|pod\s(?:kierunkiem|vedením))"
)
_NOTED = re.compile(
    rf"(?:^|(?<=[\s(,;.:·|–—-]))(?i:(?:{_LABEL})(?:\(?(?:s|in|a|es|en)\)?)?(?:\s?[:.])?|{_BY})\s?(?={TITLES}{NAME})"
)
_BEFORE = re.compile(r"(?:^|[(,;.:·|\t\n–—-]\s?|\band\s|\be\s|\bet\s|\by\s|\bund\s|\bog\s|\ben\s|\bcon\s|\bwith\s)$")


def noted(text: str) -> Iterator[int]:
    """Yield the places where names of those begin whom an entry of education notes as its advisors.

    >>> text = "PhD, Oldmere (dir. Ada Moor)"; [text[at:] for at in noted(text)]
    ['Ada Moor)']
    >>> text = "Doutoramento, orientação de Rui Vaz e coorientação de Ana Sá"; [text[at:] for at in noted(text)][1]
    'Ana Sá'
    """
    for found in _NOTED.finditer(text) if len(text) < _LONGEST else ():
        if _BEFORE.search(text[max(0, found.start() - 8) : found.start()]):
            yield found.end()


_LONGEST = 1_000
