"""The project's own rules: layers, names, sizes, and documentation that agrees with the code."""
