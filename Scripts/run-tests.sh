#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run-tests.sh FILE [options of swift test]: runs the tests that build-tests.sh built, refuses a run
# without tests, and leaves the runner's closing line in FILE.
set -euo pipefail
cd "$(dirname "$0")/.."
closing=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT

swift test --skip-build --disable-xctest "$@" 2>&1 | tee "$log"
grep -E 'Test run with [1-9][0-9]* tests? .*passed' "$log" | tail -n 1 >"$closing" || {
  echo 'run-tests: the runner closed without a passed test' >&2
  exit 1
}
