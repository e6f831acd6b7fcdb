"""Whom errors meet: confidence of extraction and errors of identity by script and kind of name.

    python benchmarks/fairness.py --documents DOCUMENT... --gold GOLD --scorer SCORE.PY --identity SET...

DOCUMENT, GOLD and SCORE.PY are those of reliability.py, a SET that of identity.py. Prints a table in Markdown: of
authors on lists of papers the share of those in gold that is found, the share of those extracted that is right, and the
mean confidence; of identities B-cubed precision and recall, and the share of mentions that stand with somebody else,
each with a 95% interval by bootstrap over documents or people.
The kind of a name is told by its letters alone; of a person's origin it says nothing.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "training"))

from reliability import Judge
from reliability import scorer as load_scorer
from train_people import mention_keys

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_file
from graph_builder.resolve import resolve

KINDS = (
    "CJK script",
    "initials only",
    "Chinese in Latin letters",
    "Latin with diacritics",
    "other Latin",
    "other script",
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SYLLABLE = re.compile(
    r"(?:(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:iang|iong|uang|ang|eng|ian|iao|ing|ong|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|"
    r"ou|ua|ue|ui|un|uo|ve|a|e|i|o|u|v))+"
)
_FAMILIES = frozenset(
    """wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie tang song xu
    deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao lyu jin
    cui tan zhong fan wen shi qin xiong bai hou meng qiu gu yin jia hao shao mao long duan lei tao shang kong qian kang
    yan niu ge zou fu fang chang hong xiang qi zhuang ouyang mo gong wan sheng ji lan tong cen""".split()
)
ROUNDS = 400


def kind_of(name: str) -> str:
    """Return the kind of a printed name.

    >>> [kind_of(n) for n in ("王小明", "J. K. Doe", "Xiaoming Wang", "José Díaz", "Ada Lovelace", "Иван Петров")]
    ['CJK script', 'initials only', 'Chinese in Latin letters', 'Latin with diacritics', 'other Latin', 'other script']
    """
    if _CJK.search(name):
        return KINDS[0]
    words = [w for w in re.split(r"[\s,.\-‐]+", name) if w]
    if not all("LATIN" in unicodedata.name(c, "") for w in words for c in w if c.isalpha()):
        return KINDS[5]
    full = [w for w in words if len(w) > 1 and not (w.isupper() and len(w) < 3)]
    if len(full) < 2:
        return KINDS[1]
    plain = [_plain(w) for w in full]
    if plain[-1] in _FAMILIES | {"lv"} or plain[0] in _FAMILIES:
        others = plain[:-1] if plain[-1] in _FAMILIES else plain[1:]
        if all(_SYLLABLE.fullmatch(w) for w in others):
            return KINDS[2]
    return KINDS[3] if any(_plain(w) != w.casefold() for w in full) else KINDS[4]


def _plain(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(str.maketrans("øłđß", "olds"))


def interval(groups: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return the mean of values and its 95% interval, by bootstrap over the groups that they come in."""
    dice = random.Random(11)
    sums = [(sum(group), len(group)) for group in groups if group]
    mean = sum(s for s, _ in sums) / sum(n for _, n in sums)
    drawn = []
    for _ in range(ROUNDS):
        picked = dice.choices(sums, k=len(sums))
        drawn.append(sum(s for s, _ in picked) / sum(n for _, n in picked))
    drawn.sort()
    return mean, drawn[int(0.025 * ROUNDS)], drawn[int(0.975 * ROUNDS) - 1]


def shown(groups: Iterable[Sequence[float]]) -> str:
    """Return a mean with its interval as a cell of a table."""
    mean, low, high = interval(list(groups))
    return f"{mean:.3f} ({low:.3f}–{high:.3f})"


