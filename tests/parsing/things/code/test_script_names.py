"""What JavaScript and TypeScript state."""

from __future__ import annotations

from tests.parsing.things.code.statements import kinds, parsed, stated

SCRIPT = """
import React, { useState as state } from 'react';
import * as tools from './tools.js';
import Base from '../base';
export { other } from "./other/index.js";
const fs = require('node:fs');
const { join } = require("path");

export const LIMIT = 3;
export default class Page extends Base {
  constructor() { super(); this.draw(); }
  draw = () => { tools.paint(state(1)); fs.readFile(join('a')); local.method(); };
}
function Old() {}
Old.prototype.run = function () { this.stop(); };
Old.prototype.stop = function () {};
exports.make = () => new Old();
"""


def test_definitions_of_every_way_to_write_them() -> None:
    assert kinds(parsed(SCRIPT, "src/page.jsx")) == {
        "LIMIT": "constant", "Page": "class", "Page.constructor": "method", "Page.draw": "method", "Old": "class",
        "Old.run": "method", "Old.stop": "method", "make": "function",
    }  # fmt: skip


def test_imports_are_paths_without_suffix_or_names_of_packages() -> None:
    assert {target for _, target in stated(parsed(SCRIPT, "src/page.jsx"), "imports")} == {
        "react", "react:useState", "notes/src/tools", "notes/base", "notes/src/other", "notes/src/other:other", "fs",
        "path",
    }  # fmt: skip


def test_a_default_export_is_met_by_those_who_import_it() -> None:
    user = parsed(
        "import Page from './page';\nclass Sub extends Page {}\nfunction f() { new Page(); }\n", "src/user.ts"
    )
    page = "notes/src/page:default"
    assert ("notes/src/user:Sub", page) in stated(user, "inherits")
    assert ("notes/src/user:f", page) in stated(user, "calls")
    assert page in {thing.id.partition("/")[2] for thing in parsed(SCRIPT, "src/page.jsx").things}


def test_calls_are_resolved_by_scope_this_and_imports() -> None:
    module = "notes/src/page"
    assert stated(parsed(SCRIPT, "src/page.jsx"), "calls") == {
        (f"{module}:default.constructor", f"{module}:default.draw"),
        (f"{module}:default.draw", "notes/src/tools:paint"),
        (f"{module}:default.draw", "react:useState"),
        (f"{module}:default.draw", "fs:readFile"),
        (f"{module}:default.draw", "path:join"),
        (f"{module}:Old.run", f"{module}:Old.stop"),
        (f"{module}:make", f"{module}:Old"),
    }


def test_typescript_has_types_interfaces_enums_and_namespaces() -> None:
    text = """
interface Shape extends Named, lib.Drawn<string> { area(): number }
type Size = number;
enum Colour { Red }
namespace inner { export function deep(): void {} }
abstract class Circle<T> implements Shape { abstract area(): number; private go() { this.area(); } }
const Size = 1;
"""
    document = parsed(text, "a.ts")
    assert kinds(document) == {
        "Shape": "interface", "Shape.area": "method", "Size": "type", "Colour": "enum", "inner": "namespace",
        "inner.deep": "function", "Circle": "class", "Circle.area": "method", "Circle.go": "method",
    }  # fmt: skip
    assert stated(document, "inherits") == {
        ("notes/a:Shape", "Named"), ("notes/a:Shape", "lib.Drawn"), ("notes/a:Circle", "notes/a:Shape"),
    }  # fmt: skip
    assert ("notes/a:Circle.go", "notes/a:Circle.area") in stated(document, "calls")
