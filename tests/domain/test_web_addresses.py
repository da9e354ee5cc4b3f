from __future__ import annotations

import pytest

from bookwheel.domain.web_addresses import is_protected_address


@pytest.mark.parametrize(
    "address",
    [
        "https://login.example.org",
        "https://10.0.0.1/a?b=c",
        "http://127.0.0.1:8080/",
        "http://[::1]/",
        "http://localhost",
    ],
)
def test_secrets_may_go_by_tls_or_stay_in_this_computer(address: str) -> None:
    assert is_protected_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://login.example.org", "http://127.0.0.1.example.org/", "http://localhost.example.org", "ftp://127.0.0.1",
        "https://a@login.example.org", "https://", "", "login.example.org", "file:///etc/passwd", "javascript:alert(1)",
        "https://login.example.org/ a", "https://login.example.org/\n", "http://10.0.0.1/", f"https://a/{'b' * 2000}",
    ],
)  # fmt: skip
def test_secrets_go_nowhere_else(address: str) -> None:
    assert not is_protected_address(address)
