#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# memory.sh: checks a core dump of a program after many reads (Specification/design.md, "Promises",
# 7), and the traces that a lock leaves anywhere, at full size. ITEMS= (300) and READS= (10000) bound
# it. The dumped programs are those of a release build.
set -euo pipefail
cd "$(dirname "$0")/.."
export LATCHKEY_DUMP_ITEMS=${ITEMS:-300} LATCHKEY_DUMP_READS=${READS:-10000}
closing=$(mktemp)
trap 'rm -f "$closing"' EXIT

Scripts/build-tests.sh
source Scripts/builds.bash
"${release[@]}" --product StoreWorker
LATCHKEY_PROGRAMS=$products
export LATCHKEY_PROGRAMS
for suite in DumpTests LockedDumpTests; do
  echo "memory: $suite, $LATCHKEY_DUMP_ITEMS items, $LATCHKEY_DUMP_READS reads"
  timeout -k 1 1200 Scripts/run-tests.sh "$closing" --filter "KeychainEngineTests.$suite"
  cat "$closing"
done
