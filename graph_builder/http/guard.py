"""Connections to public addresses alone: no page can lead into a private network."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter

_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")


class PrivateAddressError(OSError):
    """The host of an address lies in a private network, on this machine, or nowhere in the public net."""


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public net.

    An IPv6 address that stands for one of IPv4 (RFC 4291, 2.5.5; RFC 6052, for translators) is judged as that.

    >>> [is_public(a) for a in ("8.8.8.8", "127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1")]
    [True, False, False, False, False, False]
    >>> [is_public(a) for a in ("2606:4700::1", "64:ff9b::808:808", "64:ff9b::a00:1", "::7f00:1", "fec0::1")]
    [True, True, False, False, False]
    """
    try:
        ip = ipaddress.ip_address(address.split("%", 1)[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        translated = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _TRANSLATED else None
        inner = ip.ipv4_mapped or ip.sixtofour or translated
        if inner is None:
            return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_site_local)
        return inner.is_global
    return ip.is_global and not ip.is_multicast


class PinnedAdapter(HTTPAdapter):
    """An adapter for ``requests`` that looks a host up once, and connects to the public address that it found.

    A check followed by another look-up could find another address.
    """

    def build_connection_pool_key_attributes(
        self, request: requests.PreparedRequest, verify: Any, cert: Any = None
    ) -> Any:
        """Return where to connect to: the address for the host, which the certificate has to name."""
        host, pool = super().build_connection_pool_key_attributes(request, verify, cert)
        pinned = {**host, "host": _public_address(host["host"], host["port"] or 0)}
        tls = {"server_hostname": host["host"], "assert_hostname": host["host"]} if host["scheme"] == "https" else {}
        return pinned, {**pool, **tls}

    def add_headers(self, request: requests.PreparedRequest, **settings: Any) -> None:
        """Name the host, which the connection does not know."""
        request.headers["Host"] = urlsplit(request.url or "").netloc


def _public_address(host: str, port: int) -> str:
    found = [str(at[4][0]) for at in socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)]
    public = sorted(filter(is_public, found), key=lambda address: ":" in address)
    if not public:
        raise PrivateAddressError(f"{', '.join(dict.fromkeys(found))} is a private address")
    return public[0]
