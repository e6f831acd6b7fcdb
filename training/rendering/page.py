"""Pages written from facts, in the layouts that people use, so that what is lost by a layout can be counted.

A writer is a function that writes one part of a page (its papers, say) in one layout. It registers itself with
``writes``. What it does not print it takes out of the page's gold, so that the gold says what the page says.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Gold = dict[str, Any]

PARTS: dict[str, tuple[str, ...]] = {
    "head": (),
    "about": (),
    "news": (),
    "schools": ("education",),
    "posts": ("employment",),
    "papers": ("publications",),
    "awards": ("awards",),
    "service": ("service",),
    "topics": ("topics",),
    "students": ("advisees",),
    "noise": (),
}
"""Parts in a usual order, and the lists of gold facts that each tells. ``about`` tells the advisors; what a writer of
``about`` or ``news`` tells of the other lists it must leave to, or take from, the part whose list it is."""

HEADINGS: dict[str, tuple[str, ...]] = {
    "about": ("About", "About me", "Bio", "Biography", "Short bio", "Welcome", "Who am I"),
    "news": ("News", "Recent news", "Updates", "What's new", "Latest", "Announcements"),
    "schools": ("Education", "Academic background", "Degrees", "Education and training", "Studies", "Academic history"),
    "posts": ("Experience", "Employment", "Positions", "Work experience", "Appointments", "Professional experience"),
    "papers": ("Publications", "Papers", "Selected publications", "Research papers", "List of publications"),
    "awards": ("Awards", "Honors and awards", "Awards and fellowships", "Prizes", "Distinctions"),
    "service": ("Service", "Professional service", "Academic service", "Services", "Professional activities"),
    "topics": ("Research interests", "Interests", "Research areas", "Topics", "What I work on"),
    "students": ("Students", "Advising", "Mentoring", "Current students", "My group", "Supervision"),
    "noise": ("Teaching", "Contact", "Talks", "Miscellaneous", "Software"),
}

_MONTHS = "January February March April May June July August September October November December".split()


@dataclass
class Page:
    """A page that is being written: its gold facts, the chance that decides its details, its frame and writers."""

    kind: str
    gold: Gold
    rng: random.Random
    frame: str = ""
    used: list[str] = field(default_factory=list)
    spare: Gold = field(default_factory=dict)
    """The facts that no part of this page lists: prose may tell them, and puts them back into the gold."""

    @property
    def name(self) -> str:
        return str(self.gold["person"]["name"])

    def pick(self, *options: str) -> str:
        return self.rng.choice(options)

    def heading(self, part: str) -> str:
        return self.rng.choice(HEADINGS[part])

    def drop(self, relation: str, *keys: str) -> None:
        """Take values out of the gold facts of a relation, since the page does not print them."""
        for fact in self.gold[relation]:
            for key in keys:
                fact[key] = [] if isinstance(fact.get(key), list) else None

    def mine(self, author: str) -> bool:
        """Tell whether an author as printed is the subject."""
        last = self.name.split()[-1].casefold()
        return last in author.casefold().split() or author in self.gold["person"].get("also", [])


def date(text: str | None, style: str = "Mon YYYY", present: str = "Present") -> str:
    """Return an ISO date as a page prints it: ``YYYY``, ``Mon YYYY``, ``Month YYYY``, ``MM/YYYY``, ``YYYY.MM``."""
    if not text:
        return ""
    if text == "present":
        return present
    year, _, rest = text.partition("-")
    if not rest:
        return year
    month = int(rest[:2])
    return {
        "YYYY": year,
        "Mon YYYY": f"{_MONTHS[month - 1][:3]} {year}",
        "Mon. YYYY": f"{_MONTHS[month - 1][:3]}. {year}" if month != 5 else f"May {year}",
        "Month YYYY": f"{_MONTHS[month - 1]} {year}",
        "MM/YYYY": f"{month:02d}/{year}",
        "YYYY.MM": f"{year}.{month:02d}",
        "YYYY-MM": f"{year}-{month:02d}",
    }[style]


def span(fact: Gold, style: str = "Mon YYYY", dash: str = " - ", present: str = "Present") -> str:
    """Return the dates of a fact as a page prints them. The style ``YYYY`` takes the months out of the gold."""
    if style == "YYYY":
        for key in ("start", "end"):
            fact[key] = fact[key][:4] if fact.get(key) and fact[key] != "present" else fact.get(key)
    start, end = date(fact.get("start"), style), date(fact.get("end"), style, present)
    return f"{start}{dash}{end}" if start and end and start != end else start or end


def initials(name: str, dots: str = ". ") -> str:
    """Return a name with its given names as initials: ``Ada B. Lovelace`` is ``A. B. Lovelace``."""
    *given, last = [word for word in name.split() if word[0].isalpha()]
    return dots.join(word[0] for word in given) + (dots if given else "") + last


def joined(names: Sequence[str], last: str = " and ") -> str:
    """Return names as a list: ``A, B and C``."""
    return ", ".join(names[:-1]) + last + names[-1] if len(names) > 1 else "".join(names)


Writer = Callable[[Page], str]
Frame = Callable[[Page, dict[str, str]], str]

WRITERS: dict[tuple[str, str], dict[str, Writer]] = {}
"""By kind of page and part, the writers by name."""
FRAMES: dict[str, dict[str, tuple[str, Frame]]] = {}
"""By kind of page, what makes one text of its parts, by name, with the file's suffix."""


