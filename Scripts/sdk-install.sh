#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies build/sdk below $DESTDIR$PREFIX, into the places that Linux has for each kind of file.
# --remove removes the copied files. LIBRARIES: the folder of libraries below PREFIX (Debian:
# lib/x86_64-linux-gnu).
set -euo pipefail
cd "$(dirname "$0")/.."
sdk=$PWD/build/sdk
prefix=${PREFIX:-/usr/local}
target=${DESTDIR:-}$prefix
libraries=${LIBRARIES:-lib}

# Prints each file's place in the folder and its place below the prefix.
places() {
  (cd "$sdk" && find bin libexec include share lib swift swift-corefoundation ! -type d) |
    grep -v '^lib/pkgconfig/' | while read -r file; do
    case $file in
      lib/*) echo "$file $libraries/${file#lib/}" ;;
      swift/* | swift-corefoundation/*) echo "$file share/latchkey/$file" ;;
      *) echo "$file $file" ;;
    esac
  done
}

[ -e "$sdk/lib/libSecurity.so.0" ] || { echo 'sdk-install: run `make sdk` first' >&2 && exit 1; }
if [ "${1:-}" = --remove ]; then
  places | while read -r _ place; do
    rm -f "$target/$place"
  done
  rm -f "$target/share/latchkey/toolset.json" "$target/$libraries/pkgconfig/latchkey.pc"
  # Removes only our own folders. An empty folder of the system stays.
  for folder in share/latchkey include/Security include/LocalAuthentication "$libraries/latchkey"; do
    [ ! -d "$target/$folder" ] || find "$target/$folder" -depth -type d -empty -delete
  done
  echo "removed from $target"
  exit
fi

# With PREFIX=~/.local, share/latchkey is the folder of the user's store too, which must be private.
[ "$target/share/latchkey" != "${XDG_DATA_HOME:-${HOME:-}/.local/share}/latchkey" ] ||
  install -d -m 700 "$target/share/latchkey"
places | while read -r file place; do
  mkdir -p "$(dirname "$target/$place")"
  cp -dp "$sdk/$file" "$target/$place"
done
"$target/bin/latchkey-sdk-place" '' "$prefix"
echo "installed below $target: swift build --toolset $prefix/share/latchkey/toolset.json"
