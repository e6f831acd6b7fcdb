# ruff: noqa: E501
"""HTML homepages: posts and schools."""

from __future__ import annotations

from rendering.html import LINK, degree, esc, section, undated, when
from rendering.page import Gold, Page, writes

_DID = ("Worked on methods for large collections.", "Built the group's tools.", "Studied how it works in practice.")


def _posts(page: Page) -> list[Gold]:
    page.gold["employment"] = [p for p in page.gold["employment"] if p["organization"] and p["role"]]
    return list(page.gold["employment"])


def _style(page: Page) -> str:
    return page.pick("YYYY", "Mon YYYY", "Month YYYY", "MM/YYYY")


@writes("html", "posts")
def sites_of_items(page: Page) -> str:
    style = _style(page)
    items = []
    for p in _posts(page):
        dates = when(p, style, page.pick(" - ", "–", " to "))
        items.append(
            f"<li><strong>{esc(p['role'])}</strong>, {esc(p['organization'])}{f' ({dates})' if dates else ''}</li>"
        )
    return section(page, "posts") + "<ul>" + "\n".join(items) + "</ul>\n"


@writes("html", "posts")
def timeline(page: Page) -> str:
    style = _style(page)
    out = []
    for p in _posts(page):
        out.append(
            f'<li><div class="timeline-badge"><i class="fa fa-briefcase"></i></div><div class="timeline-panel"><div class="timeline-heading"><h4 class="timeline-title">{esc(p["role"])}</h4><p><small class="text-muted"><i class="fa fa-clock"></i> {when(p, style)}</small></p></div><div class="timeline-body"><p>{esc(p["organization"])}</p></div></div></li>'
        )
    return section(page, "posts") + '<ul class="timeline">' + "\n".join(out) + "</ul>\n"


@writes("html", "posts")
def two_columns(page: Page) -> str:
    rows = []
    for p in _posts(page):
        rows.append(
            f"<tr><td width=130 valign=top>{when(p, 'YYYY', '-', page.pick('present', 'now', ''))}</td><td>{esc(p['role'])}, {esc(p['organization'])}</td></tr>"
        )
    return section(page, "posts") + "<table>" + "\n".join(rows) + "</table>\n"


@writes("html", "posts")
def resume_sections(page: Page) -> str:
    out = []
    for p in _posts(page):
        out.append(
            f'<div class="d-flex flex-column flex-md-row justify-content-between mb-5"><div class="flex-grow-1"><h3 class="mb-0">{esc(p["role"])}</h3><div class="subheading mb-3">{esc(p["organization"])}</div><p>{page.pick(*_DID)}</p></div><div class="flex-shrink-0"><span class="text-primary">{when(p, "Month YYYY")}</span></div></div>'
        )
    return section(page, "posts") + "\n".join(out) + "\n"


@writes("html", "posts")
def hugo_cards(page: Page) -> str:
    out = []
    for p in _posts(page):
        out.append(
            f'<div class="row experience"><div class="col-auto text-center flex-column d-none d-sm-flex"><h5 class="m-2"><span class="badge badge-pill border">&nbsp;</span></h5></div><div class="col py-2"><div class="card experience course"><div class="card-body"><h4 class="card-title exp-title text-muted my-0">{esc(p["role"])}</h4><h4 class="card-title exp-company text-muted my-0"><a href="{LINK}">{esc(p["organization"])}</a></h4><div class="text-muted exp-meta">{when(p, "Mon YYYY", " – ")}\n <span class="middot-divider"></span>\n <span>California</span></div><div class="card-text"><p>Responsibilities include:</p><ul><li>Analysing</li><li>Modelling</li></ul></div></div></div></div></div>'
        )
    return section(page, "posts") + "\n".join(out) + "\n"


@writes("html", "posts")
def defined(page: Page) -> str:
    out = []
    for p in _posts(page):
        out.append(
            f"<dt>{when(p, _style(page), '&ndash;')}</dt><dd><b>{esc(p['organization'])}</b><br>{esc(p['role'])}</dd>"
        )
    return section(page, "posts") + "<dl>" + "\n".join(out) + "</dl>\n"


@writes("html", "posts")
def broken_lines(page: Page) -> str:
    out = []
    for p in _posts(page):
        out.append(
            "<br>".join(
                filter(None, (f"<b>{esc(p['organization'])}</b>", f"<i>{esc(p['role'])}</i>", when(p, _style(page))))
            )
        )
    return section(page, "posts") + "<p>" + "</p>\n<p>".join(out) + "</p>\n"


@writes("html", "posts")
def floating_dates(page: Page) -> str:
    out = []
    for p in _posts(page):
        out.append(
            f'<p><span style="float:right">{when(p, "Mon. YYYY", " &mdash; ")}</span><b>{esc(p["role"])}</b> at <a href="{LINK}">{esc(p["organization"])}</a></p>'
        )
    return section(page, "posts") + "\n".join(out) + "\n"


@writes("html", "posts")
def dates_and_colon(page: Page) -> str:
    items = [
        f"<li>{dates + ': ' if dates else ''}{esc(p['role'])}, <a href='{LINK}'>{esc(p['organization'])}</a>.</li>"
        for p in _posts(page)
        for dates in [when(p, _style(page), "-")]
    ]
    return section(page, "posts") + "<ul>" + "".join(items) + "</ul>\n"