def writes(kind: str, part: str) -> Callable[[Writer], Writer]:
    """Register a writer of a part of pages of a kind."""
    assert part in PARTS, part

    def register(writer: Writer) -> Writer:
        names = WRITERS.setdefault((kind, part), {})
        name = writer.__name__.strip("_")
        assert name not in names, f"two writers of {kind} {part} are called {name}"
        names[name] = writer
        return writer

    return register


def frames(kind: str, suffix: str) -> Callable[[Frame], Frame]:
    """Register a frame of a kind: what makes one text of the parts of a page."""

    def register(frame: Frame) -> Frame:
        FRAMES.setdefault(kind, {})[frame.__name__.strip("_")] = (suffix, frame)
        return frame

    return register


def _sure(facts: Iterable[Any]) -> list[Any]:
    """Return the facts that are not optional."""
    return [f for f in facts if not (isinstance(f, dict) and f.get("optional"))]


def _facts(gold: Gold, rng: random.Random, most: int) -> Gold:
    """Return the gold facts that a page can tell: none that are optional, so many of each list at most."""
    kept = copy.deepcopy(gold)
    for key, facts in kept.items():
        if isinstance(facts, list):
            sure = _sure(facts)
            kept[key] = [sure[k] for k in sorted(rng.sample(range(len(sure)), min(most, len(sure))))]
    return kept


def render(
    kind: str, gold: Gold, rng: random.Random, chosen: dict[str, str], frame: str
) -> tuple[str, Gold, list[str]]:
    """Return a page's text, its gold and the writers it was written by, as ``part:name``. *chosen* is by part."""
    page = Page(kind, _facts(gold, rng, rng.choice((6, 12, 40))), rng, frame)
    for part, lists in PARTS.items():
        if part not in chosen:
            for relation in lists:
                page.spare[relation], page.gold[relation] = page.gold[relation], []
    if "about" not in chosen:
        page.spare["advisors"], page.gold["advisors"] = page.gold["advisors"], []
    texts = {}
    for part in PARTS:
        if part in chosen and (not PARTS[part] or any(page.gold[r] for r in PARTS[part])):
            texts[part] = WRITERS[kind, part][chosen[part]](page)
            page.used.append(f"{part}:{chosen[part]}")
    page.used.append(f"frame:{frame}")
    return FRAMES[kind][frame][1](page, texts), page.gold, page.used


def pages(
    kind: str, golds: Sequence[Gold], count: int, seed: int = 0, only: str = ""
) -> Iterator[tuple[str, str, Gold, list[str]]]:
    """Yield so many pages of a kind: file name, text, gold and writers. *only* (``part:name``) must be in each.

    Each writer comes up about as often as the others of its part; people take turns.
    """
    rng = random.Random(seed)
    part_only, _, name_only = only.partition(":")
    decks: dict[str, Iterator[str]] = {}
    for part in PARTS:
        if names := sorted(WRITERS.get((kind, part), ())):
            decks[part] = _deck([name_only] if part == part_only else names, rng)
    framing = _deck([name_only] if part_only == "frame" else sorted(FRAMES[kind]), rng)
    named = [gold for gold in golds if not gold["person"].get("optional")]
    for number in range(count):
        gold = named[number % len(named)] if number < len(named) else rng.choice(named)
        told = {p for p in decks if not PARTS[p] or any(_sure(gold[relation]) for relation in PARTS[p])}
        chosen = {p: next(decks[p]) for p in decks if p in told and (p in {part_only, "head"} or rng.random() < 0.8)}
        frame = next(framing)
        text, facts, used = render(kind, gold, rng, chosen, frame)
        name = f"{kind}-r{number:04d}"
        yield f"{name}{FRAMES[kind][frame][0]}", text, facts | {"id": name}, used


def _deck(names: Iterable[str], rng: random.Random) -> Iterator[str]:
    """Deal names without end, each once a round."""
    cards = list(names)
    while True:
        rng.shuffle(cards)
        yield from cards
