"""The characters of a block of a PDF, with what joins its lines."""

from __future__ import annotations

import re

from graph_builder.read.pdf.blocks import Part
from graph_builder.read.pdf.glyphs import Glyph


def _is_in_address(out: list[tuple[str, Glyph | None]], following: Glyph) -> bool:
    """Tell whether a line breaks inside a web address."""
    word = ""
    for text, _ in reversed(out[-200:]):
        if text.isspace():
            break
        word = text + word
    last = out[-1][1] if out else None
    is_link = last is not None and bool(last.href) and last.href == following.href
    return bool(re.match(r"\W?(?:https?:|www\.|doi\.org)", word)) and (is_link or word[-1] in "/:=?&_")


def glyph_runs(part: Part) -> list[tuple[str, Glyph | None]]:
    """Return the characters of a block with their glyphs; gaps between columns and lines have none."""
    out: list[tuple[str, Glyph | None]] = []
    for number, (line, joint) in enumerate(zip(part.lines, part.joints, strict=True)):
        if joint and out and out[-1][0] in ("\u00ad", "-", "‐") and joint == " ":
            joint = "hyphen"
        elif joint == " " and _is_in_address(out, line.segments[0].glyphs[0]):
            joint = ""
        if joint:
            out.append((joint, None))
        skip = part.skip if number == 0 else 0
        for segment in line.segments:
            if out and out[-1][1] is not None and segment is not line.segments[0]:
                out.append(("\t", None))
            for glyph in segment.glyphs:
                if skip:
                    skip -= 1
                    continue
                out.append((glyph.text, glyph))
    return out
