"""Documents that mean no good among ordinary ones: the build goes on, and what the others say is in the graph."""

from __future__ import annotations

import time
from pathlib import Path

import hostile

import graph_builder

ORDINARY = ("luo.md", "vantreight.html", "brandvold.tex")
PAPER = "- A. Byron, C. Loom. Notes on looms. Journal of Looms, 2019.\n"
HOSTILE = {
    "one paper.md": "# Ada Byron\n\n## Publications\n\n" + PAPER * 150,
    "authors.md": "# Ada Byron\n\n## Papers\n\n- " + ", ".join(f"A. Nm{n:b}" for n in range(800)) + ". Looms, 2019.\n",
    "one name.md": "# Ada Byron\n\n## PhD Students\n\n" + "- Bea Li\n- B. Li\n- Li, B.\n- Bea A. Li\n" * 60,
    "one school.md": "# Ada Byron\n\n## Education\n\nPhD, " + "University of " * 200 + ", 2019\n",
    "years.md": "# Ada Byron\n\n## Service\n\nReviewer for Looms " + ", ".join(map(str, range(1900, 2200))) + "\n",
    "alike.bib": "".join(f"@article{{a{n}, title={{On looms {n}}}, author={{A. Byron}}}}\n" for n in range(120)),
    "crossed.tex": "\\newcommand{\\m}{\\m\\m}\\m " + "\\begin{itemize}\\item[" * 300,
    "open.html": "<ul><li><b>" * 600,
    "aliases.yml": "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(80)),
    "deep.json": "[" * 5_000,
    "bytes.txt": "\x00\u202e\ufffd\x1b]0;x\x07" * 300,
}  # fmt: skip
TIME = 60.0
"""Seconds of the processor; on an idle machine a build takes about five."""


def built(folder: Path, store: Path) -> graph_builder.BuildReport:
    return graph_builder.build([folder], store, workers=0)


def test_hostile_documents_among_ordinary_ones(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ORDINARY:
        (docs / name).write_bytes((hostile.SAMPLES / name).read_bytes())
    before = built(docs, tmp_path / "without")
    for name, text in HOSTILE.items():
        (docs / name).write_text(text, "utf-8")
    start = time.process_time()
    after = built(docs, tmp_path / "with")
    assert time.process_time() - start < TIME
    assert {Path(problem.source).name for problem in after.problems} <= HOSTILE.keys()
    assert after.documents >= len(ORDINARY) + len(HOSTILE) - len(after.problems)
    assert after.facts > before.facts
