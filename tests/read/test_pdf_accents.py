"""Accents that a PDF draws as signs of their own."""

from __future__ import annotations

from graph_builder.read.pdf.glyphs import Face, Glyph, accented, stands_over
from graph_builder.read.pdf.page import lines_of

FACE = Face(size=12.0, bold=False, italic=False, caps=False, symbol=False, icon=False, unnamed=False)


def glyph(text: str, left: float, right: float, base: float = 100.0) -> Glyph:
    return Glyph(text, left, right, base, FACE, "")


def test_an_accent_that_is_nearly_as_wide_as_the_letter_under_it_does_not_end_the_line() -> None:
    glyphs = [glyph("L", 10, 18), glyph("¨", 18.4, 25.1), glyph("u", 18.0, 25.5), glyph("b", 25.5, 32)]
    assert [line.text for line in lines_of(glyphs, 0)] == ["Lüb"]


def test_a_sign_beside_a_letter_is_no_accent() -> None:
    sign, letter = glyph("´", 10, 14), glyph("e", 15, 20)
    assert not stands_over(sign, letter)
    assert accented(sign, letter) is None
