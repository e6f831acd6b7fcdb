# ruff: noqa: E501
"""HTML homepages: the frames, with the menus, banners and feet of real sites around the parts."""

from __future__ import annotations

import re

from rendering.html import LINK, esc
from rendering.page import PARTS, Page, frames

_HEADING = re.compile(r"<h2>([^<\n]{0,200})</h2>\n")
_SIDE = ("head", "topics", "noise")


def _headed(text: str, form: str) -> str:
    """Set the headings of the sections in a form with ``{}`` for the words and ``{id}`` for an anchor."""
    return _HEADING.sub(
        lambda m: form.replace("{id}", re.sub(r"\W+", "-", m[1]).lower()).replace("{}", m[1]) + "\n", text
    )


def _all(texts: dict[str, str], form: str = "<h2>{}</h2>", but: tuple[str, ...] = ()) -> str:
    return _headed("\n".join(texts[part] for part in PARTS if part in texts and part not in but), form)


def _html(page: Page, body: str, head: str = "", attributes: str = "") -> str:
    return (
        f"<!DOCTYPE html>\n<html lang=en>\n<head><meta charset=utf-8><title>{esc(page.name)}</title>{head}</head>\n"
        f"<body{attributes}>\n{body}\n</body>\n</html>\n"
    )


def _nav(*entries: str) -> str:
    return "<ul class='nav'>" + "".join(f"<li><a href='#{e.lower()}'>{e}</a></li>" for e in entries) + "</ul>"


@frames("html", ".html")
def bare(page: Page, texts: dict[str, str]) -> str:
    return _html(page, _all(texts))


@frames("html", ".html")
def nineties(page: Page, texts: dict[str, str]) -> str:
    body = _all(texts, '<p><hr><a name="{id}"></a><font size="+1" color="#800000"><b>{}</b></font><p>')
    foot = '<hr><address>Last modified: Tue Mar  4 11:20:05 MET 2014</address>\n<img src="counter.gif"> visitors'
    return f"<HTML><HEAD><TITLE>Homepage of {esc(page.name)}</TITLE></HEAD>\n<BODY BGCOLOR=white>{body}{foot}</BODY></HTML>"


@frames("html", ".html")
def barron(page: Page, texts: dict[str, str]) -> str:
    rows = []
    for part in PARTS:
        if part in texts:
            text = _headed(texts[part], "<heading>{}</heading>" if page.rng.random() < 0.3 else "<h2>{}</h2>")
            if text.startswith("<h"):
                heading, _, rest = text.partition("\n")
                rows.append(
                    f'<tr><td style="padding:20px;width:100%;vertical-align:middle">{heading}</td></tr></tbody></table>'
                )
                rows.append('<table style="width:100%;border:0px"><tbody><tr><td style="padding:0px">')
                rows.append(f"{rest}</td></tr></tbody></table><table style='width:100%'><tbody>")
            else:
                rows.append(
                    f"<tr><td style='width:63%'>{text}</td><td><img src='me.jpg' class='hoverZoomLink'></td></tr>"
                )
    body = (
        '<table style="width:100%;max-width:800px;margin:auto"><tbody><tr style="padding:0px"><td style="padding:0px">'
        f"<table><tbody>{''.join(rows)}</tbody></table>"
        '<p style="text-align:right;font-size:small"><a href="https://jonbarron.info">Template stolen from here</a></p>'
        "</td></tr></tbody></table>"
    )
    return _html(page, body)


@frames("html", ".html")
def sidebar(page: Page, texts: dict[str, str]) -> str:
    side = _all({p: t for p, t in texts.items() if p in _SIDE}, "<h3 class='widget-title'>{}</h3>")
    main = _all(texts, "<h2 class='section'>{}</h2>", _SIDE)
    nav = _nav("Home", "Research", "Publications", "Teaching", "Contact")
    return _html(
        page,
        f"<div id=wrapper><aside class='sidebar'>{side}{nav}</aside>\n<main><div class=content>{main}</div></main></div>"
        "<footer><p>&copy; 2024 · Powered by <a href='https://jekyllrb.com'>Jekyll</a></p></footer>",
    )


