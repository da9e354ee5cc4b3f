#!/usr/bin/env bash
# Build the manual's site in build/manual, every language of resources/manual, and check its links.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/tools-environment.sh manual
bin=build/manual-tools/bin
if [ -x build/manual-tools/Scripts/python.exe ]; then bin=build/manual-tools/Scripts; fi
"$bin/python" packaging/manual/build.py build/manual
