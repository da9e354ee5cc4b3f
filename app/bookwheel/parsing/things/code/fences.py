"""The programming languages that the code blocks of a document show."""

from __future__ import annotations

from functools import cache

from bookwheel.domain.code_languages import LANGUAGES
from bookwheel.domain.document import Document
from bookwheel.domain.things import SECTION, ThingKind, keyed_id
from bookwheel.parsing.things.gathering import Gathering, Spot

LABELS = {
    "python": "Python", "javascript": "JavaScript", "typescript": "TypeScript", "go": "Go", "rust": "Rust",
    "java": "Java", "c": "C", "c++": "C++", "c#": "C#", "kotlin": "Kotlin", "scala": "Scala", "groovy": "Groovy",
    "objective-c": "Objective-C", "swift": "Swift", "dart": "Dart", "zig": "Zig", "d": "D", "php": "PHP", "css": "CSS",
    "scss": "SCSS", "less": "Less", "ruby": "Ruby", "perl": "Perl", "elixir": "Elixir", "shell": "Shell",
    "powershell": "PowerShell", "r": "R", "graphql": "GraphQL", "terraform": "Terraform", "nix": "Nix", "tcl": "Tcl",
    "awk": "AWK", "nim": "Nim", "coffeescript": "CoffeeScript", "sparql": "SPARQL", "julia": "Julia", "lua": "Lua",
    "sql": "SQL", "haskell": "Haskell", "elm": "Elm", "ocaml": "OCaml", "f#": "F#", "clojure": "Clojure",
    "common lisp": "Common Lisp", "emacs lisp": "Emacs Lisp", "scheme": "Scheme", "racket": "Racket",
    "erlang": "Erlang", "prolog": "Prolog", "fortran": "Fortran", "html": "HTML", "xml": "XML", "solidity": "Solidity",
    "protobuf": "Protocol Buffers", "glsl": "GLSL", "cuda": "CUDA", "ada": "Ada", "vhdl": "VHDL", "verilog": "Verilog",
    "yaml": "YAML", "json": "JSON", "toml": "TOML", "make": "Make", "docker": "Dockerfile", "cmake": "CMake",
    "vim": "Vim script", "gdscript": "GDScript", "qml": "QML",
}  # fmt: skip
"""Languages by their keys, as they are written."""

_OTHER_NAMES = {
    "python3": "python", "py3": "python", "pycon": "python", "node": "javascript", "mjs": "javascript",
    "jsx": "javascript", "tsx": "typescript", "golang": "go", "rs": "rust", "cpp": "c++", "csharp": "c#",
    "dotnet": "c#", "fsharp": "f#", "objc": "objective-c", "objectivec": "objective-c", "console": "shell",
    "shell-session": "shell", "shellsession": "shell", "sh-session": "shell", "bash": "shell", "zsh": "shell",
    "fish": "shell", "pwsh": "powershell", "yml": "yaml", "jsonc": "json", "json5": "json", "xhtml": "html",
    "svg": "xml", "postgresql": "sql", "mysql": "sql", "sqlite": "sql", "plpgsql": "sql", "docker": "docker",
    "dockerfile": "docker", "makefile": "make", "hcl": "terraform", "lisp": "common lisp", "elisp": "emacs lisp",
    "proto": "protobuf", "proto3": "protobuf", "common-lisp": "common lisp", "emacs-lisp": "emacs lisp",
}  # fmt: skip


@cache
def _keys() -> dict[str, str]:
    """Keys of languages by the names that fences give them: their own, and their suffixes."""
    keys = {key: key for key in LABELS}
    for language in LANGUAGES:
        key = _OTHER_NAMES.get(language.lexer, language.lexer)
        if key in LABELS:
            keys.update(dict.fromkeys((language.lexer, *(one[1:] for one in language.suffixes)), key))
    return {**keys, **_OTHER_NAMES}


def language_key(name: str) -> str:
    """The key of a language by a name or suffix of it; empty for what is none."""
    return _keys().get(name.strip().strip("{}.").lower(), "")


def gather(document: Document, found: Gathering) -> None:
    """State which languages the sections of a document show."""
    lines: list[str] | None = None
    for fence in document.fences:
        key = language_key(fence.language) if fence.language else ""
        if not key or not 0 <= fence.section < len(document.sections):
            continue
        lines = document.text.split("\n") if lines is None else lines
        id = found.name(keyed_id(ThingKind.LANGUAGE, key), LABELS[key])
        line = min(max(fence.start_line, 1), len(lines))
        found.state(SECTION, "demonstrates", id, Spot(fence.section, line, lines[line - 1]))
