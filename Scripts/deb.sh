#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes Debian packages from build/sdk in build/deb: libsecurity0 (the library and Swift's run-time
# libraries), latchkey (`security`), latchkey-dev (headers, modules, toolset, testing library).
# DEB_LEVEL: the level of compression, 0 to 9 (6). RELEASE=1: leaves day and commit out of the
# version.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/build/deb
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -print-multiarch)
architecture=$(dpkg --print-architecture)
version=$(Scripts/version.sh)
# Between two releases, the day and the commit distinguish packages.
[ -n "${RELEASE:-}" ] || version=$version+$(git log -1 --format=%cd.%h --date=format:%Y%m%d)

DESTDIR=$work/all PREFIX=/usr LIBRARIES=lib/$multiarch Scripts/sdk-install.sh
libraries=usr/lib/$multiarch

move() { # PACKAGE PATHS…
  local package=$1 path
  for path in "${@:2}"; do
    mkdir -p "$work/$package/$(dirname "$path")"
    mv "$work/all/$path" "$work/$package/$(dirname "$path")/"
  done
}
move libsecurity0 "$libraries/libSecurity.so.0" "$libraries/latchkey"
move latchkey usr/bin/security usr/libexec usr/share/man usr/share/bash-completion usr/share/zsh \
  usr/share/fish usr/share/latchkey/pam.d
move latchkey-dev usr/bin/latchkey-sdk-place usr/bin/latchkey-sdk-hide usr/include usr/share/latchkey \
  "$libraries/libSecurity.so" "$libraries/libKeychainTesting.so" \
  "$libraries/libKeychainTesting.so.0" "$libraries/pkgconfig"
[ -z "$(find "$work/all" ! -type d)" ] || { echo "deb: in no package: $(find "$work/all" ! -type d)" >&2 && exit 1; }

# Prints the oldest glibc that can load a file: the newest version among its names, and 2.36 if it
# has packed relocations.
glibc() {
  readelf -V "$1" 2>/dev/null | sed -n 's/.*Name: GLIBC_ABI_DT_RELR.*/2.36/p; s/.*Name: GLIBC_\([0-9.]*\) .*/\1/p' |
    sort -V | tail -n 1
}

# Prints the packages with the system libraries that programs and libraries of a package need. The C
# library is printed with its version.
dependencies() {
  local file name path
  find "$work/$1" -type f \( -name '*.so*' -o -perm -100 \) | while read -r file; do
    readelf -d "$file" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'
  done | sort -u | while read -r name; do
    [ -e "$work/libsecurity0/$libraries/latchkey/$name" ] && continue
    path=$(ldconfig -p | awk -v name="$name" '$1 == name { print $NF; exit }')
    # Looked up by its whole name, as Debian's list may have /lib for a file in /usr/lib.
    [ -z "$path" ] || dpkg -S "$(basename "$(readlink -f "$path")")" 2>/dev/null |
      sed -n "s|^\\([a-z0-9.+-]*\\)[:,].*/$(basename "$(readlink -f "$path")")\$|\\1|p" | head -n 1
  done | sort -u | sed "s/^libc6\$/libc6 (>= $(oldest_libc "$1"))/" | paste -sd, | sed 's/,/, /g'
}
# oldest_libc PACKAGE: prints the oldest glibc that can load all files of a package.
oldest_libc() {
  local file
  find "$work/$1" -type f \( -name '*.so*' -o -perm -100 \) | while read -r file; do glibc "$file"; done | sort -V | tail -n 1
}

package() { # NAME SECTION DEPENDS SHORT LONG
  mkdir -p "$work/$1/DEBIAN" "$work/$1/usr/share/doc/$1"
  cp LICENSE "$work/$1/usr/share/doc/$1/copyright"
  cat >"$work/$1/DEBIAN/control" <<END
Package: $1
Version: $version
Architecture: $architecture
Section: $2
Priority: optional
Maintainer: The Latchkey founders <latchkey@localhost>
Installed-Size: $(du -sk "$work/$1" | cut -f1)
Depends: $3
Description: $4
 $5
END
  [ "$1" != libsecurity0 ] || printf 'activate-noawait ldconfig\n' >"$work/$1/DEBIAN/triggers"
  chmod -R u=rwX,go=rX "$work/$1"
  dpkg-deb --root-owner-group -Zxz "-z${DEB_LEVEL:-6}" --build "$work/$1" "$out/$1_${version}_$architecture.deb" >/dev/null
}

rm -rf "$out" && mkdir -p "$out"
package libsecurity0 libs "$(dependencies libsecurity0)" 'Keychain Services for Linux, the library' \
  'Apple'"'"'s SecItem, SecKey, SecCertificate and SecTrust API on an encrypted store, for Swift and C.'
package latchkey utils "$(dependencies latchkey)" 'Keychain Services for Linux, the command security' \
  'Passwords, keys and certificates in an encrypted store, on the command line.'
package latchkey-dev libdevel "libsecurity0 (= $version)" 'Keychain Services for Linux, for developers' \
  'Headers, Swift modules, a SwiftPM toolset and the testing library.'
ls -l "$out" | awk 'NR > 1 { print "  " $9, $5 " bytes" }'
