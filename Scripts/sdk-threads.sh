#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests the C functions under the thread sanitizer: the library is built with it, and eight threads
# of a C program call it. Any report fails. Not part of `make test`: it builds the library once
# more.
set -euo pipefail
cd "$(dirname "$0")/.."
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state LATCHKEY_SDK=1 LATCHKEY_TOOLCHAIN=$toolchain
mkdir "$LATCHKEY_HOME"
build=(swift build --scratch-path .build/sdk-threads --sanitize thread --product SecuritySDK)
"${build[@]}"
products=$("${build[@]}" --show-bin-path)
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/key.pem" -subj /CN=Mira -days 30 \
  -outform der -out "$work/certificate.der" 2>"$work/openssl.log" || { cat "$work/openssl.log" >&2 && exit 1; }
"$toolchain/bin/clang" -fsanitize=thread -g -fblocks -fcf-runtime-abi=swift-5.0 \
  -isystem "$toolchain/lib/swift" -ISources/CLatchkeySecurity/include Tests/SDK/threads.c -o "$work/threads" \
  "$toolchain/lib/swift/linux/$(uname -m)/swiftrt.o" "@$products/SecuritySDK.product/Objects.LinkFileList" \
  -lcrypto -lsqlite3 -lFoundationEssentials -lFoundationInternationalization -lswiftDispatch -lswiftGlibc \
  -lswift_Concurrency -lswift_StringProcessing -lswift_RegexParser -lswiftSynchronization -lstdc++ -lm -L"$toolchain/lib/swift/linux" -lFoundation -l_FoundationICU -ldispatch \
  -lBlocksRuntime -lswiftCore "-Wl,-rpath,$products" "-Wl,-rpath,$toolchain/lib/swift/linux"
TSAN_OPTIONS=exitcode=66 "$work/threads" "$work/certificate.der"
echo 'SDK: the thread sanitizer reports nothing'
