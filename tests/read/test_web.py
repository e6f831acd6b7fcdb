"""Pages of the web: politeness, limits, redirects, and no way into private networks."""

from __future__ import annotations

import gzip

import pytest

from graph_builder.http.client import Limits, retry_after
from graph_builder.model import ReadError
from graph_builder.read.web.links import related_pages
from graph_builder.read.web.pages import WebReader, clean_address, source_of
from tests.web_server import Answer, site

QUICK = Limits(seconds=2.0, pause=0.0, bytes=50_000)


def reader(**settings: object) -> WebReader:
    return WebReader(private=True, limits=QUICK, sleep=lambda seconds: None, **settings)


@pytest.mark.parametrize(
    ("kind", "path", "suffix"),
    [
        ("text/html; charset=utf-8", "/", ".html"),
        ("application/pdf", "/download?id=7", ".pdf"),
        ("text/plain", "/cv.md", ".md"),
        ("text/plain", "/cv", ".txt"),
        ("application/octet-stream", "/cv.tex", ".tex"),
        ("text/html", "/cv.pdf", ".html"),
        ("text/x-tex", "/cv", ".tex"),
    ],
)
def test_the_format_is_what_the_server_says_and_else_the_name(kind: str, path: str, suffix: str) -> None:
    with site({path: Answer("hello", kind)}) as server:
        page = reader().fetch(server.url + path)
    assert (page.suffix, page.content) == (suffix, b"hello")


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (Answer("x", "image/png"), "of a kind that no reader knows"),
        (Answer("x", status=404), "is not there"),
        (Answer("x", status=410), "has been removed"),
        (Answer("x", status=403), "refused"),
        (Answer("x", status=503), "cannot be had now"),
        (Answer("x" * 60_000), "larger than 0.05 MB"),
        (Answer(gzip.compress(b"x" * 5_000_000), headers={"Content-Encoding": "gzip"}), "larger than 0.05 MB"),
        (Answer("x" * 40_000, drip=0.2), "within 2 s"),
        (Answer("x", headers={"Content-Length": "5000"}), "cannot be reached"),
    ],
    ids=["kind", "missing", "removed", "forbidden", "busy", "large", "bomb", "slow", "truncated"],
)
def test_what_is_no_page_says_why(answer: Answer, what: str) -> None:
    with site({"/a": answer}) as server, pytest.raises(ReadError, match=what) as error:
        reader().fetch(f"{server.url}/a")
    assert "; " in str(error.value), "no advice"


def test_a_busy_server_is_asked_again_when_it_says() -> None:
    waits: list[float] = []
    busy = Answer("later", status=429, headers={"Retry-After": "7"})
    with site({"/a": [busy, busy, Answer("here")]}) as server:
        page = WebReader(private=True, limits=QUICK, sleep=waits.append).fetch(f"{server.url}/a")
    assert page.content == b"here"
    assert waits == [7.0, 7.0]


def test_a_server_that_wants_us_to_wait_for_an_hour_is_not_waited_for() -> None:
    with site({"/a": Answer("later", status=503, headers={"Retry-After": "3600"})}) as server:
        with pytest.raises(ReadError, match="503"):
            reader().fetch(f"{server.url}/a")
        assert server.paths() == ["/a"]


def test_robots_txt_is_kept_to_and_asked_for_once() -> None:
    rules = "User-agent: *\nDisallow: /private\nUser-agent: graph-builder\nDisallow: /not-us\n"
    with site({"/robots.txt": Answer(rules, "text/plain"), "/a": Answer("a"), "/not-us": Answer("b")}) as server:
        web = reader()
        web.fetch(f"{server.url}/a")
        with pytest.raises(ReadError, match=r"robots\.txt"):
            web.fetch(f"{server.url}/not-us")
        assert [path for path, _ in server.asked] == ["/robots.txt", "/a"]


@pytest.mark.parametrize(("status", "may"), [(404, True), (403, True), (500, False)])
def test_without_robots_txt_all_may_be_read_unless_the_site_is_broken(status: int, may: bool) -> None:
    with site({"/robots.txt": Answer("", status=status), "/a": Answer("a")}) as server:
        if may:
            assert reader().fetch(f"{server.url}/a").content == b"a"
        else:
            with pytest.raises(ReadError, match=r"robots\.txt"):
                reader().fetch(f"{server.url}/a")


def test_requests_to_one_host_keep_their_distance() -> None:
    waits: list[float] = []
    rules = Answer("User-agent: *\nCrawl-delay: 5\n", "text/plain")
    with site({"/robots.txt": rules, "/a": Answer("a"), "/b": Answer("b")}) as server:
        web = WebReader(private=True, limits=Limits(seconds=2.0, pause=1.0), sleep=waits.append)
        web.fetch(f"{server.url}/a")
        web.fetch(f"{server.url}/b")
    assert [round(wait) for wait in waits] == [5, 5]


