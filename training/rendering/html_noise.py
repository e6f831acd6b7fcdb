# ruff: noqa: E501
"""HTML homepages: news that tell no new facts, and parts that are no facts of those asked for."""

from __future__ import annotations

from rendering.html import section
from rendering.page import Page, writes


@writes("html", "news")
def dated_items(page: Page) -> str:
    return section(page, "news") + (
        "<ul><li>[03/2024] I moved my website to a new server.</li><li>[11/2023] Our lab went hiking in the Alps.</li>"
        "<li>[01/2023] Happy new year! <img src='new.gif'></li></ul>\n"
    )


@writes("html", "news")
def al_folio_news(page: Page) -> str:
    return section(page, "news", "news") + (
        '<div class="news"><div class="table-responsive"><table class="table table-sm table-borderless"><tbody><tr><th scope="row">Nov 7, 2023</th><td>A long announcement is <a href="/n">here</a> ✨</td></tr>'
        '<tr><th scope="row">Oct 22, 2022</th><td>The slides of my talk are online.</td></tr></tbody></table></div></div>\n'
    )


@writes("html", "news")
def blog_posts(page: Page) -> str:
    return section(page, "news", "Latest posts") + (
        '<div class="post-list"><article><time>Mar 3, 2022</time><h3><a href="a">How I take notes</a></h3><p>Some thoughts on pens and paper. 4 min read</p></article>'
        '<article><time>Jan 9, 2021</time><h3><a href="b">Setting up a new laptop</a></h3><p>A checklist. 2 min read</p></article></div>\n'
    )


@writes("html", "noise")
def courses(page: Page) -> str:
    return section(page, "noise", "Teaching") + (
        "<ul><li>CS 101: Introduction to Programming (Fall 2019, Fall 2020)</li><li>MATH 240, Linear Algebra, Spring 2021</li></ul>\n"
    )


@writes("html", "noise")
def course_rows(page: Page) -> str:
    return section(page, "noise", "Courses") + (
        "<table><tr><th>Term</th><th>Course</th><th>Hours</th></tr><tr><td>WS 2019/20</td><td>Seminar: Reading Group</td><td>2</td></tr><tr><td>SS 2020</td><td>Lecture: Basics</td><td>4</td></tr></table>\n"
    )


@writes("html", "noise")
def contact(page: Page) -> str:
    return section(page, "noise", "Contact") + (
        "<address>Room 301, Main Building<br>12 College Road<br>Springfield, 01234</address><p>Phone: (555) 010-2345<br>Fax: (555) 010-2346</p>"
        "<form><label>Name</label><input><label>Message</label><textarea></textarea><button>Send</button></form>\n"
    )


@writes("html", "noise")
def software(page: Page) -> str:
    return section(page, "noise", "Software") + (
        "<ul><li><a href='s'>tidyplots</a>: makes plots tidy. <code>pip install tidyplots</code></li><li><a href='t'>fastgrep</a>: a search tool in Rust.</li></ul>\n"
    )


@writes("html", "noise")
def hobbies(page: Page) -> str:
    return section(page, "noise", "Miscellaneous") + (
        "<p>I play the cello, and I run. Here are some <a href=p>photos</a>. My favourite books: The Name of the Rose; Middlemarch.</p>"
        "<blockquote>The purpose of computing is insight, not numbers.</blockquote>\n"
    )


@writes("html", "noise")
def skills(page: Page) -> str:
    return section(page, "noise", "Skills") + (
        '<ul class="list-inline dev-icons"><li class="list-inline-item"><i class="fab fa-python"></i></li></ul><div class="progress"><div class="progress-bar">Python 90%</div></div><div class="progress"><div class="progress-bar">R 75%</div></div><p>Languages: English (fluent), German (B2)</p>\n'
    )


@writes("html", "noise")
def visitors(page: Page) -> str:
    return section(page, "noise", "Links") + (
        "<p><a href=a>ACM Digital Library</a> | <a href=b>DBLP</a> | <a href=c>Call for papers</a></p><p>Visitors since January 2005: 12,345</p><p>Best viewed with 1024x768. Last update: 2018-06-01.</p>\n"
    )
