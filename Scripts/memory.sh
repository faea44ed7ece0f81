#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# memory.sh: what a core dump of a program holds after many reads (DESIGN promise 7), and what a
# lock leaves anywhere, at full size: ITEMS= (300) and READS= (10000) bound it. The programs that
# are dumped are those of a release build.
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
