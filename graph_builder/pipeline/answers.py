"""Answers of web services in a store: files of records, a source each, in a folder for each service."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from graph_builder.model import digest
from graph_builder.read.services import Answer
from graph_builder.store.files import write_atomically
from graph_builder.store.layout import Layout

_UNSAFE = re.compile(r"[^\w.~@()-]+")
_LONGEST = 80


def keep_answer(store: Path, service: str, answer: Answer) -> bool:
    """Write an answer to its file, and tell whether it is new there.

    The source is then ``enrich/<service>/<key>``: a later answer on the same thing takes the place of the earlier.
    """
    path = Layout(store).enrich / service / file_name(answer)
    if path.is_file() and path.read_bytes() == answer.content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, answer.content)
    return True


def file_name(answer: Answer) -> str:
    """Return the name of an answer's file, made from its key and safe on every system.

    >>> file_name(Answer("10.1000/Xyz-1", ".json", b""))
    '10.1000_Xyz-1.json'
    """
    plain = _UNSAFE.sub("_", answer.key).strip("._")
    # Two keys that look alike once made safe, and one that is too long, get a digest.
    exact = "_" not in answer.key and plain == answer.key.replace("/", "_") and 0 < len(plain.encode()) <= _LONGEST
    short = plain.encode()[:_LONGEST].decode(errors="ignore")  # systems count bytes
    return (plain if exact else f"{short}-{digest(answer.key)[:8]}".lstrip("-")) + answer.suffix


def forget_answers(store: Path, source: str) -> None:
    """Remove the file of a source that is an answer; what services said is then forgotten too, for it may say the same.

    The memory of answers is cleared whole, whatever source goes: it is there to save time, and may hold anybody.
    """
    layout = Layout(store)
    folder, _, rest = source.partition("/")
    if folder == layout.enrich.name and rest:
        path = layout.enrich / rest
        if layout.enrich.resolve() in path.resolve().parents:
            path.unlink(missing_ok=True)
    if layout.memory.exists():
        shutil.rmtree(layout.memory)
