"""What all tests share: a toy graph and its index, the material beside the project, a browser, how hypothesis runs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# The same examples on every run: a failure in CI is one that anybody can have again.
settings.register_profile(
    "ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("search", parent=settings.get_profile("ci"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# No test reads what whoever runs it has added to the gazetteer.
os.environ["GRAPH_BUILDER_GAZETTEER"] = os.devnull

# Most tests are of rules, stores and answers, and many build: where they need papers, the tagger reads (tagger_on).
os.environ.setdefault("GRAPH_BUILDER_TAGGER", "off")


@pytest.fixture(scope="module")
def tagger_on() -> Iterator[None]:
    """Let the tagger read in a module's tests: papers in free text are found by it alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPH_BUILDER_TAGGER", "on")
        yield


@pytest.fixture(scope="session")
def toy() -> ox.Store:
    """Return the toy world: invented people, every relation, and every fault that a query looks for."""
    store = ox.Store()
    store.load(path=str(ROOT / "tests" / "query" / "toy.trig"), format=ox.RdfFormat.TRIG)
    return store


@pytest.fixture(scope="module")
def index(toy: ox.Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Give an index of the toy world."""
    from graph_builder.query.index import Index, build_index

    path = tmp_path_factory.mktemp("index") / "index.sqlite"
    build_index(toy, path)
    found = Index(path)
    yield found
    found.close()


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of measuring material beside the project; skip the test where it is absent."""
    folder = ROOT.parent / "shared"
    if not (folder / "eval").is_dir():
        pytest.skip("needs the material beside the project, and ../shared is absent")
    return folder


FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    # Sigma draws by WebGL, which chromium has in software only on request; older playwrights do not ask.
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A chromium driven by playwright; where there is none the test is skipped, but fails under CI=true."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        reason = "there is no chromium here: install Debian's package chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
