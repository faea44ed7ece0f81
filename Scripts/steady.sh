#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# steady.sh: runs all tests RUNS (10) times in a row beside a busy loop on every processor, built
# once. Each run is a line of Tests/steady-runs.tsv. Lines for the current sources and tests count,
# so an interrupted series is resumed. Exits with 1 at the first red run.
set -euo pipefail
cd "$(dirname "$0")/.."
record=Tests/steady-runs.tsv
# The record is in Tests, but is not tested itself.
tested=$(git ls-tree -r HEAD Sources Tests Package.swift Scripts/run-tests.sh | grep -v "$record" | git hash-object --stdin | cut -c1-12)
[ -z "$(git status --porcelain Sources Tests Package.swift Scripts/run-tests.sh | grep -v "$record")" ] || {
  echo 'steady: commit first; a record is of one state of the sources' >&2
  exit 2
}
closing=$(mktemp)
loops=()
cleanup() {
  [ "${#loops[@]}" = 0 ] || kill "${loops[@]}" 2>/dev/null || true
  rm -f "$closing"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

Scripts/build-tests.sh
for _ in $(seq "$(nproc)"); do
  (while :; do :; done) &
  loops+=($!)
done
while :; do
  green=$(awk -v tested="$tested" '$1 == tested { green = ($4 == "green") ? green + 1 : 0 } END { print green + 0 }' "$record")
  [ "$green" -lt "${RUNS:-10}" ] || break
  echo "steady: run $((green + 1)) of ${RUNS:-10}, of $tested"
  began=$SECONDS
  result=green
  TESTS_LIMIT=5400 Scripts/run-tests.sh "$closing" || result=red
  printf '%s\t%s\t%s\t%s\t%s\n' "$tested" "$(date -u +%Y-%m-%dT%H:%M)" $((SECONDS - began)) "$result" \
    "$(tail -n 1 "$closing")" >>"$record"
  [ "$result" = green ] || exit 1
done
echo "steady: $green runs in a row are green"
