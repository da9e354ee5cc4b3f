#!/usr/bin/env bash
# Install the Debian or Ubuntu packages that Qt WebEngine or a kind of tests needs, when that is allowed; else name them
# and go on.
# Usage: packaging/system-packages.sh window|tests|venv|external|team
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:?usage: packaging/system-packages.sh window|tests|venv|external|team}

# Alternatives of one package stand joined by bars: Ubuntu 24.04 and Debian 13 renamed some for 64-bit time.
engine="libegl1 libgl1 libgbm1 libnss3 libasound2t64|libasound2 libxcomposite1 libxdamage1 libxfixes3 libxrandr2 libxtst6
  libxkbcommon0 libxkbfile1 libfontconfig1 libglib2.0-0t64|libglib2.0-0 libdbus-1-3 libbrotli1 libgssapi-krb5-2"
display="libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxcb-xkb1 libxcb-xinerama0
  libxkbcommon-x11-0 libxcb-randr0 libxcb-shape0 libwayland-cursor0"
tests="xvfb xauth xdotool openbox at-spi2-core dbus-daemon|dbus python3-gi fonts-inter
  fonts-jetbrains-mono fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"
team="postgresql"
external="libreoffice-writer-nogui libreoffice-impress-nogui tesseract-ocr tesseract-ocr-deu bubblewrap"

case $purpose in
  window) wanted="$engine $display" ;;
  tests) wanted="$engine $display $tests" ;;
  venv) wanted="python3-venv" ;;
  external) wanted="$external" ;;
  team) wanted="$team" ;;
  *) echo "usage: packaging/system-packages.sh window|tests|venv|external|team" >&2; exit 2 ;;
esac

if ! command -v dpkg-query > /dev/null 2>&1; then exit 0; fi

installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' 2> /dev/null | tr ' ' '\n' | sed -n 's/^installed://p' | tr '\n' ' ')"

missing=""
for group in $wanted; do
  is_there=no
  for name in $(printf '%s' "$group" | tr '|' ' '); do
    case $installed in *" $name "*) is_there=yes ;; esac
  done
  if [ "$is_there" = no ]; then missing="$missing $group"; fi
done
if [ -z "$missing" ]; then exit 0; fi

# What could not be had the last time is not tried again: a second run downloads nothing.
tried=build/system-packages-$purpose
if [ -f "$tried" ] && [ "$(cat "$tried")" = "$missing" ]; then exit 0; fi
mkdir -p build
printf '%s' "$missing" > "$tried"

as_root=""
if [ "$(id -u)" != 0 ]; then
  if command -v sudo > /dev/null 2>&1 && sudo -n true 2> /dev/null; then
    as_root="sudo -n"
  else
    as_root=none
  fi
fi

if [ "$as_root" = none ] || ! command -v apt-get > /dev/null 2>&1; then
  lacking="the window may not open"
  if [ "$purpose" = external ]; then lacking="some tests are skipped"; fi
  echo "These system packages are missing; without them $lacking:$(printf '%s' "$missing" | tr '|' '/')"
  echo "Going on without them."
  exit 0
fi

known() {
  apt-cache show --no-all-versions "$1" > /dev/null 2>&1
}
choose() {
  chosen=""
  unknown=""
  for group in $missing; do
    found=""
    for name in $(printf '%s' "$group" | tr '|' ' '); do
      if [ -z "$found" ] && known "$name"; then found=$name; fi
    done
    if [ -n "$found" ]; then chosen="$chosen $found"; else unknown="$unknown $group"; fi
  done
}

echo "Installing system packages:$(printf '%s' "$missing" | tr '|' '/')"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq || true
choose
if [ -n "$unknown" ]; then echo "Unknown to this system, left out:$(printf '%s' "$unknown" | tr '|' '/')"; fi
if [ -n "$chosen" ]; then
  # shellcheck disable=SC2086
  $as_root apt-get install -y -qq -o DPkg::Lock::Timeout=120 --no-install-recommends $chosen > /dev/null || {
    echo "Some system packages could not be installed:$chosen. Going on without them."
  }
fi
