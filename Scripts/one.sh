#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# one.sh NAME: builds, and runs the tests whose names match, as `swift test --filter NAME` does.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
[ -n "${1:-}" ] || { echo 'one: which test? For example: make one TEST=PlannerTests' >&2 && exit 2; }
closing=$(mktemp)
trap 'rm -f "$closing"' EXIT
# The first time this builds everything, which takes some four minutes. Other test commands share
# the build.
step 'build in debug, warnings are errors' Scripts/build-tests.sh
status=0
Scripts/run-tests.sh "$closing" --filter "$1" || status=$?
cat "$closing"
exit "$status"
