from __future__ import annotations

import threading
from pathlib import Path

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.requests import Empty
from tests.waiting import until


def test_folders_added_at_once_are_all_indexed_and_followed(client: Client, tmp_path: Path):
    folders = [tmp_path / f"folder{number}" for number in range(12)]
    for folder in folders:
        folder.mkdir()
        (folder / "a.md").write_text("# Wheel\n\nIt turns.\n", "utf-8")
    adding = [threading.Thread(target=client.add, args=(AddRequest(str(folder)),)) for folder in folders]
    for thread in adding:
        thread.start()
    for thread in adding:
        thread.join()
    until(lambda: client.search(SearchRequest("wheel", limit=50)).total == 12)
    for folder in folders:
        (folder / "b.md").write_text("# Spoke\n\nOf ash.\n", "utf-8")
    until(lambda: client.search(SearchRequest("spoke", limit=50)).total == 12)
    until(lambda: all(card.state == "ready" for card in client.collections(Empty()).collections))
