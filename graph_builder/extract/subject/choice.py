"""Whose document it is: a fitted choice among all names in it, and nobody.

The places of one name are one candidate, which has the features of all of them. Its score is the sum of the weights of
its features; nobody's score is 0. How likely each candidate is follows from the scores of all: a conditional logit,
which ``training/subject.py`` fits.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from graph_builder.extract.layout.page import Page
from graph_builder.extract.normalise.authors import PARTICLES
from graph_builder.extract.normalise.lexicon import words as words_in
from graph_builder.extract.normalise.person_names import clean_name, first_last
from graph_builder.extract.printed import Findings
from graph_builder.extract.subject.names import PrintedName, addresses, printed_name, printed_names
from graph_builder.model import Relation, Span

LEAST = {"with tagger": 0.45, "without tagger": 0.25}
"""How likely a candidate must be to be taken for the subject. Without a tagger, hardly any facts hang on the name."""

Name = tuple[str, ...]
"""The words of a name without case, accents and marks."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The name of a document's subject, other printed forms, where it stands, and how sure we are."""

    name: str
    aliases: tuple[str, ...]
    span: Span | None
    confidence: float
    rule: str


@dataclass(slots=True)
class Candidate:
    """A person who may be the subject: the words of the fullest name, and where names of the person stand."""

    words: Name
    names: list[PrintedName] = field(default_factory=list)
    features: dict[str, float] = field(default_factory=dict)


_SMALL_WORD = re.compile(r"^d[aeo]\s(?=[^\W\d_a-z])")


def words_of(name: str) -> Name:
    """Return the words of a name, without particles at its beginning.

    >>> words_of("J.-P. Müller"), words_of("von Lovelace"), words_of("do Weaver")
    (('j', 'p', 'muller'), ('lovelace',), ('weaver',))
    """
    plain = unicodedata.normalize("NFKD", _SMALL_WORD.sub("", name)).casefold()
    found = re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c) and c not in "'’`"))
    while len(found) > 1 and found[0] in PARTICLES:
        del found[0]
    return tuple(found) or (name,)


def is_form_of(short: Name, full: Name) -> bool:
    """Return whether a name may be a shorter form of another: initials, fewer given names, another order, one alone.

    >>> [is_form_of(words_of(name), ("ada", "king", "lovelace")) for name in ("A. K. Lovelace", "Lovelace Ada", "K.")]
    [True, True, False]
    """
    if sorted(short) == sorted(full):
        return True
    if len(short) < 2:
        return len(short[0]) > 2 and len(full) > 1 and short[0] in (full[0], full[-1])
    if len(short) > len(full):
        return False
    for given, family in ((short[:-1], short[-1]), (short[1:], short[0])):
        for rest, own in ((full[:-1], full[-1]), (full[1:], full[0])):
            at = iter(rest)
            if (
                family == own
                and len(family) > 1
                and _fits(given[0], rest[0])
                and all(any(_fits(g, r) for r in at) for g in given)
            ):
                return True
    return False


def _fits(one: str, other: str) -> bool:
    return one == other or (len(one) == 1 and one == other[0])


def _agree(one: Name, other: Name) -> bool:
    return min(len(one), len(other)) > 1 and (is_form_of(one, other) or is_form_of(other, one))


def candidates(page: Page, tagged: Findings | None = None) -> list[Candidate]:
    """Return the people who may be the subject of a document with their features, those in the surest places first."""
    found: dict[Name, Candidate] = {}
    names = [*printed_names(page), *(_tagged(tagged) if tagged else ())]
    for name in names:
        words = words_of(name.name)
        found.setdefault(tuple(sorted(words)), Candidate(words)).names.append(name)
    return measured(_folded([*found.values()]), page, tagged)


def measured(people: list[Candidate], page: Page, tagged: Findings | None = None) -> list[Candidate]:
    """Return people with their features."""
    measures = _Measures(page, tagged)
    for person in people:
        person.features = measures.of(person) | {"only name": float(len(people) == 1)}
    for feature, best in (("of papers", "in most papers"), ("tagger", "first of tagger")):
        top = max(people, key=lambda each: each.features.get(feature, 0.0), default=None)
        if top and top.features.get(feature):
            top.features[best] = 1.0
    return people


