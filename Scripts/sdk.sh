#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the SDK into build/sdk: libSecurity.so with the engine, the Swift modules and the C
# symbols, libKeychainTesting.so, module interfaces, headers, `security`, and Swift's run-time
# libraries. The folder can be moved. bin/latchkey-sdk-place then rewrites toolset.json and
# latchkey.pc, the two files that name its place. The SDK works with the Swift release that built
# it.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
source Scripts/builds.bash
root=$PWD
sdk=$root/build/sdk
work=$root/build/sdk-work
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
triple=$(swift -print-target-info | sed -n 's/.*"triple": *"\([^"]*\)".*/\1/p' | head -n 1)
rm -rf "$work"
mkdir -p "$work"

# `security` and its helper come first: the targets below the faces are compiled for both.
DESTDIR=$work/root PREFIX=/ step 'SDK: security' quietly Scripts/install.sh

export LATCHKEY_SDK=1 LATCHKEY_TOOLCHAIN=$toolchain
compile() {
  quietly "${release[@]}" --target KeychainTesting
  quietly "${release[@]}" --product SecuritySDK
}
step 'SDK: the library' compile
objects=$products/SecuritySDK.product/Objects.LinkFileList
# Only objects of existing sources: a build leaves the objects of sources that are gone.
testing=$work/testing.objects
sed "s|^'\\(.*\\)'\$|\\1|; s|.*/||; s|.*|'$products/KeychainTesting.build/&.o'|" \
  "$products/KeychainTesting.build/sources" >"$testing"

# The names of the engine that libKeychainTesting.so needs get a version of their own, which only
# this build may use. The testing library must not be in a production library, nor have a second
# engine.
private_exports() {
  comm -12 \
    <(nm -u "@$testing" | awk 'NF == 2 { print $2 }' | sort -u) \
    <(nm --defined-only --extern-only "@$objects" | awk 'NF == 3 { print $3 }' | sort -u) |
    grep -v -e '^\$s8Security' -e '^\$s10Foundation' -e '^\$s19KeychainDiagnostics'
}

rm -rf "$sdk"
mkdir -p build
mv "$work/root" "$sdk"
mkdir -p "$sdk/bin" "$sdk/lib/pkgconfig" "$sdk/include" "$sdk/swift"
{
  cat Packaging/sdk/exports.map
  printf 'LATCHKEY_PRIVATE_0 {\n  global:\n'
  private_exports | sed 's/.*/    "&";/'
  printf '};\n'
} >"$work/exports.map"
# Linked by clang. swiftc would ask for each library that an object names: our objects are compiled
# for the static run-time library, whose libraries do not all exist as shared ones.
shared() { # OUT RPATH WORDS…: a shared library with Swift's run-time
  "$toolchain/bin/clang" -shared -o "$1" -Wl,--as-needed -Wl,--gc-sections -Wl,-soname="$(basename "$1")" \
    -Wl,-rpath,"$2" "$toolchain/lib/swift/linux/$(uname -m)/swiftrt.o" "${@:3}" -L "$toolchain/lib/swift/linux" \
    -lcrypto -lsqlite3 -lFoundation -lFoundationEssentials -lFoundationInternationalization \
    -lswiftDispatch -ldispatch -lBlocksRuntime -lswiftCore -lswift_Concurrency \
    -lswift_StringProcessing -lswift_RegexParser -lswiftGlibc -lm
}
shared "$work/libSecurity.so.0" '$ORIGIN/latchkey' "@$objects" \
  "-Wl,--version-script=$work/exports.map"
strip --strip-debug -o "$sdk/lib/libSecurity.so.0" "$work/libSecurity.so.0"
ln -s libSecurity.so.0 "$sdk/lib/libSecurity.so"
cp -r Sources/Faces/CLatchkeySecurity/include/{Security,LocalAuthentication,Latchkey.h} "$sdk/include/"
cp Packaging/sdk/latchkey-sdk-{place,hide} "$sdk/bin/"
sed -i "s/^Version: 0\$/Version: $(Scripts/version.sh)/" "$sdk/bin/latchkey-sdk-place"

# The interface names the library to link. As a compiler flag it would apply to our own link too.
for module in Security:Security LocalAuthentication:Security KeychainDiagnostics:Security \
  KeychainTesting:KeychainTesting; do
  name=${module%:*}
  mkdir "$sdk/swift/$name.swiftmodule"
  sed "s|^// swift-module-flags: |&-module-link-name ${module#*:} |" \
    "$products/Modules/$name.swiftinterface" >"$sdk/swift/$name.swiftmodule/$triple.swiftinterface"
done

shared "$sdk/lib/libKeychainTesting.so.0" '$ORIGIN:$ORIGIN/latchkey' \
  "@$testing" -L "$sdk/lib" -lSecurity
strip --strip-debug "$sdk/lib/libKeychainTesting.so.0"
ln -s libKeychainTesting.so.0 "$sdk/lib/libKeychainTesting.so"

# Swift's run-time libraries for machines without a toolchain: those that our libraries need, and
# theirs in turn.
runtime=$sdk/lib/latchkey
mkdir -p "$runtime"
wanted=("$sdk/lib/libSecurity.so.0" "$sdk/lib/libKeychainTesting.so.0")
while [ "${#wanted[@]}" -gt 0 ]; do
  needed=$(readelf -d "${wanted[0]}" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  wanted=("${wanted[@]:1}")
  for name in $needed; do
    [ -e "$toolchain/lib/swift/linux/$name" ] && [ ! -e "$runtime/$name" ] || continue
    cp "$toolchain/lib/swift/linux/$name" "$runtime/"
    wanted+=("$runtime/$name")
  done
done

# An overlay for `import CoreFoundation` beside our names. It is opt-in, because it changes that
# import for every target.
mkdir "$sdk/swift-corefoundation"
swiftc -parse-as-library -emit-module -module-name CoreFoundation -import-underlying-module \
  -enable-library-evolution -emit-module-path "$work/overlay/CoreFoundation.swiftmodule" \
  -emit-module-interface-path "$work/overlay.swiftinterface" -I "$sdk/swift" \
  Packaging/sdk/CoreFoundation.swift
mkdir "$sdk/swift-corefoundation/CoreFoundation.swiftmodule"
cp "$work/overlay.swiftinterface" \
  "$sdk/swift-corefoundation/CoreFoundation.swiftmodule/$triple.swiftinterface"

"$sdk/bin/latchkey-sdk-place" "$toolchain"
echo "SDK: $(du -sh "$sdk" | cut -f1) in build/sdk, $(du -h "$sdk/lib/libSecurity.so.0" | cut -f1) of it libSecurity.so.0, $(du -sh "$runtime" | cut -f1) Swift's run-time libraries"
