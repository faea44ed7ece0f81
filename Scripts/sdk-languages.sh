#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs Examples/OtherLanguages on build/sdk. If Debian's compilers for Rust and Go are
# not installed, these are left out with a note.
set -euo pipefail
cd "$(dirname "$0")/.."
sdk=$PWD/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state PKG_CONFIG_PATH=$sdk/lib/pkgconfig LATCHKEY_LIB=$sdk/lib
mkdir "$LATCHKEY_HOME"
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
runtime=$sdk/lib/latchkey
cd Examples/OtherLanguages

# Each program must print its own line.
run() {
  local line
  line=$("${@:2}")
  echo "  $line"
  [ "$line" = "$1: correct horse" ] || { echo "SDK: the example in $1 printed that" >&2 && exit 1; }
}

"$clang" -Wall -Wextra -Werror password.c -o "$work/c" $(pkg-config --cflags --libs latchkey)
run C "$work/c"
"$clang++" -Wall -Wextra -Werror password.cpp -o "$work/cpp" $(pkg-config --cflags --libs latchkey)
run C++ "$work/cpp"
run Python python3 password.py

if command -v rustc >/dev/null; then
  rustc -o "$work/rust" password.rs -L "native=$sdk/lib" -L "native=$runtime" \
    -C "link-arg=-Wl,-rpath,$sdk/lib" -C "link-arg=-Wl,-rpath,$runtime"
  run Rust "$work/rust"
else
  echo '  Rust: left out, there is no rustc (package rustc)'
fi

if command -v go >/dev/null; then
  GOCACHE=$work/go-cache GOFLAGS=-mod=mod CC=$clang CGO_CFLAGS=$(pkg-config --cflags latchkey) \
    CGO_LDFLAGS=$(pkg-config --libs latchkey) CGO_CFLAGS_ALLOW=.* CGO_LDFLAGS_ALLOW=.* \
    go build -o "$work/go" password.go
  run Go "$work/go"
else
  echo '  Go: left out, there is no go (package golang-go)'
fi
