"""Files of records: works, people, organizations and venues of catalogues become ``Record`` values, one at a time.

The interface:

- ``read_records(path, source)`` yields ``Record`` and ``Problem`` values lazily from a file, packed (``.gz``, ``.zst``,
  ``.zip``) or not. Nothing of the file is held beyond one batch (about 1 MB; one record of at most ``MAX_RECORD``). A
  ``Problem`` names the file and the line or key of what is left out; all else is there. It raises ``ReadError`` only if
  the file cannot be opened or is of no known format.
- ``records_in(stream, name, source)`` does the same for a binary stream, such as an answer over HTTP.
- ``FORMATS`` is the table of formats; ``recognise(head, name)`` finds one by content. A connector is one file with one
  function, ``Source -> Iterator[Record]``, which notes what it leaves out with ``Source.note``.

A record has a ``kind``, a ``key`` that is unique in its source, and ``about``: a ``Work`` (with ``Person`` authors in
order, each with identifiers and ``Stay`` affiliations), a ``Profile`` of a person, or a ``Named`` organization, venue
or topic (see ``graph_builder.model.records``). Records are named tuples of tuples and strings: cheap to make, to
compare and to send to another process. Strings are clean: no markup, no LaTeX, NFC, one line. Identifiers are checked
and in canonical form.

``read_record_file(path, source)`` holds all records of a file in one ``RecordDocument``, whose text lists them.
``graph_builder.extract.structured.records`` is the one place where records become mentions and claims.
"""

from __future__ import annotations

from graph_builder.read.records.formats import FORMATS, RECORDS_ALONE, SUFFIXES, RecordFormat, recognise
from graph_builder.read.records.opening import PACKED
from graph_builder.read.records.reading import MEDIA_TYPE, format_of_file, read_record_file, read_records, records_in
from graph_builder.read.records.source import MAPPING_SUFFIX, MAX_RECORD, Source

__all__ = [
    "FORMATS", "MAPPING_SUFFIX", "MAX_RECORD", "MEDIA_TYPE", "PACKED", "RECORDS_ALONE", "SUFFIXES", "RecordFormat",
    "Source", "format_of_file", "read_record_file", "read_records", "recognise", "records_in",
]  # fmt: skip
