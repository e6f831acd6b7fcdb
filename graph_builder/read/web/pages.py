"""Pages of the web that the user names: fetched politely, once, and asked again only whether they have changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import SplitResult, quote, urljoin, urlsplit, urlunsplit
from urllib.robotparser import RobotFileParser

from graph_builder.http.client import BUSY, MOVED, Answer, HttpClient, Limits
from graph_builder.model import ReadError, digest
from graph_builder.read.formats import FORMATS, format_of_name

AGENT = "graph-builder"
"""The name that robots.txt files know us by."""

_HEADERS = {
    "User-Agent": f"{AGENT}/0.1 (reads pages that its user names)",
    "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.9,*/*;q=0.5",
}
_MOVES = 5
_ROBOTS_BYTES = 500_000  # RFC 9309, 2.5: at least 500 kibibytes must be parsed

_SUFFIXES = {format_.media_type: format_.suffixes[0] for format_ in FORMATS} | {
    "application/xhtml+xml": ".html",
    "text/x-tex": ".tex",
    "text/x-latex": ".tex",
    "text/x-markdown": ".md",
    "text/yaml": ".yml",
    "application/x-yaml": ".yml",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a server sent it. *address* is where it was found after redirects, *suffix* that of its format.

    *unchanged* is true if the server says that it is what *etag* or *modified* of the request stood for; then there is
    no *content*.
    """

    address: str
    content: bytes = b""
    suffix: str = ""
    etag: str = ""
    modified: str = ""
    unchanged: bool = False


def is_address(text: str) -> bool:
    """Return whether what the user typed is a web address and not a path.

    >>> is_address("https://example.org/~ada"), is_address("cvs/ada.md")
    (True, False)
    """
    return text.lower().startswith(("http://", "https://"))


def source_of(address: str, suffix: str) -> str:
    """Return the id of a page as a source: its host and path, with the suffix of its format.

    >>> source_of("https://example.org/~ada/", ".html"), source_of("https://example.org/cv.pdf", ".pdf")
    ('example.org/~ada/index.html', 'example.org/cv.pdf')
    """
    parts = urlsplit(address)
    steps = [step for step in parts.path.split("/") if step not in ("", ".", "..")]
    if not steps or parts.path.endswith("/"):
        steps.append("index")
    name = steps[-1] + (f"-{digest(parts.query)[:8]}" if parts.query else "")
    found = format_of_name(name)
    wanted = format_of_name(f"x{suffix}")
    steps[-1] = name if found and found == wanted else name + suffix
    port = f":{parts.port}" if parts.port else ""
    return "/".join([f"{parts.hostname}{port}", *steps])


