"""The transport of httpx over guarded connections, and what its failures are to a person."""

from __future__ import annotations

import ssl
from collections.abc import Generator
from contextlib import contextmanager

import httpcore
import httpx

from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.fetching import proxies
from bookwheel.fetching.connections import GuardedNetwork

KEPT_S = 20.0
"""Seconds for which a connection that nothing uses is kept open."""


class GuardedTransport(httpx.HTTPTransport):
    """Connects through a guarded network, or through a proxy; with `connections` it keeps so many, by HTTP/2 too."""

    def __init__(
        self, context: ssl.SSLContext, network: httpcore.NetworkBackend, proxy: str, connections: int = 0
    ) -> None:
        super().__init__(verify=context, trust_env=False)
        self._pool.close()
        most = connections or 1
        if not proxy:
            self._pool = httpcore.ConnectionPool(
                ssl_context=context,
                network_backend=network,
                max_connections=most,
                max_keepalive_connections=connections,
                keepalive_expiry=KEPT_S,
                http2=connections > 0,
            )
            return
        named = httpx.Proxy(proxy)
        self._pool = httpcore.HTTPProxy(
            proxy_url=httpcore.URL(
                scheme=named.url.raw_scheme, host=named.url.raw_host, port=named.url.port, target=b"/"
            ),
            proxy_auth=named.raw_auth,
            ssl_context=context,
            network_backend=network,
            max_connections=most,
            max_keepalive_connections=connections,
            keepalive_expiry=KEPT_S,
        )


def system_proxy(network: GuardedNetwork, address: httpx.URL) -> str:
    """The proxy for an address, once what this computer knows of its host was checked as well; empty for none.

    Raises:
        FetchRefused: where the host is not public.
        FetchFailed: for a proxy of another kind.
    """
    proxy = proxies.proxy_for(address.scheme, address.host)
    if not proxy:
        return ""
    if not proxy.startswith(("http://", "https://")):
        raise FetchFailed("The system's proxy is not an HTTP proxy.")
    try:
        network.check(address.host, port_of(address))
    except FetchRefused:
        raise
    except FetchFailed:
        pass  # a name that the proxy alone knows
    return proxy


@contextmanager
def plain_failures(host: str) -> Generator[None]:
    """Turn what libraries raise into failures that a person reads.

    Raises:
        FetchFailed: for time-outs, certificates and connections that fail.
    """
    try:
        yield
    except (httpx.TimeoutException, httpcore.TimeoutException):
        raise FetchFailed("The server took too long to answer.") from None
    except ssl.SSLError:
        raise FetchFailed("The certificate of {host} is not valid.", host=host) from None
    except (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError, httpcore.RemoteProtocolError):
        raise FetchFailed("The connection broke off.") from None
    except (httpx.HTTPError, httpx.InvalidURL, httpcore.ConnectionNotAvailable, OSError) as error:
        if "CERTIFICATE_VERIFY_FAILED" in str(error):
            raise FetchFailed("The certificate of {host} is not valid.", host=host) from None
        raise FetchFailed("{host} could not be reached.", host=host) from None


def port_of(address: httpx.URL) -> int:
    """The port of an address, also where it is not written."""
    return address.port or (443 if address.scheme == "https" else 80)