def _tagged(tagged: Findings) -> Iterator[PrintedName]:
    """Yield the names that a tagger takes for the subject's, and of authors those who wrote most papers."""
    for subject, _ in tagged.subjects:
        if subject.text.split()[-1].casefold() in PARTICLES:
            continue  # part of a street
        named = printed_name(subject.text, subject.span, "tagger")
        yield named or PrintedName(
            clean_name(subject.text) or subject.text, (), subject.span, frozenset(("tagger", "no name"))
        )
    papers = ({first_last(clean_name(author.text)) for author in fact.authors} for fact in tagged.facts)
    authors = Counter(name for names in papers for name in names)
    people = Counter[tuple[str, str]]()
    for name, count in authors.items():
        people[words_of(name)[-1], name[:1].casefold()] += count
    for (family, initial), count in people.most_common(3):
        own = (name for name in authors if words_of(name)[-1] == family and name[:1].casefold() == initial)
        if count > 1:
            yield from filter(None, [printed_name(max(own, key=len), None, "authors")])


def _folded(people: list[Candidate]) -> list[Candidate]:
    """Return people; one whose name may be short for the name of exactly one other person is that person."""
    for person in sorted(people, key=lambda each: (len(each.words), sum(map(len, each.words)))):
        full = [each for each in people if each is not person and is_form_of(person.words, each.words)]
        longest = max(full, key=lambda each: (len(each.words), sum(map(len, each.words))), default=None)
        if longest is not None and all(each is longest or is_form_of(each.words, longest.words) for each in full):
            longest.names += person.names
            people = [each for each in people if each is not person]
    return people


