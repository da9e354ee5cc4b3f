"""Files read outside the library: as documents are, from their own folder, and in no index."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest, BookwheelError, NotFound
from bookwheel.domain.links.lone_files import lone_id
from bookwheel.domain.page import AssetRequest, FindRequest, PageRequest, ResolveRequest
from bookwheel.domain.reading import OutlineRequest, ReadRequest
from bookwheel.library.reading.inner_pictures import InnerPictures
from bookwheel.library.reading.lone_files import MOST_KEPT, LoneFiles
from bookwheel.library.reading.renderer_child import Renderer
from tests.formats.chapters import Chapter
from tests.formats.samples import SAMPLES, format_name
from tests.pages.rendering import Elements

CHAPTERS = [Chapter("A voyage", ("The voyage begins here.", "It goes on."))]
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 60


@pytest.fixture(scope="module")
def files() -> Iterator[LoneFiles]:
    renderer, pictures = Renderer(), InnerPictures()
    files = LoneFiles(renderer, pictures, lambda: 1.0, tuple, lambda: None)
    yield files
    files.close()
    renderer.close()
    pictures.close()


def links(files: LoneFiles, doc: str) -> list[str]:
    return [link.get("href", "") for link in Elements(files.page(PageRequest(doc)).html).of("a")]


def test_a_file_is_a_page_with_outline_text_and_pictures_beside_it(files: LoneFiles, tmp_path: Path) -> None:
    (tmp_path / "desk.md").write_text("# The desk\n\n![a](lamp.png)\n\n## Lectern\n\nWords.\n")
    (tmp_path / "lamp.png").write_bytes(PNG)
    doc = lone_id(str(tmp_path / "desk.md"))
    page = files.page(PageRequest(doc))
    assert (page.doc, page.title, page.source_path) == (doc, "The desk", str(tmp_path / "desk.md"))
    entries = files.outline(OutlineRequest(doc)).sections
    assert [entry.section for entry in entries] == [f"{doc}#the-desk", f"{doc}#lectern"]
    assert "Words." in files.read(ReadRequest((f"{doc}#lectern",))).passages[0].text
    assert files.asset(AssetRequest(doc, "lamp.png")).content == PNG
    assert files.find(FindRequest(doc, "words")).counts == (1,)
    assert Elements(files.page(PageRequest(doc, "words")).html).of("mark"), "a link may bring words to be marked"


def test_a_changed_file_is_read_again_and_a_gone_one_is_told(files: LoneFiles, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("# One\n")
    doc = lone_id(str(file))
    assert files.page(PageRequest(doc)).title == "One"
    file.write_text("# Another\n")
    assert files.page(PageRequest(doc)).title == "Another"
    file.unlink()
    with pytest.raises(NotFound, match="no file"):
        files.page(PageRequest(doc))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_format_is_read(files: LoneFiles, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(SAMPLES[name](CHAPTERS))
    page = files.page(PageRequest(lone_id(str(tmp_path / name))))
    assert page.format == format_name(name) and "voyage" in page.html.lower()


def test_what_cannot_be_read_is_refused_with_a_reason(files: LoneFiles, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"x")
    (tmp_path / "large.md").write_bytes(b"x" * 1_000_001)
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "folder.md").mkdir()
    os.mkfifo(tmp_path / "pipe.md")
    for name, reason in {
        "x.bin": "of a type that Bookwheel does not read",
        "large.md": "larger than 1 MB",
        "binary.txt": "binary.txt: ",
        "folder.md": "not a file",
        "pipe.md": "not a file",
        "gone.md": "no file",
        "a\0b.md": "no file",
    }.items():
        with pytest.raises(BookwheelError, match=reason):
            files.resolve(ResolveRequest(lone_id(f"{tmp_path}/{name}"), ""))
    for doc in ("file:", "file:x", "file:relative/x.md", "file:..~1/x.md"):
        with pytest.raises(NotFound):
            files.page(PageRequest(doc))


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_refused(files: LoneFiles, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    (tmp_path / "a.md").chmod(0)
    with pytest.raises(BadRequest, match="cannot be read"):
        files.page(PageRequest(lone_id(str(tmp_path / "a.md"))))


def test_links_lead_to_other_files_as_lone_files(files: LoneFiles, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "sub").mkdir(parents=True)
    for name in ("home/a.md", "home/sub/b.md", "above.md"):
        (tmp_path / name).write_text("# Title\n")
    (home / "parts.zzz").write_bytes(b"x")
    (home / "a.md").write_text(
        "# Title\n\n[b](sub/b.md#part) [[sub/b]] [up](../above.md) [zip](parts.zzz) [gone](gone.md)"
        " [own](#title) [no](#gone) [far](../../../../../../etc/passwd)"
        f" [written](%2F{str(tmp_path / 'above.md')[1:]}) [share](%5C%5Chost%5Cshare%5Ca.md)\n"
    )
    doc = lone_id(str(home / "a.md"))
    found = links(files, doc)
    slug = doc.partition("/")[0].replace(":", "%3A")
    assert f"bookwheel://doc/{slug}/sub/b.md#part" in found
    assert any(lone_id(str(tmp_path / "above.md")).rpartition("/")[2] in link for link in found)
    assert any(link.startswith("bookwheel://asset/") and "parts.zzz" in link for link in found)
    assert "bookwheel://broken/?href=gone.md" in found and "bookwheel://broken/?href=%23gone" in found
    assert "#title" in found
    assert sum("/above.md" in link and link.startswith("bookwheel://doc/") for link in found) == 1
    inner = doc.partition("/")[0] + "/sub/b.md"
    assert files.page(PageRequest(inner)).source_path == str(home / "sub" / "b.md")


def test_pictures_and_links_never_lead_out_of_the_folder(files: LoneFiles, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret.png").write_bytes(PNG)
    (home / "away.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "secret.md").write_text("secret")
    (home / "away.md").symlink_to(tmp_path / "secret.md")
    (home / "a.md").write_text("![x](../secret.png) ![y](away.png) ![[../secret.png]] ![[away]] [z](away.md)\n")
    doc = lone_id(str(home / "a.md"))
    assert not Elements(files.page(PageRequest(doc)).html).of("img")
    assert "secret" not in Elements(files.page(PageRequest(doc)).html).words.replace("secret.png", "")
    for href in ("../secret.png", "away.png", str(tmp_path / "secret.png"), "%2e%2e/secret.png", "a.md", "away.md"):
        with pytest.raises(NotFound):
            files.asset(AssetRequest(doc, href))
    with pytest.raises(BadRequest, match="outside the folder"):
        files.page(PageRequest(doc.partition("/")[0] + "/away.md"))
    real = files.resolve(ResolveRequest(lone_id(str(home / "away.md")), ""))
    assert real.doc == lone_id(str(tmp_path / "secret.md")), "what the person opens is opened where it is"


def test_few_files_stay_read(files: LoneFiles, tmp_path: Path) -> None:
    for number in range(MOST_KEPT + 3):
        (tmp_path / f"{number}.md").write_text(f"# {number}\n")
        files.page(PageRequest(lone_id(str(tmp_path / f"{number}.md"))))
    assert files.page(PageRequest(lone_id(str(tmp_path / "0.md")))).title == "0"


def test_a_note_of_a_vault_is_read_as_one(files: LoneFiles, tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.md").write_text("one\ntwo ==marked==\n")
    html = files.page(PageRequest(lone_id(str(tmp_path / "deep" / "a.md")))).html
    assert "<br>" in html and "<mark>marked</mark>" in html
