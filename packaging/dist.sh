#!/usr/bin/env bash
# Build dist/bookwheel-VERSION.tar.gz, and from it dist/bookwheel-VERSION-py3-none-any.whl, and check both.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/tools-environment.sh dist
bin=build/dist-tools/bin
if [ -x build/dist-tools/Scripts/python.exe ]; then bin=build/dist-tools/Scripts; fi

rm -f dist/bookwheel-*.tar.gz dist/bookwheel-*.whl
# The tools stand in the environment already, so the build fetches nothing.
"$bin/python" -m build --no-isolation --outdir dist .
"$bin/python" -m twine --no-color check --strict dist/bookwheel-*.tar.gz dist/bookwheel-*.whl
"$bin/check-wheel-contents" dist/bookwheel-*.whl
