"""Makes the samples that are not text, a PDF and a Word document: ``python tests/make_samples.py`` after a change.

Both come out the same each time, so that a test can compare them with what lies in the samples.
"""

from __future__ import annotations

import zipfile
from datetime import datetime
from pathlib import Path

import docx
from docx.shared import Pt
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.platypus import Flowable, HRFlowable, ListFlowable, Paragraph, SimpleDocTemplate, Table, TableStyle

SAMPLES = Path(__file__).parent.parent / "graph_builder" / "samples"

CASTELLAN: list[tuple[str, list[object]]] = [
    (
        "Employment",
        [
            ("2023 – present", "<b>Group Leader</b>, EPFL, School of Life Sciences, Lausanne"),
            ("2019 – 2022", "<b>Postdoctoral Fellow</b>, European Bioinformatics Institute, Hinxton"),
        ],
    ),
    (
        "Education",
        [
            (
                "2015 – 2019",
                "<b>PhD in Computational Biology</b>, University of Cambridge. Supervisor: Odile Farrowmere",
            ),
            ("2013 – 2015", "<b>MSc in Bioinformatics</b>, ETH Zurich"),
            ("2010 – 2013", "<b>BSc in Biology</b>, University of Lausanne"),
        ],
    ),
    ("Research Interests", ["Single-cell genomics, spatial transcriptomics, probabilistic modelling"]),
    (
        "Publications",
        [
            [
                "<b>Castellan M</b>, Thornquist B, Farrowmere O. Spatial Deconvolution without Reference Atlases. "
                "<i>Nature Communications</i>. 2024;15:98021.",
                "<b>Castellan M</b>, Farrowmere O. Contrastive Priors for Single-Cell Trajectory Inference. "
                "<i>Bioinformatics</i>. 2022;38(7):1911–1920.",
                "Thornquist B, <b>Castellan M</b>. Batch Effects as Nuisance Manifolds. "
                "<i>Genome Biology</i>. 2020;21:9144.",
            ]
        ],
    ),
    (
        "Awards",
        [
            ("2023", "ERC Starting Grant"),
            ("2020", "EMBO Long-Term Fellowship"),
            ("2015", "Gates Cambridge Scholarship"),
        ],
    ),
    ("Students", ["PhD students: Bodil Thornquist (2023 – present)"]),
    ("Service", [("2024", "Programme committee, RECOMB"), ("2022", "Reviewer, Bioinformatics")]),
]

KALDERO: list[tuple[str, str, list[str]]] = [
    ("Academic Positions", "table", [
        "2016 – present\tAssociate Professor of Database Systems, Technical University of Munich",
        "2012 – 2016\tAssistant Professor, University of Copenhagen",
        "2014\tVisiting Researcher, Microsoft Research, Redmond",
    ]),
    ("Education", "table", [
        "2008 – 2012\tPhD in Computer Science, ETH Zurich. Advisor: Bertrand Ashquith",
        "2006 – 2008\tMSc in Computer Science, Aarhus University",
        "2003 – 2006\tBSc in Mathematics, Aarhus University",
    ]),
    ("Research Interests", "list", ["Query optimization", "Persistent memory", "Data lakes"]),
    ("Supervised PhD Students", "list", ["Emre Havlund (2018 – 2023)", "Piotr Landreth-Moss (2021 – present)"]),
    ("Publications", "list", [
        "Emre Havlund, Piotr Landreth-Moss, Sunniva Kaldero: Learned Cardinalities Forget. CIDR 2023.",
        "Emre Havlund, Sunniva Kaldero: Quill: Cost-Aware Query Planning over Data Lakes. "
        "Proceedings of the VLDB Endowment 15(3), 412–425, 2021.",
        "Emre Havlund, Sunniva Kaldero: Vectorised Joins on Compressed Columns. "
        "IEEE International Conference on Data Engineering (ICDE), 2020.",
        "Sunniva Kaldero, Bertrand Ashquith: Durable Indexes for Persistent Memory: A Retrospective. SIGMOD 2019.",
        "Sunniva Kaldero: Anatomy of a Slow Query. ACM SIGMOD Record 42(4), 2013.",
    ]),
    ("Awards", "list", ["SIGMOD Test of Time Award, 2023", "DFG Emmy Noether Award, 2017"]),
    ("Professional Service", "list", [
        "Program Committee Chair, ICDE 2024",
        "Associate Editor, The VLDB Journal",
        "Program Committee Member, SIGMOD 2022",
    ]),
]  # fmt: skip


def write_pdf(path: Path) -> None:
    """Write a CV of two columns, dates left and text right, as a PDF."""
    styles = getSampleStyleSheet()
    body = styles["BodyText"]
    name = ParagraphStyle("name", parent=styles["Title"], alignment=TA_CENTER)
    address = ParagraphStyle("address", parent=body, alignment=TA_CENTER)
    flow: list[Flowable] = [
        Paragraph("Mira Castellan", name),
        Paragraph("Computational biologist<br/>EPFL, School of Life Sciences, CH-1015 Lausanne<br/>"
                  "castellan.lab@example.org | https://example.org/~castellan-lab", address),
    ]  # fmt: skip
    for heading, entries in CASTELLAN:
        flow += [Paragraph(heading, styles["Heading2"]), HRFlowable(width="100%")]
        for entry in entries:
            if isinstance(entry, tuple):
                row = Table([[Paragraph(entry[0], body), Paragraph(entry[1], body)]], colWidths=[90, 360])
                row.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP")]))
                flow.append(row)
            elif isinstance(entry, list):
                flow.append(ListFlowable([Paragraph(item, body) for item in entry], bulletType="1"))
            else:
                flow.append(Paragraph(str(entry), body))
    SimpleDocTemplate(str(path), pagesize=A4, title="Curriculum Vitae", author="Mira Castellan", invariant=1).build(
        flow
    )


def write_docx(path: Path) -> None:
    """Write a CV with tables and lists as a Word document."""
    document = docx.Document()
    document.styles["Normal"].font.size = Pt(10.5)
    document.add_heading("Sunniva Kaldero", 0)
    document.add_paragraph("Associate Professor of Database Systems\nTechnical University of Munich\n"
                           "sunniva.kaldero@example.org")  # fmt: skip
    for heading, kind, entries in KALDERO:
        document.add_heading(heading, 1)
        if kind == "table":
            table = document.add_table(rows=0, cols=2)
            for entry in entries:
                for cell, text in zip(table.add_row().cells, entry.split("\t"), strict=True):
                    cell.text = text
        else:
            for entry in entries:
                document.add_paragraph(entry, style="List Bullet")
    day = datetime(2025, 6, 1)
    properties = document.core_properties
    properties.author, properties.title, properties.created, properties.modified = "Sunniva Kaldero", "", day, day
    document.save(str(path))
    _forget_the_clock(path)


def _forget_the_clock(path: Path) -> None:
    """Write the archive anew with one date for all its parts."""
    with zipfile.ZipFile(path) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name, (2025, 6, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    write_pdf(SAMPLES / "castellan-biology.pdf")
    write_docx(SAMPLES / "kaldero.docx")
