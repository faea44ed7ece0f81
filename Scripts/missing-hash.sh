#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# missing-hash.sh [HASH]...: runs the tests of keys in a process whose libcrypto lacks a hash (MD5,
# SHA1, ...; default: MD5, SHA1 and SHA224), like a libcrypto that was built without it.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
Scripts/build-tests.sh
# Replaces the library's function.
cat >"$work/shim.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <strings.h>
void *EVP_MD_fetch(void *library, const char *name, const char *properties) {
  void *(*real)(void *, const char *, const char *) = dlsym(RTLD_NEXT, "EVP_MD_fetch");
  const char *missing = getenv("LATCHKEY_MISSING_HASH");
  return missing && !strcasecmp(name, missing) ? NULL : real(library, name, properties);
}
C
clang -shared -fPIC -o "$work/shim.so" "$work/shim.c" -ldl
[[ $# -gt 0 ]] || set -- MD5 SHA1 SHA224
status=0
for hash in "$@"; do
  LATCHKEY_MISSING_HASH=$hash LD_PRELOAD=$work/shim.so timeout -k 1 600 \
    .build/debug/latchkeyPackageTests.xctest --testing-library swift-testing \
    --filter 'CryptoObjectsTests.MissingHashTests' 2>&1 | grep -aE '✘|Test run with' || status=1
done
exit $status
