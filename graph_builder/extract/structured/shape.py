"""Structured data of other makes take one shape: keys of other languages and styles, records within records.

What a value says and where it stands stays as it was; only keys are renamed and mappings taken apart, so that the
readers of jobs, degrees, awards and papers meet the keys that they know.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace

from graph_builder.extract.structured.keys import END, ORGANIZATION, START, WHEN
from graph_builder.model import Document, Node, Span

_SYNONYMS: Mapping[str, str] = {
    "full_name": "full_name complete_name nombre_completo nom_complet",
    "display_name": "display_name",
    "name": "nom nombre nome 姓名 名前 имя имя_фамилия",
    "title": "titre titulo titolo titel 题目 标题 论文题目 paper_title publication_title article_title"
    " award_name award_title",
    "degree": "diplome grado grau laurea abschluss 学位 学历 степень degree_name degree_type degree_title"
    " qualification_name",
    "institution": "etablissement universite ecole institucion"
    " instituicao istituzione istituto ente universidad"
    " universidade universita hochschule universitat entreprise empresa"
    " azienda arbeitgeber organisme 学校 院校 单位 公司 机构",
    "organization": "org organisation_name org_name organization_name company_name employer_name datore"
    " datore_di_lavoro empleador empregador employeur arbetsgivare werkgever",
    "start": "dal da_data inizio data_inizio desde inicio fecha_inicio data_inicio debut date_debut date_de_debut"
    " von seit beginn anfang od 开始 开始时间",
    "end": "al fino_a fine data_fine hasta fin fecha_fin data_fim fim termino date_fin date_de_fin bis ende do"
    " 结束 结束时间",
    "date": "annee ano anno jahr fecha fechas data date_s"
    " datum zeitraum periode periodo 时间 日期 年份 起止时间 dates_attended"
    " publication_year publication_date published_year"
    " year_published date_published date_awarded year_awarded award_date",
    "position": "poste cargo puesto ruolo stelle funktion 职位 职务 职称 должность",
    "advisor": "directeur directrice directeur_de_these directora tutor_tesis"
    " 导师 指导教师 betreuer betreuerin relatore"
    " orientador orientadora",
    "authors": "auteurs autores autoren autori 作者 author_list author_names",
    "journal": "revue revista zeitschrift rivista 期刊 会议 published_in journal_name journal_title venue_name",
    "field": "specialite fach studienfach 专业 field_of_study area_of_study study_field degree_field",
    "completion": "completed completion_date completion_year"
    " graduation graduated graduation_date graduation_year"
    " date_completed date_graduated year_completed",
}
_NAMED = {word: name for name, words in _SYNONYMS.items() for word in words.split()}
_ONE_NAME = frozenset(
    {*ORGANIZATION, "venue", "journal", "conference", "advisor", "supervisor", "adviser", "affiliation", "org", "place"}
)
_TIMES = frozenset({*WHEN, "dates_employed", "time_period", "period_of_time"})
_MOMENTS = frozenset({*WHEN, *START, *END})
_YEAR = re.compile(r"(?:19|20)\d\d(?:\s?[-–/]\s?(?:(?:19|20)?\d\d|present|now)?)?")
_CITED = re.compile(r"public|paper|article|preprint|talk|present|book|journal|conference|teach|course|news", re.I)
_MARKS = re.compile(r"[\s-]+|(?<=[a-z])(?=[A-Z])")


def shaped(document: Document) -> Document:
    """Return *document* with its structured data in the shape that the readers of facts know."""
    if not document.data:
        return document
    return replace(document, data=tuple(_shape(node, "") for node in document.data))


def plain_key(key: str) -> str:
    """Return a key without case, accents and marks between its words.

    >>> plain_key("Diplôme"), plain_key("fieldOfStudy"), plain_key("full-name")
    ('diplome', 'field_of_study', 'full_name')
    """
    bare = "".join(c for c in unicodedata.normalize("NFD", key) if not unicodedata.combining(c))
    return _MARKS.sub("_", unicodedata.normalize("NFC", bare).strip()).casefold()


def _shape(node: Node, above: str) -> Node:
    if node.kind == "scalar":
        return node
    if node.kind == "mapping" and len(node.children) > 1 and all(_YEAR.fullmatch(c.key) for c in node.children):
        node = _by_year(node, above)
    children = tuple(_shape(child, node.key or above) for child in node.children)
    if node.kind == "mapping":
        children = _renamed(tuple(x for child in children for x in _plain(child)))
    return replace(node, children=children)


def _renamed(children: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return the children of a mapping under the keys that are known, as far as these are free."""
    taken = {child.key.casefold() for child in children}
    found: list[Node] = []
    for child in children:
        wanted = _NAMED.get(plain_key(child.key))
        if wanted is None or wanted in taken:
            found.append(child)
            continue
        taken.add(wanted)
        found.append(replace(child, key=wanted))
    return tuple(found)


def _plain(child: Node) -> tuple[Node, ...]:
    """Return a child of a mapping: an organisation with a page of its own by its name, a period by its two ends."""
    key = plain_key(child.key)
    key = _NAMED.get(key, key)
    if child.kind == "sequence" and key in _ONE_NAME:
        return (replace(child, children=tuple(x for c in child.children for x in _plain(replace(c, key=child.key)))),)
    if child.kind != "mapping":
        return (child,)
    year, month = child.get("year"), child.get("month")
    if child.key.casefold() in _MOMENTS and year is not None and year.kind == "scalar" and year.value:
        suffix = (
            f"-{int(month.value):02}" if month is not None and month.value.isdecimal() and len(month.value) < 3 else ""
        )
        return (Node("scalar", child.span, child.key, year.value + suffix),)
    if key in _TIMES and child.get(*START, *END) is not None:
        return child.children
    name = child.get("name", "title", "text", "label")
    if key in _ONE_NAME and name is not None and name.kind == "scalar" and name.value.strip():
        return (replace(name, key=child.key),)
    return (child,)


def _by_year(node: Node, above: str) -> Node:
    """Return what is listed under its years as one list, each item with its year; citations say theirs themselves."""
    cited = bool(_CITED.search(node.key or above))
    found: list[Node] = []
    for child in node.children:
        at = Span(child.span.start, child.span.start)
        when = Node("scalar", at, "date", child.key)
        for item in child.children if child.kind == "sequence" else (child,):
            if item.kind == "mapping" and item.get(*WHEN, *START) is None:
                found.append(replace(item, key="", children=(when, *item.children)))
            elif item.kind == "scalar" and not cited and item.value.strip():
                found.append(Node("mapping", item.span, "", "", (when, replace(item, key="title"))))
            else:
                found.append(replace(item, key=""))
    return Node("sequence", node.span, node.key, "", tuple(found))
