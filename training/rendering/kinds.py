"""The kinds of pages that can be written: importing this registers the writers of all modules beside it."""

from __future__ import annotations

import importlib
import pkgutil

import rendering
from rendering.page import FRAMES

for _module in pkgutil.iter_modules(rendering.__path__):
    if _module.name != "kinds":
        importlib.import_module(f"rendering.{_module.name}")

KINDS = tuple(sorted(FRAMES))
