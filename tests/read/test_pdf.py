"""PDF: pages drawn here with reportlab, and files that cannot be read."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from graph_builder.model import BlockKind, Document, MarkKind, ReadError
from graph_builder.read.pdf.glyphs import _CORK, _KNUTH
from graph_builder.read.pdf.reader import read_pdf

WORDS = (
    "Considerable effort went into the measurement of toy trains on circular tracks in the laboratory of games".split()
)


def draw(*pages: Callable[[Canvas], None], **options: object) -> bytes:
    """Return a PDF of the pages that the functions draw."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, **options)
    for page in pages:
        page(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def text(canvas: Canvas, x: float, y: float, content: str, size: float = 10, font: str = "Helvetica") -> None:
    canvas.setFont(font, size)
    canvas.drawString(x, y, content)


def right(canvas: Canvas, x: float, y: float, content: str, size: float = 10) -> None:
    canvas.setFont("Helvetica", size)
    canvas.drawRightString(x, y, content)


def texts(document: Document, kind: BlockKind | None = None) -> list[str]:
    return [document.text_of(b) for b in document.blocks if kind is None or b.kind is kind]


def simple(canvas: Canvas) -> None:
    text(canvas, 60, 780, "Ilse Simek", 20, "Helvetica-Bold")
    text(canvas, 60, 740, "Education", 14, "Helvetica-Bold")
    text(canvas, 60, 720, "Test University", font="Helvetica-Bold")
    right(canvas, 535, 720, "2012 - 2016")
    text(canvas, 60, 708, "PhD in Physics", font="Helvetica-Oblique")
    text(canvas, 60, 670, "Publications", 14, "Helvetica-Bold")
    text(canvas, 60, 650, "\u2022")
    text(canvas, 72, 650, "I. Simek, B. Okri. The measurement of toy trains on circular tracks and of the uncer-")
    text(canvas, 72, 638, "tainty of games. Journal of Toys 2015.")
    text(canvas, 60, 626, "\u2022")
    text(canvas, 72, 626, "I. Simek. A shorter title. Annals of Games, 2014, with a long remark after the venue of it")
    text(canvas, 60, 614, "1999")
    text(canvas, 110, 614, "Prize")


def test_headings_dates_lists_and_hyphens() -> None:
    def page(canvas: Canvas) -> None:
        canvas.setTitle("Vita")
        canvas.setAuthor("Ilse Simek")
        simple(canvas)

    document = read_pdf(draw(page), "cv.pdf")
    assert [(b.kind, b.level) for b in document.blocks[:2]] == [(BlockKind.HEADING, 1), (BlockKind.HEADING, 2)]
    assert texts(document, BlockKind.HEADING) == ["Ilse Simek", "Education", "Publications"]
    assert "Test University\t2012 - 2016\nPhD in Physics" in texts(document)
    items = texts(document, BlockKind.LIST_ITEM)
    assert items[0].endswith("and of the uncertainty of games. Journal of Toys 2015.")
    assert len(items) == 2
    assert "1999\tPrize" in texts(document)[-1]
    assert document.metadata["title"] == "Vita"
    assert document.metadata["author"] == "Ilse Simek"
    marks = {(m.kind, m.span.of(document.text)) for m in document.marks}
    assert {(MarkKind.BOLD, "Test University"), (MarkKind.ITALIC, "PhD in Physics")} <= marks


def test_two_columns_are_read_one_after_the_other() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 790, "Ilse Simek", 20)
        for i in range(20):
            text(canvas, 60, 740 - 13.1 * i, f"L{i} skill number {i}")
            text(canvas, 230, 740 - 17 * i, f"R{i} " + " ".join(WORDS[i % 5 : i % 5 + 6]))

    words = read_pdf(draw(page), "cv.pdf").text.split()
    left = [words.index(f"L{i}") for i in range(20)]
    right_ = [words.index(f"R{i}") for i in range(20)]
    assert max(left) < min(right_)


def test_dates_in_the_margin_stay_on_their_lines() -> None:
    def page(canvas: Canvas) -> None:
        for i in range(12):
            text(canvas, 60, 760 - 40 * i, f"{1990 + i}")
            text(canvas, 120, 760 - 40 * i, f"Position {i} at the laboratory")
            text(canvas, 120, 748 - 40 * i, "of games and toys")

    assert texts(read_pdf(draw(page), "cv.pdf"))[0].startswith("1990\tPosition 0 at the laboratory")


def test_links_become_marks() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 700, "A paper on toys and games")
        canvas.linkURL("https://a.example/p", (69, 695, 95.5, 712))

    document = read_pdf(draw(page), "cv.pdf")
    (mark,) = document.marks
    assert (mark.kind, mark.href, mark.span.of(document.text)) == (MarkKind.LINK, "https://a.example/p", "paper")


def test_headers_footers_and_page_numbers_are_left_out() -> None:
    def page(number: int) -> Callable[[Canvas], None]:
        def drawn(canvas: Canvas) -> None:
            text(canvas, 60, 815, f"Curriculum vitae of Ilse Simek, page {number}")
            text(canvas, 290, 30, str(number))
            for i in range(10):
                text(canvas, 60, 700 - 12 * i, " ".join(WORDS[i % 4 :]))

        return drawn

    document = read_pdf(draw(page(1), page(2), page(3)), "cv.pdf")
    assert document.text.count("Curriculum vitae") == 1
    assert not any(line.strip() in ("1", "2", "3") for line in document.text.splitlines())


