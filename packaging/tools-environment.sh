#!/usr/bin/env bash
# Make build/NAME-tools from packaging/requirements-NAME.lock: what `make NAME` runs, of pinned versions with hashes. It
# stands apart from .venv, so that a release or the manual's site is built by few packages. Do nothing when that was
# done before.
# Usage: packaging/tools-environment.sh NAME
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?usage: packaging/tools-environment.sh NAME}
home=build/$target-tools
lock=packaging/requirements-$target.lock
bin=$home/bin
if [ -x "$home/Scripts/python.exe" ]; then bin=$home/Scripts; fi

stamp=$({ cat "$lock" "$0"; pwd; } | cksum)
if [ -f "$home/made" ] && [ "$(cat "$home/made")" = "$stamp" ] && "$bin/python" -c '' > /dev/null 2>&1; then exit 0; fi

# A name on the path may be a stub that fails when run, so each one is tried.
for name in ${PYTHON:-} .venv/bin/python .venv/Scripts/python.exe python3.13 python3.12 python3.11 python3 python ""; do
  if [ -z "$name" ]; then
    echo "make $target needs CPython 3.11, 3.12 or 3.13 with its venv module; none was found on the path." >&2
    exit 1
  fi
  if "$name" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' > /dev/null 2>&1
  then break; fi
done

echo "Making $home with what packaging/requirements-$target.in names."
rm -rf "$home"
"$name" -m venv "$home"
if [ -x "$home/Scripts/python.exe" ]; then bin=$home/Scripts; fi
"$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" || {
  echo "make $target could not fetch its tools; nothing was built." >&2
  echo "They come from the Python package index (pip config get global.index-url): see the message above." >&2
  exit 1
}
echo "$stamp" > "$home/made"
