"""Models from a hub of the test's own: offered, fetched, resumed, verified, refused, chosen, removed."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from bookwheel import settings_text
from bookwheel.domain.errors import BadRequest, FetchFailed, FetchRefused, ModelUnavailable, NotFound
from bookwheel.domain.service.models import ModelAction, ModelEntry, ModelFile, ModelOffer, ModelsRequest, ModelState
from bookwheel.indexes.embedding import load
from bookwheel.service.models import model_fetch
from bookwheel.service.models.hub import Hub
from bookwheel.service.models.models import Models, read_catalogue
from bookwheel.settings import Settings
from tests.fetching.servers import Server, content, redirect, web_server
from tests.service.models.hubs import COMMIT, NAME, address, describe, hub_at, in_parts, publish
from tests.tiny_models.models import BERT, GEMMA, make_model
from tests.waiting import until

GRAPH = "onnx/model.onnx"


@pytest.fixture
def server() -> Iterator[Server]:
    with web_server() as running:
        yield running


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The folder of a model, as its makers have it."""
    make_model(tmp_path / "source", BERT)
    (tmp_path / "source" / "README.md").write_text("---\nlanguage: en\n---\n", "utf-8")
    return tmp_path / "source"


class Home:
    """A service's models, with settings of the test's own and a collection `notes`."""

    def __init__(self, hub: Hub) -> None:
        self.settings = Settings()
        self.models = Models(lambda: self.settings, self.set, lambda: ("notes",), self.find, lambda: hub)

    def set(self, name: str, value: str) -> None:
        self.settings = settings_text.with_value(self.settings, name, value)

    @staticmethod
    def find(name: str) -> str:
        if name.lower() != "notes":
            raise NotFound("There is no such collection.")
        return "notes"

    def offer(self, graph: str = "") -> ModelOffer:
        found = self.models.answer(ModelsRequest(ModelAction.OFFER, NAME, graph)).offer
        assert found is not None
        return found

    def entry(self, name: str = NAME) -> ModelEntry:
        entries = self.models.answer(ModelsRequest()).models
        return next(one for one in entries if one.name == name)

    def fetch(self, offer: ModelOffer | None = None) -> ModelEntry:
        """Fetch an offer; how the model is when that is over."""
        self.models.answer(ModelsRequest(ModelAction.FETCH, offer=offer or self.offer()))
        until(lambda: self.entry().state is not ModelState.FETCHING)
        return self.entry()

    def use(self, name: str, collection: str = "", dimensions: int = 0) -> None:
        self.models.answer(ModelsRequest(ModelAction.USE, name, collection=collection, dimensions=dimensions))


