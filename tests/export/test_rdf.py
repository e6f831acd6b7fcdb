"""Every format of RDF is read back, by rdflib and by pyoxigraph, and must be the same graph."""

import dataclasses
import datetime
import gzip
import io
import os
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
import zstandard
from rdflib.compare import isomorphic

from graph_builder.export.files import opened
from graph_builder.export.formats import GRAPH_FORMATS, Format
from graph_builder.export.network import to_networkx
from graph_builder.export.rdf import quads_of, to_rdflib, triples_of
from graph_builder.export.write import EXPORT_FORMATS, write_graph, write_triples
from graph_builder.model import GraphBuilderError
from graph_builder.query.engine import run

RDFLIB_NAMES = {
    "nquads": "nquads",
    "trig": "trig",
    "turtle": "turtle",
    "ntriples": "nt",
    "rdfxml": "xml",
    "jsonld": "json-ld",
}
OXIGRAPH = {
    "nquads": ox.RdfFormat.N_QUADS,
    "trig": ox.RdfFormat.TRIG,
    "turtle": ox.RdfFormat.TURTLE,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
}


def written(store: ox.Store, name: str) -> bytes:
    target = io.BytesIO()
    write_graph(store, target, name)
    return target.getvalue()


def quads(store: ox.Store, form: Format) -> set:
    return set(store) if form.named_graphs else {ox.Quad(q.subject, q.predicate, q.object) for q in store}


def test_every_format_is_tested() -> None:
    assert set(GRAPH_FORMATS) == set(RDFLIB_NAMES) == set(OXIGRAPH)


@pytest.mark.parametrize("world", ["toy", "awkward"])
@pytest.mark.parametrize("form", GRAPH_FORMATS.values(), ids=lambda form: form.name)
def test_pyoxigraph_reads_back_the_same(form: Format, world: str, request: pytest.FixtureRequest) -> None:
    store = request.getfixturevalue(world)
    back = ox.Store()
    back.load(written(store, form.name), format=OXIGRAPH[form.name])
    assert set(back) == quads(store, form)


@pytest.mark.parametrize("world", ["toy", "awkward"])
@pytest.mark.parametrize("form", GRAPH_FORMATS.values(), ids=lambda form: form.name)
def test_rdflib_reads_back_the_same(form: Format, world: str, request: pytest.FixtureRequest) -> None:
    store = request.getfixturevalue(world)
    original = to_rdflib(store)
    back = rdflib.Dataset(default_union=True)
    back.parse(data=written(store, form.name), format=RDFLIB_NAMES[form.name])
    assert isomorphic(flat(back), flat(original))
    if form.named_graphs:
        for graph in original.graphs():
            assert isomorphic(flat(back.graph(graph.identifier)), flat(graph))


def flat(graph: rdflib.Graph) -> rdflib.Graph:
    """All triples of a graph or dataset, literals in their normal form (0.50 is 0.5)."""
    plain = rdflib.Graph()
    for subject, predicate, value in graph.triples((None, None, None)):
        plain.add((subject, predicate, value.normalize() if isinstance(value, rdflib.Literal) else value))
    return plain


def test_triples_stand_once_even_if_several_sources_state_them(toy: ox.Store) -> None:
    lines = written(toy, "ntriples").splitlines()
    assert len(lines) == len(set(lines)) < len(toy)


