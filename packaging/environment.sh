#!/usr/bin/env bash
# Make .venv from a lock file and install this checkout into it; do nothing when that was done before.
# Usage: packaging/environment.sh run|dev
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:?usage: packaging/environment.sh run|dev}

is_fit() {
  "$1" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' > /dev/null 2>&1
}

# A name on the path may be a stub that fails when run, so each one is tried; ${PYTHON:-} comes first if it is set.
find_python() {
  local name
  for name in ${PYTHON:-} python3.13 python3.12 python3.11 python3 python; do
    if is_fit "$name"; then
      "$name" -c 'import sys; print(sys.executable)'
      return 0
    fi
  done
  return 1
}

bin=.venv/bin
if [ -x .venv/Scripts/python.exe ]; then bin=.venv/Scripts; fi

# What the environment must fit: this folder (scripts carry its path), both locks and the project's own table.
wanted() {
  { pwd; cat packaging/requirements"$1".lock pyproject.toml; } | cksum
}

is_made() {
  [ -f ".venv/made-$1" ] && [ "$(cat ".venv/made-$1")" = "$2" ] && "$bin/python" -c '' > /dev/null 2>&1
}

suffix=""
if [ "$kind" = dev ]; then suffix=-dev; fi
stamp=$(wanted "$suffix")
if is_made "$kind" "$stamp"; then exit 0; fi

if ! "$bin/python" -m pip --version > /dev/null 2>&1 || [ "$(cat .venv/made-in 2> /dev/null || pwd)" != "$(pwd)" ]; then
  python=$(find_python) || { packaging/system-packages.sh venv && python=$(find_python); } || {
    echo "Bookwheel needs CPython 3.11, 3.12 or 3.13 with its venv module; none was found on the path." >&2
    exit 1
  }
  echo "Making .venv with $("$python" --version)."
  rm -rf .venv
  "$python" -m venv .venv
  if [ -x .venv/Scripts/python.exe ]; then bin=.venv/Scripts; fi
  pwd > .venv/made-in
fi

echo "Installing what packaging/requirements$suffix.lock names."
rm -f .venv/made-run .venv/made-dev
"$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "packaging/requirements$suffix.lock"
"$bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
wanted "" > .venv/made-run
if [ "$kind" = dev ]; then echo "$stamp" > .venv/made-dev; fi
