#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds every package in Examples/, as a user's: it sees our products, not our flags. Runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."

for manifest in Examples/*/Package.swift; do
  Scripts/forget-plan.sh "$(dirname "$manifest")"
  swift build -c release --package-path "$(dirname "$manifest")"
  if [ -d "$(dirname "$manifest")/Tests" ]; then
    swift test --package-path "$(dirname "$manifest")"
  fi
done
