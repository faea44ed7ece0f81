#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that an item that C wrote is read by Swift, by `security` and by Python with equal bytes.
# The programs have one name, and so one access group (Documentation/Guides/entitlements.md).
set -euo pipefail
cd "$(dirname "$0")/.."
sdk=$PWD/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state PKG_CONFIG_PATH=$sdk/lib/pkgconfig LATCHKEY_LIB=$sdk/lib
mkdir "$LATCHKEY_HOME" "$work"/{c,swift,python}
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang

"$clang" -Wall -Wextra -Werror Tests/SDK/Shared/write.c -o "$work/c/client" $(pkg-config --cflags --libs latchkey)
swiftc -I "$sdk/swift" -L "$sdk/lib" -Xlinker -rpath -Xlinker "$sdk/lib" -Xfrontend -import-module \
  -Xfrontend Security Tests/SDK/Shared/read.swift -o "$work/swift/client"
cp "$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))')" "$work/python/client"

"$work/c/client"
expected=$(printf '%02X' $(seq 0 255))
same() { # WHAT FOUND
  [ "$2" = "$expected" ] || { echo "SDK: $1 read $2" >&2 && exit 1; }
}
same Swift "$("$work/swift/client")"
same Python "$(PYTHONHOME=$(python3 -c 'import sys; print(sys.base_prefix)') "$work/python/client" Tests/SDK/Shared/read.py Examples/OtherLanguages/password.py)"
# Bytes that are not text are printed as hexadecimal digits.
same security "$("$sdk/bin/security" find-generic-password -s shared -w | tr 'a-f' 'A-F')"
echo 'SDK: one item, read in four ways'
