"""PDF: layouts of vitae that browsers and styles make: drawn bullets, titles in the margin, wide justified words."""

from __future__ import annotations

import pytest
from reportlab.pdfgen.canvas import Canvas

from graph_builder.model import BlockKind
from graph_builder.read.pdf.reader import read_pdf
from tests.read.test_pdf import WORDS, draw, text, texts


@pytest.mark.parametrize("hollow", [False, True])
def test_bullets_that_are_drawn_begin_items_inside_each_other(hollow: bool) -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 780, "Ilse Simek", 20)
        for i, (indent, words) in enumerate(
            [(0, "Test University"), (20, "PhD in Physics, 2016"), (20, "MSc in Physics, 2012"), (0, "Toy Institute")]
        ):
            y = 740 - 13 * i
            canvas.circle(70 + indent, y + 3, 1.8, stroke=int(hollow), fill=int(not hollow))
            text(canvas, 80 + indent, y, words)

    document = read_pdf(draw(page), "cv.pdf")
    items = [b for b in document.blocks if b.kind is BlockKind.LIST_ITEM]
    assert [(document.text_of(b), b.level) for b in items] == [
        ("Test University", 1), ("PhD in Physics, 2016", 2), ("MSc in Physics, 2012", 2), ("Toy Institute", 1),
    ]  # fmt: skip
    assert [document.blocks[b.parent].kind if b.parent >= 0 else None for b in items] == [
        None, BlockKind.LIST_ITEM, BlockKind.LIST_ITEM, None,
    ]  # fmt: skip


def test_rules_and_large_drawings_are_no_bullets() -> None:
    def page(canvas: Canvas) -> None:
        canvas.rect(55, 738, 480, 1, fill=1)
        canvas.circle(62, 703, 9, fill=1)
        text(canvas, 80, 740, "Test University of measurements and toys")
        text(canvas, 80, 700, "Toy Institute of games and of tracks")

    assert not texts(read_pdf(draw(page), "cv.pdf"), BlockKind.LIST_ITEM)


@pytest.mark.parametrize("shift", [0, 9])
@pytest.mark.parametrize("font", ["Helvetica-Bold", "Helvetica"])
def test_titles_in_the_margin_are_headings_before_their_sections(shift: float, font: str) -> None:
    titles = (
        ["Education", "Academic positions", "Publications"]
        if font.endswith("Bold")
        else ["EDUCATION", "HONORS AND", "TALKS"]
    )

    def page(canvas: Canvas) -> None:
        text(canvas, 60, 790, "Ilse Simek, curriculum vitae of a long and full life among the toys", 14)
        for i, title in enumerate(titles):
            y = 740 - 80 * i
            text(canvas, 60, y, title, font=font)
            if title == "HONORS AND":
                text(canvas, 60, y - 12, "AWARDS", font=font)
            for k in range(5):
                text(canvas, 190, y - shift - 12 * k, f"S{i}L{k} " + " ".join(WORDS[k : k + 7]))

    document = read_pdf(draw(page), "cv.pdf")
    wanted = [title.replace("HONORS AND", "HONORS AND AWARDS") for title in titles]
    assert [t for t in texts(document, BlockKind.HEADING) if t in wanted] == wanted
    places = [document.text.index(t) for t in wanted]
    assert all(place < document.text.index(f"S{i}L0") for i, place in enumerate(places))
    assert all(document.text.index(f"S{i}L4") < place for i, place in enumerate(places[1:]))


def test_titles_in_the_margin_in_larger_type_below_the_name_there() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 780, "Ilse Simek", 18)
        for i, title in enumerate(["Education", "Positions", "Publications"]):
            text(canvas, 60, 740 - 90 * i, title, 13)
            for k in range(6):
                text(canvas, 190, 740 - 90 * i - 12 * k, f"S{i}L{k} " + " ".join(WORDS[k : k + 7]))

    document = read_pdf(draw(page), "cv.pdf")
    assert texts(document, BlockKind.HEADING) == ["Ilse Simek", "Education", "Positions", "Publications"]
    assert document.text.index("S1L5") < document.text.index("Publications") < document.text.index("S2L0")


def test_titles_in_the_margin_beside_a_numbered_list_and_below_its_first_line() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 733, "Publications", font="Helvetica-Bold")
        for k in range(8):
            text(canvas, 170 - 5 * (k > 4), 740 - 36 * k, f"[{k + 6}]  P{k} " + " ".join(WORDS[:5]))
            for row in (1, 2):
                text(canvas, 190, 740 - 36 * k - 12 * row, " ".join(WORDS[row : row + 6]))
        text(canvas, 60, 440, "Honors", font="Helvetica-Bold")
        text(canvas, 140, 440, "and", font="Helvetica-Bold")
        text(canvas, 60, 428, "awards", font="Helvetica-Bold")
        text(canvas, 190, 440, "Prize of toys, 2010")

    document = read_pdf(draw(page), "cv.pdf")
    assert texts(document, BlockKind.HEADING) == ["Publications", "Honors and awards"]
    assert document.text.index("Publications") < document.text.index("P0")


