"""Connections that look at whom they reached before they say anything: no page can lead into a private network."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError

_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")


class PrivateAddressError(HTTPError):
    """The host of an address lies in a private network, on this machine, or nowhere in the public net."""


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the public net.

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


def _checked(connection: socket.socket) -> socket.socket:
    # The name is looked up once, by the connection itself: a check of an earlier look-up could be told another address.
    peer = str(connection.getpeername()[0])
    if not is_public(peer):
        connection.close()
        raise PrivateAddressError(f"{peer} is a private address")
    return connection


class _Connection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _checked(super()._new_conn())


class _SecureConnection(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _checked(super()._new_conn())


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


class PublicOnly(HTTPAdapter):
    """An adapter for ``requests`` whose connections reach public addresses alone."""

    def init_poolmanager(self, *args: Any, **settings: Any) -> None:
        """Make the pools of connections, of the checking kinds."""
        super().init_poolmanager(*args, **settings)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
