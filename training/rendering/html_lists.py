# ruff: noqa: E501
"""HTML homepages: awards, service, topics and students."""

from __future__ import annotations

from collections import defaultdict

from rendering.html import LINK, ROLES, esc, section
from rendering.page import Gold, Page, joined, writes


def _each(page: Page, form: str, without: str = "") -> list[str]:
    """Return each award in a form with ``{name}`` and ``{year}``; *without* is for those of no year."""
    return [
        (form if a["year"] else without or form).format(name=esc(a["name"]), year=a["year"] or "")
        for a in page.gold["awards"]
    ]


@writes("html", "awards")
def award_items(page: Page) -> str:
    return (
        section(page, "awards")
        + "<ul>"
        + "".join(_each(page, "<li>{name}, {year}</li>", "<li>{name}</li>"))
        + "</ul>\n"
    )


@writes("html", "awards")
def award_rows(page: Page) -> str:
    rows = _each(page, "<tr><td>{year}</td><td>{name}</td></tr>")
    return section(page, "awards") + "<table>" + "".join(rows) + "</table>\n"


@writes("html", "awards")
def award_trophies(page: Page) -> str:
    items = _each(
        page,
        '<li><span class="fa-li"><i class="fas fa-trophy text-warning"></i></span>{name} <span class="year">({year})</span></li>',
        "<li>{name}</li>",
    )
    return section(page, "awards") + '<ul class="fa-ul mb-0">' + "".join(items) + "</ul>\n"


@writes("html", "awards")
def award_breaks(page: Page) -> str:
    return section(page, "awards") + "<p>" + "<br>\n".join(_each(page, "[{year}] {name}", "{name}")) + "</p>\n"


@writes("html", "awards")
def award_bold(page: Page) -> str:
    return (
        section(page, "awards") + "\n".join(_each(page, "<p><b>{name}</b>, {year}</p>", "<p><b>{name}</b></p>")) + "\n"
    )


@writes("html", "awards")
def award_cards(page: Page) -> str:
    cards = _each(
        page, '<div class="award-item"><div class="award-date">{year}</div><div class="award-title">{name}</div></div>'
    )
    return section(page, "awards") + '<div class="awards">' + "".join(cards) + "</div>\n"


@writes("html", "awards")
def award_defined(page: Page) -> str:
    return section(page, "awards") + "<dl>" + "".join(_each(page, "<dt>{year}</dt><dd>{name}</dd>")) + "</dl>\n"


@writes("html", "awards")
def award_years_front(page: Page) -> str:
    items = _each(page, "<li>{year}: <em>{name}</em></li>", "<li><em>{name}</em></li>")
    return section(page, "awards") + "<ul>" + "".join(items) + "</ul>\n"


def _service(page: Page) -> dict[tuple[str, str], list[str]]:
    """Return service by role and venue, with its years. What has no plain name for its role is not printed."""
    page.gold["service"] = [s for s in page.gold["service"] if s["role"] in ROLES and s["venue"]]
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for s in page.gold["service"]:
        found[s["role"], s["venue"]].append(s["year"] or "")
    # A venue of some years and once of none: what has no year is told by the others.
    for key, years in found.items():
        if "" in years and len(years) > 1:
            years[:] = sorted(filter(None, years))
            drop = [s for s in page.gold["service"] if (s["role"], s["venue"]) == key and not s["year"]]
            page.gold["service"] = [s for s in page.gold["service"] if not any(s is d for d in drop)]
    return found


def _years(years: list[str], form: str) -> str:
    return form.format(", ".join(sorted(years))) if any(years) else ""


@writes("html", "service")
def duty_items(page: Page) -> str:
    items = [f"<li>{ROLES[r]}, {esc(v)}{_years(y, ', {}')}</li>" for (r, v), y in _service(page).items()]
    return section(page, "service") + "<ul>" + "\n".join(items) + "</ul>\n"


def _by_role(page: Page) -> dict[str, list[tuple[str, list[str]]]]:
    roles: dict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    for (role, venue), years in _service(page).items():
        roles[role].append((venue, years))
    return roles


@writes("html", "service")
def bold_duties(page: Page) -> str:
    rows = [
        f"<p><b>{ROLES[r]}:</b> {', '.join(esc(v) + _years(y, ' ({})') for v, y in venues)}</p>"
        for r, venues in _by_role(page).items()
    ]
    return section(page, "service") + "\n".join(rows) + "\n"


@writes("html", "service")
def duty_headings(page: Page) -> str:
    rows = [
        f"<h4>{ROLES[r]}</h4><ul>{''.join(f'<li>{esc(v)}' + _years(y, ' {}') + '</li>' for v, y in venues)}</ul>"
        for r, venues in _by_role(page).items()
    ]
    return section(page, "service") + "\n".join(rows) + "\n"


@writes("html", "service")
def duty_rows(page: Page) -> str:
    rows = [
        f"<tr><td width=30% valign=top><b>{ROLES[r]}</b></td><td>{'<br>'.join(esc(v) + _years(y, ', {}') for v, y in venues)}</td></tr>"
        for r, venues in _by_role(page).items()
    ]
    return section(page, "service") + "<table>" + "\n".join(rows) + "</table>\n"


