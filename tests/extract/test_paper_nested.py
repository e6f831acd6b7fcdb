"""Lists inside the items of publication lists: notes on a paper, where it appeared, or papers on a topic."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.model import EntityKind
from graph_builder.read import read_bytes

_PONDS = "Tolvanen M, Lin W, Novak P. (2021). Ponds and rivers of the northern plains. Journal of Limnology"
_LOOMS = "Lin W, Tolvanen M. (2020). Looms that learn from broken threads. Nature Communications"
TITLES = {"Ponds and rivers of the northern plains", "Looms that learn from broken threads"}

PAGES = [
    # Contributions, attention and press; a comment names people.
    f"- {_PONDS}.\n  - First author publication in a high impact journal.\n  - Featured on the journal website\n"
    f"  - Chosen for editorial comment by Ada Example, Paul Sample, Eve Muster.\n- {_LOOMS}.\n"
    "  - Contributed to data processing and manuscript writing.\n  - Chosen for cover art of the August 2020 issue",
    # Links and summaries.
    f"1. {_PONDS}.\n   - [pdf](https://a.example/p.pdf)\n   - Shows that ponds outlive the rivers between them\n"
    f"2. {_LOOMS}.\n   - [pdf](https://a.example/l.pdf)\n   - First method to repair threads while weaving",
    # Topics with papers below them.
    f"- Water\n  - {_PONDS}.\n- Weaving\n  - {_LOOMS}.",
]


@pytest.mark.parametrize("text", PAGES)
def test_titles(text: str) -> None:
    facts = extract(read_bytes(f"# Mira Tolvanen\n\n## Publications\n\n{text}\n".encode(), "cv.md", "x/cv.md"))
    assert {m.name for m in facts.mentions if m.kind is EntityKind.WORK} == TITLES
