"""A network and mounts of this process's own: one way out that leads to us, and a watch on every file that is written.

Linux alone, by its calls (unshare, ioctl, fanotify), because a bare system has no `ip`. As root, or in a user namespace
where those are allowed.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import ipaddress
import os
import re
import socket
import stat
import struct
from collections.abc import Iterator
from pathlib import Path

_libc = ctypes.CDLL(None, use_errno=True)
_NEWNS, _NEWUSER, _NEWNET = 0x20000, 0x10000000, 0x40000000
_PRIVATE, _BIND = 0x40000 | 0x4000, 0x1000
_SET_ADDRESS, _SET_MASK, _SET_FLAGS, _ADD_ROUTE, _SET_TUN = 0x8916, 0x891C, 0x8914, 0x890B, 0x400454CA
_UP, _GATEWAY = 0x1 | 0x40, 0x1 | 0x2
_OUT = b"out0"
_CLOSE_WRITE, _ADD_MOUNT = 0x8, 0x1 | 0x10
_NO_FILES = {"proc", "sysfs", "cgroup", "cgroup2", "devpts", "mqueue", "securityfs", "debugfs", "tracefs", "bpf"}
_RESOLVER = "192.0.2.53"
_SOCKETS = ("/run/nscd", "/run/systemd/resolve", "/run/dbus", "/run/avahi-daemon")
"""Folders of sockets by which a lookup could leave through another process, which has the machine's network."""


def isolate(folder: Path) -> int:
    """Move this process into a network of its own; the handle from which every packet that leaves it can be read.

    Raises:
        OSError: where this is not allowed.
    """
    user, group = os.getuid(), os.getgid()
    flags = _NEWNS | _NEWNET | (_NEWUSER if user else 0)
    _checked(_libc.unshare(flags))
    if user:
        Path("/proc/self/setgroups").write_text("deny", "ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", "ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", "ascii")
    has_own_mounts = _make_mounts_private()
    tun = _open_tun(folder)
    fcntl.ioctl(tun, _SET_TUN, struct.pack("16sH14x", _OUT, 0x1001))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        _raise_interface(control, b"lo")
        _set_route(control)
    _set_route_of_ipv6()
    if has_own_mounts:
        _use_resolver(folder)
    else:
        _require_remote_resolver()
    return tun


def adopt_orphans() -> None:
    """Make this process the parent of every descendant whose own parent ends."""
    _checked(_libc.prctl(36, 1, 0, 0, 0))


def watch_writes() -> int:
    """A handle that tells of every regular file which this process's descendants close after writing.

    Raises:
        OSError: where this is not allowed; it takes root.
    """
    handle = _checked(_libc.fanotify_init(0x1 | 0x10, os.O_RDONLY))
    mounts = {"/"}  # which is not listed in a chroot
    for line in Path("/proc/self/mountinfo").read_text("utf-8").splitlines():
        words = line.split()
        if words[words.index("-") + 1] not in _NO_FILES:
            mounts.add(words[4])
    for path in mounts:
        # A mount that another one covers, or that is not reachable, cannot be watched and not be written to either.
        _libc.fanotify_mark(handle, _ADD_MOUNT, ctypes.c_uint64(_CLOSE_WRITE), -100, os.fsencode(path))
    return handle


def written(handle: int) -> Iterator[Path]:
    """The next files that were written, once there are any."""
    events, position = os.read(handle, 65536), 0
    while position < len(events):
        size, _, _, _, _, file, _ = struct.unpack_from("IBBHQii", events, position)
        position += size
        if file >= 0:
            path, mode = os.readlink(f"/proc/self/fd/{file}"), os.fstat(file).st_mode
            os.close(file)
            if stat.S_ISREG(mode):
                yield Path(path.removesuffix(" (deleted)"))


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _make_mounts_private() -> bool:
    """Keep our mounts from the rest of the system; False in a chroot whose root is no mount, where they would show."""
    if _libc.mount(b"none", b"/", None, _PRIVATE, None) == 0:
        return True
    if ctypes.get_errno() != errno.EINVAL:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return False


def _require_remote_resolver() -> None:
    """Make sure that lookups take the way out: one that a server on this computer answers would not be seen."""
    servers = re.findall(r"^\s*nameserver\s+(\S+)", Path("/etc/resolv.conf").read_text("utf-8"), re.MULTILINE)
    if not servers or any(ipaddress.ip_address(server.partition("%")[0]).is_loopback for server in servers):
        raise OSError(errno.EINVAL, "lookups are answered on this computer, and mounts cannot change that in a chroot")


def _open_tun(folder: Path) -> int:
    try:
        return os.open("/dev/net/tun", os.O_RDWR)
    except FileNotFoundError:  # as in a bare root
        device = folder / "tun"
        os.mknod(device, stat.S_IFCHR | 0o600, os.makedev(10, 200))
        return os.open(device, os.O_RDWR)


def _raise_interface(control: socket.socket, name: bytes) -> None:
    fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sH14x", name, _UP))


def _set_route(control: socket.socket) -> None:
    """Give the way out an address, and lead everything over it."""
    fcntl.ioctl(control, _SET_ADDRESS, struct.pack("16s16s", _OUT, _address("192.0.2.2")))
    fcntl.ioctl(control, _SET_MASK, struct.pack("16s16s", _OUT, _address("255.255.255.0")))
    _raise_interface(control, _OUT)
    name = ctypes.create_string_buffer(_OUT)
    everywhere, gateway = _address("0.0.0.0"), _address("192.0.2.1")
    ends = struct.pack("L16s16s16s", 0, everywhere, gateway, everywhere)
    fcntl.ioctl(
        control, _ADD_ROUTE, ends + struct.pack("HhLPh6xPLLH6x", _GATEWAY, 0, 0, 0, 0, ctypes.addressof(name), 0, 0, 0)
    )


def _set_route_of_ipv6() -> None:
    try:
        control = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    except OSError:  # a kernel without IPv6 sends nothing over it
        return
    with control:
        index, nowhere = socket.if_nametoindex(_OUT.decode()), bytes(16)
        own, gateway = (socket.inet_pton(socket.AF_INET6, f"2001:db8::{end}") for end in (2, 1))
        try:
            fcntl.ioctl(control, _SET_ADDRESS, own + struct.pack("Ii", 64, index))
        except OSError:  # it is switched off
            return
        route = nowhere + nowhere + gateway + struct.pack("IHHILIi", 0, 0, 0, 1, 0, _GATEWAY, index)
        fcntl.ioctl(control, _ADD_ROUTE, route)


def _address(text: str) -> bytes:
    return struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(text))


def _use_resolver(folder: Path) -> None:
    """Let every lookup go to an address beyond the way out."""
    own = {
        "/etc/resolv.conf": f"nameserver {_RESOLVER}\noptions timeout:1 attempts:2\n",
        "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
    }
    for path, text in own.items():
        file = folder / Path(path).name
        file.write_text(text, "ascii")
        if Path(path).exists():
            _checked(_libc.mount(os.fsencode(file), os.fsencode(os.path.realpath(path)), None, _BIND, None))
    empty = folder / "empty"
    empty.mkdir(exist_ok=True)
    for path in _SOCKETS:
        if Path(path).is_dir():
            _checked(_libc.mount(os.fsencode(empty), os.fsencode(path), None, _BIND, None))
