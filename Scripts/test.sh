#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Everything: what `make test` and .ci/run run, cheapest first. The last line is the test runner's own.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
closing=$(mktemp)
trap 'rm -f "$closing"' EXIT

step 'lint' Scripts/lint.sh
step 'build, warnings are errors' Scripts/build-tests.sh
step 'tests' Scripts/run-tests.sh "$closing"
step 'source compatibility: a package of users, Swift 5 and 6' Scripts/source-compatibility.sh
step 'examples' Scripts/examples.sh
step 'demo' Scripts/demo.sh
Scripts/sdk.sh
Scripts/sdk-test.sh
step 'Debian packages of it' Scripts/deb.sh
step 'Debian packages in an empty root' Scripts/deb-test.sh
step 'documentation' Scripts/docs.sh
step 'benchmarks run (few samples, no bars)' Scripts/bench.sh --smoke
printf '\neverything passed in %d s; the test runner closed with:\n' "$SECONDS"
cat "$closing"
