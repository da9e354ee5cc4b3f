#!/usr/bin/env bash
# Gather the texts that the window shows, its own and those of messages and errors, into resources/languages/*.ts, as Qt's
# lupdate finds them, compile what is translated there into *.qm, and name what is not. English holds the forms of
# singular and plural alone, other languages every text.
# Usage: packaging/languages.sh [FOLDER]    another folder than resources/languages
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-resources/languages}
bin=.venv/bin
if [ -x .venv/Scripts/python.exe ]; then bin=.venv/Scripts; fi
# What only agents and the command line are told stays English.
sources=$(find app/bookwheel -name '*.py' ! -path '*/cli/*' ! -path '*/bridge/*' ! -path '*/service/agents/*' ! -path '*/service/team/*' ! -path '*/service/identity/*' \
  ! -path '*/service/http/gate.py' ! -path '*/service/http/call_messages.py' ! -path '*/service/http/rate_limits.py' | LC_ALL=C sort)
aliases=QT_TR_NOOP+=Message
for error in $(sed -n 's/^class \([A-Za-z]*\)(.*/\1/p' app/bookwheel/domain/errors.py); do
  aliases=$aliases,QT_TR_NOOP+=$error
done

gather() {
  # shellcheck disable=SC2086 - our own file names hold no blanks
  "$bin/pyside6-lupdate" $sources -silent -no-obsolete -locations none -sort-messages -disable-heuristic sametext \
    -disable-heuristic similartext -tr-function-alias "$aliases" "${@:2}" -source-language en -target-language "$1" \
    -ts "$folder/bookwheel_$1.ts"
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
