"""Records rendered as publication entries in many styles and layouts, with noise, and the field of every character."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import phrases
from people import PeopleStyle, print_people
from records import Person, Record
from venue_styles import Venue, print_details, print_venue

SLOT = re.compile(r"\{([A-Z])\}")
TOKEN = re.compile(r"<([^<>]*)>|\{([A-Z])\}|([^<>{}]+)")
QUOTES = (
    ("“", "”"),
    ('"', '"'),
    ("‘", "’"),
    ("'", "'"),
    ("``", "''"),
    ("„", "“"),
    ("«", "»"),
    ("“", ",”"),
    ('"', ',"'),
    ("“", ".”"),
)
VERBS = (
    "is accepted to",
    "was accepted to",
    "has been accepted at",
    "is accepted by",
    "got accepted to",
    "appeared in",
    "will appear at",
    "is out in",
    "published in",
    "was presented at",
    "is accepted in",
    "has been published in",
    "is now available on",
    "accepted at",
    "to appear at",
    "is accepted as full paper in",
    "received the best paper award at",
)
LABELS = (
    "[{n}] ",
    "{n} ",
    "{n}\t",
    "{n} ",
    "[preprint] ",
    "[conference] ",
    "[Journal] ",
    "[New] ",
    "🏆 ",
    "✨ ",
    "[{n}] ",
    "{n}. ",
    "{n}. ",
    "({n}) ",
    "[J{n}] ",
    "[C{n}] ",
    "J{n}. ",
    "C{n} ",
    "{n}) ",
    "- ",
    "• ",
    "* ",
    "[{n}]\t",
    "{n}.\t",
    "🔥 ",
    "🏆 ",
    "(J{n}) ",
    "P{n}: ",
    "– ",
    "#{n} ",
)


@dataclass(slots=True)
class Canvas:
    """A text under construction: its characters, the field of each, and its marks."""

    text: str = ""
    fields: list[str] = field(default_factory=list)
    marks: list[tuple[str, int, int]] = field(default_factory=list)

    def add(self, text: str, name: str = "O", mark: str = "") -> None:
        """Append characters of one field, marked or not."""
        for kind in mark.split("+") if mark and text else ():
            self.marks.append((kind, len(self.text), len(self.text) + len(text)))
        self.text += text
        self.fields += [name] * len(text)


@dataclass(frozen=True, slots=True)
class Style:
    """The choices that one publication list makes for all its entries."""

    template: str
    people: PeopleStyle
    quotes: tuple[str, str]
    title_case: str
    title_mark: str
    venue_mark: str
    label: str
    venue_form: int


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendered entry: text, the field of each character, marks, and the name of the list's owner."""

    text: str
    fields: tuple[str, ...]
    marks: tuple[tuple[str, int, int], ...]
    owner: str


@cache
def templates() -> tuple[str, ...]:
    """Return the layouts of ``templates.txt``."""
    lines = Path(__file__).with_name("templates.txt").read_text("utf-8").splitlines()
    return tuple(t.replace("\\n", "\n").replace("\\t", "\t") for t in lines if t.strip() and not t.startswith("#"))


def draw_style(rng: random.Random) -> Style:
    """Draw the choices of one publication list."""
    return Style(
        template=rng.choice(templates()),
        people=PeopleStyle.draw(rng),
        quotes=rng.choice(QUOTES[:2] if rng.random() < 0.6 else QUOTES),
        title_case=rng.choice(
            ("as is", "as is", "sentence", "sentence", "title", "upper" if rng.random() < 0.2 else "as is")
        ),
        title_mark=rng.choice(("", "", "", "bold", "italic", "link", "link", "bold+link", "underline")),
        venue_mark=rng.choice(("", "", "italic", "italic", "bold", "link", "bold+italic")),
        label=rng.choice(LABELS) if rng.random() < 0.25 else "",
        venue_form=rng.randrange(1000),
    )


def render(record: Record, venue: Venue, style: Style, rng: random.Random) -> Rendered:
    """Print a record in a style; the random generator decides on what is missing and on noise."""
    people = list(record.people[: rng.choice((1, 1, 2, 2, 3))] if rng.random() < 0.2 else record.people)
    owner = rng.choice(people)
    canvas = Canvas()
    canvas.add(style.label.format(n=rng.randrange(1, 130)) if rng.random() < 0.97 else "")
    slots = _Slots(record, venue, style, rng, people, owner)
    _fill(style.template, slots, canvas, rng)
    if "{L}" not in style.template and rng.random() < 0.12:
        canvas.add(rng.choice(("\n", " ", "\t")))
        slots.print("L", canvas)
    if "{I}" not in style.template and rng.random() < 0.07:
        canvas.add(rng.choice((" ", ". ", "\n")))
        slots.print("I", canvas)
    if rng.random() < 0.07:
        canvas.add(rng.choice((" ", " (", "\n", ". ")))
        slots.print("N", canvas)
    if record.abstract and rng.random() < 0.12:
        canvas.add(rng.choice(("\n", "\n\n", ". ", " ", "\nAbstract: ")))
        canvas.add(record.abstract, "N")
    _noise(canvas, rng)
    return Rendered(canvas.text, tuple(canvas.fields), tuple(canvas.marks), " ".join(owner))