def test_the_hash_seed_does_not_matter() -> None:
    code = (
        "import sys, pyoxigraph as ox; from graph_builder.export.write import EXPORT_FORMATS, write_graph;"
        "store = ox.Store(); store.load(path=sys.argv[1], format=ox.RdfFormat.TRIG);"
        "[write_graph(store, sys.stdout.buffer, name) for name in EXPORT_FORMATS]"
    )
    toy = Path(__file__).parents[1] / "query" / "toy.trig"
    one, two = (
        subprocess.run(
            [sys.executable, "-c", code, str(toy)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert one == two
    assert datetime.date.today().isoformat().encode() not in one


def test_control_characters_do_not_spoil_xml() -> None:
    store = ox.Store()
    node = ox.NamedNode("https://example.org/a")
    for number, value in enumerate([ox.Literal("a\x01b"), ox.Literal("c\x0bd", language="en")]):
        store.add(ox.Quad(node, ox.NamedNode(f"https://example.org/p{number}x"), value, node))
    graph = rdflib.Graph().parse(data=written(store, "rdfxml"), format="xml")
    assert {str(value) for value in graph.objects()} == {"ab", "cd"}


def test_suffix_and_gzip_choose_the_format(toy: ox.Store, tmp_path: Path) -> None:
    write_graph(toy, tmp_path / "kg.nq.gz")
    write_graph(toy, tmp_path / "again.nq.gz")
    packed = (tmp_path / "kg.nq.gz").read_bytes()
    assert gzip.decompress(packed) == written(toy, "nquads")
    assert packed == (tmp_path / "again.nq.gz").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.nq.gz", "kg.nq.gz"]


@pytest.mark.parametrize("packing", ["gz", "zst"])
@pytest.mark.parametrize("form", GRAPH_FORMATS.values(), ids=lambda form: form.name)
def test_packed_files_read_back_the_same(toy: ox.Store, tmp_path: Path, form: Format, packing: str) -> None:
    target = tmp_path / f"kg{form.suffixes[0]}.{packing}"
    write_graph(toy, target)
    packed = target.read_bytes()
    data = (
        gzip.decompress(packed) if packing == "gz" else zstandard.ZstdDecompressor().decompressobj().decompress(packed)
    )
    assert data == written(toy, form.name)
    back = ox.Store()
    back.load(data, format=OXIGRAPH[form.name])
    assert set(back) == quads(toy, form)


@pytest.mark.parametrize(("target", "name"), [("kg", ""), ("kg.doc", ""), ("kg.ttl", "word"), ("kg.gz", "")])
def test_an_unknown_format_lists_all(toy: ox.Store, tmp_path: Path, target: str, name: str) -> None:
    with pytest.raises(GraphBuilderError, match="nquads, trig, turtle"):
        write_graph(toy, tmp_path / target, name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_explained(toy: ox.Store, tmp_path: Path) -> None:
    with pytest.raises(GraphBuilderError, match="cannot be written"):
        write_graph(toy, tmp_path / "none" / "kg.ttl")


def test_a_failed_export_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "kg.nt"
    target.write_text("old")
    with pytest.raises(TypeError), opened(target) as stream:
        stream.writelines([b"half", None])
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["kg.nt"]


@pytest.mark.parametrize("form", GRAPH_FORMATS.values(), ids=lambda form: form.name)
def test_construct_is_written_in_every_format(toy: ox.Store, form: Format) -> None:
    target = io.BytesIO()
    write_triples(run(toy, "coauthor_graph", {"person": "Mira Holt"}), target, form.name)
    graph = rdflib.Dataset(default_union=True)
    graph.parse(data=target.getvalue(), format=RDFLIB_NAMES[form.name])
    assert len(set(graph.triples((None, rdflib.URIRef("https://schema.org/colleague"), None)))) == 3


@pytest.mark.parametrize("name", [*EXPORT_FORMATS])
def test_a_file_that_lost_something_is_an_error_and_does_not_appear(
    toy: ox.Store, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "kg.gz"
    form = EXPORT_FORMATS[name]

    def lose(content: object, stream: object) -> None:
        if name in GRAPH_FORMATS:
            assert list(content)  # type: ignore[call-overload]
        form.write(less(toy, form), stream)

    monkeypatch.setattr("graph_builder.export.write.EXPORT_FORMATS", {name: dataclasses.replace(form, write=lose)})
    with pytest.raises(GraphBuilderError, match="counts differ"):
        write_graph(toy, target, name)
    assert list(tmp_path.iterdir()) == []


def less(store: ox.Store, form: Format) -> object:
    """The graph without one of its statements, or of its edges."""
    if form.name in GRAPH_FORMATS:
        return list(quads_of(store) if form.named_graphs else triples_of(store))[1:]
    network = to_networkx(store)
    network.remove_edge(*next(iter(network.edges(keys=True))))
    return network
