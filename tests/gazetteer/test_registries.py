from registry_world import bare

from graph_builder.gazetteer import Registries, load
from graph_builder.gazetteer.added import load_added
from graph_builder.gazetteer.registries import PREFIX
from graph_builder.model import EntityKind, Identifier, Mention, mention_id
from graph_builder.pipeline.lists.adding import add
from graph_builder.resolve.affiliation import take_apart
from graph_builder.resolve.organizations import resolve_organizations


def resolved(known, *names):
    mentions = [
        Mention("a.md", mention_id(EntityKind.ORGANIZATION, name), EntityKind.ORGANIZATION, name) for name in names
    ]
    found = resolve_organizations(mentions, known)
    return {e.key: e for e in found.entities}, {x.mention: x for x in found.links}


def test_an_affiliation_becomes_unit_organisation_and_parents(known):
    entities, links = resolved(known, "Dept. of Looms, Institute of Molecular Weaving, Karlsfurt, Germany")
    (link,) = links.values()
    assert link.entity == PREFIX + bare("inst")
    assert link.rule == "name in a registry"
    assert 0.5 < link.score <= 1
    assert link.reasons
    assert entities[link.unit].name == "Dept. of Looms"
    assert entities[link.unit].parent == link.entity
    assert entities[link.entity].parent == PREFIX + bare("acad")
    assert entities[PREFIX + bare("acad")].parent == ""
    assert Identifier("ror", bare("inst")) in entities[link.entity].identifiers
    assert entities[link.entity].country == "DE"


def test_parents_in_a_circle_are_left_out(known):
    entities, _ = resolved(known, "Ouroboros Foundation, Villarosa, Spain", "Ouroboros Institute, Villarosa, Spain")
    assert {e.parent for e in entities.values()} == {""}
    assert len(entities) == 2


def test_a_parent_that_the_registry_lacks_is_left_out(known):
    assert known.registries.entry(PREFIX + bare("lost")).parent == ""


def test_two_spellings_and_two_scripts_are_one_organisation(known):
    entities, links = resolved(known, "青蓝大学", "Qinglan University, Qinglan, China", "Univ. of Nowhereville")
    assert len({x.entity for x in links.values()}) == 2
    assert sorted(e.name for e in entities.values()) == ["Qinglan University", "Univ. of Nowhereville"]


def test_what_the_builtin_list_knows_keeps_its_node(known, tmp_path):
    import json

    from registry_world import record

    file = tmp_path / "one.jsonl"
    rows = [
        record("pku", "Peking University", "CN", "Beijing", labels=("北京大学",), domains=("pku.edu.cn",)),
        record("fake", "Stanford University", "GB", "Stanford", domains=("stanford.example",)),
    ]
    file.write_text("\n".join(json.dumps(r) for r in rows), encoding="utf-8")
    add(file, tmp_path)
    registries, _, _ = load_added(tmp_path)
    own = load()
    both = Registries(registries, own)
    assert both.record_of(own.organization("PKU")).id == bare("pku")
    assert both._entry_of(bare("pku")) is own.organization("Peking University")
    # A namesake in another country is another organization.
    assert both.record_of(own.organization("Stanford University")) is None
    assert both._entry_of(bare("fake")).id == PREFIX + bare("fake")


def test_without_registries_nothing_changes():
    found = take_apart("Dept. of CSE, HKUST, Clear Water Bay, Hong Kong", load())
    assert found.name == "Hong Kong University of Science and Technology"
    assert found.units == ("Dept. of CSE",)
    assert load().registries is None


def test_what_followed_an_organisation_stands_beside_it(known):
    entities, links = resolved(known, "Polytechnic College of Ambleford, Ambleford, United Kingdom")
    (link,) = links.values()
    old, new = PREFIX + bare("olda"), PREFIX + bare("newa")
    assert link.entity == old
    assert (entities[old].successors, entities[old].year) == ((new,), "1992")
    assert entities[new].name == "Ambleford Technical University"
