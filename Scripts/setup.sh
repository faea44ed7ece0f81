#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# setup.sh build|test|bench: installs the missing packages of packages.txt, and never upgrades a
# package. Asks first, unless ASSUME_YES=1 or CI=true. If it may not or cannot install, it names the
# packages and exits with 1.
set -eu
stage=${1:-test}
list=$(dirname "$0")/packages.txt

command -v swift >/dev/null || {
  echo 'setup: there is no swift on the path; Swift 6.2 or later is at https://swift.org/install' >&2
  exit 1
}
missing_of() { # the packages of one stage that are not installed
  for package in $(awk -v stage="$1" '!/^#/ && $2 == stage { print $1 }' "$list"); do
    case $(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true) in
      ii*) ;;
      # A library to compile or link with cannot be unpacked beside the system.
      *) [ "$1" != build ] && [ -d "$(dirname "$0")/../.build/tools/$package" ] || printf ' %s' "$package" ;;
    esac
  done
}
refuse() { # names what is missing; only a wish is no reason to stop
  echo "setup: $1" >&2
  [ -n "$needed" ] || { echo "setup: going on without:$wished" >&2 && exit 0; }
  echo "setup: please install:$needed" >&2
  exit 1
}

if ! command -v dpkg-query >/dev/null; then
  pkg-config --exists libcrypto sqlite3 2>/dev/null && exit 0
  needed=$(awk '!/^#/ && $2 != "wish" && $2 != "bench" { printf " %s", $1 }' "$list")
  refuse 'this is no Debian system; the packages are called otherwise here.'
fi
needed=$(missing_of build)
wished=
case $stage in
  test)
    needed=$needed$(missing_of test)
    wished=$(missing_of wish)
    ;;
  bench) wished=$(missing_of bench) ;;
esac
[ -n "$needed$wished" ] || exit 0

echo "setup: these packages are missing:$needed$wished"
command -v apt-get >/dev/null || refuse 'there is no apt-get here.'
as_root=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || refuse 'installing them needs root, and there is no sudo.'
  if [ -t 0 ]; then as_root=sudo; else as_root='sudo -n'; fi
fi
if [ "${ASSUME_YES:-}" != 1 ] && [ "${CI:-}" != true ]; then
  [ -t 0 ] || refuse 'nobody to ask (no terminal); ASSUME_YES=1 installs without the question.'
  printf 'setup: install them now with %sapt-get? [y/N] ' "${as_root:+sudo }"
  read -r answer || answer=
  case $answer in y | Y | yes | YES) ;; *) refuse 'not installed.' ;; esac
fi

apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@"; }
apt update || refuse 'apt-get update failed.'
here=$(dirname "$0")
# shellcheck disable=SC2086 # words
fitted=$("$here/fit-packages.sh" $needed $wished) || refuse 'apt-get does not know them.'
words=$(printf '%s\n' "$fitted" | sed -n 's/^install //p')
if [ -n "$words" ]; then
  # shellcheck disable=SC2086 # words
  apt install -y --no-install-recommends --no-upgrade $words || refuse 'apt-get install failed.'
fi
blocked=
for package in $(printf '%s\n' "$fitted" | sed -n 's/^blocked \(.*\):.*/\1/p'); do
  case " $(missing_of build) " in
    *" $package "*) blocked="$blocked $package" ;;
    *) "$here/unpack-tool.sh" "$package" || blocked="$blocked $package" ;;
  esac
done
for package in $blocked; do
  printf '%s\n' "$fitted" | sed -n "s/^blocked $package: /setup: $package was left out, as it would upgrade /p" >&2
done
for package in $(printf '%s\n' "$fitted" | sed -n 's/^unknown //p'); do
  echo "setup: apt-get knows no package $package" >&2
  blocked="$blocked $package"
done
for package in $blocked; do
  case " $needed " in
    *" $package "*) needed=$blocked && refuse 'it upgrades nothing by itself and adds no archive; apt-get does what you tell it.' ;;
  esac
done
