#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# torture.sh: kills writing processes at random moments and checks the files that they leave.
# Variables:
#     ROUNDS=500       rounds for each number of writers      TORTURE_SECONDS=600  limit of the whole
#     (SECONDS= of `make torture`: some shells count in a variable of this name)
#     WRITERS='1 4'    numbers of writers at once             SEED=        a number; default: random
#     KINDS=           some of: work creation migration rotation passcode  BUILD=release
# BUILD=debug stretches passcodes at the cost of tests, so that more kills fall on writing. A round
# with 1 writer is one kill, and one with 4 is up to four. Exits with 1 after a finding, whose store
# stays.
set -euo pipefail
cd "$(dirname "$0")/.."
seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
source Scripts/builds.bash
if [ "${BUILD:-release}" = debug ]; then build=("${debug[@]}"); else build=("${release[@]}"); fi
"${build[@]}" --product StoreWorker
worker=$PWD/.build/${BUILD:-release}/StoreWorker
directory=$(mktemp -d)
for writers in ${WRITERS:-1 4}; do
  # shellcheck disable=SC2086
  LATCHKEY_HOME=$directory/nowhere XDG_STATE_HOME=$directory/state "$worker" torture "$directory" "$seed" "${ROUNDS:-500}" \
    "${TORTURE_SECONDS:-600}" "$writers" Tests/Archives/format-1/log ${KINDS:-}
done
rm -r "$directory"
