#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs packages that do not know Latchkey, with the toolset of build/sdk alone: the
# styles in which Swift sources reach the keychain (Tests/SDK/Styles), in debug and release, and one
# example.
set -euo pipefail
cd "$(dirname "$0")/.."
sdk=$PWD/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state
mkdir "$LATCHKEY_HOME"

cp -r Tests/SDK/Styles "$work/styles"
for configuration in debug release; do
  build=(swift build -c "$configuration" --package-path "$work/styles" --toolset "$sdk/toolset.json")
  "${build[@]}"
  "$("${build[@]}" --show-bin-path)/Styles"
done

mkdir -p "$work/client/Sources"
cp -r Examples/PasswordDemo/Sources/PasswordDemo "$work/client/Sources/"
cat >"$work/client/Package.swift" <<'END'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Client", targets: [.executableTarget(name: "PasswordDemo")])
END
swift build --package-path "$work/client" --toolset "$sdk/toolset.json"
client=$(swift build --package-path "$work/client" --toolset "$sdk/toolset.json" --show-bin-path)
"$client/PasswordDemo" add example.org mira <<<'correct horse'
"$client/PasswordDemo" find example.org mira | grep 'correct horse'

swiftc -I "$sdk/swift-corefoundation" -I "$sdk/swift" -L "$sdk/lib" -Xlinker -rpath \
  -Xlinker "$sdk/lib" Tests/SDK/beside.swift -o "$work/beside"
"$work/beside"

swiftc -I "$sdk/swift" -L "$sdk/lib" -Xlinker -rpath -Xlinker "$sdk/lib" \
  Tests/SDK/Testing/testing.swift -o "$work/testing"
"$work/testing"
