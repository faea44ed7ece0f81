#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs all tests, as `make test` and .ci/run do. Documentation/Checks.md says what each step proves. The
# release build and its checks run beside the tests, which use another configuration in that
# folder. The last lines are the test runner's own.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
closing=$(mktemp)
trap 'ended_aside; rm -f "$closing"' EXIT
trap 'exit 130' INT TERM

in_release() {
  step 'demo' Scripts/demo.sh
  step 'benchmarks run (few samples, no bars)' Scripts/bench.sh --smoke
  step 'SDK' Scripts/sdk.sh
  DEB_LEVEL=0 step 'Debian packages of it' Scripts/deb.sh
  step 'Debian packages in an empty root' Scripts/deb-test.sh
  step 'instructions and sizes are those on record' Scripts/counts.sh
}
# Steps that build in debug too wait until the tests have ended.
outside() {
  # In debug Foundation is a shared library, with an ICU that `security` lacks in release.
  TESTED_SECURITY=$PWD/.build/release/security step 'transcripts of security in release' \
    Scripts/run-tests.sh /dev/null --filter '^TranscriptTests\.'
  step 'source compatibility: a package of users, Swift 5 and 6' Scripts/source-compatibility.sh
  step 'examples' Scripts/examples.sh
  step 'documentation' Scripts/docs.sh
}

step 'lint' Scripts/lint.sh
step 'build in debug, warnings are errors' Scripts/build-tests.sh
aside in_release
# The tests print their own progress. The steps beside them have priority, as they take longest.
STEP_QUIET=1 step 'tests' nice -n 5 Scripts/run-tests.sh "$closing"
joined 'waiting for the steps beside the tests'
aside outside
step 'tests of the SDK' Scripts/sdk-test.sh
joined 'waiting for the steps beside them'
printf '\neverything passed in %d s; the test runner closed with:\n' "$SECONDS"
cat "$closing"
