"""Links that lead out of the library, and those that never do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.links.links_out import ALL, Lead, is_program, is_trusted, lead_of


@pytest.mark.parametrize(
    "address",
    [
        *("javascript:alert(1)", "data:text/html,x", "vbscript:x", "ms-msdt:/id", "search-ms:query=x", "shell:startup"),
        *("about:blank", "chrome://x", "view-source:http://x", "blob:x", "http://", "https:///x", "http://[", "x"),
        *(
            "file://server/share/x",
            "file:",
            "FILE://10.0.0.1/x",
            "file:////server/x",
            "file:///%5C%5Cserver/x",
            "file:/\\\\s/x",
            "",
            "\0:x",
            "bookwheel://doc/x",
        ),
    ],
)
def test_what_runs_or_reaches_another_computer_leads_nowhere(address: str) -> None:
    assert lead_of(address)[0] is Lead.NOWHERE


@pytest.mark.parametrize(
    ("address", "lead", "key"),
    [
        ("https://example.org@evil.test/", Lead.WEB, "evil.test"),
        ("HTTPS://Example.ORG:8/x", Lead.WEB, "example.org"),
        ("https://ex\u0430mple.org/", Lead.WEB, "xn--exmple-4nf.org"),
        ("obsidian://open?vault=x", Lead.APP, "obsidian"),
        ("Zotero://select/x", Lead.APP, "zotero"),
        ("mailto:a@b", Lead.APP, "mailto"),
        ("file:///home/x.zip", Lead.FILE, "file"),
    ],
)
def test_an_address_is_trusted_by_its_real_host_or_scheme(address: str, lead: Lead, key: str) -> None:
    assert lead_of(address) == (lead, key)


def test_trust_in_a_host_or_a_scheme_reaches_no_other() -> None:
    assert is_trusted(Lead.WEB, "a.org", ("a.org",), ()) and is_trusted(Lead.WEB, "b.org", (ALL,), ())
    assert not is_trusted(Lead.WEB, "sub.a.org", ("a.org",), ("https",))
    assert not is_trusted(Lead.APP, "zotero", (ALL,), ("obsidian",))
    assert not is_trusted(Lead.NOWHERE, "javascript", (ALL,), ("javascript",))


def test_what_a_system_may_run_is_a_program_whatever_its_case_and_dots() -> None:
    assert all(map(is_program, ("a.exe", "A.SH", "x.pdf.lnk", "x.desktop", "x.exe.", "x.exe. .", "x.bat ", "x.py")))
    assert not any(map(is_program, ("a.zip", "exe", "a.pdf", "sh.txt")))


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    lead_of(text)
