#!/usr/bin/env bash
# Build the one-folder bundle in dist/bookwheel and try it.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=.venv/bin
if [ -x .venv/Scripts/python.exe ]; then bin=.venv/Scripts; fi
"$bin/python" -m PyInstaller packaging/bookwheel.spec --noconfirm --log-level WARN --distpath dist --workpath build/package
du -sh dist/bookwheel
"$bin/python" packaging/smoke.py dist/bookwheel/bookwheel
