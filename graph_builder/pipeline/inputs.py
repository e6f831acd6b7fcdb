"""What a build was given: paths and addresses become sources with the notes on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from graph_builder.model import Problem
from graph_builder.pipeline.source_notes import SourceNotes, find_notes
from graph_builder.pipeline.sources import SourceFile, find_sources
from graph_builder.pipeline.web_pages import WebPages, WebSettings
from graph_builder.read.web.pages import is_address


def find_inputs(
    given: Iterable[Path | str],
    is_readable: Callable[[Path], bool],
    store: Path,
    web: Path,
    settings: WebSettings,
    subject: str,
    tell: Callable[[str, int, int], None],
) -> tuple[list[SourceFile], SourceNotes, list[Problem]]:
    """Return the sources that a build was given, the notes on them, and the problems met on the way.

    Args:
        given: paths of documents and folders, and addresses of pages.
        is_readable: tells by its name whether a file in a folder is a document.
        store: the folder of the store, which is not looked into.
        web: the folder in which fetched pages are kept.
        settings: how pages are fetched.
        subject: the name of the person whom all of the sources are about.
        tell: called as pages are fetched.
    """
    arguments = [str(each) for each in given]
    addresses = [each for each in arguments if is_address(each)]
    found, problems = find_sources([Path(each) for each in arguments if not is_address(each)], is_readable, store)
    notes = find_notes(found, subject)
    problems += notes.problems
    if addresses:
        pages = WebPages(web).fetch(addresses, settings, tell)
        files = {source.id for source in found}
        found = sorted([*found, *(page for page in pages.found if page.id not in files)])
        notes.by_source.update({source: note for source, note in pages.notes.items() if source not in files})
        problems += pages.problems
    return found, notes, problems