@frames("html", ".html")
def al_folio(page: Page, texts: dict[str, str]) -> str:
    nav = "".join(
        f'<li class="nav-item"><a class="nav-link" href="/{e}/">{e}</a></li>'
        for e in ("about", "blog", "publications", "projects", "repositories", "cv", "teaching")
    )
    main = _all(texts, '<h2 class="post-title"><a href="/{id}" style="color: inherit">{}</a></h2>')
    return _html(
        page,
        f'<header><nav id="navbar" class="navbar navbar-light navbar-expand-sm fixed-top"><div class="container"><a class="navbar-brand title" href="/">{esc(page.name)}</a>'
        f'<button class="navbar-toggler"><span class="sr-only">Toggle navigation</span></button><div class="collapse navbar-collapse"><ul class="navbar-nav ml-auto">{nav}</ul></div></div></nav></header>'
        f'<div class="container mt-5"><div class="post"><article><div class="clearfix">{main}</div></article></div></div>'
        f'<footer class="fixed-bottom"><div class="container mt-0">&copy; Copyright 2024 {esc(page.name)}. Powered by <a href="https://jekyllrb.com/">Jekyll</a> with <a href="https://github.com/alshedivat/al-folio">al-folio</a> theme. Hosted by <a href="https://pages.github.com/">GitHub Pages</a>.</div></footer>',
    )


@frames("html", ".html")
def academicpages(page: Page, texts: dict[str, str]) -> str:
    author = (
        f'<div class="sidebar sticky"><div itemscope itemtype="http://schema.org/Person"><div class="author__avatar"><img src="me.png" class="author__avatar" alt="{esc(page.name)}"></div>'
        f'<div class="author__content"><h3 class="author__name">{esc(page.name)}</h3><p class="author__bio">Loves data</p></div><div class="author__urls-wrapper"><button class="btn btn--inverse">Follow</button>'
        '<ul class="author__urls social-icons"><li><div class="author__desktop"><i class="fas fa-location-dot icon-pad-right"></i>Earth</div></li><li><a href="mailto:x">Email</a></li><li><a href="y">Google Scholar</a></li><li><a href="z">Github</a></li></ul></div></div></div>'
    )
    return _html(
        page,
        f'<div class="masthead"><nav class="greedy-nav"><ul class="visible-links"><li class="masthead__menu-item masthead__menu-item--lg"><a href="/">{esc(page.name)}</a></li><li class="masthead__menu-item"><a href="/publications/">Publications</a></li><li><a href="/talks/">Talks</a></li></ul></nav></div>'
        f'<div id="main" role="main">{author}<article class="page"><div class="page__inner-wrap"><header><h1 class="page__title">About me</h1></header><section class="page__content">{_all(texts)}</section>'
        '<footer class="page__meta"></footer></div></article></div><div class="page__footer"><footer><div class="page__footer-follow"><ul class="social-icons"><li><strong>Follow:</strong></li><li><a href="g">GitHub</a></li><li><a>Feed</a></li></ul></div>'
        '<div class="page__footer-copyright">&copy; 2024 Powered by Jekyll &amp; AcademicPages, a fork of Minimal Mistakes. Site last updated 2024-05-01.</div></footer></div>',
    )


@frames("html", ".html")
def hugo_widgets(page: Page, texts: dict[str, str]) -> str:
    parts = []
    for part in PARTS:
        if part in texts:
            heading, _, rest = texts[part].partition("\n")
            if heading.startswith("<h2>"):
                words = heading[4:-5]
                parts.append(
                    f'<section id="section-{part}" class="home-section wg-blank"><div class="container"><div class="row"><div class="col-12 col-lg-4 section-heading"><h1 class="mb-0">{words}</h1></div>'
                    f'<div class="col-12 col-lg-8">{rest}</div></div></div></section>'
                )
            else:
                parts.append(
                    f'<section id="about" class="home-section wg-about"><div class="container">{texts[part]}</div></section>'
                )
    return _html(
        page,
        '<aside class="search-results" id="search"><div class="container"><section class="search-header"><h1>Search</h1><input type="search" placeholder="Search..."></section></div></aside>'
        f'<nav class="navbar"><a class="navbar-brand" href="/">{esc(page.name)}</a>{_nav("Home", "Posts", "Projects", "Publications", "Contact")}</nav>'
        f'<div class="page-body">{"".join(parts)}</div><footer class="site-footer"><p class="powered-by">Published with <a href="https://wowchemy.com">Wowchemy</a> — the free, open source website builder.</p></footer>'
        '<div id="modal" class="modal fade" role="dialog"><div class="modal-header"><h5 class="modal-title">Cite</h5><button>×</button></div></div>',
    )