def test_a_title_in_the_margin_close_to_dates_in_bold() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 740, "Academic history", font="Helvetica-Bold")
        text(canvas, 150, 740, "2011 to 2017", font="Helvetica-Bold")
        for k in range(1, 9):
            text(canvas, 150, 740 - 12 * k, f"L{k} " + " ".join(WORDS[k : k + 7]))

    assert texts(read_pdf(draw(page), "cv.pdf"), BlockKind.HEADING) == ["Academic history"]


@pytest.mark.parametrize(("end", "start", "wanted"), [
    ("context-", "aware toys", "context-aware toys"), ("MCMC-", "sampled toys", "MCMC-sampled toys"),
    ("un-", "aware toys", "unaware toys"), ("measure-", "ment of toys", "measurement of toys"),
])  # fmt: skip
def test_hyphens_of_compounds_stay(end: str, start: str, wanted: str) -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 740, "Looms and games and toys and their makers and the many hands of the " + end)
        text(canvas, 60, 728, start)

    assert wanted in read_pdf(draw(page), "cv.pdf").text


def test_titles_in_the_margin_below_an_address_that_begins_there() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 230, 800, "Ilse Simek", 14)
        for k, line in enumerate(["Toy Hall", "Sampleton", "Weftland", "Room B"]):
            text(canvas, 60, 780 - 12 * k, line)
        for i, title in enumerate([["ACADEMIC", "APPOINT-", "MENTS"], ["EDUCATION"]]):
            for k, part in enumerate(title):
                text(canvas, 60, 700 - 90 * i - 12 * k, part, font="Helvetica-Bold")
            for k in range(6):
                text(canvas, 190, 700 - 90 * i - 12 * k, f"S{i}L{k} " + " ".join(WORDS[k : k + 7]))

    document = read_pdf(draw(page), "cv.pdf")
    assert texts(document, BlockKind.HEADING)[-2:] == ["ACADEMIC APPOINTMENTS", "EDUCATION"]
    assert document.text.index("S0L5") < document.text.index("EDUCATION") < document.text.index("S1L0")


def test_labels_in_the_margin_that_repeat_are_no_headings() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 790, "Ilse Simek, curriculum vitae of a long and full life among the toys", 14)
        for i, (post, date) in enumerate([("Toy Scientist", "2019 - 2020"), ("Toy Tester", "2015 - 2019")]):
            y = 750 - 110 * i
            for k, (label, words) in enumerate([("POST:", post), ("PERIOD:", date), ("EMPLOYER:", "Test University")]):
                text(canvas, 60, y - 13 * k, label)
                text(canvas, 180, y - 13 * k, words)
            for k in range(3, 7):
                text(canvas, 180, y - 13 * k, "Measured toys and wrote about what they did in the hands of children.")

    document = read_pdf(draw(page), "cv.pdf")
    assert not [t for t in texts(document, BlockKind.HEADING) if "PERIOD" in t]
    assert document.text.count("EMPLOYER:\tTest University") == 2


@pytest.mark.parametrize("gap", [16, 28, 55])
def test_words_of_a_stretched_line_are_no_columns(gap: float) -> None:
    def page(canvas: Canvas) -> None:
        for i in range(8):
            text(canvas, 60, 760 - 12 * i, " ".join(WORDS[:9])[:70])
        x = 60.0
        for word in ("Keywords:", "wool,", "yarn", "and", "looms"):
            text(canvas, x, 664, word)
            x += canvas.stringWidth(word, "Helvetica", 10) + gap

    assert "Keywords: wool, yarn and looms" in read_pdf(draw(page), "cv.pdf").text


@pytest.mark.parametrize("dash", ["–", "-"])
def test_dates_that_wrap_in_their_column_are_one(dash: str) -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 790, "Ilse Simek", 20)
        for i in range(4):
            y = 740 - 30 * i
            text(canvas, 60, y, f"09/201{i} {dash}")
            text(canvas, 60, y - 12, f"08/201{i + 1}")
            text(canvas, 120, y, f"Lecturer {i}, Department of Toys and of the games that are played with, Test")
            text(canvas, 120, y - 12, "University, Linz")

    document = read_pdf(draw(page), "cv.pdf")
    assert f"09/2011 {dash} 08/2012\tLecturer 1, Department of Toys" in document.text
    assert "with, Test University, Linz" in document.text


