#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the SDK into build/sdk: libSecurity.so with the engine, the Swift modules and the C symbols,
# libKeychainTesting.so beside it, module interfaces, headers, `security`, and Swift's run-time
# libraries. The folder can be moved; bin/latchkey-sdk-place then writes toolset.json and
# latchkey.pc anew, the two files that name its place. It is for the Swift release that built it.
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

# `security` and its helper first: what lies below the faces is compiled for both.
DESTDIR=$work/root PREFIX=/ step 'SDK: security' quietly Scripts/install.sh

export LATCHKEY_SDK=1 LATCHKEY_TOOLCHAIN=$toolchain
compile() {
  quietly "${release[@]}" --target KeychainTesting
  quietly "${release[@]}" --product SecuritySDK
}
step 'SDK: the library' compile
objects=$products/SecuritySDK.product/Objects.LinkFileList
# Of the sources that there are: a build leaves the objects of those that are gone.
testing=$work/testing.objects
sed "s|^'\\(.*\\)'\$|\\1|; s|.*/||; s|.*|'$products/KeychainTesting.build/&.o'|" \
  "$products/KeychainTesting.build/sources" >"$testing"

# What libKeychainTesting.so needs of the engine goes into a version of its own, which only the same
# build may use: the testing library must not be in a production library, nor have a second engine.
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
# By clang, as swiftc would ask for each library that an object names: those of the static run-time
# library, which our objects are compiled for, are not all there as shared ones.
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

# The interface asks for the library itself; as a compiler flag, our own link would ask for it too.
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

# Swift's run-time libraries, for machines without a toolchain: those that ours need, and theirs.
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

# `import CoreFoundation` beside our names: opt-in, for it changes that import for every target.
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
