#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# keychain-torture.sh: kills processes that write a keychain file, at each act and at random moments,
# and checks the files that they leave with both readers. Variables:
#     ROUNDS=1000      rounds for each number of writers      TORTURE_SECONDS=600  limit of each
#     WRITERS='1 4'    numbers of writers at once             SEED=        a number; default: random
#     BUILD=release    or debug
# The first 60 rounds with one writer kill it at each of its acts. Exits with 1 after a finding,
# whose file stays.
set -euo pipefail
cd "$(dirname "$0")/.."
seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
source Scripts/builds.bash
if [ "${BUILD:-release}" = debug ]; then build=("${debug[@]}"); else build=("${release[@]}"); fi
"${build[@]}" --product StoreWorker
worker=$PWD/.build/${BUILD:-release}/StoreWorker
directory=$(mktemp -d)
for writers in ${WRITERS:-1 4}; do
  mkdir "$directory/$writers"
  LATCHKEY_HOME=$directory/nowhere "$worker" keychain-torture "$directory/$writers" "$seed" \
    "${ROUNDS:-1000}" "${TORTURE_SECONDS:-600}" "$writers" "$PWD/Tests/Keychains/keychain_tool.py"
done
rm -r "$directory"
