"""The text as it is written: literal searches and regular expressions over the documents' own text.

May import the snapshot, the indexes and domain, and hit lists and pages of the room around it. Knows no words or stems.
"""
