#!/usr/bin/env bash
# Run a command on a bare Debian, as a newcomer has it: a root of SUITE is made once in build/bare, what is committed here
# is laid into it, and COMMAND runs there with a bare environment. Its exit code is that of this script.
# Usage: packaging/bare-root.sh SUITE COMMAND…     (trixie has CPython 3.13, bookworm 3.11)
# Without root, mounts or debootstrap it says so and exits with 0. Nothing stays mounted: /proc and /dev are mounted in a
# namespace of this script's own, which the system drops with its last process, however that ends.
set -euo pipefail
cd "$(dirname "$0")/.."
suite=${1:?usage: packaging/bare-root.sh SUITE COMMAND…}
shift
root=$PWD/build/bare/$suite
project=$root/srv/project

skip() {
  echo "Skipped on a bare $suite: $1." >&2
  exit 0
}

if [ "${BARE_ROOT_NAMESPACE:-}" != own ]; then
  if [ "$(id -u)" != 0 ]; then skip "this needs root"; fi
  if ! unshare --mount true 2> /dev/null; then skip "this system does not allow mounts"; fi
  exec env BARE_ROOT_NAMESPACE=own unshare --mount --propagation private "$0" "$suite" "$@"
fi

make_root() {
  if ! command -v debootstrap > /dev/null 2>&1; then
    if ! command -v apt-get > /dev/null 2>&1; then skip "there is neither debootstrap nor apt-get"; fi
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o DPkg::Lock::Timeout=120 debootstrap > /dev/null ||
      skip "debootstrap could not be installed"
  fi
  local sites site log=$root.log
  sites=$(apt-get indextargets --format '$(SITE)' 2> /dev/null | grep -v security || true)
  site=${sites%%$'\n'*}
  echo "Making a bare $suite in $root."
  rm -rf "$root"
  mkdir -p "$root"
  # shellcheck disable=SC2086
  debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv,make,git,xvfb "$suite" "$root" $site \
    > "$log" 2>&1 || { tail -n 5 "$log" >&2; exit 1; }
  touch "$root/made"
}

if [ ! -e "$root/made" ]; then make_root; fi

# How packages are fetched here holds there too.
cp /etc/resolv.conf "$root/etc/"
if [ -d /etc/ssl/certs ]; then cp -rL /etc/ssl/certs/. "$root/etc/ssl/certs/" 2> /dev/null || true; fi
for settings in /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
  if [ -f "$settings" ]; then cp "$settings" "$root/etc/pip.conf"; fi
done
kept=()
while IFS= read -r -d '' setting; do
  case $setting in
    http_proxy=* | https_proxy=* | no_proxy=* | HTTP_PROXY=* | HTTPS_PROXY=* | NO_PROXY=*) kept+=("$setting") ;;
    PIP_INDEX_URL=* | PIP_EXTRA_INDEX_URL=* | PIP_CERT=* | PIP_DEFAULT_TIMEOUT=*) kept+=("$setting") ;;
    SSL_CERT_FILE=* | CI=*) kept+=("$setting") ;;
  esac
done < <(env -0)

if [ ! -d "$project/.git" ]; then
  rm -rf "$project"
  git init -q "$project"
fi
git -C "$project" fetch -q --force "$PWD" HEAD
git -C "$project" checkout -q --force --detach FETCH_HEAD
git -C "$project" clean -qfdx -e .venv -e build

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "${kept[@]}" \
  chroot "$root" sh -c 'cd /srv/project && exec "$@"' sh "$@" < /dev/null
