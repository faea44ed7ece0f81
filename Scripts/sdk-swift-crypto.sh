#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sdk-swift-crypto.sh CLONE: builds a package that uses swift-crypto (a clone of it) and, with the
# toolset of build/sdk, the keychain in one process. Not part of `make test`: it compiles BoringSSL.
set -euo pipefail
clone=$(cd "${1:?name a clone of swift-crypto}" && pwd)
cd "$(dirname "$0")/.."
sdk=$PWD/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state
mkdir -p "$LATCHKEY_HOME" "$work/Sources/Client"
cat >"$work/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Client", dependencies: [.package(name: "swift-crypto", path: "$clone")],
  targets: [
    .executableTarget(name: "Client", dependencies: [.product(name: "Crypto", package: "swift-crypto")])
  ])
END
cp Tests/SDK/beside-swift-crypto.swift "$work/Sources/Client/main.swift"
swift build --package-path "$work" --toolset "$sdk/toolset.json"
"$work/.build/debug/Client"