@pytest.fixture
def home(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    monkeypatch.setenv("BOOKWHEEL_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr(model_fetch, "PAUSE_S", 0.01)
    made = Home(hub_at(server))
    yield made
    made.models.close()


def test_nothing_is_asked_of_the_hub_by_listing(home: Home, server: Server) -> None:
    entries = home.models.answer(ModelsRequest()).models
    assert entries[0].name == "all-MiniLM-L6-v2" and entries[0].state is ModelState.BUNDLED
    assert entries[0].used_by == ("*",)
    assert {entry.state for entry in entries[1:]} == {ModelState.OFFERED}
    assert not server.asked


def test_the_catalogue_names_sources_for_its_scores() -> None:
    entries = read_catalogue()
    assert len({entry.name for entry in entries}) == len(entries) >= 7
    assert all(entry.licence and entry.languages for entry in entries)
    assert all(entry.dimensions or "reranker" in entry.languages for entry in entries)
    assert all(score.source.startswith("https://") for entry in entries for score in entry.scores)


def test_an_offer_says_what_would_come_and_fetches_nothing(home: Home, server: Server, source: Path) -> None:
    (source / "onnx" / "model_int8.onnx").write_bytes(b"smaller")
    (source / "pytorch_model.bin").write_bytes(b"a pickle")
    (source / "modeling.py").write_text("raise SystemExit", "utf-8")
    publish(server, source)
    offer = home.offer()
    assert (offer.name, offer.revision, offer.host, offer.licence) == (NAME, COMMIT, server.place, "mit")
    assert (offer.graph, offer.graphs, offer.problem) == (GRAPH, (GRAPH, "onnx/model_int8.onnx"), "")
    names = {file.path for file in offer.files}
    assert {GRAPH, "tokenizer.json", "1_Pooling/config.json", "README.md"} <= names
    assert not {path for path in names if path.endswith((".py", ".bin")) or "int8" in path}
    assert offer.size_bytes == sum((source / path).stat().st_size for path in names)
    assert [path for path, _ in server.asked] == [f"/api/models/{NAME}?blobs=true"]
    assert home.offer("onnx/model_int8.onnx").graph == "onnx/model_int8.onnx"
    with pytest.raises(BadRequest, match=r"has no file onnx/other\.onnx"):
        home.offer("onnx/other.onnx")


def test_a_fetched_model_is_used_and_removed(home: Home, server: Server, source: Path, tmp_path: Path) -> None:
    publish(server, source)
    entry = home.fetch()
    assert (entry.state, entry.problem) == (ModelState.READY, "")
    fetched = load(NAME)
    assert fetched.identity.name == NAME and fetched.identity.languages == ("en",)
    home.use(NAME, dimensions=16)
    assert home.settings.meaning.model == f"{NAME}:16" and home.entry().used_by == ("*",)
    home.use("", "Notes")
    assert home.settings.meaning.models == "notes="
    assert home.entry("all-MiniLM-L6-v2").used_by == ("notes",)
    home.use(NAME, "notes")
    assert home.settings.meaning.models == f"notes={NAME}"
    with pytest.raises(BadRequest, match="is in use"):
        home.models.answer(ModelsRequest(ModelAction.REMOVE, NAME))
    home.use("all-MiniLM-L6-v2")
    home.use("", "notes")
    home.models.answer(ModelsRequest(ModelAction.REMOVE, NAME))
    assert not (tmp_path / "models" / "someone--tiny").exists()
    with pytest.raises(NotFound):
        home.models.answer(ModelsRequest(ModelAction.REMOVE, NAME))


@pytest.mark.parametrize("name", ["", "..", "../source", "all-MiniLM-L6-v2", ".fetching"])
def test_only_a_fetched_model_is_removed(home: Home, source: Path, name: str) -> None:
    with pytest.raises(NotFound):
        home.models.answer(ModelsRequest(ModelAction.REMOVE, name))
    assert (source / GRAPH).exists()


def test_a_model_that_cannot_be_loaded_is_not_chosen(home: Home, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable):
        home.use(str(tmp_path / "nowhere"))
    assert home.settings == Settings()


def test_a_download_that_breaks_off_goes_on_where_it_stopped(home: Home, server: Server, source: Path) -> None:
    publish(server, source)
    body = (source / GRAPH).read_bytes()
    server.answers[address(GRAPH)] = in_parts(body, breaks_after=4000)
    assert home.fetch().state is ModelState.READY
    ranges = [headers.get("range") for path, headers in server.asked if path == address(GRAPH)]
    assert ranges == [None, "bytes=4000-"]


def test_what_came_before_a_restart_is_taken_up(home: Home, server: Server, source: Path, tmp_path: Path) -> None:
    publish(server, source)
    offer = home.offer()
    staging = tmp_path / "models" / ".fetching" / f"someone--tiny@{COMMIT}"
    shutil.copytree(source, staging)
    (staging / GRAPH).rename(staging / f"{GRAPH}.part")
    whole = (staging / f"{GRAPH}.part").read_bytes()
    (staging / f"{GRAPH}.part").write_bytes(whole[:5000])
    (staging / "tokenizer.json").write_text("torn", "utf-8")
    server.asked.clear()
    assert home.fetch(offer).state is ModelState.READY
    asked = {path: headers.get("range") for path, headers in server.asked}
    assert asked == {address(GRAPH): "bytes=5000-", address("tokenizer.json"): None}
    assert not staging.exists()


@pytest.mark.parametrize("file", [GRAPH, "config.json"])
def test_a_file_other_than_described_is_refused_and_not_kept(
    home: Home, server: Server, source: Path, tmp_path: Path, file: str
) -> None:
    publish(server, source)
    offer = home.offer()
    body = (source / file).read_bytes()
    server.answers[address(file)] = in_parts(body[:-1] + bytes([body[-1] ^ 1]))
    entry = home.fetch(offer)
    assert entry.state is ModelState.FAILED and "is not the file that the hub described" in entry.problem
    staging = tmp_path / "models" / ".fetching" / f"someone--tiny@{COMMIT}"
    assert not list(staging.glob(f"{file}*"))
    server.answers[address(file)] = in_parts(body)
    assert home.fetch(offer).state is ModelState.READY


def test_more_than_was_described_is_not_taken(home: Home, server: Server, source: Path) -> None:
    publish(server, source)
    offer = home.offer()
    server.answers[address(GRAPH)] = in_parts((source / GRAPH).read_bytes() + bytes(100_000))
    assert "larger than the hub said" in home.fetch(offer).problem


def test_redirects_lead_to_hosts_of_the_hub_alone(home: Home, server: Server, source: Path) -> None:
    publish(server, source)
    server.answers["/cdn/model"] = in_parts((source / GRAPH).read_bytes())
    server.answers[address(GRAPH)] = redirect("/cdn/model")
    assert home.fetch().state is ModelState.READY
    for elsewhere in (
        "https://example.org/model",
        "http://huggingface.co/model",
        f"http://localhost:{server.port}/cdn/model",
    ):
        server.answers[address("config.json")] = redirect(elsewhere)
        with pytest.raises(FetchRefused, match="which models are not fetched from"):
            hub = hub_at(server)
            offer = home.offer()
            model_fetch.download(
                hub.fetcher, hub.file_address(offer, ModelFile("config.json", 1)), source / "x", 1, hub.hosts,
                lambda done: None, lambda: True,
            )  # fmt: skip
    server.answers[address("config.json")] = redirect(address("config.json"))
    with pytest.raises(FetchRefused, match="redirects more than"):
        model_fetch.download(
            hub.fetcher, hub.file_address(offer, ModelFile("config.json", 1)), source / "x", 1, hub.hosts,
            lambda done: None, lambda: True,
        )  # fmt: skip


def test_a_hub_that_hangs_is_given_up(server: Server, source: Path, tmp_path: Path) -> None:
    publish(server, source)
    is_over = threading.Event()

    def hang(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "100")
        handler.end_headers()
        handler.wfile.write(b"x")
        handler.wfile.flush()
        is_over.wait(60)

    server.answers[address("config.json")] = hang
    hub = hub_at(server, read_s=0.2)
    offer = hub.offer(NAME)
    path = tmp_path / "config.json"
    try:
        with pytest.raises(FetchFailed, match="took too long"):
            model_fetch.download(
                hub.fetcher, hub.file_address(offer, ModelFile("config.json", 100)), path, 100, hub.hosts,
                lambda done: None, lambda: True,
            )  # fmt: skip
    finally:
        is_over.set()
    assert path.read_bytes() == b"x"


def test_fetching_can_be_cancelled_and_taken_up(home: Home, server: Server, source: Path) -> None:
    publish(server, source)
    go_on = threading.Event()
    whole = server.answers[address(GRAPH)]

    def wait(handler: BaseHTTPRequestHandler) -> None:
        go_on.wait(60)
        whole(handler)

    server.answers[address(GRAPH)] = wait
    offer = home.offer()
    home.models.answer(ModelsRequest(ModelAction.FETCH, offer=offer))
    with pytest.raises(BadRequest, match="is being fetched already"):
        home.models.answer(ModelsRequest(ModelAction.FETCH, offer=offer))
    home.models.answer(ModelsRequest(ModelAction.CANCEL, NAME))
    go_on.set()
    until(lambda: home.entry().state is ModelState.FAILED)
    assert "cancelled" in home.entry().problem
    assert home.fetch(offer).state is ModelState.READY


def test_a_disk_without_room_is_told_before_anything_is_fetched(
    home: Home, server: Server, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(server, source)
    offer = home.offer()
    server.asked.clear()
    monkeypatch.setattr(model_fetch.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10, 9, 1))  # type: ignore[attr-defined]
    entry = home.fetch(offer)
    assert entry.state is ModelState.FAILED and "GB free; the model needs" in entry.problem
    assert not server.asked


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"siblings": []}, "It has no ONNX file"),
        ({"gated": "auto"}, "signed in"),
        ({"sha": "main"}, None),
        ({"sha": COMMIT[:-1] + "/"}, None),
        ({"siblings": "none"}, None),
    ],
)
def test_what_the_hub_says_is_read_with_care(
    home: Home, server: Server, source: Path, change: dict[str, object], told: str | None
) -> None:
    publish(server, source, {**describe(source), **change})
    if told is None:
        with pytest.raises(FetchFailed, match="answer cannot be read"):
            home.offer()
        return
    offer = home.offer()
    assert told in offer.problem
    with pytest.raises(BadRequest, match="cannot be fetched"):
        home.models.answer(ModelsRequest(ModelAction.FETCH, offer=offer))


