#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests a package that, as soon as it sees a Security, compiles more of Apple's system than Linux
# has. It fails by the toolset alone, and builds by both recipes of
# Documentation/Guides/apple-only-code.md.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/guides.bash
sdk=$PWD/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state
mkdir "$LATCHKEY_HOME"
cp -r Tests/SDK/Networking "$work/package"

fail() {
  echo "SDK: $*" >&2
  exit 1
}
# Checks the output of the program that was built below a folder.
says() { # WHAT FOLDER
  local found
  found=$("$2/debug/Client")
  echo "  $1: $found"
  [ "$found" = 'token kept, servers by the system' ] || fail "$1: it says that"
}

# With the toolset alone, Transport uses names that only Apple's Foundation has.
! swift build --package-path "$work/package" --scratch-path "$work/all" \
  --toolset "$sdk/toolset.json" >"$work/log" 2>&1 || fail 'Transport builds by the toolset alone'
grep -q 'ServerCheck.swift.*error: .*[tT]rust' "$work/log" ||
  fail "Transport fails for another reason: $(cat "$work/log")"

# Runs the guide's own lines, adapted to this package.
line=$(shown apple-only-code 'Hide it from one dependency')
line=${line/Alamofire/Transport}
line=${line//\/path\/to\/latchkey\/build\/sdk/$sdk}
(cd "$work/package" && eval "$line")
says 'hidden from Transport' "$work/package/.build"
# The recipe's temporary folder is gone, so no program may look for libraries there.
readelf -d "$work/package/.build/debug/Client" >"$work/log"
grep -qi runpath "$work/log" || fail 'the program looks for its libraries nowhere'
! grep -i 'runpath.*tmp\.[A-Za-z0-9]*/lib' "$work/log" ||
  fail 'a program looks for libraries in a place that is gone'
# A list of several modules, one of which is not in the build, and a release build.
line="$line --scratch-path $work/other"
(cd "$work/package" && eval "${line/Transport/Other,Transport} -c release")
[ "$("$work/other/release/Client")" = 'token kept, servers by the system' ] || fail 'in release'
# A listed module does not see Security, even if it needs it.
if (cd "$work/package" && eval "${line/Transport/Transport,Tokens}") >"$work/log" 2>&1; then
  fail 'Tokens still sees it'
fi
grep -q 'this package needs the keychain' "$work/log" || fail "$(cat "$work/log")"

# Puts the flags into the manifest, as the guide shows them, without the toolset.
lines=$(shown apple-only-code 'Show it to your own targets' | grep '^let')
while read -r line; do
  grep -qF -- "$line" Tests/SDK/Networking/Package.swift || fail "no test has this line: $line"
done <<<"$lines"
SDK_FOLDER=$sdk swift build --package-path "$work/package" --scratch-path "$work/own"
says 'seen by two targets' "$work/own"