def _fill(template: str, slots: _Slots, canvas: Canvas, rng: random.Random) -> None:
    for group, slot, literal in TOKEN.findall(template):
        if group:
            needed = SLOT.findall(group)
            if rng.random() < 0.7 and all(slots.has(s) for s in needed):
                _fill(group, slots, canvas, rng)
        elif slot:
            slots.print(slot, canvas)
        else:
            canvas.add(literal)


class _Slots:
    """The fields of one record, printed on demand."""

    def __init__(
        self, record: Record, venue: Venue, style: Style, rng: random.Random, people: list[Person], owner: Person
    ) -> None:
        self.record, self.venue, self.style, self.rng, self.people, self.owner = (
            record,
            venue,
            style,
            rng,
            people,
            owner,
        )

    def has(self, slot: str) -> bool:
        return slot != "D" or self.venue.kind in {"journal", "meeting", "chapter"}

    def print(self, slot: str, canvas: Canvas) -> None:
        getattr(self, f"_{slot.lower()}")(canvas)

    def _a(self, canvas: Canvas) -> None:
        print_people(canvas, self.people, self.owner, self.style.people, self.rng)

    def _w(self, canvas: Canvas) -> None:
        others = [p for p in self.people if p != self.owner] or [self.people[0]]
        canvas.add(
            self.rng.choice(
                (
                    "with ",
                    "with ",
                    "With ",
                    "joint with ",
                    "joint work with ",
                    "w/ ",
                    "coauthored with ",
                    "co-authored with ",
                )
            )
        )
        print_people(canvas, others, self.owner, self.style.people, self.rng)

    def _e(self, canvas: Canvas) -> None:
        editors = self.people[::-1][:2]
        canvas.add(self.rng.choice(("", "", "In: ", "in ")))
        print_people(canvas, editors, ("", ""), self.style.people, self.rng, "E")
        canvas.add(self.rng.choice((" (Eds.), ", " (eds.), ", " (ed.) ", ", editors, ", ", eds., ")), "E")

    def _t(self, canvas: Canvas) -> None:
        title = recase(self.record.title, self.style.title_case)
        if self.rng.random() < 0.02:
            title = title.replace(" ", "  ", 1)
        if canvas.text.endswith((". ", ", ")) and self.rng.random() < 0.02:
            title = f"{{{title}}}"
        canvas.add(title, "T", self.style.title_mark)

    def _q(self, canvas: Canvas) -> None:
        before, after = self.style.quotes
        canvas.add(before)
        canvas.add(
            recase(self.record.title, self.style.title_case),
            "T",
            self.style.title_mark if self.rng.random() < 0.2 else "",
        )
        canvas.add(
            after
            if len(after) > 1 and after != "''"
            else self.rng.choice((after, f",{after}", f"{after},", f".{after}", f"{after}."))
        )

    def _v(self, canvas: Canvas) -> None:
        print_venue(canvas, self.venue, "", self.style.venue_form, self.style.venue_mark, self.rng)

    def _u(self, canvas: Canvas) -> None:
        print_venue(canvas, self.venue, self._year_text(), self.style.venue_form, self.style.venue_mark, self.rng)

    def _year_text(self) -> str:
        return self.record.year or str(self.rng.randrange(1985, 2027))

    def _y(self, canvas: Canvas) -> None:
        roll = self.rng.random()
        if roll < 0.03:
            canvas.add(self.rng.choice(phrases.STATUSES), "N")
        else:
            canvas.add(self._year_text(), "Y")
            canvas.add(self.rng.choice("ab") if roll > 0.97 else "", "Y")

    def _m(self, canvas: Canvas) -> None:
        month = self.rng.choice(
            "Jan|January|Feb.|March|Apr|April|May|June|Jul.|July|Aug.|August|Sept.|September|Oct|October|Nov.|December|Spring|Fall".split(
                "|"
            )
        )
        if self.rng.random() < 0.25:
            canvas.add(f"{self.rng.choice(('0', '1'))}{self.rng.randrange(1, 3)}{self.rng.choice('/.-')}", "D")
        else:
            canvas.add(f"{month} " if self.rng.random() < 0.8 else f"{month} {self.rng.randrange(1, 29)}, ", "D")
        canvas.add(self._year_text(), "Y")

    def _d(self, canvas: Canvas) -> None:
        canvas.add(print_details(self.venue, self.rng), "D")

    def _p(self, canvas: Canvas) -> None:
        press, city = self.rng.choice(phrases.PRESSES), self.rng.choice(phrases.CITIES)
        canvas.add(self.rng.choice((press, city, f"{city}: {press}", f"{press}, {city}", f"{city}. {press}")), "D")

    def _i(self, canvas: Canvas) -> None:
        number = f"{self.rng.randrange(10, 26):02}{self.rng.randrange(1, 13):02}.{self.rng.randrange(1000, 99999):05}"
        prefix, stem = self.rng.randrange(1000, 9999), self.rng.choice(("s41586-021-0", "j.x.", "tpami.20", "33"))
        doi = f"10.{prefix}/{stem}{self.rng.randrange(1000, 99999)}"
        forms = (
            f"doi:{doi}",
            f"https://doi.org/{doi}",
            f"DOI: {doi}",
            f"arXiv:{number}",
            f"https://arxiv.org/abs/{number}",
            f"doi.org/{doi}",
            f"issn: 0899-{number[:4]}. doi: {doi}. url: https://doi.org/{doi}",
            f"doi: {doi}. url: https://example.org/articles/{number}",
            f"https://example.org/{number}/index.html",
            f"isbn: 97814{number[5:]}. doi: https://doi.org/{doi}",
        )
        canvas.add(self.rng.choice(forms), "D")

    def _n(self, canvas: Canvas) -> None:
        note = self.rng.choice(phrases.NOTES)
        if self.rng.random() < 0.08:
            note = (
                self.rng.choice(("TL;DR: ", "We show that ", "This work studies ", "A paper on "))
                + recase(self.record.title, "sentence").casefold()
                + "."
            )
        mark = "bold" if self.rng.random() < 0.3 else ""
        shape = self.rng.choice(("{}", "({})", "[{}]", "{}.", "*{}*", "{}!")) if canvas.text[-1:] != "(" else "{})"
        canvas.add(shape.format(note), "N", mark)

    def _k(self, canvas: Canvas) -> None:
        canvas.add(self.rng.choice(VERBS))

    def _g(self, canvas: Canvas) -> None:
        words = [self.rng.choice(phrases.FIELDS) for _ in range(self.rng.choice((1, 1, 2, 3)))]
        canvas.add(" ".join(words))

    def _s(self, canvas: Canvas) -> None:
        canvas.add(self.rng.choice(phrases.STATUSES), "N", "italic" if self.rng.random() < 0.2 else "")

    def _l(self, canvas: Canvas) -> None:
        links = self.rng.sample(phrases.LINKS, self.rng.randrange(1, 5))
        shape, between = self.rng.choice(
            (
                ("[{}]", " "),
                ("{}", " / "),
                ("{}", " | "),
                ("[{}]", ""),
                ("({})", " "),
                ("{}", " "),
                ("{}", ", "),
                ("{}", " · "),
                ("{}", "\t"),
            )
        )
        for i, link in enumerate(links):
            canvas.add(between if i else "")
            canvas.add(shape.format(link), "O", "link" if self.rng.random() < 0.8 else "")