@writes("html", "posts")
def logos(page: Page) -> str:
    out = []
    for p in _posts(page):
        out.append(
            f'<tr><td style="padding:10px;width:15%"><img src="logo.png" alt="{esc(p["organization"])}" width="80"></td><td style="padding:10px"><b>{esc(p["organization"])}</b><br>{esc(p["role"])}<br>{when(p, "YYYY.MM", " - ", "present")}</td></tr>'
        )
    return section(page, "posts") + "<table><tbody>" + "\n".join(out) + "</tbody></table>\n"


@writes("html", "schools")
def plain_items(page: Page) -> str:
    items = []
    for s in page.gold["education"]:
        dates = when(s, _style(page))
        items.append(f"<li>{degree(page, s)}, {esc(s['institution'])}{', ' + dates if dates else ''}</li>")
    return section(page, "schools") + "<ul>" + "\n".join(items) + "</ul>\n"


@writes("html", "schools")
def hugo_education(page: Page) -> str:
    out = []
    for s in page.gold["education"]:
        out.append(
            f'<li><i class="fa-li fas fa-graduation-cap"></i><div class="description"><p class="course">{degree(page, s)}{", " + dates if (dates := when(s, "YYYY")) else ""}</p><p class="institution">{esc(s["institution"])}</p></div></li>'
        )
    return section(page, "schools") + '<ul class="ul-edu fa-ul">' + "".join(out) + "</ul>\n"


@writes("html", "schools")
def school_columns(page: Page) -> str:
    rows = [
        f"<tr><td>{when(s, 'YYYY', '-')}</td><td><b>{degree(page, s)}</b></td><td>{esc(s['institution'])}</td></tr>"
        for s in page.gold["education"]
    ]
    return section(page, "schools") + "<table class=edu>" + "".join(rows) + "</table>\n"


@writes("html", "schools")
def resume_schools(page: Page) -> str:
    out = [
        f'<div class="d-flex justify-content-between mb-5"><div class="flex-grow-1"><h3 class="mb-0">{esc(s["institution"])}</h3><div class="subheading mb-3">{degree(page, s)}</div><p>GPA: 3.{page.rng.randrange(60, 99)}</p></div><div><span class="text-primary">{when(s, "Month YYYY")}</span></div></div>'
        for s in page.gold["education"]
    ]
    return section(page, "schools") + "\n".join(out) + "\n"


@writes("html", "schools")
def thesis_lines(page: Page) -> str:
    out = []
    for s in page.gold["education"]:
        dates = when(s, _style(page), "–")
        out.append(
            f"<p><b>{esc(s['institution'])}</b>{' <i>(' + dates + ')</i>' if dates else ''}<br>{degree(page, s)}<br>{page.pick('with distinction', 'GPA 3.9/4.0', 'Minor in music')}</p>"
        )
    return section(page, "schools") + "\n".join(out) + "\n"


@writes("html", "schools")
def labelled(page: Page) -> str:
    out = []
    for s in page.gold["education"]:
        dates = when(s, "YYYY", "-")
        out.append(
            f"<tr><th scope=row>{degree(page, s)}:</th><td>{esc(s['institution'])}{' (' + dates + ')' if dates else ''}</td></tr>"
        )
    return section(page, "schools") + "<table>" + "\n".join(out) + "</table>\n"


@writes("html", "schools")
def schools_in_text(page: Page) -> str:
    words = {"doctorate": "PhD", "master": "master's degree", "bachelor": "bachelor's degree"}
    page.gold["education"] = [s for s in page.gold["education"] if s["degree"] in words]
    out = []
    for s in page.gold["education"]:
        s["start"] = None
        s["end"] = s["end"][:4] if s["end"] and s["end"] != "present" else None
        out.append(
            f"I {page.pick('received', 'obtained', 'completed')} my {words[s['degree']]}{' in ' + esc(s['field']) if s['field'] else ''} from <a href={LINK}>{esc(s['institution'])}</a>{' in ' + s['end'] if s['end'] else ''}."
        )
    return section(page, "schools") + "<p>" + " ".join(out) + "</p>\n"


@writes("html", "schools")
def school_headings(page: Page) -> str:
    out = []
    for s in page.gold["education"]:
        dates = when(s, _style(page), " – ")
        out.append(
            f"<h3>{esc(s['institution'])}</h3><h4>{degree(page, s)}</h4><p class=date>{dates}</p><p>Relevant coursework: Statistics, Optimization, Writing</p>"
        )
    return section(page, "schools") + "\n".join(out) + "\n"


@writes("html", "schools")
def comma_paragraphs(page: Page) -> str:
    out = [
        f"<div>{esc(s['institution'])}, {page.pick('USA', 'Germany', 'UK')}. {degree(page, s)}{', ' + dates if (dates := when(s, 'YYYY', '–')) else ''}.</div>"
        for s in page.gold["education"]
    ]
    return section(page, "schools") + "\n".join(out) + "\n"


@writes("html", "schools")
def school_boxes(page: Page) -> str:
    undated(page, "education")
    out = [
        f'<div class="column is-4"><div class="box"><figure class="image is-64x64"><img src="l.png"></figure><p class="title is-6">{degree(page, s)}</p><p class="subtitle is-7">{esc(s["institution"])}</p></div></div>'
        for s in page.gold["education"]
    ]
    return section(page, "schools") + '<div class="columns">' + "".join(out) + "</div>\n"
