"""Statements of interest in French, German, Spanish, Italian and Portuguese, and the topics in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SAYS = re.compile(
    r"\b(?:[Mm]es|[Ss]es|[Nn]os|[Ll]es)\s(?:(?:principaux|principales|domaines\sde|thèmes\sde|thématiques\sde|axes\sde|intérêts\sde|activités\sde|travaux\sde)\s)?"
    r"(?:travaux|recherches?|activités|intérêts|thématiques)(?:\s(?:actuel(?:le)?s|de\srecherche))?\s"
    r"(?:portent|concernent|se\s(?:concentrent|situent|focalisent)|s['’]articulent|s['’]inscrivent|traitent|sont|incluent|comprennent)"
    r"(?:\s[a-zé]{3,14}ment)?(?:\s(?:sur|autour\sde|dans(?:\sle\sdomaine)?|au\scroisement|à\sl['’]interface|de|des|du)\b)?\s{0,3}:?\s?"
    r"|\b[Mm](?:on|a)\s(?:domaine|sujet|thème|axe|travail|thématique|activité)(?:\sde\s(?:recherche|thèse))?(?:\sprincipale?)?\s"
    r"(?:porte\ssur|concerne|traite\sde|est|se\ssitue\s(?:à\sl['’](?:intersection|interface)|au\s(?:croisement|carrefour))\s(?:de\b|entre\b)?)\s?"
    r"|\b[Jj]e\s(?:travaille|m['’]intéresse)(?:\s(?:également|aussi|principalement|actuellement|plus\sparticulièrement|notamment)){0,2}\s(?:sur|à|aux|au)\s"
    r"|\b(?:[Mm]eine|[Ss]eine|[Ii]hre)\s(?:(?:aktuelle|derzeitige)n?\s)?(?:Forschung\w*|Arbeits\w+|Interessens?\w*)\s"
    r"(?:liegt|liegen|beschäftig\w+|umfass\w+|sind|ist|konzentrier\w+|befass\w+|gilt|gelten)\s(?:sich\s)?"
    r"(?:(?:vor\sallem|insbesondere|hauptsächlich)\s)?(?:(?:auf|mit|in\sden\sBereichen|im\sBereich|in\sder|in\sden|im|in|der|dem|den)\s)?"
    r"|\b[Ii]ch\s(?:forsche|arbeite)\s(?:(?:vor\sallem|derzeit|aktuell|hauptsächlich)\s)?(?:zu|zum|zur|über|an\sder|an\sden|im\sBereich|auf\sdem\sGebiet)\s"
    r"|\b[Ii]ch\s(?:interessiere\smich|beschäftige\smich)\s(?:(?:vor\sallem|insbesondere|besonders)\s)?(?:für|mit)\s"
    r"|\b[Mm]is?\s(?:(?:principales|áreas\sde|líneas\sde|temas\sde)\s){0,2}(?:investigaci(?:ón|ones)|intereses(?:\sde\sinvestigación)?|trabajos?)\s"
    r"(?:se\s(?:centran?|enfocan?)|incluyen?|son|abarcan?|versan?|comprenden?)(?:\s(?:en|sobre))?\s"
    r"|\b[Mm]e\sinteresan?\s(?!que\b)"
    r"|\b(?:[Ii]\smiei|[Ll]e\smie|[Ll]a\smia)\s(?:principali\s)?(?:interessi(?:\sdi\sricerca)?|ricerche|ricerca)\s"
    r"(?:riguardan?o?|includono|sono|si\s(?:concentran?o?|focalizzan?o?)|vertono|comprendono)(?:\s(?:su|sull[aeo]|nell['’a]|in))?\s"
    r"|\b[Mm]i\s(?:occupo|interesso)\s(?:(?:principalmente|soprattutto|anche)\s)?(?:di|del|della|dei|delle)\s"
    r"|\b(?:[Mm]eus|[Mm]inhas?)\s(?:principais\s)?(?:interesses(?:\sde\spesquisa)?|pesquisas?|áreas\sde\sinteresse)\s"
    r"(?:incluem|são|se\sconcentram?|concentra-se|focam?|abrangem?)(?:\sem)?\s"
)
"""What leads to the topics; each alternative ends before the first of them."""
_SPEAKS = re.compile(
    r"\b(?:[Jj]e\s(?:suis|travaille|pratique|fais|m['’])|[Jj]['’](?:ai|étudie|effectue|enseigne|aime)\b|[Cc]['’]est\s|[Nn]ous\s[a-z]+ons\b|m['’]intéresse"
    r"|(?:se\ssitue(?:nt)?|sont\sdisponibles?|est\sdisponible|porte(?:nt)?\ssur)\s|[Ii]ch\s(?:bin|habe|forsche|arbeite|interessiere)\b"
    r"|(?:[Ss]oy|[Ee]stoy|[Tt]rabajo\sen|[Mm]e\sinteresa)\s|(?:[Mm]i\soccupo|[Ss]ono\sun[ao]?|[Mm]i\spiace)\s|[Ee]u\ssou\s)"
)


def speaks(text: str) -> bool:
    """Tell whether a line is a sentence in one of these languages, and no list of topics.

    >>> speaks("Je pratique aussi le tissage."), speaks("Tissage, laine et fils")
    (True, False)
    """
    return _SPEAKS.search(text) is not None


_END = re.compile(
    r"[.;!?(]|,?\s(?:où|que|dont|afin|grâce|à\stravers|via|en\sutilisant|avec\sune|wobei|die\sich|um|mit\sdem\sZiel|sowie\sderen|donde|con\sel\sfin|dove|onde)\s"
)
_INCLUDING = re.compile(
    r",\s(?:en\sparticulier|notamment|insbesondere|vor\sallem|especialmente|en\sparticular|in\sparticolare|em\sparticular)\s"
)
_ARTICLE = re.compile(
    r"(?i)(?:(?:de\sla|de\sl['’]|à\sla|à\sl['’]|aux?|des|du|les?|la|die|der|das|den|dem|des|el|los|las|il|lo|gli|os|as|nell['’]|dell['’]|della|delle|sull['’])\s|[ld]['’])"
)
_JOINED = re.compile(
    r"\s(?:ainsi\sque|sowie|así\scomo|nonché)\s|\s(?:et|und|y|e|ed)\s(?=(?:les?|la|des|du|aux?|die|der|das|den|el|los|las|il|lo|gli|os|as)\s|[ld]['’])"
)
_LAST = re.compile(r"\s(?:et|und|y|e|ed)\s(?!(?:de|du|des|d['’])\b)")
_LONGEST = 8  # words of a topic


def topics_told(sentence: str) -> Iterator[tuple[int, int, str]]:
    """Yield the topics that a sentence states in one of these languages: their places and names.

    >>> [x for _, _, x in topics_told("Mes recherches portent sur le tissage, l'eau et les liens entre mer et vent.")]
    ['tissage', 'eau', 'liens entre mer et vent']
    >>> [x for _, _, x in topics_told("Ich interessiere mich für Webstühle, Garn und Wolle.")]
    ['Webstühle', 'Garn', 'Wolle']
    """
    for lead in _SAYS.finditer(sentence[:2000]):
        stop = _END.search(sentence, lead.end())
        end = min(stop.start() if stop else len(sentence), lead.end() + 400)
        pieces = list(_pieces(sentence, lead.end(), end))
        for begin, close in pieces:
            article = _ARTICLE.match(sentence, begin, close)
            begin = article.end() if article else begin
            name = sentence[begin:close].strip(" ,:*_")
            if len(name) > 2 and len(name.split()) <= _LONGEST and name[:1].isalpha():
                at = sentence.index(name, begin)
                yield at, at + len(name), name


def _pieces(sentence: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield what commas, words before an article and, at the end of a list, "and" part."""
    cuts = [m.span() for m in _JOINED.finditer(sentence, begin, end)]
    cuts += [m.span() for m in _INCLUDING.finditer(sentence, begin, end)]
    commas = [m.span() for m in re.finditer(r",\s", sentence[:end]) if m.start() >= begin]
    cuts += [c for c in commas if not any(a <= c[0] < b for a, b in cuts)]
    last = max((b for _, b in commas), default=0)
    if last and not any(a > last for a, _ in cuts):
        found = _LAST.search(sentence, last, end)
        cuts += [found.span()] if found else []
    at = begin
    for start, stop in sorted(cuts):
        if start >= at:
            yield at, start
            at = stop
    yield at, end
