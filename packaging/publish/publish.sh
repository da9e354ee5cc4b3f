#!/usr/bin/env bash
# Index a folder of documents in a library of its own, which is removed afterwards, and publish it.
# Usage: publish.sh FOLDER TARGET [OPTION…]
#   TARGET   a folder, or s3://bucket/prefix with the variables AWS_…
#   OPTION…  options of `bookwheel publish`, such as --publisher "Docs team" --scope="-tag:draft" --assets
# BOOKWHEEL_PUBLISHING_KEY holds the text of the key file and is needed; BOOKWHEEL_COLLECTION names the collection
# (default: the folder's name), BOOKWHEEL the command (default: bookwheel). The exit code is 0 once it is published.
set -euo pipefail
if [ $# -lt 2 ]; then
  sed -n '2,7s/^# //p' "$0" >&2
  exit 2
fi
folder=$1 target=$2
shift 2
bookwheel=${BOOKWHEEL:-bookwheel}
key=${BOOKWHEEL_PUBLISHING_KEY:-}
# No process but this one sees the key in its environment.
unset BOOKWHEEL_PUBLISHING_KEY

fail() {
  echo "publish.sh: $1" >&2
  exit 2
}
[ -d "$folder" ] || fail "there is no folder $folder."
[ -n "$key" ] || fail "set BOOKWHEEL_PUBLISHING_KEY to the text of your key file; a new key each time is trusted by nobody."
command -v "$bookwheel" > /dev/null || fail "$bookwheel is not installed (pip install 'bookwheel[s3]')."
folder=$(cd "$folder" && pwd)
name=${BOOKWHEEL_COLLECTION:-$(basename "$folder")}

work=$(mktemp -d)
export BOOKWHEEL_LIBRARY=$work/library
running=
# An interrupted build leaves neither the key nor a process behind.
end() {
  trap - EXIT
  [ -z "$running" ] || kill "$running" 2> /dev/null || true
  "$bookwheel" stop > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
(umask 077 && printf '%s\n' "$key" > "$work/publishing.key")
key=

# In the background, so that a signal is heard meanwhile.
run() {
  "$bookwheel" "$@" &
  running=$!
  local code=0
  wait "$running" || code=$?
  running=
  return "$code"
}

run add "$folder" --name "$name" --wait all
run publish "$name" "$target" --key "$work/publishing.key" "$@"
