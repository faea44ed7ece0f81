#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs all tests, as `make test` and .ci/run do. Documentation/Checks.md says what each step proves.
# Steps of the release build run beside steps of the debug build, which use another configuration in
# that folder. The last lines are the test runner's own.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
closing=$(mktemp)
trap 'ended_aside; rm -f "$closing" "$closing".*' EXIT
trap 'exit 130' INT TERM

in_release() {
  step 'benchmarks run (few samples, no bars)' Scripts/bench.sh --smoke
  step 'SDK' Scripts/sdk.sh
}
packaged() {
  DEB_LEVEL=0 step 'Debian packages of it' Scripts/deb.sh
  step 'Debian packages in an empty root' Scripts/deb-test.sh
  step 'instructions and sizes are those on record' Scripts/counts.sh
}

step 'lint' Scripts/lint.sh
step 'build in debug, warnings are errors' Scripts/build-tests.sh
aside step 'demo' Scripts/demo.sh
# The tests print their own progress. The steps beside them have priority, as they take longest.
TESTS_WITHOUT=TranscriptTests STEP_QUIET=1 step 'tests' nice -n 5 Scripts/run-tests.sh "$closing.1"
step 'source compatibility: a package of users, Swift 5 and 6' Scripts/source-compatibility.sh
step 'examples' Scripts/examples.sh
step 'documentation' Scripts/docs.sh
joined 'waiting for the demo'
aside in_release
# With the release build of `security`: in debug Foundation is a shared library, with an ICU that
# `security` lacks in release.
TESTED_SECURITY=$PWD/.build/release/security STEP_QUIET=1 step 'transcripts of security in release' \
  Scripts/run-tests.sh "$closing.2" --filter '^TranscriptTests\.'
joined 'waiting for the benchmarks and the SDK'
aside packaged
step 'tests of the SDK' Scripts/sdk-test.sh
joined 'waiting for the packages and the instructions'
printf '\neverything passed in %d s; the test runner closed with:\n' "$SECONDS"
cat "$closing".[12] | grep -v ' passed, '
cat "$closing".[12] | awk '/ passed, / { passed += $1; failed += $3 } END { print passed " passed, " failed " failed" }'
