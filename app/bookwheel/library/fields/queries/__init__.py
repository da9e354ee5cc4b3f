"""Queries that pages write over fields (Dataview, Bases): their grammars, and the one evaluator of both."""
