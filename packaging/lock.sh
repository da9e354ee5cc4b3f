#!/usr/bin/env bash
# Write the Python lock files anew from pyproject.toml and from what the conformance suite, the other clients,
# the tests of stores of objects and of team readers, the build of a release and the manual's site need:
# universal (CPython 3.11 to 3.13; Linux, macOS, Windows), with hashes.
# Usage: packaging/lock.sh UV
set -euo pipefail
cd "$(dirname "$0")/.."
uv=${1:?usage: packaging/lock.sh UV}

compile() {
  local source=$1 lock=$2
  shift 2
  "$uv" pip compile "$source" "$@" --universal --python-version 3.11 --generate-hashes --quiet \
    --no-header --no-emit-index-url --no-emit-find-links --no-annotate --output-file "$lock"
  { printf '# Written by `make lock`; do not edit.\n'; grep -v '^--' "$lock"; } > "$lock.draft"
  mv "$lock.draft" "$lock"
}

compile pyproject.toml packaging/requirements.lock --extra build
compile pyproject.toml packaging/requirements-dev.lock --extra dev --constraint packaging/requirements.lock
for tools in dist manual; do
  compile "packaging/requirements-$tools.in" "packaging/requirements-$tools.lock" --constraint packaging/requirements-dev.lock
done
compile tests/conformance/requirements.in packaging/requirements-conformance.lock
compile tests/s3/requirements.in packaging/requirements-s3.lock
compile tests/team/requirements.in packaging/requirements-team.lock --constraint packaging/requirements-dev.lock
for era in legacy modern; do
  compile "tests/clients/requirements-$era.in" "packaging/requirements-clients-$era.lock"
done