def recase(title: str, case: str) -> str:
    """Return a title in another case; words with inner capitals, digits or a colon before them keep theirs.

    >>> recase("A Study of BERT in the Wild: On Things", "sentence")
    'A study of BERT in the wild: On things'
    """
    if case == "upper":
        return title.upper()
    if case == "title":
        return " ".join(w[:1].upper() + w[1:] if len(w) > 3 else w for w in title.split(" "))
    if case != "sentence":
        return title
    out: list[str] = []
    for word in title.split(" "):
        plain = word[:1].isupper() and word[1:].islower() or len(word) == 1
        out.append(word.lower() if out and plain and not out[-1].endswith((":", "?", ".")) else word)
    return " ".join(out)


def _noise(canvas: Canvas, rng: random.Random) -> None:
    """Wrap lines in the middle of sentences, and lose a full stop or a comma, as pages and PDFs do."""
    text = list(canvas.text)
    if rng.random() < 0.12:
        width = rng.randrange(55, 110)
        column = 0
        for i, char in enumerate(text):
            column = 0 if char == "\n" else column + 1
            if column > width and char == " ":
                text[i] = "\n"
                column = 0
    if rng.random() < 0.06:
        stops = [i for i, c in enumerate(text) if c in ".," and canvas.fields[i] == "O"]
        if stops:
            text[rng.choice(stops)] = " "
    if rng.random() < 0.03:
        text = [{"-": "–", "'": "’", '"': "”"}.get(c, c) for c in text]
    canvas.text = "".join(text)
