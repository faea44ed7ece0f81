#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Damages every byte, block and page of every file of a small store in turn, and checks the engine
# and the repair. PARTS= processes at a time (default 2), SECONDS_EACH= limit.
set -euo pipefail
cd "$(dirname "$0")/.."

parts=${PARTS:-2}
limit=${SECONDS_EACH:-5400}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

Scripts/build-tests.sh
pids=()
for ((part = 0; part < parts; part++)); do
  LATCHKEY_HOME="$scratch/home" LATCHKEY_DAMAGE="$part/$parts" \
    LATCHKEY_DAMAGE_PLACE="$scratch/place.$part" \
    timeout -k 1 "$limit" swift test --skip-build --filter 'DamageTests/everything' \
    >"$scratch/out.$part" 2>&1 &
  pids+=($!)
done

status=0
for part in "${!pids[@]}"; do
  if ! wait "${pids[$part]}"; then
    status=1
    # A trap or a hang does not name its case.
    echo "part $part ended at: $(cat "$scratch/place.$part" 2>/dev/null)"
    grep -E 'recorded an issue|Expectation failed|atal error' "$scratch/out.$part" | head -40 || true
  fi
  grep -E '^damage, part' "$scratch/out.$part" || status=1
done
exit "$status"
