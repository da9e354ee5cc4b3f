"""The proxies and certificate authorities of the system."""

from __future__ import annotations

import ssl
from pathlib import Path
from urllib.request import getproxies, proxy_bypass

import certifi


def proxy_for(scheme: str, host: str) -> str:
    """The address of the HTTP proxy that the system names for a host, empty where it is asked directly."""
    proxies = getproxies()
    proxy = proxies.get(scheme) or proxies.get("all") or ""
    if not proxy or proxy_bypass(host):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def trusted_authorities() -> ssl.SSLContext:
    """Certificates are checked against the system's authorities, or where it has none, against Mozilla's."""
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    has_files = any(path and Path(path).exists() for path in (paths.cafile, paths.capath))
    if not has_files and not context.cert_store_stats()["x509_ca"]:
        context.load_verify_locations(certifi.where())
    return context
