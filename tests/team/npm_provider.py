"""Runs npm's oidc-provider on the Node of `build/team`, and confirms codes there as a person in a browser does."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import httpx

from bookwheel.domain.team import IdentityConfig, SignInDescription
from tests import waiting
from tests.oidc_provider import AUDIENCE, CLIENT_ID, Key

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "build" / "team"
ROBOT_SECRET = "a-secret-of-the-tests-alone"


@dataclass(frozen=True)
class NpmProvider:
    """A provider that runs."""

    port: int
    audience: str

    @property
    def issuer(self) -> str:
        """Its name, which is its address."""
        return f"http://127.0.0.1:{self.port}"

    def config(self) -> IdentityConfig:
        """What a reader is told of it."""
        return IdentityConfig(self.issuer, self.audience, "groups", CLIENT_ID)

    def description(self) -> SignInDescription:
        """What a client is told of it."""
        return SignInDescription(self.issuer, CLIENT_ID, self.audience)

    def robot_token(self) -> str:
        """An access token by client credentials."""
        form = {"grant_type": "client_credentials"}
        if ":" in self.audience:
            form["resource"] = self.audience
        answer = httpx.post(f"{self.issuer}/token", data=form, auth=("robot", ROBOT_SECRET), trust_env=False)
        assert answer.status_code == 200, answer.text
        return answer.json()["access_token"]


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


@contextmanager
def running(keys: list[Key], folder: Path, port: int = 0, audience: str = AUDIENCE) -> Iterator[NpmProvider]:
    """Run a provider that signs by the first of the keys, and publishes all."""
    script = shutil.copy(Path(__file__).with_name("provider.mjs"), HOME / "provider.mjs")
    provider = NpmProvider(port or free_port(), audience)
    described = {
        "algorithm": keys[0].algorithm, "audience": audience, "keys": [key.secret for key in keys],
        "robotSecret": ROBOT_SECRET,
    }  # fmt: skip
    command = [str(_node()), str(script), str(provider.port), json.dumps(described)]
    log = folder / f"provider-{provider.port}.log"
    with log.open("ab") as output, subprocess.Popen(command, cwd=HOME, stdout=output, stderr=output) as process:
        try:
            waiting.until(
                lambda: process.poll() is not None or _listens(provider.port), tell=lambda: log.read_text("utf-8")
            )
            assert process.poll() is None, log.read_text("utf-8")
            yield provider
        finally:
            process.terminate()
            process.wait(60)


def confirm(address: str, person: str) -> str:
    """Open the address with the code, sign in as a person and agree to everything; the last page."""
    with _browser() as browser:
        page = browser.get(address)
        for _ in range(6):
            form = _form(page.text)
            if form is None:
                break
            action, fields = form
            fields |= {name: value for name, value in (("login", person), ("password", "any")) if name in fields}
            page = browser.post(urllib.parse.urljoin(str(page.url), action), data=fields)
        return page.text


def decline(address: str) -> None:
    """Open the address with the code and decline."""
    with _browser() as browser:
        page = browser.get(address)
        form = _form(page.text)
        assert form is not None
        browser.post(form[0], data={**form[1], "abort": "yes"})


def _browser() -> httpx.Client:
    return httpx.Client(follow_redirects=True, trust_env=False, timeout=60)


def _form(page: str) -> tuple[str, dict[str, str]] | None:
    """Where a page's form leads, and its fields."""
    found = re.search(r"<form\b[^>]*\baction=\"([^\"]+)\"[^>]*>(.*?)</form>", page, re.DOTALL)
    if found is None:
        return None
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input\b[^>]*>", found[2]):
        name, value = re.search(r'\bname="([^"]*)"', tag), re.search(r'\bvalue="([^"]*)"', tag)
        if name is not None:
            fields[name[1]] = unescape(value[1]) if value is not None else ""
    return unescape(found[1]), fields


def _listens(port: int) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) == 0


def _node() -> Path:
    folder = Path((HOME / "node").read_text("utf-8").strip())
    windows = folder / "node.exe"
    return windows if windows.is_file() else folder / "bin" / "node"