class _Measures:
    """What is counted in a document to tell its subject from others."""

    def __init__(self, page: Page, tagged: Findings | None) -> None:
        document, self.tagged = page.document, tagged
        text = document.text[:200_000]
        self.text = " ".join(words_of(text))
        self.counts = Counter(self.text.split())
        self.small = set(re.findall(r"(?<![\w@./-])[^\W\d_]{2,30}(?![\w@]|\.\w)", text))
        keys = ("title", "author", "name", "site", "og:title", "og:site_name")
        self.title = {*words_of(" ".join(document.metadata.get(key, "") for key in keys))}
        self.owners = [words_of(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", each)) for each in addresses(page)]
        facts = tagged.facts if tagged else []
        self.papers = [[words_of(first_last(a.text)) for a in fact.authors] for fact in facts if fact.authors]
        self.others = [words_of(fact.name.text) for fact in facts if fact.relation is Relation.ADVISING]

    def of(self, person: Candidate) -> dict[str, float]:
        """Return the features of a person."""
        words, names = person.words, person.names
        features = dict.fromkeys(("any", f"{min(len(words), 5)} words"), 1.0)
        for name in names:
            features |= dict.fromkeys(name.features, 1.0)
        printed = min((name for name in names if name.rank), key=lambda name: name.rank, default=None)
        if printed:
            features |= dict.fromkeys(printed.look, 1.0)
        long = [word for word in words if len(word) > 1]
        shown = [w for w in re.findall(r"[^\W\d_]{2,30}", names[0].name.casefold()) if w not in PARTICLES]
        sources = {f for n in names for f in (*n.features, *n.look) if f.startswith("in ") or f in _SOURCES}
        features |= {
            "initials only": float(len(long) < 2),
            "places": math.log1p(len(sources)),
            "printed": math.log1p(min(9, self.text.count(" ".join(words_of(names[0].name))))),
            "family name printed": math.log1p(self.counts[words[-1]]),
            "given name printed": math.log1p(self.counts[words[0]]),
            "words in title": sum(word in self.title for word in long) / max(1, len(long)),
            "words in small letters": sum(word in self.small for word in shown if word < "\u0590") / max(1, len(shown)),
            "words of headings": sum(word in _words_of_headings() for word in shown) / max(1, len(shown)),
            "spelled in address": max((_spelled(words, owner) for owner in self.owners), default=0.0),
            "marked often": math.log1p(sum("marked" in name.features for name in names)),
        }
        return features | (self._of_tagger(person, self.tagged) if self.tagged else {})

    def _of_tagger(self, person: Candidate, tagged: Findings) -> dict[str, float]:
        sure = [s for name, s in tagged.subjects if is_form_of(words_of(clean_name(name.text)), person.words)]
        own = sum(any(_agree(author, person.words) for author in authors) for authors in self.papers)
        return {
            "tagger": max(sure, default=0.0),
            "tagger sum": min(2.0, sum(sure)),
            "tagger sure": float(max(sure, default=0.0) > 0.9),
            "of papers": own / max(3, len(self.papers)),
            "in papers": float(own > 0),
            "advising": float(any(_agree(other, person.words) for other in self.others)),
        }


@cache
def _words_of_headings() -> frozenset[str]:
    """Return the words that stand in headings."""
    return frozenset(
        word
        for line in words_in("headings.tsv")
        for word in line.split("\t")[1].split()
        if len(word) > 2 or word > "\u2e80"
    )


_SOURCES = frozenset(("data", "label", "marked", "tagger", "authors"))


def _spelled(words: Name, owner: Name) -> float:
    """Return how much of a name an address spells out: all of it, the family name with an initial, or one of them.

    >>> [_spelled(("ada", "lovelace"), owner) for owner in (("ada", "lovelace"), ("alovelace",), ("ada", "b"))]
    [1.0, 0.8, 0.4]
    """
    given, family, joined = words[0], words[-1], "".join(owner)
    if len(words) < 2:
        return 0.0
    if len(family) > 2 and family in joined:
        rest = joined.replace(family, "", 1)
        return 1.0 if len(given) > 1 and given in rest else 0.8 if rest[:1] in ("", given[0]) else 0.4
    return 0.4 if len(given) > 2 and (given in owner or (len(given) > 3 and joined.startswith(given))) else 0.0


Weights = Mapping[str, float]


@cache
def shipped_weights() -> Mapping[str, Weights]:
    """Return the weights that ship with the package, with and without a tagger."""
    path = files("graph_builder.extract").joinpath("data", "subject.json")
    found: dict[str, Weights] = json.loads(path.read_text("utf-8"))
    return found


def shares(people: Sequence[Candidate], weights: Weights) -> list[float]:
    """Return how likely each of some people is the subject."""
    scores = [sum(weights.get(feature, 0.0) * value for feature, value in p.features.items()) for p in people]
    odds = [math.exp(min(score, 50.0)) for score in scores]
    return [each / (1 + sum(odds)) for each in odds]


def chosen(people: Sequence[Candidate], weights: Weights) -> tuple[int, list[float]]:
    """Return the number of the most likely person, -1 if there is none or two are alike, and how likely each is.

    Who has a long word of that person's name is that person in another form: a family name, an address and a site's
    title make several names of one.
    """
    likely = shares(people, weights)
    best = max(range(len(people)), key=likely.__getitem__, default=-1)
    if best < 0 or likely.count(likely[best]) > 1:
        return -1, likely
    words = {word for word in people[best].words if len(word) > 2}
    forms = [n for n, each in enumerate(people) if n != best and not words.isdisjoint(each.words)]
    likely[best] += sum(likely[n] for n in forms)
    return best, [0.0 if n in forms else share for n, share in enumerate(likely)]


def find_subject(page: Page, tagged: Findings | None = None) -> Subject | None:
    """Return the subject of a document, or None where the document does not say."""
    people = candidates(page, tagged)
    means = "with tagger" if tagged else "without tagger"
    best, likely = chosen(people, shipped_weights()[means])
    share, in_another_script = _in_another_script(best, people, likely)
    sure = likely[best] + share if best >= 0 else 0.0
    if sure < LEAST[means]:
        return None
    # What only an address spells has lost its accents and apostrophes.
    names = sorted([*people[best].names, *in_another_script], key=lambda each: "in address" in each.features)
    name = names[0].name
    forms = dict.fromkeys(form for each in names for form in (each.name, *each.aliases) if form != name)
    span = next((each.span for each in names if each.span), None) or _place(page, name)
    rule = "data" if "data" in names[0].features else "choice"
    return Subject(name, tuple(forms), span, min(0.99, round(sure, 3)), rule)


def _in_another_script(best: int, people: list[Candidate], likely: list[float]) -> tuple[float, list[PrintedName]]:
    """Return the share of who is likeliest in another script than *best*, and the names if nobody is less likely."""
    latin = [_is_latin(person.names[0].name) for person in people]
    others = [(share, n) for n, share in enumerate(likely) if latin[n] != latin[best]]
    share, number = max(others, default=(0.0, -1))
    return share, people[number].names if share > 0.5 * (share + 1 - sum(likely)) else []


def _is_latin(name: str) -> bool:
    return unicodedata.name(name[0], "").startswith("LATIN")


def _place(page: Page, name: str) -> Span | None:
    """Return where a document prints a name, or its first line."""
    at = page.document.text.casefold().find(name.casefold())
    return Span(at, at + len(name)) if at >= 0 else page.lines[0].span if page.lines else None