def test_wrapped_lines_join_and_short_ones_break() -> None:
    def page(canvas: Canvas) -> None:
        text(
            canvas,
            60,
            700,
            "Considerable effort went into the measurement of toy trains on circular tracks in the labs",
        )
        text(canvas, 60, 688, "of games and into their description.")
        text(canvas, 60, 676, "Advisor: Ann Bell")

    (block,) = texts(read_pdf(draw(page), "cv.pdf"))
    assert "in the labs of games" in block
    assert "description.\nAdvisor" in block


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"%PDF-1.7\nrubbish", "damaged"),
        (b"no pdf", "damaged"),
        (draw(lambda canvas: canvas.rect(10, 10, 100, 100, fill=1)), "text layer"),
        (draw(simple, encrypt="secret"), "encrypted"),
    ],
    ids=["empty", "corrupt", "other", "scan", "encrypted"],
)
def test_what_cannot_be_read_says_why(data: bytes, message: str) -> None:
    with pytest.raises(ReadError, match=rf"cv\.pdf: .*{message}"):
        read_pdf(data, "cv.pdf")


def test_cut_files_never_crash() -> None:
    data = draw(simple)
    for length in range(0, len(data), max(len(data) // 25, 1)):
        try:
            read_pdf(data[:length], "cv.pdf")
        except ReadError:
            continue


def test_fifty_pages_take_little_time() -> None:
    def page(canvas: Canvas) -> None:
        for i in range(50):
            text(canvas, 60, 790 - 14 * i, " ".join(WORDS)[:80])

    data = draw(*[page] * 50)
    started = time.process_time()
    read_pdf(data, "cv.pdf")
    assert time.process_time() - started < 8


@pytest.mark.shared
def test_real_documents(shared) -> None:  # type: ignore[no-untyped-def]
    for path in sorted((shared / "eval" / "docs").glob("pdf-*.pdf")):
        document = read_pdf(path.read_bytes(), path.name)
        assert len(texts(document, BlockKind.HEADING)) > 3
        ends = [b.span for b in document.blocks]
        assert all(a.end <= b.start for a, b in pairwise(ends))


def test_columns_begin_where_their_headings_and_numbers_do() -> None:
    def page(canvas: Canvas) -> None:
        for side, word in ((60, "left"), (320, "right")):
            for row in range(14):
                y = 760 - 24 * row
                if row in (0, 7):
                    text(canvas, side, y, f"{word.title()} papers {row} ", font="Helvetica-Bold")
                    continue
                text(canvas, side + 12, y, f"{row}.")
                text(canvas, side + 26, y, f"{word} {row} of toy trains on circular tracks"[:38])
                text(canvas, side + 26, y - 12, f"{word} laboratory of considerable games")

    lines = "\n".join(texts(read_pdf(draw(page), "columns.pdf"))).split("\n")
    sides = [word for line in lines for word in ("left", "right") if word in line.lower()]
    assert sides == sorted(sides)
    assert "Right papers 7" in [line.strip() for line in lines]


def test_codes_of_bitmap_fonts_are_places_of_the_encodings_of_tex() -> None:
    cork, knuth = (0x41, 0x1C, 0x15), (0x41, 0x0C)
    assert "".join(_CORK.get(c, chr(c)) for c in cork) == "Afi–"
    assert "".join(_KNUTH.get(c, chr(c)) for c in knuth) == "Afi"
    assert len(_CORK) == 16 + 64 + 1


def test_the_name_at_the_head_of_a_page_is_left_out() -> None:
    def first(canvas: Canvas) -> None:
        text(canvas, 60, 790, "Ilse Simek", 20, "Helvetica-Bold")
        text(canvas, 60, 740, "Papers on toy trains and on circular tracks")

    def second(canvas: Canvas) -> None:
        text(canvas, 60, 810, "Ilse Simek")
        right(canvas, 535, 810, "Page 2")
        text(canvas, 60, 740, "Annals of Games by Ilse Simek and others")

    document = read_pdf(draw(first, second), "heads.pdf")
    assert sum("Ilse Simek" in line for line in texts(document)) == 2
    assert "Page 2" not in document.text


def test_items_without_bullets_are_apart() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 800, "Ilse Simek", 20, "Helvetica-Bold")
        for row in range(8):
            y = 760 - 52 * row
            text(
                canvas,
                74,
                y,
                f"A measurement of toy trains number {row} on circular tracks of the laboratory of games and",
            )
            text(canvas, 74, y - 12, "of others, Annals of Games")
            text(canvas, 74, y - 32, f"Short item {row}")

    assert sum(line.startswith("Short item") for line in texts(read_pdf(draw(page), "items.pdf"))) == 8


def test_accents_drawn_after_their_letters() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 790, "Ilse Simek", 20, "Helvetica-Bold")
        text(canvas, 60, 740, "Papers of M")
        x = 60 + canvas.stringWidth("Papers of M", "Helvetica", 10)
        text(canvas, x, 740, "u")
        text(canvas, x + 1.0, 740, "\u00a8")
        text(canvas, x + canvas.stringWidth("u", "Helvetica", 10), 740, "ller and others on trains")

    assert "Papers of Müller and others on trains" in texts(read_pdf(draw(page), "accents.pdf"))
