from __future__ import annotations

from ipaddress import ip_address

import pytest

from bookwheel.fetching.addresses import find_refused, is_public, own_addresses


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.255.1.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254", "100.100.100.200", "192.0.0.192", "168.63.129.16", "224.0.0.1", "255.255.255.255",
        "198.18.0.1", "203.0.113.9", "::", "::1", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1",
        "64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:1::1",
        "fe80::1", "fe80::1%1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "100::1",
    ],
)  # fmt: skip
def test_no_address_of_this_network_is_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2001:4860:4860::8888", "64:ff9b::101:101"],
)
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(ip_address(address))


def test_one_private_address_among_public_ones_is_found() -> None:
    addresses = [ip_address("1.1.1.1"), ip_address("10.0.0.1")]
    assert find_refused(addresses, frozenset()) == addresses[1]


def test_a_public_address_of_this_computer_is_refused_in_both_forms() -> None:
    own = frozenset((ip_address("1.1.1.1"),))
    assert find_refused([ip_address("1.1.1.1")], own) is not None
    assert find_refused([ip_address("::ffff:1.1.1.1")], own) is not None
    assert find_refused([ip_address("1.1.1.2")], own) is None


def test_this_computer_knows_its_loopback() -> None:
    assert ip_address("127.0.0.1") in own_addresses()
