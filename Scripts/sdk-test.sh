#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests build/sdk (Scripts/sdk.sh) from outside: its exported names, every symbol of the table in
# Swift 5, Swift 6 and C, the cases of C, clients in C++ and by gcc, and unmodified Swift packages.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
source Scripts/guides.bash
root=$PWD
sdk=$root/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A question to the user would wait for an answer.
export LATCHKEY_INTERACTION=never
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state PKG_CONFIG_PATH=$sdk/lib/pkgconfig
mkdir "$LATCHKEY_HOME"
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang

fail() {
  echo "SDK: $*" >&2
  exit 1
}

exported() {
  local found
  found=$(nm -D --defined-only "$sdk/lib/libSecurity.so.0" | awk '$2 ~ /[A-Z]/ { sub(/@.*/, "", $3); print $3 }')
  diff <(grep -v '^\$s\|^LATCHKEY' <<<"$found" | sort) Packaging/sdk/symbols.txt >&2 ||
    fail 'these symbols of C are exported and not listed in Packaging/sdk/symbols.txt (<), or missing (>)'
  nm -D --defined-only "$sdk/lib/libSecurity.so.0" | awk '{ print $3 }' | grep '@@LATCHKEY_0' |
    grep -v '8Security\|19LocalAuthentication\|19KeychainDiagnostics\|^Sec\|^kSec\|^CMS\|^kCMS\|^LK' >&2 && fail 'these are not our API'
  readelf -d "$sdk/lib/libSecurity.so.0" | grep -q 'SONAME.*libSecurity.so.0' || fail 'no name'
  ! grep -nE '^(@_exported )?(package |internal )?import (Keychain[^T]|Keybag|Secure|CLatchkey|CodeI)' \
    "$sdk"/swift/{Security,LocalAuthentication,KeychainDiagnostics}.swiftmodule/*.swiftinterface ||
    fail 'an interface shows modules that are not shipped'
}

surface_in_swift() {
  python3 Tests/Surface/swift_uses.py now file-keychain cms code >"$work/uses.swift"
  for mode in 5 6; do
    swiftc -swift-version "$mode" -suppress-warnings -I "$sdk/swift" -L "$sdk/lib" \
      -Xlinker -rpath -Xlinker "$sdk/lib" "$work/uses.swift" -o "$work/uses"
    "$work/uses"
  done
}

c_program() { # NAME SOURCE FLAGS…
  "$clang" -Wall -Wextra -Werror "${@:3}" "$2" -o "$work/$1" $(pkg-config --cflags --libs latchkey)
}

surface_in_c() {
  python3 Tests/Surface/c_uses.py now file-keychain cms code >"$work/uses.c"
  c_program uses-c "$work/uses.c" -Wno-unused-value
  "$work/uses-c"
}

cases_of_c() {
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/key.pem" -subj /CN=Mira -days 30 \
    -outform der -out "$work/certificate.der" 2>"$work/openssl.log" || fail "$(cat "$work/openssl.log")"
  c_program cases Tests/SDK/cases.c -lpthread
  "$work/cases" "$work/certificate.der"
  c_program messages Tests/SDK/messages.c
  "$work/messages" "$work/certificate.der"
  c_program keychains Tests/SDK/keychains.c
  LATCHKEY_HOME=$(mktemp -d "$work/keychains.XXXXXX") "$work/keychains"
  c_program strings Tests/SDK/strings.c
  "$work/strings"
  cp Tests/SDK/strings.c "$work/strings.cpp"
  "$clang++" -std=c++17 -Wall -Wextra -Werror "$work/strings.cpp" -o "$work/strings" \
    $(pkg-config --cflags --libs latchkey)
  "$work/strings"
  shown c-quick-start 'Constant strings' | while read -r line; do
    grep -qF -- "$line" Tests/SDK/strings.c || fail "the guide shows what is not tested: $line"
  done
  c_program closing Tests/SDK/closing.c
  c_program beside Tests/SDK/beside-libraries.c $(pkg-config --cflags --libs libcrypto sqlite3)
  "$work/beside"
  "$work/closing" "$sdk/lib/libSecurity.so.0" || fail 'dlclose unloads it'
  # Every function of state `now` is called over and over.
  openssl pkcs12 -export -inkey "$work/key.pem" -in <(openssl x509 -inform der -in "$work/certificate.der") \
    -passout pass:secret -out "$work/identity.p12"
  diff <({ echo LKExplainCopy && python3 Tests/Surface/c_names.py now; } | sort) <(sed -n 's/^CASE(\([A-Za-z0-9]*\).*/\1/p' Tests/SDK/leaks.inc | sort) >&2 ||
    fail 'these functions are not in Tests/SDK/leaks.inc (<), or no functions (>)'
  c_program leaks Tests/SDK/leaks.c
  "$work/leaks" "$work/certificate.der" "$work/identity.p12"
}

other_compilers() {
  printf '#include <%s>\n' Latchkey.h Security/Security.h >"$work/all.cpp"
  echo 'int main() { return SecKeyGetTypeID() == 0; }' >>"$work/all.cpp"
  "$clang++" -std=c++17 -Wall -Wextra -Werror -pedantic "$work/all.cpp" -o "$work/all" \
    $(pkg-config --cflags --libs latchkey)
  "$work/all"
  # gcc knows neither blocks nor the flags of clang, and must be told the order of bytes.
  gcc -Wall -Wextra -D__LITTLE_ENDIAN__=1 Tests/SDK/with-gcc.c -o "$work/with-gcc" \
    $(pkg-config --cflags latchkey | sed 's/-fblocks//; s/-fcf-runtime-abi=[^ ]*//') \
    $(pkg-config --libs latchkey)
  "$work/with-gcc"
}

step 'SDK: what is written from the table' Scripts/surface.sh --check
step 'SDK: what it exports' exported
step 'SDK: every symbol in Swift 5 and 6' surface_in_swift
step 'SDK: every symbol in C' surface_in_c
step 'SDK: the cases of C' cases_of_c
step 'SDK: C++ and gcc' other_compilers
step 'SDK: who a program is' Scripts/sdk-identity.sh
step 'SDK: what explanations print' Scripts/sdk-printed.sh
step 'SDK: one item in four ways' Scripts/sdk-shared.sh
step 'SDK: other languages' Scripts/sdk-languages.sh
step 'SDK: unmodified Swift packages' Scripts/sdk-packages.sh
step 'SDK: a package that needs more than Security' Scripts/sdk-hide.sh
step 'SDK: tests of a package in a bundle' Scripts/sdk-package-tests.sh
