"""Delete what nothing in the package uses any more: functions, classes, constants, methods and whole modules.

    python training/unused.py

Names that only tests use count as unused. Run ``ruff check --fix --select F401,I001`` and ``ruff format`` afterwards.
"""

from __future__ import annotations

import ast
import subprocess
from collections import defaultdict
from pathlib import Path

from steps import Text, rule_files

import graph_builder

PACKAGE = Path(graph_builder.__file__).parent


class Uses:
    """What the files of the package import, and which attributes and strings stand in them."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.names: dict[str, set[str]] = defaultdict(set)
        self.words: set[str] = set()
        for path in PACKAGE.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                self._note(node)

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                self.modules |= {module, *(f"{module}.{alias.name}" for alias in names)}
                self.names[module] |= {alias.name for alias in names}
            case ast.Import(names=names):
                self.modules |= {alias.name for alias in names}
            case ast.Attribute(attr=word) | ast.Constant(value=str(word)):
                self.words.add(word)


def unused(path: Path, uses: Uses) -> list[tuple[int, int]]:
    """Return the places in a file of what nothing uses."""
    text = Text(path.read_text("utf-8"))
    body = ast.parse(text.text).body
    users: dict[str, set[int]] = defaultdict(set)
    for at, top in enumerate(body):
        for node in ast.walk(top):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                users[node.id].add(at)
    taken = uses.names[_dotted(path)] | uses.words
    places = []
    for at, top in enumerate(body):
        names = _defined(top)
        if names and not any(name in taken or name.startswith("__") or users[name] - {at} for name in names):
            start, end = text.lines(top)
            after = body[at + 1 : at + 2]
            if after and isinstance(after[0], ast.Expr) and isinstance(after[0].value, ast.Constant):
                end = text.lines(after[0])[1]  # the constant's docstring
            places.append((start, end))
        elif isinstance(top, ast.ClassDef) and len(top.body) > 1:
            methods = (
                node for node in top.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("__")
            )
            places += [text.lines(method) for method in methods if method.name not in uses.words]
    return places


def _defined(top: ast.stmt) -> list[str]:
    if isinstance(top, ast.FunctionDef | ast.ClassDef):
        return [top.name]
    targets = top.targets if isinstance(top, ast.Assign) else [top.target] if isinstance(top, ast.AnnAssign) else []
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return names if len(names) == len(targets) else []


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def main() -> None:
    """Delete until nothing is left to delete."""
    while True:
        subprocess.run(["ruff", "check", "--quiet", "--fix", "--select", "F401,I001", PACKAGE], check=False)
        uses, count = Uses(), 0
        for path in rule_files(PACKAGE / "extract"):
            if path.stem != "__init__" and _dotted(path) not in uses.modules:
                path.unlink()
                count += 1
                continue
            places, text = unused(path, uses), path.read_text("utf-8")
            for start, end in sorted(places, reverse=True):
                text = text[:start] + text[end:]
            path.write_text(text, "utf-8")
            count += len(places)
        print(count, "deleted")
        if not count:
            return


if __name__ == "__main__":
    main()
