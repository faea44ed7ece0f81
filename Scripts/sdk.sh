#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the SDK into build/sdk: libSecurity.so with the engine, the Swift modules and the C symbols,
# libKeychainTesting.so beside it, module interfaces, headers, `security`, and Swift's run-time
# libraries. The folder can be moved; bin/latchkey-sdk-place then writes toolset.json and
# latchkey.pc anew, the two files that name its place. It is for the Swift release that built it.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
root=$PWD
sdk=$root/build/sdk
scratch=$root/.build/sdk # of its own: other flags rebuild everything
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
triple=$(swift -print-target-info | sed -n 's/.*"triple": *"\([^"]*\)".*/\1/p' | head -n 1)
export LATCHKEY_SDK=1

flags=(-c release --scratch-path "$scratch"
  -Xswiftc -no-warnings-as-errors -Xswiftc -no-toolchain-stdlib-rpath
  -Xcc -fblocks -Xcc -fcf-runtime-abi=swift-5.0
  -Xcc "-I$toolchain/lib/swift" -Xcc "-I$toolchain/lib/swift/Block")
library=("${flags[@]}" --product SecuritySDK
  -Xlinker "--version-script=$scratch/exports.map" -Xlinker -soname=libSecurity.so.0
  -Xlinker -rpath -Xlinker "\$ORIGIN/latchkey")

# What libKeychainTesting.so needs of the engine goes into a version of its own, which only the same
# build may use: the testing library must not be in a production library, nor have a second engine.
private_exports() {
  local products=$1 engine
  engine=$(find "$products" -maxdepth 1 -name '*.build' ! -name 'KeychainTesting.build')
  comm -12 \
    <(nm -u "$products"/KeychainTesting.build/*.o | awk 'NF == 2 { print $2 }' | sort -u) \
    <(find $engine -name '*.o' -print0 | xargs -0 nm --defined-only --extern-only |
      awk 'NF == 3 { print $3 }' | sort -u) | grep -v -e '^\$s8Security' -e '^\$s10Foundation' \
      -e '^\$s19KeychainDiagnostics'
}

build() {
  swift build "${flags[@]}" --product KeychainTesting
  products=$(swift build "${flags[@]}" --show-bin-path)
  {
    cat Packaging/sdk/exports.map
    printf 'LATCHKEY_PRIVATE_0 {\n  global:\n'
    private_exports "$products" | sed 's/.*/    "&";/'
    printf '};\n'
  } >"$scratch/exports.map"
  swift build "${library[@]}"
}

mkdir -p "$scratch"
step 'SDK: the library' build
products=$(swift build "${flags[@]}" --show-bin-path)

rm -rf "$sdk"
mkdir -p "$sdk/bin" "$sdk/lib/pkgconfig" "$sdk/include" "$sdk/swift"
strip --strip-debug -o "$sdk/lib/libSecurity.so.0" "$products/libSecuritySDK.so"
ln -s libSecurity.so.0 "$sdk/lib/libSecurity.so"
cp -r Sources/CLatchkeySecurity/include/{Security,LocalAuthentication,Latchkey.h} "$sdk/include/"
cp Packaging/sdk/latchkey-sdk-place "$sdk/bin/"

# The interface asks for the library itself; as a compiler flag, our own link would ask for it too.
for module in Security:Security LocalAuthentication:Security KeychainDiagnostics:Security \
  KeychainTesting:KeychainTesting; do
  name=${module%:*}
  mkdir "$sdk/swift/$name.swiftmodule"
  sed "s|^// swift-module-flags: |&-module-link-name ${module#*:} |" \
    "$products/Modules/$name.swiftinterface" >"$sdk/swift/$name.swiftmodule/$triple.swiftinterface"
done

swiftc -emit-library -o "$sdk/lib/libKeychainTesting.so.0" "$products"/KeychainTesting.build/*.o \
  -L "$sdk/lib" -lSecurity -no-toolchain-stdlib-rpath -Xlinker -soname=libKeychainTesting.so.0 \
  -Xlinker -rpath -Xlinker "\$ORIGIN" -Xlinker -rpath -Xlinker "\$ORIGIN/latchkey"
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
  -enable-library-evolution -emit-module-path "$scratch/overlay/CoreFoundation.swiftmodule" \
  -emit-module-interface-path "$scratch/overlay.swiftinterface" -I "$sdk/swift" \
  Packaging/sdk/CoreFoundation.swift
mkdir "$sdk/swift-corefoundation/CoreFoundation.swiftmodule"
cp "$scratch/overlay.swiftinterface" \
  "$sdk/swift-corefoundation/CoreFoundation.swiftmodule/$triple.swiftinterface"

# `security` and its helper, which carry their own run-time libraries.
(unset LATCHKEY_SDK && DESTDIR=$sdk PREFIX=/ step 'SDK: security' Scripts/install.sh >"$scratch/install.log")

"$sdk/bin/latchkey-sdk-place" "$toolchain"
echo "SDK: $(du -sh "$sdk" | cut -f1) in build/sdk, $(du -h "$sdk/lib/libSecurity.so.0" | cut -f1) of it libSecurity.so.0, $(du -sh "$runtime" | cut -f1) Swift's run-time libraries"
