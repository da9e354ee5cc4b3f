"""What source code defines, imports, calls and inherits, read through tree-sitter.

One module a language says what its syntax means; `code_things.py` is the entrance. Uses `domain` and `parsing.things`;
torn code gives what can be read of it.
"""
