from __future__ import annotations

import json

import pytest

from bookwheel.domain.document import Document
from bookwheel.parsing.documents import parse


def read(text: str, path: str) -> Document:
    return parse(text.encode(), path)


def stated(document: Document, relation: str) -> list[tuple[str, str, int, str]]:
    return [(one.source, one.target, one.line, one.words) for one in document.statements if one.relation == relation]


def test_a_package_depends_on_projects_by_the_field_that_says_so() -> None:
    text = json.dumps(
        {
            "name": "@shop/web", "version": "1.2.0", "license": "MIT", "description": "The shop",
            "dependencies": {"react": "^18"}, "devDependencies": {"typescript": "5", "react": "^18"},
        },
        indent=1,
    )  # fmt: skip
    document = read(text, "web/package.json")
    assert stated(document, "dependsOn") == [
        ("project:@shop/web", "project:react", 7, "dependencies: react ^18"),
        ("project:@shop/web", "project:typescript", 10, "devDependencies: typescript 5"),
        ("project:@shop/web", "project:react", 11, "devDependencies: react ^18"),
    ]
    assert stated(document, "writtenIn") == [("project:@shop/web", "language:typescript", 2, "name: @shop/web")]
    assert {one[1] for one in stated(document, "usesFramework")} == {"framework:react"}
    assert stated(document, "describes") == [("", "project:@shop/web", 2, "name: @shop/web")]
    project = next(thing for thing in document.things if thing.id == "project:@shop/web")
    assert project.properties == (("version", "1.2.0"), ("description", "The shop"), ("license", "MIT"))


def test_pythons_names_are_one_however_they_are_written() -> None:
    text = (
        '[project]\nname = "My_Shop"\ndependencies = [\n  "Flask>=2",\n  "zope.interface; python_version < \'4\'",\n]\n'
    )
    document = read(text, "pyproject.toml")
    assert stated(document, "dependsOn") == [
        ("project:my-shop", "project:flask", 4, "dependencies: Flask>=2"),
        ("project:my-shop", "project:zope-interface", 5, "dependencies: zope.interface; python_version < '4'"),
    ]


def test_a_crate_depends_on_what_its_tables_name() -> None:
    text = (
        '[package]\nname = "shop"\n[dependencies]\ntokio = { version = "1" }\nold = { package = "new" }\n'
        '[target."cfg(unix)".dev-dependencies]\nnix = "1"\n'
    )
    assert [one[1:] for one in stated(read(text, "Cargo.toml"), "dependsOn")] == [
        ("project:tokio", 4, "dependencies: tokio 1"),
        ("project:new", 5, "dependencies: old"),
        ("project:nix", 7, "target.cfg(unix).dev-dependencies: nix 1"),
    ]


def test_a_go_module_requires_others() -> None:
    text = (
        "module example.com/shop\n\ngo 1.22\n\nrequire (\n\tgithub.com/gorilla/mux v1.8.0\n"
        "\tgolang.org/x/net v0.1.0 // indirect\n)\nexclude x.y/z v1\n"
    )
    document = read(text, "go.mod")
    assert stated(document, "dependsOn") == [
        ("project:example.com/shop", "project:github.com/gorilla/mux", 6, "require: github.com/gorilla/mux v1.8.0"),
        ("project:example.com/shop", "project:golang.org/x/net", 7, "require (indirect): golang.org/x/net v0.1.0"),
    ]
    assert stated(document, "describes") == [("", "project:example.com/shop", 1, "module example.com/shop")]


def test_requirements_are_those_of_their_file() -> None:
    document = read("# pinned\nflask==2.0\n-r more.txt\nuvicorn[standard]>=1 # server\n", "requirements-dev.txt")
    assert stated(document, "dependsOn") == [
        ("", "project:flask", 2, "flask==2.0"),
        ("", "project:uvicorn", 4, "uvicorn[standard]>=1 # server"),
    ]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("You need\na computer.\n", "requirements.txt"),
        ('{"name": "a", "dependencies": {"b": "1"}', "package.json"),
        ('{"dependencies": ["b"], "name": ["x"]}', "package.json"),
        ('{"name": "a\\"> <b>", "dependencies": {"c": "1"}}', "package.json"),
        ("[project\n", "pyproject.toml"),
        ("[tool.ruff]\nline-length = 1\n", "pyproject.toml"),
        ("module\nrequire (\n", "go.mod"),
    ],
)
def test_what_is_no_manifest_states_nothing(text: str, path: str) -> None:
    assert not read(text, path).things


def test_hostile_names_of_dependencies_are_left_out() -> None:
    hostile = ['a"b', "<script>", "a\nb", "a b", "", "x" * 300, "a{b}", "good"]
    document = read(json.dumps({"name": "p", "dependencies": dict.fromkeys(hostile, "1")}), "package.json")
    assert [one[1] for one in stated(document, "dependsOn")] == ["project:good"]
