#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# For every commit, under three minutes: lint, build with tests, all tests.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
closing=$(mktemp)
trap 'rm -f "$closing"' EXIT

step 'lint' Scripts/lint.sh
step 'build, warnings are errors' Scripts/build-tests.sh
step 'tests' Scripts/run-tests.sh --split "$closing"
cat "$closing"
