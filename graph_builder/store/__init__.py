"""Keeps the graph on disk, with the text and the facts of every source, and hands them back.

``Store.open(path)`` reads, ``edit(path)`` gives the one builder a draft of the next snapshot.
"""

from graph_builder.store.codec import decode, encode
from graph_builder.store.decisions import Decisions, append_decision, decisions_path, read_decisions, with_id
from graph_builder.store.draft import Draft, edit
from graph_builder.store.erased import Erased, Finder, add_erased, erased, erased_path, read_erased, tokens
from graph_builder.store.facts import decode_facts, decode_some, encode_facts
from graph_builder.store.hashes import in_order_of_keys
from graph_builder.store.journal import carried, drop_carried
from graph_builder.store.manifest import Manifest, SourceRecord
from graph_builder.store.merging import Merged, merge_entities
from graph_builder.store.objects import Objects, pack, unpack
from graph_builder.store.outcome import (
    LinkLine,
    changed_entities,
    decode_links,
    encode_lines,
    encode_links,
    entity_in,
    entity_of,
    entity_row,
    goal_of,
    leading_to,
    link_lines,
    links_of,
    read_entities,
    write_entities,
    write_rows,
)
from graph_builder.store.review import read_review, write_review
from graph_builder.store.store import Store, find_source
from graph_builder.store.traces import has_traces
from graph_builder.store.wiping import Erasing

__all__ = [
    "Decisions",
    "Draft",
    "Erased",
    "Erasing",
    "Finder",
    "LinkLine",
    "Manifest",
    "Merged",
    "Objects",
    "SourceRecord",
    "Store",
    "add_erased",
    "append_decision",
    "carried",
    "changed_entities",
    "decisions_path",
    "decode",
    "decode_facts",
    "decode_links",
    "decode_some",
    "drop_carried",
    "edit",
    "encode",
    "encode_facts",
    "encode_lines",
    "encode_links",
    "entity_in",
    "entity_of",
    "entity_row",
    "erased",
    "erased_path",
    "find_source",
    "goal_of",
    "has_traces",
    "in_order_of_keys",
    "leading_to",
    "link_lines",
    "links_of",
    "merge_entities",
    "pack",
    "read_decisions",
    "read_entities",
    "read_erased",
    "read_review",
    "tokens",
    "unpack",
    "with_id",
    "write_entities",
    "write_review",
    "write_rows",
]
