#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything with its tests. Warnings are errors (Package.swift), and every import needs a
# declared dependency. test.sh and quick.sh both call it, so neither rebuilds the other's output.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/builds.bash
exec "${debug[@]}" --build-tests --explicit-target-dependency-import-check error
