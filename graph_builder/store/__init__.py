"""Keeps the graph on disk, with the text and the facts of every source, and hands them back.

``Store.open(path)`` reads, ``edit(path)`` gives the one builder a draft of the next snapshot.
"""

from graph_builder.store.codec import decode, encode
from graph_builder.store.decisions import Decisions, append_decisions, decisions_path, read_decisions, with_id
from graph_builder.store.draft import Decided, Draft, DraftFiles, ErasureSettings, edit
from graph_builder.store.erased_people import (
    ErasedPerson,
    NameFinder,
    add_erased,
    erased_path,
    erased_person,
    read_erased,
    tokens,
)
from graph_builder.store.facts import decode_facts, decode_some, encode_facts, naming, some_of, touched
from graph_builder.store.journal import carried, drop_carried
from graph_builder.store.layout import Manifest, SourceRecord, holds_forgotten
from graph_builder.store.links import decode_links, encode_links
from graph_builder.store.objects import Objects, pack, unpack
from graph_builder.store.review import (
    QUESTIONS,
    SETTLED,
    SettledDoubts,
    read_questions,
    read_settled,
    write_questions,
    write_settled,
)
from graph_builder.store.store import Store, find_source

__all__ = [
    "QUESTIONS",
    "SETTLED",
    "Decided",
    "Decisions",
    "Draft",
    "DraftFiles",
    "ErasedPerson",
    "ErasureSettings",
    "Manifest",
    "NameFinder",
    "Objects",
    "SettledDoubts",
    "SourceRecord",
    "Store",
    "add_erased",
    "append_decisions",
    "carried",
    "decisions_path",
    "decode",
    "decode_facts",
    "decode_links",
    "decode_some",
    "drop_carried",
    "edit",
    "encode",
    "encode_facts",
    "encode_links",
    "erased_path",
    "erased_person",
    "find_source",
    "holds_forgotten",
    "naming",
    "pack",
    "read_decisions",
    "read_erased",
    "read_questions",
    "read_settled",
    "some_of",
    "tokens",
    "touched",
    "unpack",
    "with_id",
    "write_questions",
    "write_settled",
]
