#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds every package in Examples/ as a user does, with our products and without our flags, and
# runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/builds.bash

for manifest in Examples/*/Package.swift; do
  forget_plan
  package=$(dirname "$manifest")
  "${release[@]}" --package-path "$package"
  [ ! -d "$package/Tests" ] || swift test --package-path "$package" --scratch-path .build
done
