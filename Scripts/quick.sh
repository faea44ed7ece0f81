#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Run before every commit, under 90 seconds after a change of one file: lint, build with tests, all
# tests but the slow ones (Tests/slow.txt).
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
closing=$(mktemp)
trap 'rm -f "$closing"' EXIT

step 'lint' Scripts/lint.sh
step 'build in debug, warnings are errors' Scripts/build-tests.sh
# The tests print a line of progress of their own.
STEP_QUIET=1 step 'tests but the slow ones' Scripts/run-tests.sh --quick "$closing"
cat "$closing"
