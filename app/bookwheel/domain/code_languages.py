"""Languages of source code: their file names, how they write comments, and how Pygments calls them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class Syntax(StrEnum):
    """Languages that write comments, strings and definitions alike."""

    BRACES = "braces"
    C = "c"
    RUST = "rust"
    PHP = "php"
    CSS = "css"
    PYTHON = "python"
    RUBY = "ruby"
    PERL = "perl"
    ELIXIR = "elixir"
    SHELL = "shell"
    POWERSHELL = "powershell"
    MAKE = "make"
    HASH = "hash"
    TOML = "toml"
    LUA = "lua"
    SQL = "sql"
    HASKELL = "haskell"
    ML = "ml"
    LISP = "lisp"
    PASCAL = "pascal"
    PERCENT = "percent"
    FORTRAN = "fortran"
    BASIC = "basic"
    BATCH = "batch"
    VIM = "vim"
    ASSEMBLY = "assembly"
    JULIA = "julia"


@dataclass(frozen=True, slots=True)
class Language:
    """A language of source code; `lexer` is Pygments' name for it, suffixes and names are in lower case."""

    lexer: str
    syntax: Syntax
    suffixes: tuple[str, ...]
    names: tuple[str, ...] = ()


def _of(lexer: str, syntax: Syntax, suffixes: str, names: str = "") -> Language:
    return Language(lexer, syntax, tuple(suffixes.split()), tuple(names.split()))


LANGUAGES = (
    _of("python", Syntax.PYTHON, ".py .pyi .pyw .pyx .pxd .bzl .star", "build.bazel workspace.bazel sconstruct"),
    _of("javascript", Syntax.BRACES, ".js .mjs .cjs"),
    _of("jsx", Syntax.BRACES, ".jsx"),
    _of("typescript", Syntax.BRACES, ".ts .mts .cts"),
    _of("tsx", Syntax.BRACES, ".tsx"),
    _of("vue", Syntax.BRACES, ".vue .svelte"),
    _of("java", Syntax.BRACES, ".java"),
    _of("kotlin", Syntax.BRACES, ".kt .kts"),
    _of("scala", Syntax.BRACES, ".scala .sc"),
    _of("groovy", Syntax.BRACES, ".groovy .gradle", "jenkinsfile"),
    _of("c", Syntax.C, ".c .h"),
    _of("cpp", Syntax.C, ".cc .cpp .cxx .c++ .hh .hpp .hxx .ipp .inl .ino"),
    _of("cuda", Syntax.C, ".cu .cuh"),
    _of("objective-c", Syntax.C, ".m .mm"),
    _of("csharp", Syntax.BRACES, ".cs"),
    _of("go", Syntax.BRACES, ".go"),
    _of("rust", Syntax.RUST, ".rs"),
    _of("swift", Syntax.BRACES, ".swift"),
    _of("dart", Syntax.BRACES, ".dart"),
    _of("zig", Syntax.BRACES, ".zig"),
    _of("d", Syntax.BRACES, ".d"),
    _of("glsl", Syntax.BRACES, ".glsl .vert .frag .wgsl .hlsl"),
    _of("protobuf", Syntax.BRACES, ".proto"),
    _of("thrift", Syntax.BRACES, ".thrift"),
    _of("solidity", Syntax.BRACES, ".sol"),
    _of("verilog", Syntax.BRACES, ".v .sv"),
    _of("qml", Syntax.BRACES, ".qml"),
    _of("php", Syntax.PHP, ".php .phtml"),
    _of("css", Syntax.CSS, ".css"),
    _of("scss", Syntax.CSS, ".scss"),
    _of("less", Syntax.CSS, ".less"),
    _of("ruby", Syntax.RUBY, ".rb .rake .gemspec .cr", "rakefile gemfile vagrantfile podfile"),
    _of("perl", Syntax.PERL, ".pl .pm .t"),
    _of("elixir", Syntax.ELIXIR, ".ex .exs"),
    _of("bash", Syntax.SHELL, ".sh .bash .zsh .ksh .fish .bats", "pkgbuild"),
    _of("powershell", Syntax.POWERSHELL, ".ps1 .psm1 .psd1"),
    _of("make", Syntax.MAKE, ".mk .mak", "makefile gnumakefile justfile"),
    _of("docker", Syntax.HASH, ".dockerfile", "dockerfile containerfile"),
    _of("cmake", Syntax.HASH, ".cmake"),
    _of("r", Syntax.HASH, ".r"),
    _of("graphql", Syntax.HASH, ".graphql .gql"),
    _of("terraform", Syntax.HASH, ".tf .tfvars .hcl"),
    _of("nix", Syntax.HASH, ".nix"),
    _of("tcl", Syntax.HASH, ".tcl"),
    _of("awk", Syntax.HASH, ".awk"),
    _of("nim", Syntax.HASH, ".nim"),
    _of("coffeescript", Syntax.HASH, ".coffee"),
    _of("gdscript", Syntax.PYTHON, ".gd"),
    _of("sparql", Syntax.HASH, ".rq .sparql"),
    _of("julia", Syntax.JULIA, ".jl"),
    _of("lua", Syntax.LUA, ".lua .luau"),
    _of("sql", Syntax.SQL, ".sql .ddl .psql"),
    _of("ada", Syntax.SQL, ".adb .ads"),
    _of("vhdl", Syntax.SQL, ".vhd .vhdl"),
    _of("haskell", Syntax.HASKELL, ".hs"),
    _of("elm", Syntax.HASKELL, ".elm"),
    _of("ocaml", Syntax.ML, ".ml .mli"),
    _of("fsharp", Syntax.ML, ".fs .fsi .fsx"),
    _of("clojure", Syntax.LISP, ".clj .cljs .cljc .edn"),
    _of("common-lisp", Syntax.LISP, ".lisp .lsp .cl"),
    _of("emacs-lisp", Syntax.LISP, ".el"),
    _of("scheme", Syntax.LISP, ".scm .ss"),
    _of("racket", Syntax.LISP, ".rkt"),
    _of("delphi", Syntax.PASCAL, ".pas .dpr .pp"),
    _of("erlang", Syntax.PERCENT, ".erl .hrl"),
    _of("prolog", Syntax.PERCENT, ".pro .prolog"),
    _of("fortran", Syntax.FORTRAN, ".f90 .f95 .f03 .f08"),
    _of("vb.net", Syntax.BASIC, ".vb .bas .vbs"),
    _of("batch", Syntax.BATCH, ".bat .cmd"),
    _of("vim", Syntax.VIM, ".vim"),
    _of("gas", Syntax.ASSEMBLY, ".s .asm"),
)
"""Every language of source code; a suffix stands in one of them alone."""


@cache
def _tables() -> tuple[Mapping[str, Language], Mapping[str, Language]]:
    by_suffix = {suffix: language for language in LANGUAGES for suffix in language.suffixes}
    return by_suffix, {name: language for language in LANGUAGES for name in language.names}


def language_of(path: str) -> Language | None:
    """The language of a file by its name alone; None for a name that no language has."""
    name = path.rpartition("/")[2].lower()
    by_suffix, by_name = _tables()
    return by_name.get(name) or by_suffix.get(f".{name.rpartition('.')[2]}")
