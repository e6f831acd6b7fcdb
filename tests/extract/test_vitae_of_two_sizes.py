"""Vitae whose entries were lost at once: juries below a job, bibliographies without a heading, two sizes of type."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from graph_builder.extract import extract
from graph_builder.model import BlockKind
from graph_builder.read import read_bytes
from graph_builder.read.pdf.reader import read_pdf
from tests.read.test_pdf import draw, text


def _told(source: str) -> dict[str, list[str]]:
    """Return the names of what the claims of each relation are about."""
    facts = extract(read_bytes(source.encode(), "cv.tex", "docs/cv.tex"))
    names = {m.id: m.name for m in facts.mentions}
    found: dict[str, list[str]] = {}
    for claim in facts.claims:
        parts = [names[v] for k, v in claim.roles.items() if k != "person"]
        found.setdefault(claim.relation.value, []).extend(parts[:1])
    return found


def test_entries_in_larger_type_than_what_is_told_of_them_are_no_headings() -> None:
    told = "Built looms that mend their threads, and taught the keepers of the marsh."

    def page(canvas: Canvas) -> None:
        text(canvas, 60, 800, "Ada Weaver", 22)
        text(canvas, 60, 770, "Experience", 16)
        y = 745
        for year in range(2010, 2019):
            text(canvas, 60, y, f"{year} – {year + 1}", 11)
            text(canvas, 140, y, "Engineer of looms and of all that moves, at the old Mill of", 11)
            text(canvas, 140, y - 13.5, "Sampleton, in the north", 11)
            for line in range(3):
                text(canvas, 140, y - 25 - 10.5 * line, told, 9)
            y -= 75

    document = read_pdf(draw(page), "cv.pdf")
    headings = [document.text_of(b) for b in document.blocks if b.kind is BlockKind.HEADING]
    assert headings == ["Ada Weaver", "Experience"]
    assert any("at the old Mill of Sampleton, in the north" in document.text_of(b) for b in document.blocks)
