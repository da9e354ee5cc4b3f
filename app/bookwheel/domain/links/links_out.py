"""Which links may lead out of the library: addresses and files that open, and those that never do."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from urllib.parse import unquote, urlsplit

APP_SCHEMES = frozenset((
    "bear", "cursor", "devonthink", "drafts", "evernote", "facetime", "file", "ftp", "ftps", "geo", "hook", "irc",
    "ircs", "joplin", "logseq", "magnet", "mailto", "message", "mid", "msteams", "news", "notion", "obsidian",
    "omnifocus", "onenote", "sip", "skype", "slack", "sms", "spotify", "tel", "things", "vscode", "vscode-insiders",
    "webcal", "x-devonthink-item", "xmpp", "zed", "zoommtg", "zotero", "zotero-plus",
))  # fmt: skip
"""Schemes of other programs that a page may link to; a link of any other leads nowhere."""
WEB_SCHEMES = ("http", "https")
_SHARE = re.compile(r"/*[\\/]{2}|/*\\")
"""How the path of a file on another computer begins."""
ALL = "*"
"""Stands for every host."""
PROGRAM_SUFFIXES = frozenset((
    ".action", ".ade", ".app", ".appimage", ".appinstaller", ".applescript", ".application", ".appref-ms", ".bash",
    ".bat", ".cab", ".chm", ".class", ".cmd", ".com", ".command", ".cpl", ".crx", ".csh", ".deb", ".desktop",
    ".diagcab", ".dll", ".dmg", ".exe", ".fileloc", ".fish", ".flatpakref", ".gadget", ".hta", ".inetloc", ".inf",
    ".iso", ".jar", ".jnlp", ".js", ".jse", ".kext", ".ksh", ".library-ms", ".lnk", ".lua", ".mobileconfig", ".msc",
    ".msi", ".msix", ".msp", ".mst", ".msu", ".osx", ".php", ".pif", ".pkg", ".pl", ".prefpane", ".ps1", ".psm1", ".py",
    ".pyc", ".pyw", ".pyz", ".rb", ".reg", ".rpm", ".run", ".scf", ".scpt", ".scr", ".sct", ".search-ms", ".service",
    ".settingcontent-ms", ".sh", ".slk", ".snap", ".so", ".tcl", ".terminal", ".theme", ".themepack", ".tool", ".url",
    ".vb", ".vbe", ".vbs", ".webloc", ".workflow", ".ws", ".wsc", ".wsf", ".wsh", ".xbap", ".xll", ".zsh",
))  # fmt: skip
"""Files that a system may run when they are opened: they are shown in their folder and never opened."""


class Lead(StrEnum):
    """What a link leads to."""

    WEB = "web"
    APP = "app"
    FILE = "file"
    NOWHERE = "nowhere"


def lead_of(address: str) -> tuple[Lead, str]:
    """What an address leads to, and by what a person trusts it: its host in ASCII, or its scheme.

    An address of an unknown scheme leads nowhere, as does a file on another computer.
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return Lead.NOWHERE, ""
    scheme = parts.scheme.lower()
    if scheme in WEB_SCHEMES:
        return (Lead.WEB, _ascii(host)) if host else (Lead.NOWHERE, "")
    if scheme == "file":
        is_local = host in ("", "localhost") and parts.path and not _SHARE.match(unquote(parts.path))
        return (Lead.FILE, scheme) if is_local else (Lead.NOWHERE, "")
    return (Lead.APP, scheme) if scheme in APP_SCHEMES else (Lead.NOWHERE, scheme)


def is_trusted(lead: Lead, key: str, hosts: Collection[str], schemes: Collection[str]) -> bool:
    """Whether a person said that such addresses open without a question."""
    if lead is Lead.WEB:
        return key in hosts or ALL in hosts
    return lead is not Lead.NOWHERE and key in schemes


def kind_of(name: str) -> str:
    """The ending by which a file's kind is known, in lower case with its point; empty for none."""
    found = re.search(r"\.[^./\\\s]+\Z", re.sub(r"[.\s]+\Z", "", name))
    return found[0].lower() if found else ""


def is_program(name: str) -> bool:
    """Whether a file may be run when it is opened, by its name alone."""
    return kind_of(name) in PROGRAM_SUFFIXES


def _ascii(host: str) -> str:
    try:
        return host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return host.encode("ascii", "backslashreplace").decode("ascii").lower()
