#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Random sequences of calls, locks, restarts and faults on the engine and on its model
# (Tests/KeychainEngineTests/Model), then on a simulated phone and on its model, with prompts
# (Tests/KeychainTestingTests/Simulation); then what explanations of random calls foretell, beside what
# the calls answer, and whether what they advise helps (NeverLiesTests and AdviceTests in
# Tests/KeychainDiagnosticsTests/Conformance).
# SEQUENCES (1000) of STEPS (200) each; SEED is that of the first, the next have the next numbers. A
# mismatch prints the seed of its sequence, and the run fails.
set -euo pipefail
cd "$(dirname "$0")/.."
export LATCHKEY_MODEL_SEQUENCES=${SEQUENCES:-1000}
export LATCHKEY_MODEL_STEPS=${STEPS:-200}
export LATCHKEY_MODEL_SEED=${SEED:-$(($(od -An -N4 -tu4 /dev/urandom)))}
for name in SEQUENCES STEPS SEED; do
  value=LATCHKEY_MODEL_$name
  [[ ${!value} =~ ^[0-9]{1,12}$ ]] || {
    echo "simulate: $name is no number: ${!value}" >&2
    exit 2
  }
done
echo "simulate: SEQUENCES=$LATCHKEY_MODEL_SEQUENCES STEPS=$LATCHKEY_MODEL_STEPS" \
  "SEED=$LATCHKEY_MODEL_SEED"
closing=$(mktemp)
trap 'rm -f "$closing"' EXIT
Scripts/build-tests.sh
Scripts/run-tests.sh "$closing" --filter \
  'KeychainEngineTests\.ModelTests|KeychainTestingTests\.PhoneSimulationTests|KeychainDiagnosticsTests\.(NeverLiesTests|AdviceTests)/random'
cat "$closing"
