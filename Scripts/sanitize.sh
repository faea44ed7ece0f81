#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sanitize.sh: runs all tests under the address sanitizer, then under the thread sanitizer. KIND=
# chooses one of the two, FILTER= some of the tests. The exit status decides, because the runner
# says "passed" even if a sanitizer has reported something.
set -euo pipefail
cd "$(dirname "$0")/.."
# Tests that cannot run under a sanitizer look at LATCHKEY_SANITIZER.
export SWIFT_BACKTRACE=enable=no

for kind in ${KIND:-address thread}; do
  options=(--sanitize "$kind" --scratch-path ".build-$kind")
  echo "sanitize: $kind"
  mkdir -p ".build-$kind"
  # Set in the programs, since tests start some of them with an environment of their own. Leaks of
  # the runner itself are not ours, and our tests count objects instead. A forked child ends without
  # the threads of its parent, which the thread sanitizer takes for leaked threads.
  "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -x c -c -o ".build-$kind/options.o" - <<'C'
const char *__asan_default_options(void) { return "detect_leaks=0"; }
const char *__tsan_default_options(void) { return "halt_on_error=0:report_thread_leaks=0"; }
C
  options+=(-Xlinker "$PWD/.build-$kind/options.o")
  export LATCHKEY_SANITIZER=$kind
  swift build --build-tests "${options[@]}"
  status=0
  timeout -k 1 3600 swift test --skip-build --disable-xctest "${options[@]}" \
    ${FILTER:+--filter "$FILTER"} </dev/null >".build-$kind/tests.log" 2>&1 || status=$?
  grep -E 'Test run with|SUMMARY: |^✘' ".build-$kind/tests.log" | sort | uniq -c | head -n 40 || true
  if [ "$status" -ne 0 ]; then
    echo "sanitize: $kind ended with status $status; see .build-$kind/tests.log" >&2
    exit 1
  fi
done
