"""Teaching: what people decided on documents becomes examples, and the store reads with what was learned from them."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import pytest

from graph_builder.extract import extract
from graph_builder.extract.tagger.encoder import SHIPPED, tagger_of, units
from graph_builder.extract.tagger.labels import TAGS
from graph_builder.model import Relation, Span, StoreError
from graph_builder.pipeline import Signature, accept_document, build, undo
from graph_builder.pipeline.decisions import add, reject
from graph_builder.read import read_bytes
from graph_builder.store.draft import edit
from graph_builder.store.store import Store
from graph_builder.store.taught import put_weights, remove_weights, taught_weights
from graph_builder.teach import TeachError, teach
from graph_builder.teach.align import Aligner, labelled_facts
from graph_builder.teach.examples import UNKNOWN, example
from graph_builder.teach.taught import Agreement, TaughtDocument, taught_documents

pytestmark = pytest.mark.usefixtures("tagger_on")

BY = Signature("Mo", "2026-01-31")
ADA = """# Ada Lovelace

## Ledger

- Carnholt Institute / lecturer / May 1998 to 2003
- Golden Theodolite / 2001

## Interests

- History of weaving
"""


@pytest.fixture
def kg(tmp_path: Path) -> Path:
    (tmp_path / "cvs").mkdir()
    (tmp_path / "cvs" / "ada.md").write_text(ADA)
    (tmp_path / "cvs" / "bob.md").write_text("# Bob Vasterholt\n\n## Interests\n\n- Silk\n")
    build([tmp_path / "cvs"], tmp_path / "kg", workers=0)
    return tmp_path / "kg"


def labels_in(taught: TaughtDocument) -> set[tuple[str, str]]:
    facts = labelled_facts(taught.document, taught.facts)
    return {(label, span.of(taught.document.text)) for fact in facts for label, span in fact.fields}


def decided(kg: Path) -> None:
    """Reject what was read of the post, and add it as it is."""
    for quad in list(Store.open(kg).snapshot()):
        is_quote = quad.predicate.value.endswith("ontology#quote") and quad.subject.value.split("/")[-2] == "fact"
        if is_quote and "Carnholt" in quad.object.value:
            reject(kg, quad.subject.value, BY)
    text = Store.open(kg).document("ada.md").text
    span = text.index("Carnholt"), text.index("2003") + 4
    values = {"role": "lecturer", "start": "1998", "end": "2003"}  # not what was read: a fact once rejected stays so
    add(kg, "ada.md", "employment", BY, roles={"organization": "Carnholt Institute"}, values=values, span=span)


def test_decisions_become_labelled_words(kg: Path) -> None:
    assert list(taught_documents(kg)) == []
    decided(kg)
    (part,) = taught_documents(kg)
    assert part.known is not None
    expected = {
        ("EMPLOYER", "Carnholt Institute"), ("POST", "lecturer"), ("POST-START", "May 1998"), ("POST-END", "2003"),
        ("SUBJECT", "Ada Lovelace"), ("TOPIC", "History of weaving"),
    }  # fmt: skip
    assert expected <= labels_in(part)
    tagger = tagger_of()
    cut = units(part.document, tagger.tokenizer, tagger.marks)
    tags = example(cut, labelled_facts(part.document, part.facts), part.known).tags
    at = {
        part.document.text[a:b]: TAGS[t] if t != UNKNOWN else ""
        for a, b, t in zip(cut.starts, cut.ends, tags, strict=True)
    }
    assert (at["Carnholt"], at["Institute"], at["lecturer"], at["May"]) == (
        "B-EMPLOYER", "I-EMPLOYER", "B-POST", "B-POST-START",
    )  # fmt: skip
    assert at["weaving"] == at["Ada"] == ""  # nobody has said that they are right


def test_a_degree_is_found_behind_another_one_in_a_sentence() -> None:
    document = read_bytes(b"I hold an MA from Loom College and a BA from Silk College.\n", "ada.md", "ada.md")
    school = document.text.index("Silk")
    found = Aligner(document).degree(Span(school, school + 12), "bachelor")
    assert found is not None
    assert found.of(document.text) == "BA"


def test_an_accepted_document_is_known_as_a_whole_until_it_changes(kg: Path) -> None:
    accept_document(kg, "bob.md", BY)
    (whole,) = taught_documents(kg)
    assert (whole.known, labels_in(whole)) == (None, {("SUBJECT", "Bob Vasterholt"), ("TOPIC", "Silk")})
    undo(kg, BY)
    assert list(taught_documents(kg)) == []
    accept_document(kg, "bob.md", BY)
    with (kg.parent / "cvs" / "bob.md").open("a") as file:
        file.write("- Wool\n")
    build([kg.parent / "cvs"], kg, workers=0)
    assert list(taught_documents(kg)) == []
    with pytest.raises(StoreError, match=r"no source eve\.md"):
        accept_document(kg, "eve.md", BY)


def test_what_teaching_lacks_is_said(kg: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(TeachError, match=r"\(torch is missing\): pip install 'graph-builder\[train\]'"):
        teach(kg)
    for name in ("torch", "onnx"):
        monkeypatch.setitem(sys.modules, name, sys)
    accept_document(kg, "bob.md", BY)
    with pytest.raises(TeachError, match="1 documents are accepted, and teaching needs 4"):
        teach(kg)
    monkeypatch.setenv("GRAPH_BUILDER_TAGGER", "off")
    with pytest.raises(TeachError, match="GRAPH_BUILDER_TAGGER"):
        teach(kg)


def test_a_store_reads_with_its_weights_until_it_goes_back(kg: Path) -> None:
    files = {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
    with edit(kg), pytest.raises(StoreError, match="being built"):
        put_weights(kg, files)
    assert taught_weights(kg) is None
    first = put_weights(kg, files)
    again = build([kg.parent / "cvs"], kg, workers=0)
    assert (again.changed, again.problems) == (2, ())
    # Weights that cannot be read say that they are asked for.
    second = put_weights(kg, files | {"tagger.onnx": b"broken"})
    assert taught_weights(kg) == second != first
    assert not first.exists()
    broken = build([kg.parent / "cvs"], kg, workers=0)
    assert ["words could not be tagged" in str(problem) for problem in broken.problems] == [True, True]
    (kg / "taught" / "CURRENT").unlink()  # as where writing them broke off
    assert taught_weights(kg) is None
    shutil.copytree(second, first)
    (kg / "taught" / "CURRENT").write_text(f"{second.name}\n")
    assert (remove_weights(kg), remove_weights(kg)) == (True, False)
    assert build([kg.parent / "cvs"], kg, workers=0).changed == 2
    assert not (kg / "taught").exists()


def test_agreement_counts_facts_with_all_their_values(kg: Path) -> None:
    ada, bob = (Store.open(kg).facts(name) for name in ("ada.md", "bob.md"))
    assert Agreement.of([(ada, ada), (bob, bob)]).f1() == 1
    both = Agreement.of([(bob, bob)]) + Agreement.of([(ada, bob)])
    said = sum(claim.relation is Relation.INTEREST for claim in (*ada.claims, *bob.claims))
    assert both.f1("interest") == 2 / (said + 2)
    assert Relation.PROFILE in both.relations


def test_a_network_learns_and_is_written_so_that_it_can_be_opened_again(tmp_path: Path) -> None:
    torch, onnx = (pytest.importorskip(name, reason="needs the extra train") for name in ("torch", "onnx"))
    from graph_builder.teach.network import Network
    from graph_builder.teach.train import Trainer, batches, loss_on
    from graph_builder.teach.weights import exported, weights_of

    torch.manual_seed(1)
    torch.set_num_threads(1)
    tagger, document = tagger_of(), read_bytes(ADA.encode(), "ada.md", "ada.md")
    found = [example(units(document, tagger.tokenizer, tagger.marks), labelled_facts(document, extract(document)))]
    words = tagger.tokenizer.get_vocab_size()
    state = {"word.weight": torch.randn(words, 12), "layers.0.fi.weight": torch.randn(24, 12)}
    network = Network(state, tagger.marks.pad, 2, 1e-12, 1)
    before = loss_on(network, found, tagger.marks, 4)
    trainer = Trainer(network, 30, 1e-2, 1e-2)
    for _ in range(30):
        for part in batches(found, tagger.marks, random.Random(1), 4):
            trainer.step(part)
    assert loss_on(network, found, tagger.marks, 4) < before / 2
    again = weights_of(onnx.load_model_from_string(exported(network)))
    assert again.keys() == network.state_dict().keys()
    for name, array in network.state_dict().items():
        assert abs(again[name] - array.numpy()).max() <= 0.02 * abs(array.numpy()).max() + 1e-6, name