def test_a_sidebar_whose_lines_meet_those_of_the_text_is_a_column() -> None:
    def page(canvas: Canvas) -> None:
        for i in range(30):
            text(canvas, 46, 760 - 10.5 * i, f"L{i} skills and some words")
            if i % 9:
                text(
                    canvas,
                    281,
                    760 - (10.5 * i if i < 18 else 10.5 * i + 4),
                    f"R{i} " + " ".join(WORDS[i % 5 : i % 5 + 5]),
                )
            else:
                text(canvas, 216, 760 - 10.5 * i, f"R{i} Sept 201{i % 7}")

    words = read_pdf(draw(page), "cv.pdf").text.split()
    assert max(words.index(f"L{i}") for i in range(30)) < min(words.index(f"R{i}") for i in range(30))


def test_labels_flush_right_beside_their_text_are_columns() -> None:
    entries = [("2019-2021", "Master in Looms @ Ghent"), ("2016-2019", "Bachelor in Wool"), ("Languages", "Dutch, Twi")]

    def page(canvas: Canvas) -> None:
        for i, (label, words) in enumerate(entries):
            canvas.setFont("Helvetica", 10)
            canvas.drawRightString(136, 740 - 40 * i, label)
            text(canvas, 142, 740 - 40 * i, words)
            text(canvas, 142, 728 - 40 * i, f"Title {i}: " + WORDS[i])

    found = read_pdf(draw(page), "cv.pdf").text
    assert all(f"{label}\t{words}" in found for label, words in entries)


def test_the_next_entry_is_no_part_of_the_item_above_it() -> None:
    def page(canvas: Canvas) -> None:
        text(canvas, 60, 740, "Acme Toys", font="Helvetica-Bold")
        text(canvas, 420, 740, "May 2015 - May 2017")
        text(canvas, 52, 726, "•")
        text(canvas, 60, 726, "Tuned the looms")
        text(canvas, 60, 704, "Test Bank", font="Helvetica-Bold")
        text(canvas, 420, 704, "May 2013 - May 2015")

    document = read_pdf(draw(page), "cv.pdf")
    assert texts(document, BlockKind.LIST_ITEM) == ["Tuned the looms"]


def test_numbers_of_papers_at_the_edges_of_pages_are_text() -> None:
    def one(canvas: Canvas) -> None:
        for k in range(40):
            text(canvas, 60, 780 - 18 * k, f"Looms of kind {k}, Toy Letters 7, {'1034' if k else '2041'}")
        text(canvas, 60, 52, "084014. arXiv:1902.01468")
        text(canvas, 290, 20, "1")

    def two(canvas: Canvas) -> None:
        text(canvas, 60, 780, "024009. arXiv:1705.03068")
        text(canvas, 60, 740, "Looms of all kinds, and of none")
        text(canvas, 290, 110, "2")

    found = read_pdf(draw(one, two), "cv.pdf").text
    assert "1902.01468" in found
    assert "1705.03068" in found
    assert not found.endswith("2")


def test_names_go_on_over_the_end_of_a_page() -> None:
    names = "Ilse Simek, Ada Weaver, Vera Panek, Leon Kog, Ben Reed, Greta Lindqvist, Max Thread, John"

    def one(canvas: Canvas) -> None:
        for k in range(20):
            text(canvas, 60, 780 - 30 * k, f"{k} Looms of the far north and of the near south, Toy Letters 7, 2014.")
        text(canvas, 60, 120, f"{names} A.")

    def two(canvas: Canvas) -> None:
        text(canvas, 60, 700, "Roe, Jane Doe. Looms under rain and snow. Toy Letters, 2015.")

    assert "John A. Roe, Jane Doe" in read_pdf(draw(one, two), "cv.pdf").text


def test_entries_that_begin_in_bold_keep_their_lines() -> None:
    lines = [("Prize of Looms 2018", " - for the best of all the looms of the far north (declined)"),
             ("Medal of Wool 2017", " - for an essay on wool and the many ways in which it is spun"),
             ("Bursary of Yarn 2016", " - for a talk on yarn, and for what was said after that talk")]  # fmt: skip

    def page(canvas: Canvas) -> None:
        for i, (head, rest) in enumerate(lines * 3):
            text(canvas, 60, 740 - 12 * i, head, font="Helvetica-Bold")
            text(canvas, 60 + canvas.stringWidth(head, "Helvetica-Bold", 10), 740 - 12 * i, rest)

    found = read_pdf(draw(page), "cv.pdf").text.split("\n")
    assert [line for line in found if line] == [head + rest for head, rest in lines * 3]
