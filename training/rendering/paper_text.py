"""What list of papers are written from: names in many styles, venues with volumes and pages, links, abstracts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rendering.page import Gold, Page, initials, joined

_SERIAL = re.compile(r"(?i)journal|transactions|letters|review|annals|nature|science|magazine|physics|\bj\.|bulletin")
_SERVER = re.compile(r"(?i)rxiv|ssrn|preprint")
LINKS = ("[paper]", "[code]", "[project]", "[slides]", "[video]", "[bib]", "[arXiv]", "[data]", "[poster]")
TOPICS = ("Learning", "Theory", "Methods", "Applications", "Measurement", "Other work")
ABSTRACTS = (
    "We study how small choices in the design of a system change what people make of it. Our results suggest that the"
    " effect is larger than has been assumed, and that it holds across all groups that we looked at.",
    "This paper shows that two explanations which are usually held to be rivals can be told apart by a simple test. We"
    " apply the test to data of three countries and find little support for either.",
    "Existing approaches need a great deal of labelled data. Here we ask how far one gets without any, and find that"
    " the gap closes once the model is large enough.",
)


def papers(page: Page) -> list[Gold]:
    found: list[Gold] = page.gold["publications"]
    return found


def is_serial(paper: Gold) -> bool:
    return bool(paper["venue"] and _SERIAL.search(paper["venue"]))


def is_server(paper: Gold) -> bool:
    return bool(paper["venue"] and _SERVER.search(paper["venue"]))


def behind(name: str, between: str = ", ", dots: str = ". ", full: bool = False) -> str:
    """Return a name with the family name first: ``Lovelace, A. B.``."""
    *given, last = name.split()
    if not given or len(last) < 3 or len(given) > 3:
        return name
    first = " ".join(given) if full else dots.join(word[0] for word in given) + dots.rstrip()
    return last + between + first


def vancouver(name: str) -> str:
    return behind(name, " ", "")


def short(name: str) -> str:
    return initials(name) if len(name.split()[-1]) > 2 and len(name.split()) < 5 else name


def authors(
    page: Page,
    paper: Gold,
    mark: str = "**",
    style: Callable[[str], str] = str,
    last: str = ", ",
    between: str = ", ",
    note: Callable[[int], str] = lambda _: "",
) -> str:
    """Return the authors of a paper, the subject's name between *mark*, each with what *note* puts behind it."""
    names = []
    for number, author in enumerate(paper["authors"]):
        closing = mark.replace("<", "</") if mark.startswith("<") else mark
        name = style(author)
        names.append((f"{mark}{name}{closing}" if page.mine(author) else name) + note(number))
    text = between.join(names[:-1]) + last + names[-1] if len(names) > 1 else "".join(names)
    return text + (", et al." if text and paper["authors_partial"] else "")


def others(page: Page, paper: Gold, link: bool = False) -> str:
    """Return the co-authors alone, and take the subject out of the paper's authors."""
    paper["authors"] = [a for a in paper["authors"] if not page.mine(a)]
    paper["authors_partial"] = True
    names = [f"[{a}](https://example.org/{a.split()[-1].lower()})" if link else a for a in paper["authors"]]
    return joined(names, page.pick(" and ", ", and ", " & "))


def numbers(page: Page, style: str = "12(3): 45-67") -> str:
    """Return volume, issue and pages in the form of a style that is written with 12, 3, 45 and 67."""
    volume, issue, first = page.rng.randint(2, 60), page.rng.randint(1, 12), page.rng.randint(1, 900)
    made = style.replace("12", "{v}").replace("45", "{f}").replace("67", "{l}").replace("3", "{i}")
    return made.format(v=volume, i=issue, f=first, l=first + page.rng.randint(8, 30))


def where(page: Page, paper: Gold, mark: str = "*", between: str = ", ", style: str = "12(3): 45-67") -> str:
    """Return venue, volume and year, as far as there are such."""
    venue = paper["venue"] and f"{mark}{paper['venue']}{mark}"
    volume = numbers(page, style) if is_serial(paper) and style else ""
    return between.join(filter(None, (venue, volume, paper["year"]))) or page.pick("Working paper", "In preparation")


def venue_year(paper: Gold, between: str = " ") -> str:
    return between.join(filter(None, (paper["venue"], paper["year"])))


def links(page: Page, between: str = " ", form: str = "[{}](https://example.org/{})") -> str:
    """Return some links as labels, such as ``[[paper]](...) [[code]](...)``."""
    chosen = page.rng.sample(LINKS, page.rng.randint(1, 4))
    return between.join(form.format(label, label.strip("[]").lower()) for label in chosen)


def by_year(page: Page) -> Iterator[tuple[str, list[Gold]]]:
    """Yield years, latest first, with their papers; those without a year at the start, below no year."""
    for year in sorted({paper["year"] or "9999" for paper in papers(page)}, reverse=True):
        yield year.replace("9999", ""), [p for p in papers(page) if (p["year"] or "9999") == year]


def by_kind(page: Page) -> Iterator[tuple[str, list[Gold]]]:
    """Yield kinds of work, as people head them, with their papers."""
    kinds = {
        page.pick("Journal articles", "Journal Papers", "Refereed journals", "Peer-reviewed articles"): [
            p for p in papers(page) if is_serial(p) and not is_server(p)
        ],
        page.pick("Conference papers", "Conference proceedings", "Conferences and workshops", "Proceedings"): [
            p for p in papers(page) if p["venue"] and not is_serial(p) and not is_server(p)
        ],
        page.pick("Preprints", "Working papers", "Manuscripts", "Preprints and working papers"): [
            p for p in papers(page) if not p["venue"] or is_server(p)
        ],
    }
    yield from ((kind, found) for kind, found in kinds.items() if found)


def by_topic(page: Page) -> Iterator[tuple[str, list[Gold]]]:
    """Yield topics with the papers on them."""
    names = page.rng.sample(TOPICS, 3)
    found = {name: [p for k, p in enumerate(papers(page)) if k % 3 == at] for at, name in enumerate(names)}
    yield from ((name, some) for name, some in found.items() if some)
