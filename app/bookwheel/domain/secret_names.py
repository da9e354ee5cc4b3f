"""Which files hold secrets, by their names: they are read only where a collection names them."""

from __future__ import annotations

from fnmatch import fnmatchcase

from bookwheel.domain.formats import MARKDOWN, format_of

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
