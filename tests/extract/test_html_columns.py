# ruff: noqa: E501
"""HTML pages whose parts tell what they are by their places: cards, columns without headings, news. Invented people."""

from __future__ import annotations

import pytest
from told import facts_told

from graph_builder.extract.dates import dash_parts
from graph_builder.extract.person_names import is_name


def _facts(text: str, name: str = "Ada K. Lovelace") -> set[str]:
    """Return the facts of a page on a person."""
    return facts_told(f"<h1>{name}</h1>{text}", "page.html")


_PROSE = "<p>I study looms.</p>"
_CASES: dict[str, tuple[str, set[str]]] = {
    "cards of papers: a link to all, the year, the title, an unknown journal, the authors": (
        "<h2>Selected Papers</h2><a href='all.html'>View all papers &rarr;</a>"
        "<div class=card><span class=year>2021</span><h4>Looms that Learn from their Weavers in Small Villages</h4><p>Yarn Processing and Control</p><p>Ada K. Lovelace</p><a href='x'>Read paper</a></div>"
        "<div class=card><span class=year>2020</span><h4>Knots and their Uses in the Theory of Nets</h4><p>Journal of Anatomy</p><p>Ada K. Lovelace, Zoe Quist</p><a href='y'>Read paper</a></div>",
        {
            "publication | Looms that Learn from their Weavers in Small Villages | Yarn Processing and Control | 2021",
            "publication | Knots and their Uses in the Theory of Nets | Journal of Anatomy | 2020",
        },
    ),
    "cards of papers: the meeting above the title, a sentence below it, then the authors": (
        "<section><h2>Selected research</h2><a href='all.html'>All publications →</a>"
        "<article><p class=v>NeurIPS 2021 · Oral</p><h3><a href='a'>Wool as Signal:<br>Threads that Carry Words</a></h3><p>Sending letters along a loom.</p><p>Ada K. Lovelace, Zoe Quist</p><div><a href='a'>Paper ↗</a></div></article>"
        "<article><p class=v>Preprint · 2020</p><h3><a href='b'>Do Looms Believe Their Weavers?</a></h3><p>Testing what looms do when in doubt.</p><p>Ada K. Lovelace, Wim Aarts</p><div><a href='b'>Paper ↗</a></div></article></section>",
        {
            "publication | Wool as Signal: Threads that Carry Words | NeurIPS | 2021",
            "publication | Do Looms Believe Their Weavers? | 2020",
        },
    ),
    "a link to another page is no heading": (
        "<h2>Research interests</h2><ul><li>Looms</li><li>Wool</li></ul><p><a href='x'>Research projects →</a></p><h2>Education</h2><p>PhD, Rice University, 2019</p>",
        {"interest | Looms", "interest | Wool", "education | Rice University | doctorate | 2019"},
    ),
    "a degree and its school below the interests": (
        "<h2>Research interests</h2><ul><li>Looms</li><li>Wool</li></ul><p>B.Eng., Rice University<br>Textile Engineering</p>",
        {"interest | Looms", "interest | Wool", "education | Rice University | bachelor"},
    ),
    "degrees beside a portrait": (
        "<p>Email:<br> ada@example.org</p><p>M.S. in Weaving<br><a href='s'>School of Textiles</a><br><a href='u'>Lund University</a></p><p>B.S. in Wool<br><a href='u'>Rice University</a></p><p>Welcome to my page!</p>",
        {"education | Lund University | master", "education | Rice University | bachelor"},
    ),
    "degrees of others on their cards": (
        f"{_PROSE}<h2>People</h2><h3>Zoe Quist</h3><p>M.S. in Weaving<br>Lund University</p><h3>Wim Aarts</h3><p>B.S. in Wool<br>Rice University</p>",
        {"interest | looms"},
    ),
    "a life beside a list of news": (
        "<div><h2>News</h2><ul><li>May 2021: I gave a talk on wool.</li><li>April 2021: A new loom is here.</li></ul></div><div><p>I am a PhD student at Lund University, supervised by <a href='z'>Zoe Quist</a>. My research is on looms.</p></div>",
        {
            "education | Lund University | doctorate | present",
            "interest | looms",
            "advising | Ada K. Lovelace | Zoe Quist",
        },
    ),
    "papers below a line of news that says where they appear": (
        f"{_PROSE}<h2>News</h2><p><b>May 2021:</b> Our papers accepted to NeurIPS 2021:</p><ul><li><i>What Makes a Good Loom for Wool?</i></li><li><i>Threads that Carry Words over Seas</i>, </li></ul><p><b>Jan 2020:</b> Two papers accepted in top venues:</p><ul><li><i>Knots in the Theory of Nets</i>, accepted to ICML 2020</li></ul>",
        {
            "interest | looms",
            "publication | What Makes a Good Loom for Wool? | NeurIPS | 2021",
            "publication | Threads that Carry Words over Seas | NeurIPS | 2021",
            "publication | Knots in the Theory of Nets | ICML | 2020",
        },
    ),
    "papers of a log, below dates of their own": (
        f"{_PROSE}<h2>Activities Log</h2><ul><li><p><b>3-7-2019</b></p><p>Our paper <a href='a'>\"Threads that Carry Words over Seas\" Accepted @WoolInfo2019</a></p></li><li><p><b>1-2-2019</b></p><p>Our paper <a href='b'>\"Knots in the Theory of Nets\" Accepted @ICML 2019</a></p></li></ul>",
        {
            "interest | looms",
            "publication | Threads that Carry Words over Seas | WoolInfo | 2019",
            "publication | Knots in the Theory of Nets | ICML | 2019",
        },
    ),
    "a citation behind the journal that it is out in": (
        f"{_PROSE}<h2>Lab Updates</h2><p>April 4, 2019 New paper out in TAXON: Quist, Z., Lovelace, A.K. and Aarts, W.B., “Threads that carry words over seas.”</p><p>May 2, 2019 Zoe Quist visited.</p>",
        {"interest | looms", "publication | Threads that carry words over seas | TAXON | 2019"},
    ),
    "titles in bold above what they are about, below a word on one's papers": (
        "<h1>Research</h1><p>Below is a collection of my published and working papers.</p><p><b>Taxing the Loom: an analysis of yarn and its levies</b></p><p>The contribution of this paper is to extend a model of looms to villages in order to gain in relevance for those who make the policy of yarn. It includes several kinds of yarn, allows for accidental sheep, and explores what levies on wool do to the savings of weavers over their lives.</p><p><b>Wool Divided: a model of inherited sheep</b></p><p>The central question of this paper is what effect an increase of sheep has on the market for wool. Using data of shepherds from three counties, I find that sheep sort themselves by the quality of their wool, and that those born in hard years are the better ones.</p>",
        {
            "publication | Taxing the Loom: an analysis of yarn and its levies",
            "publication | Wool Divided: a model of inherited sheep",
        },
    ),
    "authors behind a title with a word that leads to names elsewhere": (
        "<h2>Papers</h2><ul><li><a href='a'>Counting Restricted Threads with Context-Free Looms</a> by Ada K. Lovelace and <a href='q'>Robert Quist-Aarts</a><br>[Published in Integers Vol 21 (2021)]</li><li><a href='b'>Counting Knots of Small Size</a> by Ada K. Lovelace<br>[Published in Integers Vol 20 (2020)]</li></ul>",
        {
            "publication | Counting Restricted Threads with Context-Free Looms | Integers | 2021",
            "publication | Counting Knots of Small Size | Integers | 2020",
        },
    ),
    "an address and the page's foot are no papers": (
        "<h2>Papers</h2><p>Department of Looms, Rice University</p><p>(Click on the titles for more details)</p><ul><li>A. Lovelace, Z. Quist. Counting knots of small size. Integers, 2020.</li></ul><p>© Ada K. Lovelace. Design: LOOM5. Images: Ada K. Lovelace.</p>",
        {"publication | Counting knots of small size | Integers | 2020"},
    ),
    "nights at telescopes are no jobs": (
        f"{_PROSE}<h2>Observing Experience</h2><ul><li><b>PI</b> of LOOMCAM@Wool Telescope proposal for 7.3 hours in semester 2026A</li><li><b>Nov 2021</b> Visitor mode for eight nights at Wool Telescope</li></ul>",
        {"interest | looms"},
    ),
    "founders who direct too": (
        "<p>Ada is a doctoral candidate at Lund University. She is the Founder and Director of <a href='x'>Loomly Wool Design</a>, a design studio based in Ghent.</p>",
        {
            "education | Lund University | doctorate | present",
            "employment | Loomly Wool Design | Founder and Director | present",
        },
    ),
    "the best talk among grants and awards": (
        f"{_PROSE}<h2>Grants and Awards</h2><ul><li>Co-I of 3.5-year Wool Grant</li><li>Best talk at the Loom Day 2021 in Ghent</li></ul>",
        {"interest | looms", "award | Best talk at the Loom Day | 2021"},
    ),
    "a degree that one has not yet": (
        f"{_PROSE}<p>Ph.D. Canddiate<br>Department of Looms, Rice University</p>",
        {"interest | looms"},
    ),
    "open dates in a column": (
        "<h2>Current Positions</h2><table><tr><td>2024 -</td><td>Associate Professor<br>Lund University</td></tr><tr><td>2019 -</td><td>Researcher<br>Rice University</td></tr></table>",
        {
            "employment | Lund University | Associate Professor | 2024 | present",
            "employment | Rice University | Researcher | 2019 | present",
        },
    ),
    "what the research focusses on, and what lies outside it": (
        "<p>My research focusses on the early stages of weaving. Outside of Ada's immediate research interests, she served as Deputy Editor of Wool, and as Assistant to Dr. Quist.</p>",
        {"interest | early stages of weaving"},
    ),
}


@pytest.mark.parametrize("case", _CASES)
def test_page(case: str) -> None:
    page, expected = _CASES[case]
    assert {f for f in _facts(page) if not f.startswith(("authorship", "service"))} >= expected
    kinds = {f.split(" | ")[0] for f in expected}
    told = {f for f in _facts(page) if f.split(" | ")[0] in kinds | {"publication", "employment", "education"}}
    assert {f for f in told if not f.startswith("authorship")} == expected


def test_arabic_names() -> None:
    assert is_name("Zoe AlQuist")
    assert is_name("Zoe ElQuist")
    assert not is_name("Zoe AlexNet")


def test_a_dash_at_the_end_of_a_cell_parts_nothing() -> None:
    assert not dash_parts(["2024 -\tLecturer", "2019 -\tResearcher"])
    assert dash_parts(["2024 - Lecturer", "2019 - Researcher"])
