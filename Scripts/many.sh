#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# PROCESSES=8 THREADS=16 MANY_SECONDS=20 SEED= many.sh: lets this many processes with this many
# threads add, update, read and delete on one store. They begin with its first use, once through the
# engine and once through SecItem*. Then their results are judged (Tests/StoreWorker/Many). Fails on
# a finding. A seed repeats the requests of each thread, but not how the threads meet.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${MANY_SECONDS:-20}
seed=${SEED:-$(date +%s)}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

source Scripts/builds.bash
"${release[@]}" --product StoreWorker
program=$products/StoreWorker
for api in engine secitem; do
  LATCHKEY_HOME=$place/$api XDG_STATE_HOME=$place/state timeout -k 1 $((seconds + 120)) \
    "$program" many "$api" "${PROCESSES:-8}" "${THREADS:-16}" $((seconds * 1000)) "$seed"
done
