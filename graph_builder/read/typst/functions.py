"""What the functions of Typst and of its packages do on a page: one table a kind."""

from __future__ import annotations

import re

from graph_builder.model import MarkKind

MARKS: dict[str, MarkKind] = {
    "strong": MarkKind.BOLD,
    "emph": MarkKind.ITALIC,
    "underline": MarkKind.UNDERLINE,
    "strike": MarkKind.STRIKE,
    "super": MarkKind.SUPERSCRIPT,
    "raw": MarkKind.CODE,
}
"""Functions that only mark their text."""

WRAPPERS = frozenset(
    "text par block box align pad rect circle square ellipse place rotate scale move columns figure quote smallcaps"
    " upper lower highlight overline sub cell str eval table.cell grid.cell list.item enum.item"
    " strong emph stack".split()
)
"""Functions that print the markup they are given."""

DIVISIONS = frozenset("par block align pad rect place columns figure quote stack".split())
"""Those that stand apart from the text around them."""

SILENT = frozenset(
    "image line path polygon curve v hide counter state metadata bibliography outline cite ref label lorem footnote"
    " rgb luma cmyk oklab color gradient stroke read json yaml toml csv xml plugin query locate layout measure style"
    " numbering selector regex type assert panic range calc sys sym emoji"
    " repeat here version bytes pdf html datetime.today int float".split()
)
"""Functions that print nothing, or nothing that can be known without running them."""

ICON = re.compile(r"(?:^|[-_.])(?:fa|icons?|nerd|emoji|logo|svg|octique|tabler)(?:$|[-_.])", re.IGNORECASE)


def is_silent(name: str) -> bool:
    """Tell whether a function prints nothing: an icon, a space, a query."""
    return name in SILENT or name.split(".")[0] in SILENT or ICON.search(name) is not None


LISTS = frozenset(("list", "enum"))
GRIDS = frozenset(("grid", "table"))
LINES = frozenset(("table.hline", "table.vline", "grid.hline", "grid.vline"))
ROWS = frozenset(("table.header", "table.footer", "grid.header", "grid.footer"))

SETTINGS = frozenset(
    "color colour colors fill size weight style font fonts align alignment gutter column-gutter row-gutter columns rows"
    " stroke inset outset width height radius spacing above below leading logo image avatar photo picture"
    " profile-picture profile-photo icon dir margin paper lang language region numbering justify theme mode format"
    " dash baseline breakable clip debug accent-color colored-headers show-footer paper-size heading-font letter-color"
    " keywords personal-info-position author-position font-size lang-size body-font title-font date-format supplement"
    " caption-pos kind sep separator header-font header-color".split()
)
"""Arguments that say how something looks."""

HEADS = re.compile(r"(?:section|heading|header|chapter|title|rubric)s?\d?$|^h[1-6]$|section", re.IGNORECASE)
"""Functions of templates whose only argument is a heading."""

NAMES = re.compile(r"(?:cv|resume)?[-_]?(?:full[-_]?)?(?:name|author)$", re.IGNORECASE)
"""Functions of templates whose only argument is the name of the document's subject."""

CONTACTS = frozenset("email mail e-mail phone tel telephone mobile github linkedin website homepage orcid".split())
"""Arguments that come with a name where the name is the subject's."""

PERIODS = (
    ("start", "end"), ("from", "to"), ("begin", "end"), ("from", "until"), ("start-date", "end-date"),
    ("date-from", "date-to"), ("startDate", "endDate"), ("start_date", "end_date"),
)  # fmt: skip
"""Arguments that are the two ends of a period."""
