#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# hostile.sh: runs the tests of hostile files, certificates, keys and chains in a release build,
# with sizes that only a release build is fast enough for (HostileSize in SecurityTests). Takes
# minutes to build.
set -euo pipefail
cd "$(dirname "$0")/.."
options=(-c release -Xswiftc -enable-testing)
swift build "${options[@]}" --build-tests
timeout -k 1 900 swift test "${options[@]}" --skip-build --disable-xctest \
  --filter 'Hostile(File|Object|Chain|Mesh|Response|Parameter)Tests'
