"""Folders that are left out by their names, and files that may hold secrets: read only where one is named."""

from __future__ import annotations

from fnmatch import fnmatchcase

from bookwheel.domain.formats import MARKDOWN, format_of

LEFT_OUT_FOLDERS = frozenset(("node_modules", "bower_components", "venv", "__pycache__", "__MACOSX", "$RECYCLE.BIN"))
"""Folders left out besides the hidden ones."""

SECRET_NAMES = (
    ".env", ".env.*", "*.env", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.kdb", "*.ppk",
    "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", ".netrc", "_netrc", "credentials", "credentials.*", ".npmrc",
    ".pypirc", ".pgpass", ".htpasswd", ".git-credentials", "secrets.yml", "secrets.yaml", "secrets.json",
)  # fmt: skip


def is_secret(name: str) -> bool:
    """Whether a file of this name may hold a secret."""
    lowered = name.lower()
    if lowered.startswith("credentials.") and format_of(name) is MARKDOWN:
        return False
    return any(fnmatchcase(lowered, pattern) for pattern in SECRET_NAMES)
