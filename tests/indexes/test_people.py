"""Names of people in fields: without addresses, and nobody where a team stands."""

from __future__ import annotations

import pytest

from bookwheel.indexes.ontology.people import names_in


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ada <ada@example.org>; Bo", ["Ada", "Bo"]),
        ("ada@example.org", ["ada"]),
        ("@thockin", ["thockin"]),
        ("https://github.com/thockin", ["thockin"]),
        ("[[Ada Lovelace]]", ["Ada Lovelace"]),
        ("Ada Lovelace (https://example.org/ada)", ["Ada Lovelace"]),
        ("Ada Lovelace <https://example.org> https://example.org", ["Ada Lovelace"]),
        ("The Babel Team (https://babel.dev/team)", []),
        ("Kubernetes Authors; @kubernetes/sig-network; Acme Inc.; team; sig-network; Steam", ["Steam"]),
        ("", []),
    ],
)
def test_people_are_named_and_groups_are_not(value: str, names: list[str]):
    assert list(names_in(value)) == names
