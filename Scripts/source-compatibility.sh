#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Packages of users' code: idioms and small clients, in Swift 5 and Swift 6 mode, built as outside
# packages. Nothing but our library may be compiled in their graph.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/builds.bash

forget_plan
swift test --package-path Tests/SourceCompatibility --scratch-path .build --disable-xctest
