#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs random sequences of calls, locks, restarts and faults on the engine and its model
# (Tests/KeychainEngineTests/Model). Then it runs them, with prompts, on a simulated phone and its
# model (Tests/KeychainTestingTests/Simulation). Then it checks that explanations of random calls
# predict the calls' answers, and that their advice helps (NeverLiesTests and AdviceTests in
# Tests/KeychainDiagnosticsTests/Conformance). SEQUENCES (1000) of STEPS (200) each; SEED is the
# seed of the first, and the next ones have the next numbers. A mismatch prints the seed of its
# sequence, and the run fails.
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
