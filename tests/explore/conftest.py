"""What the tests of this room share: the invented world, and a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import explore_world
import pyoxigraph as ox
import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def store() -> ox.Store:
    return explore_world.build()


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
