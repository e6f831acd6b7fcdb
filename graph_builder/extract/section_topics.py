"""Labels in lists of interests that elsewhere announce skills: "Programming languages: type theory, compilers"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.headings import classify_heading
from graph_builder.extract.page import Line, SectionKind
from graph_builder.model import BlockKind

_TOOLS = re.compile(
    r"(?<![\w+#])(?:Python|Java(?:Script)?|C(?:\+\+|#|/C\+\+)?|R|MATLAB|SQL|Rust|Go|Julia|Scala|Ruby|PHP|Perl|Bash|Fortran|Stata|SAS|SPSS"
    r"|HTML5?|CSS3?|TypeScript|Swift|Kotlin|LaTeX|Git|Linux|Docker|PyTorch|TensorFlow|NumPy)(?![\w+#])",
    re.IGNORECASE,
)


def is_topic(lines: Sequence[Line], line: Line, text: str) -> bool:
    """Tell whether a line of interests that looks like a heading on skills is one of them, or the label of some.

    *lines* are those of the section above it, *text* the line or its label.
    """
    if text.isupper() or classify_heading(text)[0] is not SectionKind.SKILLS:
        return False
    behind = line.text[len(text) :].lstrip(" :*")
    if not lines:
        return bool(behind) and not _TOOLS.search(behind)
    first, last = lines[0], lines[-1]
    alike = last.kind is line.kind and (last.bold == line.bold or last.row == line.row == 0)
    listed = alike and (line.kind is BlockKind.LIST_ITEM or last.bold or line.block == last.block)
    headed = line.bold and first.bold and not (line.alone or first.alone)
    return listed or headed
