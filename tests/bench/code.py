"""How much of what a language's own parser finds in code is found: definitions, imports, inheritance; F1 by tree.

Python is held against `ast`, over packages that are installed here and parts of the standard library; Go against
`go/parser`, over parts of Go's own source, where Go is installed.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bookwheel.library.sources.code_homes import CodeHomes
from bookwheel.parsing.things.code.code_things import read
from bookwheel.parsing.things.code.grammars import grammar_of
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure

PACKAGES = ("rdflib", "aiohttp", "docutils")
LIBRARY = ("asyncio", "email", "concurrent", "json")
GO = ("net/http", "go/types", "encoding/json", "database/sql")

_GO_READER = """
package main

import ("bufio"; "encoding/json"; "fmt"; "go/ast"; "go/parser"; "go/token"; "os"; "strconv")

func name(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.Ident: return t.Name
	case *ast.StarExpr: return name(t.X)
	case *ast.ParenExpr: return name(t.X)
	case *ast.SelectorExpr: return t.Sel.Name
	case *ast.IndexExpr: return name(t.X)
	case *ast.IndexListExpr: return name(t.X)
	}
	return ""
}

func main() {
	paths := bufio.NewScanner(os.Stdin)
	for paths.Scan() {
		path := paths.Text()
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil { continue }
		defs, imports, bases := []string{}, []string{}, [][]string{}
		for _, one := range file.Imports { p, _ := strconv.Unquote(one.Path.Value); imports = append(imports, p) }
		typed := func(above string, ts *ast.TypeSpec) {
			n := above + ts.Name.Name
			defs = append(defs, n)
			switch st := ts.Type.(type) {
			case *ast.StructType:
				for _, f := range st.Fields.List {
					if len(f.Names) == 0 { bases = append(bases, []string{n, name(f.Type)}) }
				}
			case *ast.InterfaceType:
				for _, f := range st.Methods.List {
					for _, m := range f.Names { defs = append(defs, n + "." + m.Name) }
				}
			}
		}
		for _, d := range file.Decls {
			above := ""
			if t, ok := d.(*ast.FuncDecl); ok {
				above = t.Name.Name
				if t.Recv != nil && len(t.Recv.List) > 0 { above = name(t.Recv.List[0].Type) + "." + above }
				defs = append(defs, above)
				above += "."
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if ts, ok := n.(*ast.TypeSpec); ok { typed(above, ts) }
				return true
			})
		}
		out, _ := json.Marshal(map[string]any{"path": path, "defs": defs, "imports": imports, "bases": bases})
		fmt.Println(string(out))
	}
}
"""


@dataclass
class Score:
    """What was found rightly, wrongly and not."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    differing: list[str] = field(default_factory=list[str])

    def add(self, path: str, found: Iterable[object], wanted: Iterable[object]) -> None:
        """Count one file."""
        ours, theirs = set(found), set(wanted)
        self.right += len(ours & theirs)
        self.wrong += len(ours - theirs)
        self.missed += len(theirs - ours)
        self.differing += [f"{path}: + {one}" for one in ours - theirs] + [f"{path}: - {one}" for one in theirs - ours]

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)


def measure(_corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """F1 of each kind, by language and tree, with how much was compared."""
    installed, library = Path(sysconfig.get_path("purelib")), Path(sysconfig.get_path("stdlib"))
    for name in PACKAGES:
        yield from _figures(f"Python {name}", python(installed, name))
    for name in LIBRARY:
        yield from _figures(f"Python {name}", python(library, name))
    if shutil.which("go"):
        root = Path(subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip())
        for name in GO:
            yield from _figures(f"Go {name}", go(root / "src", name, scratch))


def _figures(name: str, scores: dict[str, Score]) -> Iterator[Figure]:
    for kind, score in scores.items():
        yield Figure(f"code: {name}, {kind} compared", score.right + score.missed, "")
        yield Figure(f"code: {name}, {kind} F1", score.f1, "", "1")
        for line in score.differing[:10]:
            print(f"{kind} {line}", file=sys.stderr)


def python(root: Path, package: str) -> dict[str, Score]:
    """A package's files as we read them and as `ast` does."""
    scores = {kind: Score() for kind in ("definitions", "imports", "inheritance")}
    homes = CodeHomes(root, "bench")
    for path in sorted((root / package).rglob("*.py")):
        text, inner = path.read_text("utf-8", "replace"), path.relative_to(root).as_posix()
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        grammar = grammar_of(inner, text)
        assert grammar is not None
        file = read(grammar, text, inner, homes.home(inner))
        module = path.relative_to(root).with_suffix("").parts
        package_of = module[:-1]
        scores["definitions"].add(
            inner, {one.path for one in file.definitions if one.kind != "constant"}, _definitions(tree)
        )
        scores["imports"].add(inner, {key.partition("/")[2] for key in file.imports}, _imports(tree, list(package_of)))
        bases = {(one.path, _last(base)) for one in file.definitions for base, _ in one.bases}
        scores["inheritance"].add(inner, bases, _bases(tree))
    return scores


def go(root: Path, package: str, scratch: Path) -> dict[str, Score]:
    """A package's files as we read them and as `go/parser` does."""
    scores = {kind: Score() for kind in ("definitions", "imports", "embedding")}
    program = scratch / "read.go"
    program.write_text(_GO_READER, "utf-8")
    files = [str(path) for path in sorted((root / package).rglob("*.go")) if "testdata" not in path.parts]
    command = ["go", "run", str(program)]
    told = subprocess.run(command, input="\n".join(files), capture_output=True, text=True, check=True, cwd=scratch)
    homes = CodeHomes(root, "bench")
    for line in told.stdout.splitlines():
        wanted = json.loads(line)
        path = Path(wanted["path"])
        text, inner = path.read_text("utf-8", "replace"), path.relative_to(root).as_posix()
        grammar = grammar_of(inner, text)
        assert grammar is not None
        file = read(grammar, text, inner, homes.home(inner))
        of_value = ("constant", "variable")
        defined = {one.path for one in file.definitions if one.kind not in of_value}
        scores["definitions"].add(inner, defined, wanted["defs"])
        scores["imports"].add(inner, {key.partition("/")[2] for key in file.imports}, wanted["imports"])
        bases = {(one.path, _last(base)) for one in file.definitions if one.kind == "struct" for base, _ in one.bases}
        scores["embedding"].add(inner, bases, map(tuple, wanted["bases"]))
    return scores


def _last(name: str) -> str:
    return name.partition("[")[0].rpartition(".")[2].strip("*() ")


def _within(node: ast.AST, above: str = "") -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            name = f"{above}.{child.name}" if above else child.name
            yield name, child
            yield from _within(child, name)
        else:
            yield from _within(child, above)


def _definitions(tree: ast.AST) -> set[str]:
    return set(Counter(name for name, _ in _within(tree)))


def _bases(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for name, node in _within(tree):
        for base in node.bases if isinstance(node, ast.ClassDef) else ():
            plain = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(plain, (ast.Name, ast.Attribute)):
                yield name, plain.id if isinstance(plain, ast.Name) else plain.attr


def _imports(tree: ast.AST, package: list[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{one.name}" for one in node.names if one.name != "*")
