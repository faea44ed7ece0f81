#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests the identity of a package's tests: alone, renamed, with an entitlements file, in a bundle.
# The lines are those of Documentation/Guides/package-tests.md, run on Tests/SDK/PackageTests with
# the toolset of build/sdk.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/guides.bash
sdk=$PWD/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state
mkdir "$LATCHKEY_HOME"
cp -r Tests/SDK/PackageTests "$work/package"
build=$(shown package-tests 'Build the tests')
entitle=$(shown package-tests 'Give the tests entitlements')
bundle=$(shown package-tests 'Run the tests in a bundle')
cd "$work/package"

# The guide's lines name no toolset.
swift() {
  command swift "$1" --toolset "$sdk/toolset.json" "${@:2}"
}
# Prints the line that the tests print about their identity, if they pass.
expect() { # WHAT LINE COMMAND…
  "${@:3}" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
  }
  grep -qxF "keeper: $2" "$work/log" || {
    echo "SDK: $1: $(grep '^keeper' "$work/log" || cat "$work/log")" >&2
    exit 1
  }
  echo "  $1: $2"
}

eval "$build"
expect 'swift test' 'none adhoc.demoPackageTests' swift test --skip-build
runner=(--testing-library swift-testing)
expect 'the program itself' 'none adhoc.demoPackageTests' \
  "$products/demoPackageTests.xctest" "${runner[@]}"
cp "$products/demoPackageTests.xctest" "$work/renamed"
expect 'under another name' 'none adhoc.renamed' "$work/renamed" "${runner[@]}"
expect 'with entitlements' 'none A1B2C3D4E5.org.example.shared' eval "$entitle"
expect 'in a bundle' 'org.example.demo A1B2C3D4E5.org.example.shared' eval "$bundle"
rm "$contents/demoPackageTests.xctest.entitlements"
expect 'in a bundle without entitlements' 'org.example.demo adhoc.demoPackageTests' \
  "$contents/Linux/demoPackageTests.xctest" "${runner[@]}"
