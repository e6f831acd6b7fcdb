"""Author lists printed in every style of names, separators, marks and shortening."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from records import Person

FORMS = (
    "full",
    "full",
    "full",
    "full",
    "initials",
    "initials",
    "tight",
    "family, initials",
    "family, initials",
    "family, full",
    "first inverted",
    "vancouver",
    "vancouver",
    "family dotted",
    "capitals",
    "family first",
)
JOINS = (
    (", ", ", and "),
    (", ", " and "),
    (", ", ", & "),
    (", ", " & "),
    (", ", ", "),
    (", ", ", "),
    ("; ", "; "),
    ("; ", " and "),
    (" and ", " and "),
    (" · ", " · "),
    (", ", " und "),
    (", ", " et "),
    (",", ","),
    (" , ", " , "),
    (", ", ", \\& "),
    (", ", ", with "),
    (" & ", " & "),
)
MARKS = (
    "*",
    "*",
    "†",
    "‡",
    "\\*",
    "#",
    "1",
    "^1",
    "$^*$",
    " (co-first)",
    "∗",
    "1,2",
    "^{1}",
    " *",
    "✉",
    "$^\\dagger$",
    "[student]",
)
SHORT = (
    " et al.",
    ", et al.",
    " et al",
    ", ..., ",
    ", …",
    " and 3 others",
    " and others",
    ", ...",
    " et. al.",
    ", and 12 more authors",
)


class Target(Protocol):
    """What author lists are printed on."""

    text: str

    def add(self, text: str, name: str = "O", mark: str = "") -> None:
        """Append characters of one field."""


@dataclass(frozen=True, slots=True)
class PeopleStyle:
    """How a list prints its people."""

    form: str
    joins: tuple[str, str]
    own_mark: str
    equal: str
    shorten: int

    @classmethod
    def draw(cls, rng: random.Random) -> PeopleStyle:
        """Draw a style of author lists."""
        form = rng.choice(FORMS)
        joins = rng.choice(JOINS[:6] if rng.random() < 0.75 else JOINS)
        if form in {"family, initials", "family, full"} and joins[0] in {" · ", " , ", ","}:
            joins = ("; ", "; ")
        if rng.random() < 0.03:
            joins = ("\n", "\n")
        own = rng.choice(("", "", "", "bold", "bold", "underline", "italic", "**"))
        equal = rng.choice(MARKS) if rng.random() < 0.25 else ""
        return cls(form, joins, own, equal, rng.choice((0, 0, 0, 0, 0, 1, 2, 3, 6)))


def print_person(person: Person, form: str, place: int = 0) -> str:
    """Print one name in a form.

    >>> print_person(("Ada Byron", "Lovelace"), "family, initials"), print_person(("Ada", "Doe"), "vancouver")
    ('Lovelace, A. B.', 'Doe A')
    """
    given, family = person
    letters = [w[0] for w in given.replace("-", " ").split() if w[0].isalpha()]
    dotted = ". ".join(letters) + "." if letters else given
    if form == "full" or (form == "first inverted" and place):
        return f"{given} {family}"
    if form == "initials":
        return f"{dotted} {family}"
    if form == "tight":
        return f"{dotted.replace(' ', '')} {family}"
    if form == "family, initials":
        return f"{family}, {dotted}"
    if form in {"family, full", "first inverted"}:
        return f"{family}, {given}"
    if form == "vancouver":
        return f"{family} {''.join(letters)}"
    if form == "family dotted":
        return f"{family} {dotted.replace(' ', '')}"
    if form == "family first":
        return f"{family} {given}"
    return f"{family.upper()} {dotted}" if len(family) % 2 else f"{given} {family.upper()}"


def print_people(
    canvas: Target, people: list[Person], owner: Person, style: PeopleStyle, rng: random.Random, name: str = "A"
) -> None:
    """Print an author list, the owner marked as the style says."""
    shown = people if len(people) <= 14 or rng.random() < 0.3 else people[:14]
    short = ""
    if (style.shorten and len(people) > style.shorten + 1) or len(shown) < len(people):
        shown, short = shown[: style.shorten or len(shown)], rng.choice(SHORT)
    if owner not in shown and owner[1] and short and rng.random() < 0.4:
        shown = [*shown[:-1], owner]
    for i, person in enumerate(shown):
        if i:
            last = i == len(shown) - 1 and not short
            join = style.joins[1] if last else style.joins[0]
            canvas.add(join.replace(", and", " and") if last and len(shown) == 2 and rng.random() < 0.5 else join, name)
        printed = print_person(person, style.form, i)
        if person == owner and style.own_mark == "**":
            canvas.add(f"**{printed}**", name)
        else:
            canvas.add(printed, name, style.own_mark if person == owner else "link" if rng.random() < 0.03 else "")
        if style.equal and (i < 2 or rng.random() < 0.2):
            canvas.add(style.equal, name)
    canvas.add(short, name)
    if short.endswith(", ") and shown:
        canvas.add(print_person(people[-1], style.form, 1), name)