@writes("html", "service")
def duty_nested(page: Page) -> str:
    rows = [
        f"<li>{ROLES[r]}<ul>{''.join(f'<li><a href={LINK}>{esc(v)}</a>' + _years(y, ': {}') + '</li>' for v, y in venues)}</ul></li>"
        for r, venues in _by_role(page).items()
    ]
    return section(page, "service") + "<ul>" + "\n".join(rows) + "</ul>\n"


@writes("html", "service")
def duty_defined(page: Page) -> str:
    rows = [
        f"<dt>{ROLES[r]} for</dt><dd>{'; '.join(esc(v) + _years(y, ' {}') for v, y in venues)}</dd>"
        for r, venues in _by_role(page).items()
    ]
    return section(page, "service") + "<dl>" + "\n".join(rows) + "</dl>\n"


@writes("html", "service")
def duty_in_front(page: Page) -> str:
    rows = [
        f"<li><i>{ROLES[r]}</i> - {', '.join(esc(v) + _years(y, ' ({})') for v, y in venues)}.</li>"
        for r, venues in _by_role(page).items()
    ]
    return section(page, "service") + "<ul>" + "\n".join(rows) + "</ul>\n"


def _wordings(page: Page) -> list[str]:
    def first(topic: Gold | list[str]) -> str:
        return topic["names"][0] if isinstance(topic, dict) else topic[0]

    return [esc(first(t)) for t in page.gold["topics"]]


@writes("html", "topics")
def topic_items(page: Page) -> str:
    return section(page, "topics") + "<ul>" + "".join(f"<li>{t}</li>" for t in _wordings(page)) + "</ul>\n"


@writes("html", "topics")
def topic_hugo(page: Page) -> str:
    heading = section(page, "topics", "Interests")
    return heading + '<ul class="ul-interests mb-0">' + "".join(f"<li>{t}</li>\n" for t in _wordings(page)) + "</ul>\n"


@writes("html", "topics")
def topic_chips(page: Page) -> str:
    chips = "".join(f'<span class="badge badge-secondary">{t}</span> ' for t in _wordings(page))
    return section(page, "topics") + f'<div class="tags">{chips}</div>\n'


@writes("html", "topics")
def topic_line(page: Page) -> str:
    return section(page, "topics") + f"<p>{', '.join(_wordings(page))}</p>\n"


@writes("html", "topics")
def topic_sentence(page: Page) -> str:
    return section(page, "topics") + f"<p>My research interests include {joined(_wordings(page), ' and ')}.</p>\n"


@writes("html", "topics")
def topic_label(page: Page) -> str:
    return f"<p><strong>Research interests:</strong> {'; '.join(_wordings(page))}</p>\n"


@writes("html", "topics")
def topic_boxes(page: Page) -> str:
    boxes = "".join(
        f'<div class="col-md-4 service-item"><i class="fa fa-flask fa-2x"></i><h4>{t}</h4><p>We look for ways to do this well.</p></div>'
        for t in _wordings(page)
    )
    return section(page, "topics") + f'<div class="row">{boxes}</div>\n'


@writes("html", "topics")
def topic_breaks(page: Page) -> str:
    return section(page, "topics") + "<p>" + "<br>".join(f"&bull; {t}" for t in _wordings(page)) + "</p>\n"


def _people(page: Page) -> list[str]:
    return [esc(s["name"]) for s in page.gold["advisees"]]


@writes("html", "students")
def student_items(page: Page) -> str:
    items = [
        f"<li><a href='{LINK}'>{n}</a> ({page.pick('PhD', 'MSc', 'Ph.D.')}, {page.pick('2019-', '2021', '2018-2022')})</li>"
        for n in _people(page)
    ]
    return section(page, "students") + "<ul>" + "\n".join(items) + "</ul>\n"


@writes("html", "students")
def student_rows(page: Page) -> str:
    rows = [
        f"<tr><td>{n}</td><td>{page.pick('Ph.D.', 'M.S.')}</td><td>{page.pick('2020', '2022')}</td><td>now at a startup</td></tr>"
        for n in _people(page)
    ]
    return (
        section(page, "students")
        + f"<table><tr><th>Name</th><th>Degree</th><th>Year</th><th>Next</th></tr>{''.join(rows)}</table>\n"
    )


@writes("html", "students")
def student_cards(page: Page) -> str:
    cards = [
        f'<div class="col"><div class="card"><img src="p.jpg"><div class="card-body"><h5 class="card-title">{n}</h5><p class="card-text">PhD student</p></div></div></div>'
        for n in _people(page)
    ]
    return section(page, "students") + f'<div class="row">{"".join(cards)}</div>\n'


@writes("html", "students")
def student_groups(page: Page) -> str:
    people = _people(page)
    half = (len(people) + 1) // 2
    groups = (("PhD students", people[:half]), ("Alumni", people[half:]))
    text = "".join(
        f"<h3>{g}</h3><p>{'<br>'.join(n + page.pick('', ', since 2021', ' (co-advised)') for n in ns)}</p>"
        for g, ns in groups
        if ns
    )
    return section(page, "students") + text + "\n"


@writes("html", "students")
def student_line(page: Page) -> str:
    return section(page, "students") + f"<p><b>PhD students:</b> {', '.join(_people(page))}</p>\n"
