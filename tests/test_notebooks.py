"""The notebooks run from top to bottom, show what they promise, and are kept without outputs."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("tagger_on")  # papers in free text

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
SAMPLES = Path(__file__).parent.parent / "graph_builder" / "samples"


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_kept_without_outputs_and_machine_paths(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert [cell for cell in cells if cell["outputs"] or cell["execution_count"]] == []
    assert re.findall(r"(?:/home/|/work/|/tmp/|/Users/|[A-Z]:\\\\)\S*", text) == []


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which notebooks run: those about the invented field share its graph."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_runs(path: Path, tmp_path: Path, together: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat
    from nbclient import NotebookClient

    # A kernel writes its connection file and matplotlib its caches: into this test's folder, not the user's.
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    # Beside the notebooks lies what they import; whoever opens them has that folder as the current one.
    paths = [str(SAMPLES.parent.parent), str(path.parent), os.environ.get("PYTHONPATH")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(together)}}
    ).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/png", "text/html"} <= shown, "a plot and a page"
    assert [output.text for output in outputs if output.get("name") == "stderr"] == []
