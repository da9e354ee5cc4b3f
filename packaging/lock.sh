#!/usr/bin/env bash
# Write both lock files anew from pyproject.toml: universal (CPython 3.11 to 3.13; Linux, macOS, Windows), with hashes.
# Usage: packaging/lock.sh UV
set -euo pipefail
cd "$(dirname "$0")/.."
uv=${1:?usage: packaging/lock.sh UV}

compile() {
  local lock=$1
  shift
  "$uv" pip compile pyproject.toml "$@" --universal --python-version 3.11 --generate-hashes --quiet \
    --no-header --no-emit-index-url --no-emit-find-links --no-annotate --output-file "$lock"
  { printf '# Written by `make lock`; do not edit.\n'; grep -v '^--' "$lock"; } > "$lock.draft"
  mv "$lock.draft" "$lock"
}

compile packaging/requirements.lock --extra build
compile packaging/requirements-dev.lock --extra dev --constraint packaging/requirements.lock
