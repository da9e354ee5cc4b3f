#!/usr/bin/env bash
# Open the window on the sample library or on the folder in DOCS; without a display, serve it until Ctrl+C.
set -euo pipefail
cd "$(dirname "$0")/.."
bookwheel=.venv/bin/bookwheel
docs=${DOCS:-resources/sample}
case $docs in "~"*) docs=$HOME${docs#"~"} ;; esac
if [ ! -e "$docs" ]; then
  echo "There is no folder $docs. Name one with: make run DOCS=PATH" >&2
  exit 2
fi

if [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$bookwheel" "$docs"
fi

echo "No display was found (DISPLAY and WAYLAND_DISPLAY are unset), so there is no window: serving headless."
"$bookwheel" serve --headless &
service=$!
end() {
  trap - INT TERM EXIT
  if kill -0 "$service" 2> /dev/null; then
    "$bookwheel" stop > /dev/null 2>&1 || true
    wait "$service" 2> /dev/null || true
  fi
}
trap 'end; exit 0' INT TERM
trap end EXIT

for _ in $(seq 100); do
  if "$bookwheel" status > /dev/null 2>&1; then break; fi
  kill -0 "$service" 2> /dev/null || break
  sleep 0.1
done
"$bookwheel" add "$docs" --wait keyword
"$bookwheel" status
cat <<'TEXT'

Connect an agent:
  .venv/bin/bookwheel connect claude-code      shows that program's configuration and writes it
  .venv/bin/bookwheel connect generic --json   prints the endpoint, a token and the stdio command for any other:
TEXT
"$bookwheel" connect generic --json
cat <<'TEXT'

The first search to try:
  .venv/bin/bookwheel search "how to read a book"

TEXT
if kill -0 "$service" 2> /dev/null; then
  echo "Ctrl+C ends the service."
  wait "$service"
else
  echo "The service was running already and goes on; bookwheel stop ends it."
fi
