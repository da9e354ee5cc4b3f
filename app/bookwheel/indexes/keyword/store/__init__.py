"""The port `Keyword`: where the words of sections lie, by revision; its adapters are a folder and PostgreSQL.

May import the rest of the keyword index and domain; knows no other index and no library. An engine's package is loaded
when its address is opened. What is lost here is put again from the counted terms that publications bring.
"""

from bookwheel.indexes.keyword.store.opening import check_words, open_words
from bookwheel.indexes.keyword.store.port import Change, Keyword, Part, SharedKeyword

__all__ = ["Change", "Keyword", "Part", "SharedKeyword", "check_words", "open_words"]
