"""Connections that look at whom they reached before they say anything: no page can lead into a private network."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError


class PrivateAddressError(HTTPError):
    """The host of an address lies in a private network, on this machine, or nowhere in the public net."""


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the public net.

    >>> [is_public(a) for a in ("8.8.8.8", "127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1")]
    [True, False, False, False, False, False]
    """
    try:
        ip = ipaddress.ip_address(address.split("%", 1)[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    return (mapped or ip).is_global and not ip.is_multicast


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
