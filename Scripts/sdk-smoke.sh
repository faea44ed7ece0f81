#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The SDK: one libSecurity.so.0 from several modules, with a Swift interface, for this Swift release.
# Builds it, checks what it exports, and builds and runs Examples/PasswordDemo on it from a package
# without any dependency, by a toolset.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
scratch=$root/.build/sdk # of its own: other flags rebuild everything
triple=$(swift -print-target-info | sed -n 's/.*"triple": *"\([^"]*\)".*/\1/p' | head -n 1)

build=(swift build -c release --scratch-path "$scratch" --product SecuritySDK
  -Xswiftc -no-warnings-as-errors
  -Xlinker "--version-script=$root/Packaging/sdk/exports.map"
  -Xlinker -soname=libSecurity.so.0)
LATCHKEY_SDK=1 "${build[@]}"
products=$(LATCHKEY_SDK=1 "${build[@]}" --show-bin-path)

sdk=$(mktemp -d)
trap 'rm -rf "$sdk"' EXIT
mkdir -p "$sdk/lib" "$sdk/swift/Security.swiftmodule" "$sdk/client/Sources" "$sdk/store"
cp "$products/libSecuritySDK.so" "$sdk/lib/libSecurity.so.0"
ln -s libSecurity.so.0 "$sdk/lib/libSecurity.so"
# The interface asks for the library itself; as a compiler flag, our own link would ask for it too.
sed 's|^// swift-module-flags: |&-module-link-name Security |' \
  "$products/Modules/Security.swiftinterface" >"$sdk/swift/Security.swiftmodule/$triple.swiftinterface"

echo 'sdk: exported symbols'
exported=$(nm -D --defined-only "$sdk/lib/libSecurity.so.0" | awk '$2 ~ /[A-Z]/ { print $3 }')
grep -q '8Security' <<<"$exported" || { echo 'sdk: nothing of Security is exported' >&2 && exit 1; }
foreign=$(grep -v -e '8Security' -e '^LATCHKEY_0$' <<<"$exported" || true)
[ -z "$foreign" ] || { echo "sdk: these should not be exported: $foreign" >&2 && exit 1; }
readelf -d "$sdk/lib/libSecurity.so.0" | grep -q 'SONAME.*libSecurity.so.0' ||
  { echo 'sdk: the library has no name' >&2 && exit 1; }
if grep -nE '^(@_exported )?(package |internal )?import (Keychain|Keybag|Secure|CLatchkey|CodeI)' \
  "$sdk"/swift/*/*.swiftinterface; then
  echo 'sdk: the interface shows modules that are not shipped' >&2 && exit 1
fi

echo 'sdk: dlclose leaves it where it is, since the end of a thread that has called comes back to it'
cat >"$sdk/closing.c" <<'END'
#include <dlfcn.h>
int main(int count, char **words) {
  void *library = count > 1 ? dlopen(words[1], RTLD_NOW) : 0;
  if (!library || dlclose(library) != 0) return 2;
  return dlopen(words[1], RTLD_NOW | RTLD_NOLOAD) ? 0 : 1;
}
END
"$(dirname "$(readlink -f "$(command -v swift)")")/clang" -o "$sdk/closing" "$sdk/closing.c"
"$sdk/closing" "$sdk/lib/libSecurity.so.0" || { echo 'sdk: dlclose unloads it' >&2 && exit 1; }

echo 'sdk: an unmodified client, by a toolset'
cp -r Examples/PasswordDemo/Sources/PasswordDemo "$sdk/client/Sources/"
cat >"$sdk/client/Package.swift" <<'END'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Client", targets: [.executableTarget(name: "PasswordDemo")])
END
cat >"$sdk/latchkey.json" <<END
{ "schemaVersion": "1.0", "rootPath": "$sdk",
  "swiftCompiler": { "extraCLIOptions": ["-I", "$sdk/swift"] },
  "linker": { "extraCLIOptions": ["-L$sdk/lib", "-rpath", "$sdk/lib"] } }
END
swift build --package-path "$sdk/client" --toolset "$sdk/latchkey.json"
client=$(swift build --package-path "$sdk/client" --toolset "$sdk/latchkey.json" --show-bin-path)
export LATCHKEY_HOME=$sdk/store
"$client/PasswordDemo" add example.org mira <<<'correct horse'
"$client/PasswordDemo" find example.org mira | grep 'correct horse'
echo 'sdk: the client added and found a password through libSecurity.so.0'
