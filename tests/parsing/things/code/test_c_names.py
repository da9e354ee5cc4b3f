"""What C and C++ state."""

from __future__ import annotations

from tests.parsing.things.code.statements import kinds, parsed, stated

C = """
#include <stdio.h>
#include "near.h"
#define TWICE(x) (2 * (x))
#ifndef GUARD
typedef struct node { int a; } node;
typedef int (*callback)(void *);
extern int shared(node *n);
#endif
static int own(void) { return TWICE(1); }
int *make(void) { own(); shared(0); printf("a"); return 0; }
"""
CPP = """
#include "leveldb/db.h"
namespace store { namespace inner {
class EXPORT_MACRO_FREE Reader;
class Reader : public Base, private std::vector<int> {
 public:
  Reader();
  void (*callback_)(int);
  virtual int Next();
  void Close() LOCKED(mu_);
 private:
  int Skip() { return Next(); }
};
Reader::Reader() { Skip(); helper(); }
int helper() { return 1; }
TEST(Reader, Empty) { int x(1); }
} }
"""


def test_names_of_c_are_those_of_the_whole_program_but_static_ones() -> None:
    document = parsed(C, "src/list.c")
    assert kinds(document) == {
        "TWICE": "macro", "node": "struct", "callback": "type", "shared": "function", "own": "function",
        "make": "function",
    }  # fmt: skip
    assert stated(document, "calls") == {
        ("notes/list.c:own", "notes:TWICE"), ("notes:make", "notes/list.c:own"), ("notes:make", "notes:shared"),
    }  # fmt: skip
    assert {target for _, target in stated(document, "imports")} == {"stdio.h", "notes/near.h"}


def test_members_of_cpp_go_by_namespace_and_class() -> None:
    document = parsed(CPP, "db/reader.cc")
    assert kinds(document) == {
        "store::inner::Reader": "class", "store::inner::Reader::Reader": "method",
        "store::inner::Reader::Next": "method",
        "store::inner::Reader::Skip": "method", "store::inner::helper": "function",
    }  # fmt: skip
    reader = "notes:store::inner::Reader"
    assert stated(document, "inherits") == {(reader, "notes:Base"), (reader, "notes:std::vector")}
    assert stated(document, "calls") == {
        (f"{reader}::Skip", f"{reader}::Next"),
        (f"{reader}::Reader", f"{reader}::Skip"),
        (f"{reader}::Reader", "notes:store::inner::helper"),
    }


def test_a_header_is_read_as_what_it_holds() -> None:
    assert kinds(parsed("class A { void f(); };\n", "a.h")) == {"A": "class", "A::f": "method"}
    assert kinds(parsed("int f(int class);\n", "b.h")) == {"f": "function"}