class WebReader:
    """Fetches pages: keeps to robots.txt, waits between requests to one host, follows redirects, bounds everything.

    Args:
        private: whether addresses in private networks and on this machine may be asked.
        limits: what one fetch may take.
        sleep: waits for some seconds; tests give their own.
    """

    def __init__(
        self, *, private: bool = False, limits: Limits | None = None, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._limits = limits or Limits(tries=3)
        self._client = HttpClient(self._limits, public_only=not private, retry_on=BUSY, sleep=sleep)
        self._robots: dict[str, RobotFileParser] = {}

    def fetch(self, address: str, etag: str = "", modified: str = "") -> Page:
        """Return the page at *address*; *etag* and *modified* are those of the version that the caller has.

        Raises:
            ReadError: the address is none or private, robots.txt forbids it, or the server gives no page in time.
        """
        url = clean_address(address)
        validators = {"If-None-Match": etag, "If-Modified-Since": modified}
        conditions = {name: value for name, value in validators.items() if value}
        for _ in range(_MOVES + 1):
            self._check_robots(url)
            answer = self._ask(url, conditions)
            if answer.status == 304 and conditions:
                return Page(url, etag=etag, modified=modified, unchanged=True)
            if answer.status not in MOVED:
                return _page(url, answer)
            url = _redirect_target(url, answer)
        raise ReadError(f"{address}: leads from one address to the next; give the last one")

    def _check_robots(self, url: str) -> None:
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._robots:
            self._robots[site] = self._rules(site)
        if not self._robots[site].can_fetch(AGENT, url):
            raise ReadError(f"{url}: the site's robots.txt asks programs not to read it; save the page as a file")

    def _rules(self, site: str) -> RobotFileParser:
        """Return a site's robots.txt: without one all may be read, where it cannot be had nothing (RFC 9309, 2.3.1)."""
        rules, url = RobotFileParser(), f"{site}/robots.txt"
        for _ in range(_MOVES + 1):
            answer = self._ask(url, {}, _ROBOTS_BYTES)
            if answer.status not in MOVED:
                break
            url = _redirect_target(url, answer)
        lines = answer.content.decode("utf-8", "replace").splitlines() if answer.status == 200 else []
        rules.parse(list(_parsable(lines)) if answer.status < 500 else ["User-agent: *", "Disallow: /"])
        return rules

    def _ask(self, url: str, conditions: Mapping[str, str], cut: int = 0) -> Answer:
        """Return the answer to a request, sent when its host has had its pause: ours, or a longer one that it wants."""
        parts = urlsplit(url)
        rules = self._robots.get(f"{parts.scheme}://{parts.netloc}")
        wanted = float(rules.crawl_delay(AGENT) or 0) if rules else 0.0
        interval = min(max(self._limits.pause, wanted), self._limits.longest_pause)
        return self._client.send("GET", url, headers={**_HEADERS, **conditions}, cut=cut, interval=interval)


def _parsable(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a robots.txt but those for which the standard library's parser breaks off."""
    for line in lines:
        try:
            probe = RobotFileParser()
            probe.parse(["User-agent: *", line])
            float(probe.crawl_delay(AGENT) or 0)
        except (ValueError, OverflowError):
            continue
        yield line


def _redirect_target(url: str, answer: Answer) -> str:
    location = answer.headers.get("Location", "")
    try:
        return clean_address(urljoin(url, location))
    except ValueError as error:
        raise ReadError(f"{url}: sends to {location[:200]!r}, which is no address; give another address") from error


def _page(url: str, answer: Answer) -> Page:
    if answer.status != 200:
        hint = {401: "needs a password", 403: "is refused", 404: "is not there", 410: "has been removed"}
        problem = hint.get(answer.status, "cannot be had now" if answer.status in BUSY else "cannot be had")
        advice = "try again later" if answer.status in BUSY else "check the address"
        raise ReadError(f"{url}: {problem} (status {answer.status}); {advice}")
    kind = answer.headers.get("Content-Type", "").split(";")[0].strip().lower()
    suffix = _suffix(url, kind)
    if not suffix:
        raise ReadError(f"{url}: is of a kind that no reader knows ({kind or 'unnamed'}); give a page or a document")
    etag, modified = answer.headers.get("ETag", ""), answer.headers.get("Last-Modified", "")
    return Page(url, answer.content, suffix, etag, modified)


def _suffix(url: str, kind: str) -> str:
    """Return the suffix of a page's format: by its media type, unless that says no more than text or bytes."""
    named = PurePosixPath(urlsplit(url).path).suffix.lower()
    by_name = named if format_of_name(f"x{named}") else ""
    if kind in ("", "text/plain", "application/octet-stream", "binary/octet-stream"):
        return by_name or (".txt" if kind == "text/plain" else "")
    return _SUFFIXES.get(kind, "")


def clean_address(address: str) -> str:
    """Return a web address without fragment, in the form that is sent.

    >>> clean_address("HTTPS://Example.org/~ada/my cv.html#jobs")
    'https://example.org/~ada/my%20cv.html'

    Raises:
        ReadError: it is none, or holds a password.
    """
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname, parts.port
        address.encode()
    except ValueError as error:
        raise ReadError(f"{address[:200]!r} is no web address; give one such as https://example.org/~ada") from error
    if parts.scheme not in ("http", "https") or not host:
        raise ReadError(f"{address[:200]!r} is no web address; give one such as https://example.org/~ada")
    if parts.username or parts.password:
        raise ReadError(f"the address at {host} holds a password; save the page as a file instead")
    return urlunsplit(_sent(parts, host, port))


def _sent(parts: SplitResult, host: str, port: int | None) -> SplitResult:
    name = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    netloc = name if port in (None, usual) else f"{name}:{port}"
    path = quote(parts.path or "/", safe="/:;@!$&'()*+,=~%-._")
    query = quote(parts.query, safe="/?:;@!$&'()*+,=~%-._[]")
    return SplitResult(parts.scheme, netloc, path, query, "")
