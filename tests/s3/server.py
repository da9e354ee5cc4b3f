"""A real store of objects on loopback: SeaweedFS, with its files in a folder, which may be killed and started again."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import obstore
from obstore import store

from tests import waiting
from tests.project.manual import ROOT

PROGRAM = ROOT / "build" / "s3" / ("Scripts/weed.exe" if sys.platform == "win32" else "bin/weed")
WRITER = ("writer-of-tests", "secret-of-the-writer")
READER = ("reader-of-tests", "secret-of-the-reader")
BUCKET = "books"
PUBLIC = "public"
"""A bucket that everyone may read."""

_PORTS = ("master", "volume", "filer", "s3")


class S3Server:
    """A store with two buckets, and keys that may write and keys that may only read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "log"
        ports = _free_ports(2 * len(_PORTS))
        self._ports = dict(zip(_PORTS, ports[::2], strict=True))
        self._inner = dict(zip(_PORTS, ports[1::2], strict=True))
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "disk").mkdir(parents=True)
        (folder / "keys.json").write_text(json.dumps({"identities": _identities()}), "utf-8")

    @property
    def port(self) -> int:
        return self._ports["s3"]

    @property
    def filer_port(self) -> int:
        """The port of a web server that is no store of objects."""
        return self._ports["filer"]

    @property
    def place(self) -> str:
        """Its host and port."""
        return f"127.0.0.1:{self.port}"

    @property
    def endpoint(self) -> str:
        return f"http://{self.place}"

    def start(self) -> None:
        """Start it and wait until it answers with its disk behind it."""
        command = [
            str(PROGRAM),
            "server",
            f"-dir={self._folder / 'disk'}",
            "-ip=127.0.0.1",
            "-ip.bind=127.0.0.1",
            "-filer",
            "-s3",
        ]
        command += [f"-{name}.port={port}" for name, port in self._ports.items()]
        command += [f"-{name}.port.grpc={port}" for name, port in self._inner.items()]
        command += ["-master.electionTimeout=500ms", "-master.heartbeatInterval=100ms"]
        command += ["-master.telemetry=false", "-master.volumeSizeLimitMB=64", "-volume.max=20"]
        command += ["-s3.config=keys.json", "-s3.iam=false", "-s3.port.iceberg=0", "-s3.port.lance=0"]
        command += ["-filer.localSocket=filer.sock", "-s3.localSocket=s3.sock"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "WEED_"))}
        environment["HOME"] = str(self._folder)
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self._folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        waiting.until(self._answers, tell=lambda: self._log.read_text("utf-8", "replace")[-2000:])

    def make_buckets(self) -> None:
        """Make both buckets, once."""
        for bucket in (BUCKET, PUBLIC):
            made = store.S3Store(
                bucket,
                config={
                    "aws_endpoint_url_s3": self.endpoint,
                    "access_key_id": WRITER[0],
                    "secret_access_key": WRITER[1],
                },
                client_options={"allow_http": True},
            )
            obstore.put(made, "made", b"made")  # the server makes the bucket of a first file

    def kill(self) -> None:
        """End it at once, whatever it is writing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        assert self._process is not None and self._process.poll() is None, "it ended"
        connection = http.client.HTTPConnection("127.0.0.1", self._ports["filer"], timeout=5)
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            # What is written through the filer reaches the disk of the volumes.
            connection.request("PUT", "/ready", body=b"ready", headers={"Content-Type": "text/plain"})
            if connection.getresponse().status // 100 != 2:
                return False
            with socket.create_connection(("127.0.0.1", self._ports["s3"]), timeout=5):
                return True
        return False


def _identities() -> list[dict[str, object]]:
    def identity(name: str, keys: tuple[str, str], *actions: str) -> dict[str, object]:
        return {"name": name, "credentials": [{"accessKey": keys[0], "secretKey": keys[1]}], "actions": actions}

    return [
        identity("writer", WRITER, "Admin", "Read", "List", "Tagging", "Write"),
        identity("reader", READER, "Read", "List"),
        {"name": "anonymous", "actions": [f"Read:{PUBLIC}", f"List:{PUBLIC}"]},
    ]


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for listener in sockets:
            listener.bind(("127.0.0.1", 0))
        return [listener.getsockname()[1] for listener in sockets]
