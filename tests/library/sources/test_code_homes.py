"""Where source files are at home."""

from __future__ import annotations

from pathlib import Path

from bookwheel.library.sources.code_homes import CodeHomes
from bookwheel.parsing.things.code.home import CodeHome


def _write(root: Path, path: str, text: str = "") -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, "utf-8")


def test_a_package_is_counted_from_the_folder_above_it(tmp_path: Path) -> None:
    for path in ("app/pkg/__init__.py", "app/pkg/sub/__init__.py", "src/tool/run.py", "tests/test_a.py"):
        _write(tmp_path, path)
    homes = CodeHomes(tmp_path, "notes")
    assert homes.home("app/pkg/sub/one.py").base == "app"
    assert homes.home("src/tool/run.py").base == "src"
    assert homes.home("tests/test_a.py").base == ""


def test_manifests_name_modules_and_crates(tmp_path: Path) -> None:
    _write(tmp_path, "server/go.mod", "module example.com/x/server\n\ngo 1.22\n")
    _write(tmp_path, "Cargo.toml", "[workspace]\nmembers = ['core']\n")
    _write(tmp_path, "core/Cargo.toml", '[package]\nversion = "1"\nname = "my-core"\n')
    homes = CodeHomes(tmp_path, "notes")
    assert homes.home("server/api/main.go") == CodeHome("notes", "server", "example.com/x/server", True)
    assert homes.home("core/src/lib.rs") == CodeHome("notes", "core", "my-core", True)
    assert homes.home("other/src/lib.rs").name == ""
    assert homes.home("web/index.ts") == CodeHome("notes", is_known=True)
