"""What documents speak of: people, entities, terms and projects, with the words that say so; no language model.

May import `domain` and `parsing`; reads one document alone and runs in the parser child. One module for each kind of
source; `extraction.py` is the entrance. Precision comes first: what may be a thing or not stays text.
"""
