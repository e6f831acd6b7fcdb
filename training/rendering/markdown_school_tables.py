"""Markdown homepages and CVs: degrees in tables and in HTML."""

from __future__ import annotations

from rendering.careers import city, course, degree, degrees, last_year, years
from rendering.page import Page, writes


@writes("md", "schools")
def table_of_degrees(page: Page) -> str:
    lines = [f"## {page.heading('schools')}\n", "| Degree | Field | Institution | Year |", "|:---|:---|:---|---:|"]
    for f in degrees(page):
        lines.append(f"| {degree(page, f)} | {f['field']} | {f['institution']} | {last_year(f)} |")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def table_of_periods(page: Page) -> str:
    lines = [f"### {page.heading('schools')}\n", "Period | University | Degree", "--- | --- | ---"]
    for f in degrees(page):
        lines.append(f"{years(page, f)} | [{f['institution']}](https://www.example.edu) | {course(page, f)}")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def table_without_titles(page: Page) -> str:
    lines = [f"## {page.heading('schools')}\n", "|  |  |", "|---|---|"]
    for f in degrees(page):
        lines.append(f"| {years(page, f)} | **{course(page, f)}**<br>{f['institution']}, {city(page)} |")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def table_with_logos(page: Page) -> str:
    rows = [f"## {page.heading('schools')}\n\n<table>"]
    for f in degrees(page):
        rows.append(f"""  <tr>
    <td width="15%"><img src="images/logo_{len(rows)}.png" alt="logo" width="80"></td>
    <td><b>{f["institution"]}</b>, {city(page)}<br>{course(page, f)}<br><i>{years(page, f)}</i></td>
  </tr>""")
    return "\n".join([*rows, "</table>\n"])


@writes("md", "schools")
def list_in_html(page: Page) -> str:
    rows = [f"<h2>{page.heading('schools')}</h2>\n<ul>"]
    for f in degrees(page):
        rows.append(
            f'  <li><b>{degree(page, f)}</b> in {f["field"]}, <a href="https://www.example.edu">{f["institution"]}</a>'
            f' <span style="float:right">{years(page, f)}</span></li>'
        )
    return "\n".join([*rows, "</ul>\n"])


@writes("md", "schools")
def definitions_in_html(page: Page) -> str:
    rows = [f"## {page.heading('schools')}\n\n<dl>"]
    for f in degrees(page):
        rows.append(f"<dt>{years(page, f)}</dt>\n<dd><strong>{f['institution']}</strong><br/>{course(page, f)}</dd>")
    return "\n".join([*rows, "</dl>\n"])


@writes("md", "schools")
def columns_in_html(page: Page) -> str:
    rows = [f"## {page.heading('schools')}\n"]
    for f in degrees(page):
        rows.append(f"""<div class="row">
<div class="col-sm-3">{years(page, f)}</div>
<div class="col-sm-9"><h5>{course(page, f)}</h5>
<p>{f["institution"]}, {city(page)}</p></div>
</div>""")
    return "\n".join(rows) + "\n"


@writes("md", "schools")
def lines_in_a_paragraph_of_html(page: Page) -> str:
    rows = [f'<h3 align="left">🎓 {page.heading("schools")}</h3>\n\n<p align="left">']
    for f in degrees(page):
        rows.append(f"• {course(page, f)} @ <b>{f['institution']}</b> ({years(page, f)})<br/>")
    return "\n".join([*rows, "</p>\n"])
