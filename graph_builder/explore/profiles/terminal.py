"""Cards and reasons as lines: in colour on a terminal, as plain text elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from graph_builder.explore.profiles.cards import Card, Section
from graph_builder.explore.profiles.entries import Entry
from graph_builder.explore.profiles.evidence import LinkedMention, Reason

# Control characters and those that turn the direction of writing: a source must not be able to steer a terminal.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
#: So many lines of a section are shown, unless all are asked for.
SHOWN = 12


def clean(text: str) -> str:
    """Return *text* without characters that steer a terminal, in one line.

    >>> clean('a\\x1b[31m b\\n c')
    'a\ufffd[31m b c'
    """
    return " ".join(_CONTROL.sub("\ufffd", text).split())


def print_card(console: Console, card: Card, facts: bool = False, everything: bool = False) -> None:
    """Print a card; with *facts*, each line ends in the ids of the facts behind it, for ``why``."""
    _print(console, card_lines(card, facts, everything))


def print_reasons(console: Console, reasons: tuple[Reason, ...]) -> None:
    """Print the reasons behind facts, with the quote marked in its context."""
    _print(console, reason_lines(reasons))


def _print(console: Console, lines: Iterator[Text]) -> None:
    # Elsewhere than on a terminal a line stays one line, however long: it is going to be searched or cut.
    for line in lines:
        console.print(line, soft_wrap=not console.is_terminal, highlight=False)


def card_lines(card: Card, facts: bool = False, everything: bool = False) -> Iterator[Text]:
    """Yield a card as lines of styled text."""
    yield Text.assemble((clean(card.thing.name), "bold"), "  ", (card.thing.kind.value, "dim"))
    if card.names:
        yield Text.assemble(("also ", "dim"), "; ".join(map(clean, card.names)))
    for identifier in card.identifiers:
        yield Text(clean(identifier), "cyan")
    for section in card.sections:
        yield from _section(section, facts, everything)
    if card.sources:
        yield Text()
        yield Text.assemble(("from ", "dim"), (", ".join(map(clean, card.sources)), "dim"))


def _section(section: Section, facts: bool, everything: bool) -> Iterator[Text]:
    count = len(section.entries)
    yield Text()
    yield Text.assemble((section.title, "bold blue"), (f"  {count}" if count > 1 else "", "dim"))
    shown = section.entries if everything else section.entries[:SHOWN]
    width = max(len(entry.dates) for entry in shown)
    for entry in shown:
        yield _entry(entry, width, facts)
    if len(shown) < count:
        yield Text(f"  and {count - len(shown)} more", "dim")


def _entry(entry: Entry, width: int, facts: bool) -> Text:
    line = Text("  ")
    if width:
        line.append(entry.dates.ljust(width) + "  ", "green")
    name, text = clean(entry.thing.name) if entry.thing else "", clean(entry.text)
    line.append(name, "bold" if text else "")
    line.append((" · " if name and text else "") + text)
    if facts and entry.facts:
        line.append("  [" + " ".join(fact.id for fact in entry.facts) + "]", "dim")
    return line


def reason_lines(reasons: tuple[Reason, ...]) -> Iterator[Text]:
    """Yield the reasons behind facts as lines of styled text, an empty line between two."""
    for at, reason in enumerate(reasons):
        if at:
            yield Text()
        yield from _reason(reason)


def _reason(reason: Reason) -> Iterator[Text]:
    fact = reason.fact
    yield Text.assemble((clean(reason.statement), "bold"))
    before, after = clean(reason.before), clean(reason.after)
    # A space between quote and context is put back where the text has one: cleaning took it from the ends.
    left = before + (" " if reason.before[-1:].isspace() and before else "")
    right = (" " if reason.after[:1].isspace() and after else "") + after
    yield Text.assemble("  ", (left, "dim"), ("»" + clean(reason.quote) + "«", "bold yellow"), (right, "dim"))
    yield Text.assemble(("  in       ", "dim"), clean(reason.source), (_place(reason), "dim"))
    yield Text.assemble(
        ("  fact     ", "dim"), fact.id, (f"  confidence {fact.confidence:.2f}  by {fact.extractor}", "dim")
    )
    if reason.language_model:
        yield Text.assemble(("  read by  ", "dim"), clean(reason.language_model))
    for value in reason.values:
        place = f"  characters {value.start}–{value.end}"
        yield Text.assemble(("  value    ", "dim"), f"{value.name} “{clean(value.quote)}”", (place, "dim"))
    for mention in reason.mentions:
        yield _mention(mention)


def _place(reason: Reason) -> str:
    fact = reason.fact
    if fact.start is None:
        return ""
    place = f"  characters {fact.start}–{fact.end} of its text"
    if reason.in_file:
        place += f", {reason.in_file[0]}–{reason.in_file[1]} of the file"
    return place if reason.found else place + " (the text itself is not at hand)"


def _mention(mention: LinkedMention) -> Text:
    line = Text.assemble(("  mention  ", "dim"), f"“{clean(mention.printed)}”")
    if mention.thing:
        line.append(f" is {clean(mention.thing.name)}")
    if mention.unit:
        line.append(f" ({clean(mention.unit.name)})")
    score = "" if mention.score is None else f" {mention.score:.2f}"
    why = "; ".join(map(clean, mention.reasons))
    line.append(f"  {mention.status}{score} by {clean(mention.rule)}" + (f": {why}" if why else ""), "dim")
    return line
