"""The marks inside a line of Org: emphasis, links, dates, macros and LaTeX's commands become Markdown with HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from html import escape
from html.entities import html5

from graph_builder.read.mapped_text import MappedText, Part, rewritten

# A character of the private plane stands for each tag until all marks are read, so that no tag is read as marks.
_FIRST_TAG = 0xF0000
_TAGS = "\U000f0000-\U000ffffd"
_TAG = re.compile(f"[{_TAGS}]")
_BREAK = "<br>"
_GAP = "&emsp;&emsp;"

_MACRO = re.compile(r"\{\{\{(?P<name>[A-Za-z][\w-]{0,40})(?:\((?P<given>[^{}]{0,400})\))?\}\}\}")
_SNIPPET = re.compile(r"@@(?P<back>[A-Za-z]{2,12}):(?P<text>.{0,2000}?)@@", re.S)
_LINK = re.compile(r"\[\[(?P<to>[^\[\]\n]{1,1000})\](?:\[(?P<said>(?:[^\[\]]|\[[^\[\]]{0,200}\]){1,1500})\])?\]")
_ANGLED = re.compile(r"<(?P<to>(?:https?|ftp|mailto|doi):[^<>\s]{1,500})>")
_PICTURE = re.compile(r"(?i)(?:file:)?[^\s]{1,500}\.(?:png|jpe?g|gif|svg|webp)")
_DATE = re.compile(r"[<\[](?P<date>\d{4}-\d\d-\d\d)(?: [^<>\[\]\n\d]{1,12})?(?: \d\d?:\d\d[^<>\[\]\n]{0,20})?[>\]]")
_BETWEEN_DATES = re.compile(f"(?<=[{_TAGS}])--(?=[{_TAGS}])")
# Notes, citations, places to jump to and counts of what is done: nothing that the page says.
_UNSAID = re.compile(
    r"[ \t]{0,3}\[fn:[^\[\]\n]{0,80}\]|[ \t]{0,3}\[cite(?:/[\w/-]{1,20})?:[^\[\]\n]{1,200}\]"
    r"|(?<!<)<<(?!<)[^<>\n]{1,80}>>|\[\d{1,3}/\d{1,3}\]"
)
_RADIO = re.compile(r"<<<(?P<said>[^<>\n]{1,80})>>>")
_HREF = re.compile(r"\\href\{(?P<to>[^{}\n]{1,500})\}\{(?P<said>[^{}]{1,500})\}")
_STYLED = re.compile(
    r"\\(?P<name>text(?:bf|it|sl|sc|tt|sf|rm|up|superscript)|emph|underline|mbox|url)\{(?P<said>[^{}]{0,500})\}"
)
_STYLES = {"textbf": "b", "textit": "i", "textsl": "i", "emph": "i", "underline": "u", "textsuperscript": "sup"}
_FILL = re.compile(r"\\(?:hfill|quad|qquad|hspace\*?\{[^{}]{0,20}\})(?:\{\})?")
_ENTITY = re.compile(r"\\(?P<name>[A-Za-z]{2,14})(?:\{\}|(?![A-Za-z{]))")
_COMMAND = re.compile(r"\\[A-Za-z]{2,30}\*?(?:\[[^\[\]\n]{0,100}\]){0,2}(?:\{(?P<said>[^{}]{0,300})\})?")
_SILENT = frozenset(
    "vspace label ref pageref cite citep citet nocite color definecolor setlength addtolength fontsize pagestyle"
    " thispagestyle input include includegraphics faicon begin end newcommand renewcommand usepackage".split()
)
_END = re.compile(r"[ \t]{0,9}\\\\(?:\[[^\[\]\n]{0,12}\])?[ \t]{0,9}(?=\n|\Z)")
_VERSE = {"LaTeX": "LaTeX", "TeX": "TeX"}
_DASHES = re.compile(r"(?<![-\w/.])-{2,3}(?=\s|$)|(?<=[\w.,;:)\]”'\"])-{2,3}(?=[\w(\[“'\"])|(?<=\d)--(?=\s|$)")
_RAISED = re.compile(r"(?<=\S)\^\{(?P<said>[^{}\n]{1,12})\}|(?<=\d)\^(?P<ending>st|nd|rd|th)\b")

_AHEAD = rf"(?<![^\s\-–—(\[{{'\"“‘„«*/_+,:;|{_TAGS}])"
_BEHIND = rf"(?![^\s\-–—.,:;!?'\")\]}}”’“»*/_+|{_TAGS}])"
_EMPHASES: tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"[^\s{bare}]{mark}{_BEHIND}"), re.compile(rf"{_AHEAD}(?P<mark>{mark})(?P<said>[^\s{bare}](?:.{{0,400}}?[^\s{bare}])??)(?P=mark){_BEHIND}", re.S), tag)  # noqa: E501
    for mark, bare, tag in (
        ("=", "=", "code"),
        ("~", "~", "code"),
        (r"\*{1,4}", "*", "b"),
        ("/", "/", "i"),
        ("_", "_", "u"),
        (r"\+", "+", "s"),
    )
)  # fmt: skip
_RESERVED = re.compile(r"[\\*_`\[\]<>~]")
_AT_LINE_START = re.compile(r"(?m)^(?:[#>+=-]|\d{1,9}(?=[.)](?:\s|$)))")


def org_inline(content: MappedText, macros: Mapping[str, str], *, breaks: bool = False) -> MappedText:
    """Return the text of one paragraph, item, heading or cell as Markdown with HTML.

    >>> org_inline(MappedText.of("*Ada*, [[https://a.example][/Loom/ Works]] <2019-03-01 Fri>"), {}).text
    '<b>Ada</b>, <a href="https://a.example"><i>Loom</i> Works</a> 2019-03-01'

    Args:
        content: the lines, without the signs at their beginnings.
        macros: what the macros of the file stand for.
        breaks: whether each line of the file is a line of the page.
    """
    return _Marks(macros, breaks).read(content)


class _Marks:
    def __init__(self, macros: Mapping[str, str], breaks: bool) -> None:
        self._macros = macros
        self._breaks = breaks
        self._tags: list[str] = []

    def read(self, content: MappedText) -> MappedText:
        if content.text.replace(" ", "").isalpha():
            return content  # words and nothing else
        if "{{{" in content.text:
            content = rewritten(content, _MACRO, self._expanded)
        if "@@" in content.text:
            content = rewritten(content, _SNIPPET, lambda m: [self._tag(m["text"])] if m["back"] == "html" else [])
        content = rewritten(content, _LINK, self._linked)
        content = rewritten(content, _ANGLED, lambda m: [*self._around("a", m.span("to"), m["to"])])
        content = rewritten(content, _RADIO, lambda m: [m.span("said")])
        content = rewritten(content, _DATE, lambda m: [self._tag(""), m.span("date"), self._tag("")])
        content = rewritten(content, _BETWEEN_DATES, lambda m: [" – "])
        content = rewritten(content, _UNSAID, lambda m: [])
        content = rewritten(content, _END, lambda m: [self._tag(_BREAK)])
        if "\\" in content.text:
            content = self._without_latex(content)
        content = rewritten(content, _RAISED, self._raised)
        content = rewritten(content, _DASHES, lambda m: ["—" if len(m.group()) == 3 else "–"])
        for ending, pattern, tag in _EMPHASES:
            if ending.search(content.text) is not None:  # else each beginning would be looked for an end in vain
                content = rewritten(content, pattern, partial(self._emphasised, tag))
        if self._breaks:
            content = rewritten(content, re.compile("\n"), lambda m: [self._tag(_BREAK), m.span()])
        content = rewritten(content, _RESERVED, lambda m: ["\\", m.span()])
        content = rewritten(content, _AT_LINE_START, _escaped_start)
        return rewritten(content, _TAG, lambda m: [self._tags[ord(m.group()) - _FIRST_TAG]])

    def _tag(self, written: str) -> str:
        """Return the character that stands for a tag."""
        self._tags.append(written)
        return chr(_FIRST_TAG + min(len(self._tags) - 1, 0xFFFD))

    def _emphasised(self, tag: str, match: re.Match[str]) -> Iterable[Part]:
        return self._around(tag, match.span("said"))

    def _around(self, tag: str, said: tuple[int, int], to: str = "") -> Iterable[Part]:
        href = f' href="{escape(to)}"' if to else ""
        return [self._tag(f"<{tag}{href}>"), said, self._tag(f"</{tag}>")]

    def _expanded(self, match: re.Match[str]) -> Iterable[Part]:
        template = self._macros.get(match["name"].casefold())
        if template is None:
            return [match.span("given")] if match["given"] else []
        given = re.split(r"(?<!\\),", match["given"] or "")
        return [re.sub(r"\$([1-9])", lambda m: given[int(m[1]) - 1] if int(m[1]) <= len(given) else "", template)]

    def _linked(self, match: re.Match[str]) -> Iterable[Part]:
        to = match["to"].strip()
        said = match["said"]
        if said is None:
            if _PICTURE.fullmatch(to):
                return []
            shown = to if re.match(r"(?:https?|ftp|mailto|doi):", to) else ""
            return self._around("a", match.span("to"), to) if shown else []
        if _PICTURE.fullmatch(said.strip()):
            return []
        return self._around("a", match.span("said"), to)

    def _without_latex(self, content: MappedText) -> MappedText:
        content = rewritten(content, _HREF, lambda m: self._around("a", m.span("said"), m["to"]))
        for _ in range(2):  # commands inside commands
            content = rewritten(content, _STYLED, self._styled)
        content = rewritten(content, _FILL, lambda m: [self._tag(_GAP)])
        content = rewritten(content, _ENTITY, self._entity)
        content = rewritten(content, _COMMAND, _without_command)
        return rewritten(content, re.compile(r"\\(?P<said>[&%$#_{}])"), lambda m: [m.span("said")])

    def _styled(self, match: re.Match[str]) -> Iterable[Part]:
        tag = _STYLES.get(match["name"])
        return self._around(tag, match.span("said")) if tag else [match.span("said")]

    def _entity(self, match: re.Match[str]) -> Iterable[Part]:
        name = match["name"]
        if name in _VERSE:
            return [_VERSE[name]]
        found = html5.get(name + ";", "")
        return [found] if found else ([self._tag("")] if name.casefold() in _SILENT else [match.span()])

    def _raised(self, match: re.Match[str]) -> Iterable[Part]:
        return self._around("sup", match.span("said" if match["said"] else "ending"))


def _without_command(match: re.Match[str]) -> Iterable[Part]:
    name = re.match(r"\\([A-Za-z]+)", match.group())
    silent = name is not None and name[1].casefold() in _SILENT
    return [match.span("said")] if match["said"] and not silent else []


def _escaped_start(match: re.Match[str]) -> Iterable[Part]:
    return [match.span(), "\\"] if match.group()[-1:].isdigit() else ["\\", match.span()]
