#!/usr/bin/env bash
# Gather the window's texts into resources/languages/*.ts, as Qt's lupdate finds them, compile what is translated there
# into *.qm, and name what is not. English holds the forms of singular and plural alone, other languages every text.
# Usage: packaging/languages.sh [FOLDER]    another folder than resources/languages
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-resources/languages}
bin=.venv/bin
if [ -x .venv/Scripts/python.exe ]; then bin=.venv/Scripts; fi
sources=$(find app/bookwheel/gui -name '*.py' | LC_ALL=C sort)

gather() {
  # shellcheck disable=SC2086 - our own file names hold no blanks
  "$bin/pyside6-lupdate" $sources -silent -no-obsolete -locations none -sort-messages -disable-heuristic sametext \
    -disable-heuristic similartext "${@:2}" -source-language en -target-language "$1" -ts "$folder/bookwheel_$1.ts"
}

gather en -pluralonly
gather de
for each in "$folder"/bookwheel_*.ts; do
  "$bin/pyside6-lrelease" -silent "$each" -qm "${each%.ts}.qm"
  if missing=$(grep -B 2 'type="unfinished"' "$each" | grep '<source>'); then
    echo "$each lacks:"
    echo "$missing"
  fi
done
