"""Check before a release that tag, versions, addresses and changelog agree; print what does not.

Usage: python packaging/release.py vVERSION
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACEHOLDER = "OWNER"
"""Stands in addresses until the repository has its public one."""


def find_faults(tag: str, root: Path = ROOT) -> list[str]:
    """Return a sentence for everything that must change before `tag` may be released."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    server = json.loads((root / "server.json").read_text("utf-8"))
    code = (root / "app" / "bookwheel" / "__init__.py").read_text("utf-8")
    version = project["version"]
    faults: list[str] = []
    if tag != f"v{version}":
        faults.append(f"The tag is {tag}; pyproject.toml says version {version}.")
    if f'__version__ = "{version}"' not in code:
        faults.append(f"app/bookwheel/__init__.py does not say version {version}.")
    if {server["version"], *(package["version"] for package in server["packages"])} != {version}:
        faults.append(f"server.json does not say version {version}.")
    addresses = [server["name"], server["repository"]["url"], *project["urls"].values()]
    if any(PLACEHOLDER in address for address in addresses):
        faults.append(f"{PLACEHOLDER} still stands in an address in pyproject.toml or server.json.")
    if f"mcp-name: {server['name']}" not in (root / "README.md").read_text("utf-8"):
        faults.append(f"README.md has no line with mcp-name: {server['name']}, which the MCP registry looks for.")
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d{{2}}-\d{{2}}$", changelog, re.MULTILINE):
        faults.append(f"CHANGELOG.md has no heading “## [{version}] - YYYY-MM-DD”.")
    return faults


def main(tag: str) -> int:
    """Print the faults, and return 1 if there are any."""
    faults = find_faults(tag)
    print("\n".join(faults) or f"{tag} can be released.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