def test_forty_gigabytes_and_files_without_hashes_are_not_fetched(home: Home, server: Server, source: Path) -> None:
    told = describe(source)
    files = told["siblings"]
    assert isinstance(files, list)
    publish(server, source, {**told, "siblings": [{**file, "size": 40_000_000_000} for file in files]})
    assert "at most 8 GB are fetched" in home.offer().problem
    publish(server, source, {**told, "siblings": [{"rfilename": file["rfilename"], "size": 1} for file in files]})
    assert "does not say what its files are" in home.offer().problem


@pytest.mark.parametrize(
    "path", ["../evil.json", "/etc/passwd", "a/../../b.onnx", "C:\\x.onnx", ".hidden.onnx", "onnx/\n.onnx"]
)
def test_a_path_that_leads_out_is_never_written(
    home: Home, server: Server, source: Path, tmp_path: Path, path: str
) -> None:
    told = describe(source)
    files = told["siblings"]
    assert isinstance(files, list)
    publish(server, source, {**told, "siblings": [*files, {"rfilename": path, "size": 3, "blobId": COMMIT}]})
    offer = home.offer()
    assert path not in {file.path for file in offer.files}
    forged = replace(offer, files=(*offer.files, ModelFile(path, 3, git_sha1=COMMIT)))
    with pytest.raises(BadRequest, match="cannot be fetched"):
        home.models.answer(ModelsRequest(ModelAction.FETCH, offer=forged))


