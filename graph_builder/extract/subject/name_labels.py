"""Names that a vita states at its head: behind a label, in halves, or beside the word for what the document is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.layout.page import Line, Page
from graph_builder.extract.normalise.person_names import (
    TITLES,
    is_chinese_name,
    is_name,
)
from graph_builder.extract.subject.data import in_order
from graph_builder.model import Span

_VITA = (
    r"(?:(?:academic|short|full|brief|complete|extended|my|tabellarischer|wissenschaftlicher|akademischer)\s{1,3})?"
    r"(?:curr[ií]cul(?:um|o)(?:[\s-]v[ií]t(?:ae|æ|e|a))?|c\.?v\.?|vitae?|r[ée]sum[ée]|lebenslauf|levensloop|home\s?page|profile)"
)
_SPLIT = r"(?:\s{0,3}[:|–—•·(\t]\s{0,20}|\s{1,3}-\s{1,3}|\s{2,20})"
_TITLED = re.compile(
    rf"\W{{0,3}}{_VITA}(?:{_SPLIT}|\s(?:of|for|von|vom|de|do|da|di|del|van|voor|der?|av|af)\s{{1,3}})(?P<behind>[^\n]{{3,60}})$"
    rf"|\W{{0,3}}(?P<ahead>[^\s:|–—•·(][^\n:|–—•·(\t]{{2,59}}?)(?:['’]s\s|,\s|{_SPLIT}){_VITA}\W*$",
    re.IGNORECASE,
)
_WHOLE = (
    r"(?:(?:full|complete|legal)\s)?name(?:\sand\ssurname|\s?\([^()]{1,30}\)|,?\s?(?:vorname|first\sname))?"
    r"|vor-?\s?(?:und|&)\s(?:nach|zu|familien)name|nom(?:\s(?:et|&)\spr[ée]noms?|\scomplet)?|nom,\spr[ée]nom|pr[ée]noms?\s(?:et|&)\snom"
    r"|nombres?(?:\scompleto|\sy\sapellidos?)?|apellidos?\sy\snombres?|nome(?:\scompleto|\se\s(?:cognome|sobrenome|apelido))?"
    r"|cognome\se\snome|(?:volledige\s)?naam|navn|namn|nimi|imi[eę]\si\snazwisko|jm[ée]no(?:\sa\spříjmení)?|ad[ıi]?\ssoyad[ıi]?"
    r"|姓\s?名|氏\s?名|名\s?前|이\s?름|성\s?명"
)
_FAMILY = (
    r"surname|(?:family|last)[\s-]names?|nachname|familienname|zuname|nom\sde\sfamille|apellidos?|cognome|sobrenome"
    r"|apelido|achternaam|efternamn|etternavn|efternavn|nazwisko"
)
_GIVEN = r"(?:first|given)[\s-]names?|forenames?|vornamen?|pr[ée]noms?|voorna(?:am|men)|förnamn|fornavn|imi[eę]"
# Both halves in one label, as forms have it: "Surname(s) / First name(s)", "Cognome/Nome".
_MANY = r"(?:\([a-zé/]{1,3}\))?"
_BOTH = (
    rf"(?P<family_first>(?:{_FAMILY}|noms?){_MANY}\s?[/,&]\s?(?:{_GIVEN}|nomes?|nombres?){_MANY})"
    rf"|(?:{_GIVEN}|names?|nomes?|nombres?){_MANY}\s?[/,&]\s?(?:{_FAMILY}|noms?){_MANY}"
)
_LABELLED = re.compile(
    rf"\W{{0,3}}(?:(?P<whole>{_BOTH}|{_WHOLE})|(?P<family>{_FAMILY})|(?P<given>{_GIVEN}))"
    r"(?:\s{0,10}(?:[:：|=–—\t]|[.…]{3,60})\s{0,40}|\s{1,40})(?P<name>[^\n:|\t]{1,60})",
    re.IGNORECASE,
)
_LINES = 40


def beside_title(line: Line) -> tuple[str, Span] | None:
    """Return the name in a line that says whose vita it is: "CV | Ada Lovelace", "Ada Lovelace - Resume".

    >>> from graph_builder.model import BlockKind
    >>> def named(text):
    ...     found = beside_title(Line(Span(0, len(text)), 0, BlockKind.PARAGRAPH, text))
    ...     return found and found[0]
    >>> named("Curriculum Vitae: Ada Lovelace"), named("Currículo de Ada Lovelace"), named("Ada Lovelace (CV)")
    ('Ada Lovelace', 'Ada Lovelace', 'Ada Lovelace')
    >>> named("Curriculum Vitae"), named("CV (pdf)")
    (None, None)
    """
    found = _TITLED.match(line.text) if len(line.text) < 120 else None
    if found is None:
        return None
    group = "behind" if found["behind"] else "ahead"
    return _named(found[group], line.span.start + found.start(group))


def stated(page: Page) -> Iterator[tuple[str, Span]]:
    """Yield the name behind a label at the head of a page, or among the personal data: "Name: Ada Lovelace".

    Halves with labels of their own are put together: "Nachname: Lovelace" and "Vorname: Ada".
    """
    halves: dict[str, tuple[str, Span]] = {}
    for line in page.lines[:_LINES]:
        found = _LABELLED.match(line.text) if len(line.text) < 120 else None
        if found is None:
            continue
        at = line.span.start + found.start("name")
        name = _named(found["name"], at)
        words = name[0].split() if name is not None and found["family_first"] and "," not in found["name"] else []
        if name is not None and len(words) == 2:
            name = f"{words[1]} {words[0]}", name[1]
        if found["whole"] and name is not None:
            yield name
            return
        half = TITLES.sub("", found["name"].strip())
        if 1 <= len(half.split()) <= 3 and half[:1].isupper() and not any(c.isdigit() for c in half):
            kind = "family" if found["family"] else "given"  # "Nombre: Ada" beside "Apellidos: Lovelace"
            halves.setdefault(kind, (half, Span(at, at + len(found["name"].rstrip()))))
    if len(halves) == 2:
        whole = f"{halves['given'][0]} {halves['family'][0]}"
        if is_name(whole):
            yield whole, halves["family"][1]


def _named(text: str, at: int) -> tuple[str, Span] | None:
    bare = text.strip()
    if bare.endswith(")") and "(" not in bare:
        bare = bare[:-1].rstrip()
    start = at + text.find(bare)
    name = in_order(bare)
    if not is_name(name) and not is_chinese_name(name):
        return None
    return name, Span(start, start + len(bare))