def test_redirects_are_followed_a_few_times() -> None:
    pages: dict[str, Answer | list[Answer]] = {
        "/a": Answer(status=302, headers={"Location": "/b"}),
        "/b": Answer("here"),
        "/round": Answer(status=301, headers={"Location": "/round"}),
        "/script": Answer(status=301, headers={"Location": "file:///etc/passwd"}),
    }
    with site(pages) as server:
        page = reader().fetch(f"{server.url}/a")
        assert (page.address, page.content) == (f"{server.url}/b", b"here")
        with pytest.raises(ReadError, match="leads from one address to the next"):
            reader().fetch(f"{server.url}/round")
        with pytest.raises(ReadError, match="no web address"):
            reader().fetch(f"{server.url}/script")


def test_a_page_that_has_not_changed_is_not_sent_again() -> None:
    with site({"/a": Answer("a", headers={"ETag": '"1"'})}) as server:
        first = reader().fetch(f"{server.url}/a")
        again = reader().fetch(f"{server.url}/a", first.etag, first.modified)
    assert (first.unchanged, again.unchanged, again.content) == (False, True, b"")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"])
def test_private_addresses_are_refused_before_anything_is_said(host: str) -> None:
    with site({"/a": Answer("secret")}) as server:
        port = server.url.rsplit(":", 1)[1]
        with pytest.raises(ReadError, match=r"private|cannot be reached"):
            WebReader(limits=QUICK).fetch(f"http://{host}:{port}/a")
        assert server.asked == []


@pytest.mark.parametrize(
    "address", ["ftp://example.org/", "https://", "http://[::1", "file:///x", "https://a:b@c.org/"]
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(ReadError, match="address"):
        clean_address(address)


@pytest.mark.parametrize(
    ("address", "suffix", "source"),
    [
        ("https://example.org", ".html", "example.org/index.html"),
        ("https://example.org/~ada", ".html", "example.org/~ada.html"),
        ("https://example.org/a/../../b/cv.PDF", ".pdf", "example.org/a/b/cv.PDF"),
        ("https://example.org/cv.php", ".html", "example.org/cv.php.html"),
        ("http://localhost:8000/x/", ".html", "localhost:8000/x/index.html"),
    ],
)
def test_a_page_has_a_source_id(address: str, suffix: str, source: str) -> None:
    assert source_of(address, suffix) == source


def test_pages_that_differ_in_their_query_are_two_sources() -> None:
    ids = {source_of(f"https://example.org/staff?id={n}", ".html") for n in range(20)}
    assert len(ids) == 20


def test_only_pages_of_the_same_person_are_related() -> None:
    html = """
    <nav><a href="index.html">Home</a><a href="publications.html">Publications</a><a href="#cv">CV</a></nav>
    <a href="/~bob/cv.pdf">CV</a> <a href="https://elsewhere.org/publications">Publications</a>
    <a href="files/Quill_cv.pdf">here</a> <a href="mailto:a@b">About</a> <a href="http://[bad">CV</a>
    <a href="p1.pdf">Publications of robots and research with a long title</a> <a href="sub/research/">work</a>
    <a href="publications.html#2020">Papers</a>"""
    assert related_pages(html.encode(), "https://example.org/~ada/index.html") == [
        "https://example.org/~ada/publications.html",
        "https://example.org/~ada/files/Quill_cv.pdf",
        "https://example.org/~ada/sub/research/",
    ]


@pytest.mark.parametrize("location", ["http://[::1", "//[x", "http://a:99999/", "gopher://x/", "http://u:p@x.org/"])
def test_a_redirect_to_what_is_no_address_says_so(location: str) -> None:
    moved = Answer(status=302, headers={"Location": location})
    with site({"/a": moved, "/robots.txt": Answer(status=404)}) as server, pytest.raises(ReadError, match="address"):
        reader().fetch(f"{server.url}/a")
    with site({"/a": Answer("a"), "/robots.txt": moved}) as server, pytest.raises(ReadError, match="address"):
        reader().fetch(f"{server.url}/a")


def test_a_robots_txt_that_breaks_its_parser_keeps_its_other_rules() -> None:
    broken = ["Crawl-delay: \u00b2", f"Crawl-delay: {'9' * 400}", f"Crawl-delay: {'9' * 5000}", "Disallow: //[x",
              "Request-rate: \u00b2/1", "\x00", "Allow: /%zz"]  # fmt: skip
    rules = Answer("\n".join(["User-agent: *", *broken, "Disallow: /b"]), "text/plain; charset=utf-8")
    with site({"/robots.txt": rules, "/a": Answer("a"), "/b": Answer("b")}) as server:
        assert reader().fetch(f"{server.url}/a").content == b"a"
        with pytest.raises(ReadError, match=r"robots\.txt"):
            reader().fetch(f"{server.url}/b")


def test_an_address_that_no_request_can_bear() -> None:
    with pytest.raises(ReadError, match="no web address"):
        clean_address("http://example.org/\ud800")


@pytest.mark.parametrize("date", ["Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "9" * 5000, "\u0663"])
def test_a_pause_that_is_no_date_is_none(date: str) -> None:
    assert isinstance(retry_after(date), float | None)
