"""GitHub issues as documents and entities: `python github_issues.py issues.json --repository OWNER/REPO`.

Reads what `gh issue list --json …` prints or `GET /repos/OWNER/REPO/issues` answers, and writes JSON Lines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def main() -> int:
    """Convert one file; the exit code is 1 when it holds no issues."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the exported issues")
    parser.add_argument("--repository", required=True, metavar="OWNER/REPO")
    given = parser.parse_args()
    issues = json.loads(given.file.read_text("utf-8"))
    count = 0
    for issue in issues if isinstance(issues, list) else [issues]:
        for line in convert(issue, given.repository):
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        count += 1
    return 0 if count else 1


def convert(issue: dict[str, Any], repository: str) -> Iterator[dict[str, Any]]:
    """An issue as a document with its comments, and as an entity; a pull request is none."""
    if "pull_request" in issue:
        return
    key = f"{repository}#{issue['number']}"
    labels = [label["name"] if isinstance(label, dict) else str(label) for label in issue.get("labels") or []]
    author = _login(issue.get("author") or issue.get("user"))
    url = issue.get("html_url") or issue.get("url") or ""
    modified = issue.get("updatedAt") or issue.get("updated_at") or ""
    state = str(issue.get("state", "")).lower()
    created = issue.get("createdAt") or issue.get("created_at") or ""
    about = {"state": state, "author": author, "created": created, "number": issue["number"]}
    yield {
        "id": f"issues/{issue['number']}",
        "title": f"{issue['title']} (#{issue['number']})",
        "text": _text(issue),
        "url": url,
        "tags": labels,
        "modified": modified,
        "metadata": {name: value for name, value in about.items() if value != ""},
    }
    assignees = [_login(one) for one in issue.get("assignees") or []]
    yield {
        "kind": "entity",
        "type": "issue",
        "key": key,
        "labels": [issue["title"][:200]],
        "other_keys": [f"#{issue['number']}"],
        "properties": {**about, "labels": labels, "assignees": [name for name in assignees if name]},
        "url": url,
        "modified": modified,
    }


def _text(issue: dict[str, Any]) -> str:
    parts = [f"# {issue['title']}", issue.get("body") or ""]
    comments = issue.get("comments")
    for comment in comments if isinstance(comments, list) else []:
        when = (comment.get("createdAt") or comment.get("created_at") or "")[:10]
        parts.append(f"## {_login(comment.get('author') or comment.get('user'))} {when}".rstrip())
        parts.append(comment.get("body") or "")
    return "\n\n".join(part.replace("\r\n", "\n") for part in parts if part)


def _login(user: dict[str, Any] | None) -> str:
    return str((user or {}).get("login") or "")


if __name__ == "__main__":
    sys.exit(main())