@pytest.mark.parametrize("name", ["", "tiny", "a/b/c", "../x", "a/..", "https://example.org/a", "a b/c"])
def test_a_name_that_is_none_is_not_asked_for(home: Home, server: Server, name: str) -> None:
    with pytest.raises(BadRequest, match="is like owner/name"):
        home.models.answer(ModelsRequest(ModelAction.OFFER, name))
    assert not server.asked


def test_a_torn_answer_and_one_without_end_are_told(home: Home, server: Server) -> None:
    for body in (b"{", b"[" * 100_000, b"[]"):
        server.answers[f"/api/models/{NAME}?blobs=true"] = content(body, "application/json")
        with pytest.raises(FetchFailed, match="answer cannot be read"):
            home.offer()
    server.answers[f"/api/models/{NAME}?blobs=true"] = content(bytes(2_000_000), "application/json")
    with pytest.raises(FetchRefused, match="larger than"):
        home.offer()


def test_a_model_swapped_after_it_was_fetched_is_not_used(
    home: Home, server: Server, source: Path, tmp_path: Path
) -> None:
    publish(server, source)
    home.fetch()
    make_model(tmp_path / "other", GEMMA)
    shutil.copy(tmp_path / "other" / GRAPH, tmp_path / "models" / "someone--tiny" / GRAPH)
    with pytest.raises(ModelUnavailable, match="is not the file that was fetched"):
        home.use(NAME)
    told = json.loads((tmp_path / "models" / "someone--tiny" / "bookwheel-model.json").read_text("utf-8"))
    assert (told["name"], told["revision"], told["graph"]) == (NAME, COMMIT, GRAPH)
