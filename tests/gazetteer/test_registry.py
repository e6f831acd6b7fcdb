import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from registry_world import WORLD, bare

from graph_builder.gazetteer.registry.ror import NameKind
from graph_builder.gazetteer.registry.tokens import canonical, keys, words


def rows():
    lines = Path(__file__).with_name("affiliations.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("printed", "expected"), rows())
def test_printed_affiliations(known, printed, expected):
    (registry,) = known.registries._registries
    assert [m.organization.id for m in registry.match(printed)] == [bare(k) for k in expected.split()]


def test_matches_say_where_and_why(known):
    (registry,) = known.registries._registries
    text = "Department of Physics, Nordvik University, Nordvik, Norway"
    (match,) = registry.match(text)
    assert text[match.start : match.end] == "Nordvik University"
    assert match.reasons == ("“Nordvik University” is its name", "same country", "same city")
    assert 0.5 < match.score <= 1


def test_the_answer_depends_on_nothing_asked_before(known):
    (registry,) = known.registries._registries
    texts = [printed for printed, _ in rows()]
    alone = [registry.match(t) for t in texts]
    shuffled = list(enumerate(texts))
    random.Random(5).shuffle(shuffled)
    together = dict(zip((n for n, _ in shuffled), registry.match_many(t for _, t in shuffled), strict=True))
    assert [together[n] for n in range(len(texts))] == alone


@pytest.mark.parametrize(
    ("printed", "record", "kind"),
    [
        ("Clinic of Surgery, University Hospital of Karlsfurt", "hosp", NameKind.TURNED),
        ("Department of Physics Nordwik University Nordvik Norway", "nor", NameKind.LABEL),
        ("Talavera University, Nordvik; Westbrook", "tala", NameKind.TOWNLESS),
        ("Chandran Academy of the Sciences", "acad", NameKind.LABEL),
        ("Technical University Ambleford", "newa", NameKind.LIKE),
        ("Qlu", "cnu", None),
        ("QLU", "cnu", NameKind.ACRONYM),
        ("Talavera University, Madrid", "tala", None),
    ],
)
def test_candidates(known, printed, record, kind):
    (registry,) = known.registries._registries
    found = registry._finder.scene(printed).candidates
    assert {registry.index.record(n).id: c.kind for n, c in found.items()}.get(bare(record)) == kind


@given(st.text(max_size=200))
def test_any_text_is_taken(known, text):
    (registry,) = known.registries._registries
    for match in registry.match(text):
        assert 0 <= match.start < match.end


def test_every_name_of_a_record_finds_it(known):
    (registry,) = known.registries._registries
    for record in WORLD:
        if record["status"] == "active":
            for name in record["names"]:
                if "acronym" not in name["types"]:
                    assert record["id"][-9:] in {r.id for r in registry.named(name["value"])}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Université de Göllingen", "Univ. Goellingen"),
        ("Inst. of Tech.", "Institute of Technology"),
        ("St. Mary’s Hosp.", "Saint Mary's Hospital"),
        ("Politecnico di Ambleford", "Polytechnic of Ambleford"),
        ("Nordvik & Company", "Nordvik and Company"),
    ],
)
def test_spellings_that_are_one(one, other):
    assert keys(one) == keys(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1Nordvik University", ["nordvik", "university"]),
        ("MedicineNordvik University", ["medicine", "nordvik", "university"]),
        ("Nordvik Universitymedicine", ["nordvik", "universitymedicine"]),
        ("McMaster", ["mcmaster"]),
        ("青蓝大学", ["青", "蓝", "大", "学"]),
        ("of the", []),
        ("Westfa¨lische Hochschule", ["westfalische", "hochschule"]),
        ("U. of Nordvik", ["university", "nordvik"]),
        ("Nordvik U.", ["nordvik", "university"]),
        ("U 3", ["3"]),
        ("K. J. Somarval", ["kj", "somarval"]),
        ("K J Somarval", ["kj", "somarval"]),
    ],
)
def test_words(text, expected):
    assert [w.key for w in words(text)] == expected


@given(st.text(max_size=80))
def test_words_stand_where_they_say(text):
    import unicodedata

    plain = unicodedata.normalize("NFC", text)
    for word in words(plain):
        assert plain[word.start : word.end] == word.shown
        assert word.key == ("university" if word.shown == "U" and word.key else canonical(word.shown))