@frames("html", ".html")
def google_sites(page: Page, texts: dict[str, str]) -> str:
    form = '<div class="oKdM2c"><div class="tyJCtd mGzaTb"><h2 class="zfr3Q JYVBee" dir="ltr"><span class="CDt4Ke">{}</span></h2></div></div>'
    blocks = "".join(
        f'<section class="yaqOZd LB7kq cJgDec"><div class="Nu95r"></div><div class="mYVXT"><div class="LS81yb VICjCf"><div class="hJDwNd-AhqUyc-uQSCkd"><div class="jXK9ad D2fZ2"><div class="oKdM2c"><div class="tyJCtd">{_headed(texts[p], form)}</div></div></div></div></div></div></section>'
        for p in PARTS
        if p in texts
    )
    return _html(
        page,
        f'<div class="fktJzd"><div>Search this site</div><div>Embedded Files</div><a href="#h">Skip to main content</a><a>Skip to navigation</a><header><a class="GAuSPc"><span>{esc(page.name)}</span></a>'
        f'<nav>{_nav("Home", "Research", "CV")}</nav></header><div role="main" class="UtePc">{blocks}</div><footer><div>Report abuse</div><div>Page details</div><div>Page updated</div></footer></div>',
    )


@frames("html", ".html")
def wordpress(page: Page, texts: dict[str, str]) -> str:
    main = _all(texts, '<h2 class="wp-block-heading" id="{id}">{}</h2>')
    return _html(
        page,
        f'<a class="skip-link screen-reader-text" href="#content">Skip to content</a><header class="site-header"><p class="site-title"><a href="/">{esc(page.name)}</a></p><p class="site-description">Just another weblog</p>'
        f'<nav class="main-navigation"><button>Menu</button>{_nav("Home", "Publications", "Blog")}</nav></header><div id="content"><article class="page hentry"><div class="entry-content">{main}</div></article></div>'
        '<aside class="widget-area"><section class="widget"><h2 class="widget-title">Recent Posts</h2><ul><li><a href="p1">Hello world!</a></li><li><a href="p2">Notes from a trip</a></li></ul></section><section class="widget"><h2 class="widget-title">Archives</h2><ul><li><a>March 2021</a></li><li><a>May 2020</a></li></ul></section></aside>'
        '<footer class="site-footer">Proudly powered by <a href="https://wordpress.org">WordPress</a> | Theme: Twenty Sixteen.</footer>'
        '<div id="cookie-law-info-bar"><span>This website uses cookies to improve your experience. <a>Read more</a> <a class="btn">Accept</a></span></div>',
    )


@frames("html", ".html")
def one_page_bootstrap(page: Page, texts: dict[str, str]) -> str:
    sections = "".join(
        f'<section class="resume-section" id="{p}"><div class="resume-section-content">{_headed(texts[p], "<h2 class=mb-5>{}</h2>")}</div></section><hr class="m-0">'
        for p in PARTS
        if p in texts
    )
    return _html(
        page,
        f'<nav class="navbar navbar-expand-lg navbar-dark bg-primary fixed-top" id="sideNav"><a class="navbar-brand" href="#page-top"><span class="d-block d-lg-none">{esc(page.name)}</span></a>{_nav("About", "Experience", "Education", "Skills", "Awards")}</nav>'
        f'<div class="container-fluid p-0">{sections}</div><script src="js/scripts.js"></script>',
    )


@frames("html", ".html")
def university_tabs(page: Page, texts: dict[str, str]) -> str:
    first = [p for p in PARTS if p in texts]
    tabs = "".join(f'<li role="presentation"><a href="#tab-{p}" role="tab">{p.title()}</a></li>' for p in first[1:])
    panes = "".join(
        f'<div role="tabpanel" class="tab-pane" id="tab-{p}">{_headed(texts[p], "<h3>{}</h3>")}</div>'
        for p in first[1:]
    )
    return _html(
        page,
        '<div class="cookie-banner" role="dialog"><p>We use cookies on this website. By continuing you agree.</p><button>Accept all</button><button>Settings</button></div>'
        '<div id="top"><a href="#main">Skip to main content</a><form role="search"><input placeholder="Search"><button>Search</button></form><ul class="menu"><li><a>Study</a></li><li><a>Research</a></li><li><a>Departments</a></li><li><a>News and events</a></li></ul></div>'
        f'<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a>People</a></li><li>{esc(page.name)}</li></ol><main id="main"><div class="profile">{texts.get("head", "")}</div><ul class="nav nav-tabs" role="tablist">{tabs}</ul><div class="tab-content">{panes}</div></main>'
        '<footer class="global-footer"><ul><li><a>Contact us</a></li><li><a>Privacy</a></li><li><a>Accessibility statement</a></li></ul><p>Switchboard: +44 555 010 000</p></footer>',
    )