def extraction(documents: Iterable[Path], gold: Path, scorer: Path) -> Iterator[str]:
    """Yield a row for each kind of name: authors in gold, the share found, the share right, the mean confidence.

    What is found is counted by kind in each document, not name by name.
    """
    right: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    confidence: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    module = load_scorer(scorer)
    for document in documents:
        answers = gold / f"{document.stem}.json"
        if not answers.is_file():
            continue
        facts = extract(read_file(document, f"x/{document.name}"))
        expected = json.loads(answers.read_text("utf-8"))
        names = {m.id: m.name for m in facts.mentions}
        read = Counter[str]()
        for claim, is_right in Judge(module, expected, facts).verdicts():
            if claim.relation is Relation.AUTHORSHIP and is_right is not None:
                kind = kind_of(names[claim.roles["author"]])
                right[kind][document.name].append(float(is_right))
                confidence[kind][document.name].append(claim.confidence)
                read[kind] += is_right
        papers = [paper for paper in expected.get("publications", ()) if not paper.get("optional")]
        wanted = Counter(kind_of(name) for paper in papers for name in paper.get("authors", ()))
        for kind, count in wanted.items():
            hits = min(count, read[kind])
            found[kind][document.name] += [1.0] * hits + [0.0] * (count - hits)
    for kind in KINDS:
        if right[kind] and found[kind]:
            count = f"{sum(map(len, found[kind].values())):,} in {len(found[kind])}"
            cells = (found, right, confidence)
            yield f"| {kind} | {count} | " + " | ".join(shown(cell[kind].values()) for cell in cells) + " |"


def identity(folder: Path) -> list[str]:
    """Return a row for each kind of name: mentions, B-cubed precision and recall, mentions that stand with others."""
    facts = extract(read_file(folder / "works.jsonl", f"{folder.name}/works.jsonl"))
    keys = mention_keys(facts)
    entity = {keys[x.mention]: x.entity for x in resolve([facts]).links if x.mention in keys}
    names = {keys[m.id]: m.name for m in facts.mentions if m.id in keys}
    with (folder / "gold.csv").open(encoding="utf-8") as file:
        gold = {(r["doi"].lower(), r["position"]): r["author_id"] for r in csv.DictReader(file)}
    gold = {key: person for key, person in gold.items() if key in entity}
    mine, theirs = Counter(entity[m] for m in gold), Counter(gold.values())
    both = Counter((entity[m], gold[m]) for m in gold)

    def of(kind: str, value: Callable[[tuple[str, str]], float]) -> list[list[float]]:
        groups: Mapping[str, list[float]] = defaultdict(list)
        for key, person in gold.items():
            if kind_of(names[key]) == kind:
                groups[person].append(value(key))
        return list(groups.values())

    rows = []
    for kind in KINDS:
        precision = of(kind, lambda m: both[entity[m], gold[m]] / mine[entity[m]])
        if sum(map(len, precision)) < 50:
            continue
        recall = of(kind, lambda m: both[entity[m], gold[m]] / theirs[gold[m]])
        mixed = of(kind, lambda m: float(both[entity[m], gold[m]] < mine[entity[m]]))
        count = f"{sum(map(len, precision)):,} of {len(precision):,}"
        rows.append(f"| {kind} | {count} | {shown(precision)} | {shown(recall)} | {shown(mixed)} |")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=Path, nargs="*", default=[])
    parser.add_argument("--gold", type=Path)
    parser.add_argument("--scorer", type=Path)
    parser.add_argument("--identity", type=Path, nargs="*", default=[])
    asked = parser.parse_args()
    if asked.documents:
        print("| name | authors in documents | found | right | confidence |\n|---|---|---|---|---|")
        print("\n".join(extraction(asked.documents, asked.gold, asked.scorer)), flush=True)
    for folder in asked.identity:
        print(f"\n{folder.name}:\n\n| name | mentions of people | precision | recall | stands with others |")
        print("|---|---|---|---|---|")
        print("\n".join(identity(folder)), flush=True)


if __name__ == "__main__":
    main()
