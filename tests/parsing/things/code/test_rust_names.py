"""What Rust states."""

from __future__ import annotations

from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.rust_names import absolute
from tests.parsing.things.code.statements import kinds, parsed, stated

HOME = CodeHome("notes", "core", "my-core", True)
TEXT = """
mod below;
use std::{fmt, collections::{HashMap as Map, BTreeMap}};
use crate::shapes::Shape;
use super::near::*;
use below::Thing;

pub struct Circle { r: f64 }
impl<'a, T> Shape for &'a mut Circle { type Out = u8; fn area(&self) -> f64 { self.half() * helper() } }
impl Circle { fn half(&self) -> f64 { Map::new(); Thing::open(); self.r.sqrt() } }
impl fmt::Debug for [u8] { fn fmt(&self) {} }
trait Named: Clone + Shape { fn name(&self); }
fn helper() -> f64 { crate::shapes::unit() }
mod tests { use super::*; fn check() { super::helper(); } }
"""


def test_definitions_go_by_crate_and_module() -> None:
    document = parsed(TEXT, "core/src/round/mod.rs", HOME)
    assert kinds(document) == {
        "Circle": "struct", "Circle::area": "method", "Circle::half": "method", "Named": "trait",
        "Named::name": "method", "helper": "function", "tests": "module", "tests::check": "function",
    }  # fmt: skip
    assert "code:rust/my_core::round" in {thing.id for thing in document.things}


def test_traits_are_inherited_by_what_implements_them() -> None:
    assert stated(parsed(TEXT, "core/src/round/mod.rs", HOME), "inherits") == {
        ("my_core::round::Circle", "my_core::shapes::Shape"),
        ("my_core::round::Named", "std::clone::Clone"),
        ("my_core::round::Named", "my_core::shapes::Shape"),
    }


def test_uses_are_whole_paths() -> None:
    assert {target for _, target in stated(parsed(TEXT, "core/src/round/mod.rs", HOME), "imports")} == {
        "std::fmt", "std::collections::HashMap", "std::collections::BTreeMap", "my_core::shapes::Shape",
        "my_core::near", "my_core::round::below::Thing",
    }  # fmt: skip
    assert absolute("super::super::x", "a::b::c") == "a::x"
    assert absolute("super::super::x", "a") == ""


def test_calls_are_resolved_by_self_paths_and_uses() -> None:
    own = "my_core::round"
    assert stated(parsed(TEXT, "core/src/round/mod.rs", HOME), "calls") == {
        (f"{own}::Circle::area", f"{own}::Circle::half"),
        (f"{own}::Circle::area", f"{own}::helper"),
        (f"{own}::Circle::half", "std::collections::HashMap::new"),
        (f"{own}::Circle::half", f"{own}::below::Thing::open"),
        (f"{own}::helper", "my_core::shapes::unit"),
        (f"{own}::tests::check", f"{own}::helper"),
    }
