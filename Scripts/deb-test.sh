#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of build/deb into an empty root, uses their programs, and removes them. Only
# dpkg's own files may stay.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state
mkdir -p "$LATCHKEY_HOME" "$root/var/lib/dpkg"/{info,updates,triggers} "$root/etc"
: >"$root/var/lib/dpkg/status"
fail() {
  echo "deb: $*" >&2
  exit 1
}
# The root has no other packages. Their absence is forced, and the machine's dpkg is asked whether
# they exist.
dpkg=(fakeroot dpkg --root="$root" --force-depends --force-not-root --force-script-chrootless --log="$work/log")
[ "$(id -u)" != 0 ] || dpkg=("${dpkg[@]:1}")

for file in build/deb/*.deb; do
  for name in $(dpkg-deb -f "$file" Depends | tr ',' '\n' | awk '{ print $1 }'); do
    [ "$name" = libsecurity0 ] || dpkg-query -W "$name" >/dev/null 2>&1 || fail "$file depends on $name, which is not here"
  done
done
# dpkg refuses the packages on a system whose C library cannot load the programs.
for file in build/deb/latchkey_*.deb build/deb/libsecurity0_*.deb; do
  dpkg-deb -f "$file" Depends | grep -q 'libc6 (>= 2\.[0-9]*)' || fail "$file names no version of libc6"
done
"${dpkg[@]}" -i build/deb/*.deb >"$work/out" 2>&1 || { cat "$work/out" >&2 && fail 'they do not install'; }
[ "$(dpkg --root="$root" -l 'latchkey*' libsecurity0 | grep -c '^ii')" = 3 ] || fail 'not all three are installed'

"$root/usr/bin/security" add-generic-password -s deb -a mira -w secret
[ "$("$root/usr/bin/security" find-generic-password -s deb -a mira -w)" = secret ] || fail 'security does not find'

# A client in C built against the root. The package's own file names /usr, so pkg-config is told the
# root.
library=$(dirname "$(find "$root/usr/lib" -name libSecurity.so.0)")
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
flags() { PKG_CONFIG_PATH=$library/pkgconfig pkg-config --define-variable=prefix="$root/usr" "$@" latchkey; }
"$clang" Examples/OtherLanguages/password.c -o "$work/password" $(flags --cflags --libs)
[ "$("$work/password")" = 'C: correct horse' ] || fail 'the client in C'

# The package was made for another folder, so the files that name the folder are written anew.
"$root/usr/bin/latchkey-sdk-place"
cp -r Examples/PasswordDemo/Sources "$work/"
printf '// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: "Client", targets: [.executableTarget(name: "PasswordDemo")])\n' >"$work/Package.swift"
swift build --package-path "$work" --toolset "$root/usr/share/latchkey/toolset.json"
"$work/.build/debug/PasswordDemo" add example.org mira <<<'correct horse'
"$work/.build/debug/PasswordDemo" find example.org mira | grep 'correct horse'

"${dpkg[@]}" --purge latchkey-dev latchkey libsecurity0 >"$work/out" 2>&1 || { cat "$work/out" >&2 && fail 'they are not removed'; }
left=$(find "$root" ! -type d ! -path "$root/var/*" ! -path "$root/etc/ld.so.cache")
[ -z "$left" ] || fail "these stayed: $left"

# Installs, uses and removes everything below a prefix, without packages.
prefix=$work/prefix
PREFIX=$prefix Scripts/sdk-install.sh
PKG_CONFIG_PATH=$prefix/lib/pkgconfig
export PKG_CONFIG_PATH
"$clang" Examples/OtherLanguages/password.c -o "$work/password" $(pkg-config --cflags --libs latchkey)
[ "$("$work/password")" = 'C: correct horse' ] || fail 'the client in C, below a prefix'
rm -rf "$work/.build"
swift build --package-path "$work" --toolset "$prefix/share/latchkey/toolset.json"
"$work/.build/debug/PasswordDemo" find example.org mira | grep 'correct horse'
PREFIX=$prefix Scripts/sdk-install.sh --remove
left=$(find "$prefix" ! -type d 2>/dev/null || true)
[ -z "$left" ] || fail "these stayed below the prefix: $left"
[ -d "$prefix/bin" ] && [ ! -e "$prefix/share/latchkey" ] && [ ! -e "$prefix/include/Security" ] ||
  fail 'a folder of ours stayed, or one of the system is gone'
echo 'deb: installed, used and removed'
