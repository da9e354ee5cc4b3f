from __future__ import annotations

from typing import get_type_hints

import pytest

from bookwheel import wire
from bookwheel.client.connection import Client, connect
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.domain.service.requests import Empty
from bookwheel.paths import LibraryPaths


@pytest.mark.parametrize("name", [name for name in wire.METHODS if name != "stop"])
def test_client_has_every_method_of_the_wire_with_its_types(name: str):
    request, answer = wire.METHODS[name]
    hints = get_type_hints(getattr(Client, name))
    assert hints["request"] is request
    assert hints["return"] is (type(None) if answer is Empty else answer)


def test_client_that_may_not_start_says_how_to(library_folder):
    with pytest.raises(ServiceUnavailable, match="serve --detach"):
        connect(LibraryPaths(library_folder), client="cli", start=False)
