#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# unpack-tool.sh PACKAGE: puts the programs of a Debian package into .build/tools/bin, with the
# libraries that they need, without installing anything. It is for tools of tests whose package
# would upgrade others. Fails if the package has no program, and then leaves nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/.build/tools
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# apt-get downloads as a user of its own if that user can write here. Otherwise it prints a long
# warning.
chmod 755 "$work"
[ "$(id -u)" != 0 ] || chown _apt "$work" 2>/dev/null || true
echo "setup: unpacking $1 beside the system"
(
  cd "$work"
  # shellcheck disable=SC2046 # words
  apt-get -qq download $(apt-get -qq install -s --no-install-recommends "$1" | awk '$1 == "Inst" { print $2 }')
) >&2
programs=$(dpkg-deb -c "$work/$1"_*.deb | awk '$6 ~ /^\.\/usr\/bin\/./ { print substr($6, 11) }')
[ -n "$programs" ] || { echo "setup: $1 has no program that could be unpacked" >&2 && exit 1; }
mkdir "$work/all" "$work/bin"
for file in "$work"/*.deb; do dpkg-deb -x "$file" "$work/all"; done
libraries=$(find "$work/all" -name '*.so.*' -printf "$tools/$1/%P\n" | sed 's|/[^/]*$||' | sort -u | paste -sd :)
for program in $programs; do
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' \
    "'$libraries'" "'$tools/$1/usr/bin/$program'" >"$work/bin/$program"
  chmod +x "$work/bin/$program"
done
# The package's directory is made last, because it shows that the tool is there.
mkdir -p "$tools/bin"
mv "$work"/bin/* "$tools/bin/"
rm -rf "${tools:?}/$1" "$tools/new"
mv "$work/all" "$tools/new"
mv "$tools/new" "$tools/$1"
echo "setup: $1 is unpacked in .build/tools, not installed: it would have upgraded packages of this machine"
