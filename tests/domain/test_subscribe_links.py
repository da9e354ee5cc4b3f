"""Links that offer a published collection: what they may name, and what of hostile ones is refused."""

from __future__ import annotations

import base64

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.subscribe_links import Offer, is_subscribe_link, read_subscribe_link

SITE = "https://docs.example.org/handbook/"
KEY = base64.b64encode(b"\xfb" * 32).decode()


@pytest.mark.parametrize(
    ("link", "offer"),
    [
        (f"bookwheel://subscribe?address={SITE}", Offer(SITE)),
        ("bookwheel://subscribe/?address=https%3A%2F%2Fdocs.example.org%2Fhandbook", Offer(SITE)),
        (f"BOOKWHEEL://Subscribe?address={SITE}collection.bookwheel", Offer(SITE)),
        ("bookwheel://subscribe?address=s3://bucket/guides/", Offer("s3://bucket/guides")),
        (
            f"bookwheel://subscribe?address={SITE}&key=ab12-cd34-ef56-7890&name=The%20handbook&colour=red",
            Offer(SITE, "ab12-cd34-ef56-7890", "The handbook"),
        ),
        (f"bookwheel://subscribe?address={SITE}&key={KEY}", Offer(SITE, KEY)),
        (f"bookwheel://subscribe?address={SITE}&key={KEY.replace('+', '%2B')}", Offer(SITE, KEY)),
    ],
)
def test_a_link_names_an_address_a_key_and_a_name(link: str, offer: Offer) -> None:
    assert "+" in KEY, "a plus sign that is not escaped would be a blank"
    assert is_subscribe_link(link) and read_subscribe_link(link) == offer


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("bookwheel://subscribe", "names no address"),
        ("bookwheel://subscribe?name=x", "names no address"),
        ("bookwheel:subscribe?address=https://a.test/", "cannot be read"),
        ("bookwheel://subscribe/deeper?address=https://a.test/", "cannot be read"),
        ("bookwheel://subscribe:80?address=https://a.test/", "cannot be read"),
        ("bookwheel://subscribe?address=https://a.test/&address=https://b.test/", "cannot be read"),
        ("bookwheel://subscribe?address=https://a.test/%0a", "cannot be read"),
        ("bookwheel://subscribe?address=https://a.test/&name=x%00", "cannot be read"),
        ("bookwheel://subscribe?address=https://a.test/&name=%e2%80%aeevil", "cannot be read"),
        ("bookwheel://subscribe?address=https://a.test/&name=%ff", "cannot be read"),
        ("bookwheel://subscribe?address=https://a.test/\n", "cannot be read"),
        (f"bookwheel://subscribe?address=https://a.test/{'&x=1' * 30}", "cannot be read"),
        ("bookwheel://subscribe?address=file:///etc/", "leads to file:///etc/"),
        ("bookwheel://subscribe?address=/etc/", "leads to /etc/"),
        (r"bookwheel://subscribe?address=\\host\share", "leads to "),
        ("bookwheel://subscribe?address=javascript:alert(1)", "leads to javascript:"),
        ("bookwheel://subscribe?address=ftp://a.test/", "leads to ftp:"),
        ("bookwheel://subscribe?address=https://name:word@a.test/", "may not hold a user name"),
        ("bookwheel://subscribe?address=https://", "is not a web address"),
        ("bookwheel://subscribe?address=s3://../x", "is not the address of a publication"),
        ("bookwheel://subscribe?address=https://a.test/&key=none", "key in this link is not valid"),
        (f"bookwheel://subscribe?address=https://a.test/&name={'x' * 201}", "name in this link is too long"),
        (f"bookwheel://subscribe?address=https://a.test/{'x' * 4000}", "link is too long"),
        (f"bookwheel://subscribe?address=https://a.test/{'x' * 3000}", "is not a web address"),
    ],
)
def test_a_hostile_link_is_refused_with_a_sentence(link: str, reason: str) -> None:
    assert is_subscribe_link(link)
    with pytest.raises(BadRequest, match=".") as refused:
        read_subscribe_link(link)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "text", ["bookwheel://doc/subscribe", "bookwheel://subscribers", "subscribe", "https://a.test/"]
)
def test_other_links_offer_nothing(text: str) -> None:
    assert not is_subscribe_link(text)
