"""What Go states."""

from __future__ import annotations

from bookwheel.parsing.things.code.home import CodeHome
from tests.parsing.things.code.statements import kinds, parsed, stated

HOME = CodeHome("notes", "server", "example.com/x", True)
TEXT = """package api

import (
	"fmt"
	str "strings"
	"example.com/x/store/v2"
)

const Most = 3

func (s *Server) Run(fmt int) error {
	s.close()
	str := newThing()
	str.Go()
	return store.Open(Most)
}

func (s *Server) close() { fmt.Println(Shared()) }

type Server struct {
	*Base
	store.Client
	name string
}

type Runner interface {
	Closer
	Run(int) error
}
"""


def test_methods_belong_to_their_receiver_and_the_package_to_its_path() -> None:
    document = parsed(TEXT, "server/api/run.go", HOME)
    assert kinds(document) == {
        "Most": "constant", "Server": "struct", "Server.Run": "method", "Server.close": "method",
        "Runner": "interface", "Runner.Run": "method",
    }  # fmt: skip
    assert ("example.com/x/api.Server", "example.com/x/api.Server.Run") in stated(document, "contains")


def test_embedded_types_are_inherited() -> None:
    assert stated(parsed(TEXT, "server/api/run.go", HOME), "inherits") == {
        ("example.com/x/api.Server", "example.com/x/api.Base"),
        ("example.com/x/api.Server", "example.com/x/store/v2.Client"),
        ("example.com/x/api.Runner", "example.com/x/api.Closer"),
    }


def test_a_variable_hides_a_package_and_a_shared_name_is_in_the_package() -> None:
    own = "example.com/x/api"
    assert stated(parsed(TEXT, "server/api/run.go", HOME), "calls") == {
        (f"{own}.Server.Run", f"{own}.Server.close"),
        (f"{own}.Server.Run", "example.com/x/store/v2.Open"),
        (f"{own}.Server.close", "fmt.Println"),
        (f"{own}.Server.close", f"{own}.Shared"),
    }


def test_names_of_a_package_that_is_imported_openly_are_left_out() -> None:
    text = 'package api\nimport . "net/http"\nfunc F() { NewRequest(); g() }\nfunc g() {}\n'
    assert stated(parsed(text, "a/b.go"), "calls") == {("notes/a.F", "notes/a.g")}
