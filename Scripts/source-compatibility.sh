#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds packages of users' code, idioms and small clients in Swift 5 and Swift 6 mode, as outside
# packages. Only our library may be compiled with them.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/builds.bash

forget_plan
swift test --package-path Tests/SourceCompatibility --scratch-path .build --disable-xctest
