#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything with its tests: warnings are errors (Package.swift), and no import is without a
# declared dependency. test.sh and quick.sh share it, so that neither rebuilds what the other built.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/builds.bash
exec "${debug[@]}" --build-tests --explicit-target-dependency-import-check error
