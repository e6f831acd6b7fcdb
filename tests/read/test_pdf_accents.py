"""Accents that a PDF draws as signs of their own."""

from __future__ import annotations

from graph_builder.read.pdf.glyphs import Face, Glyph, accented, stands_over, under_accents
from graph_builder.read.pdf.page import lines_of

FACE = Face(size=12.0, bold=False, italic=False, caps=False, symbol=False, icon=False, unnamed=False)


def glyph(text: str, left: float, right: float, base: float = 100.0) -> Glyph:
    return Glyph(text, left, right, base, FACE, "")


def test_an_accent_over_a_capital_is_set_higher_and_apart() -> None:
    glyphs = [glyph("O", 10, 19), glyph("k", 19, 25), glyph("¨", 11.5, 17.5, base=103.0)]
    assert [g.text for g in under_accents(glyphs)] == ["Ö", "k"]


def test_an_accent_that_is_nearly_as_wide_as_the_letter_under_it_does_not_end_the_line() -> None:
    glyphs = [glyph("L", 10, 18), glyph("¨", 18.4, 25.1), glyph("u", 18.0, 25.5), glyph("b", 25.5, 32)]
    assert [line.text for line in lines_of(glyphs, 0)] == ["Lüb"]


def test_a_sign_beside_a_letter_is_no_accent() -> None:
    sign, letter = glyph("´", 10, 14), glyph("e", 15, 20)
    assert not stands_over(sign, letter)
    assert accented(sign, letter) is None
    assert under_accents([letter]) == [letter]