@frames("html", ".html")
def bold_headings(page: Page, texts: dict[str, str]) -> str:
    text = _all(texts, "<br><b><u>{}</u></b><br>")
    return _html(page, f'<div style="font-family:Times">{text}</div>', attributes=' bgcolor="#ffffff" text="#000000"')


@frames("html", ".html")
def react_saved(page: Page, texts: dict[str, str]) -> str:
    blocks = "".join(
        f'<div class="MuiContainer-root css-1qsxih2"><div class="MuiBox-root css-0">{_headed(texts[p], "<div class=css-9l3uo3><span class=MuiTypography-h4>{}</span></div>") if page.rng.random() < 0 else _headed(texts[p], "<h2 class=MuiTypography-root>{}</h2>")}</div></div>'
        for p in PARTS
        if p in texts
    )
    return _html(
        page,
        f'<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"><div class="App"><header class="MuiAppBar-root"><div class="MuiToolbar-root"><button class="MuiButton">Home</button><button>Publications</button><button>🌙</button></div></header>{blocks}</div></div>',
    )


@frames("html", ".html")
def jemdoc(page: Page, texts: dict[str, str]) -> str:
    return _html(
        page,
        '<table summary="Table for page layout." id="tlayout"><tr valign="top"><td id="layout-menu"><div class="menu-category">Menu</div><div class="menu-item"><a href="index.html" class="current">Home</a></div><div class="menu-item"><a href="pub.html">Publications</a></div></td>'
        f'<td id="layout-content">{_all(texts)}<div id="footer"><div id="footer-text">Page generated 2023-02-08 20:31:12 EST, by <a href="http://jemdoc.jaboc.net/">jemdoc</a>.</div></div></td></tr></table>',
    )


@frames("html", ".html")
def left_headings(page: Page, texts: dict[str, str]) -> str:
    rows = []
    for part in PARTS:
        if part in texts:
            heading, _, rest = texts[part].partition("\n")
            if heading.startswith("<h2>"):
                rows.append(f'<tr valign="top"><td width="20%"><b>{heading[4:-5]}</b></td><td>{rest}</td></tr>')
            else:
                rows.append(f'<tr><td colspan="2">{texts[part]}</td></tr>')
    return _html(page, f'<table cellpadding="8">{"".join(rows)}</table>')


@frames("html", ".html")
def word_export(page: Page, texts: dict[str, str]) -> str:
    text = _all(texts, "<p class=MsoNormal><b><span style='font-size:14.0pt'>{}<o:p></o:p></span></b></p>")
    text = text.replace("<p>", "<p class=MsoNormal>").replace("<li>", "<li class=MsoNormal>")
    return (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 11">'
        f"<title>{esc(page.name)}</title></head><body lang=EN-US><div class=Section1>{text}</div></body></html>"
    )


@frames("html", ".html")
def quarto(page: Page, texts: dict[str, str]) -> str:
    parts = "".join(
        f'<section id="{p}" class="level2">{_headed(texts[p], "<h2 class=anchored data-anchor-id={id}>{}<a class=anchorjs-link href=#{id}></a></h2>")}</section>'
        for p in PARTS
        if p in texts
    )
    toc = "".join(f'<li><a href="#{p}" class="nav-link">{p.title()}</a></li>' for p in PARTS if p in texts)
    return _html(
        page,
        f'<div id="quarto-search-results"></div><header id="quarto-header"><nav class="navbar"><a href="{LINK}"><span class="navbar-title">{esc(page.name)}</span></a></nav></header><div id="quarto-content" class="page-columns"><div id="quarto-margin-sidebar"><nav id="TOC" role="doc-toc"><h2 id="toc-title">On this page</h2><ul>{toc}</ul></nav></div><main class="content" id="quarto-document-content">{parts}</main></div>',
    )
