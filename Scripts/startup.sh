#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What a program pays for the SDK when it starts: whole processes in turn, one that imports Foundation
# alone, one that is linked with build/sdk, one that looks an item up. STARTUP_RUNS each (1,000); exits
# with 1 when the lookup costs more than the bar of 3 ms over Foundation alone.
set -euo pipefail
cd "$(dirname "$0")/.."
sdk=$PWD/build/sdk
[ -e "$sdk/lib/libSecurity.so.0" ] || { echo 'startup: run `make sdk` first' >&2 && exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state
mkdir "$LATCHKEY_HOME"
for name in foundation linked lookup; do
  swiftc -O -I "$sdk/swift" -L "$sdk/lib" -Xlinker -rpath -Xlinker "$sdk/lib" \
    "Benchmarks/Startup/$name.swift" -o "$work/$name"
done
"$work/lookup" add >"$work/added"
python3 - "$work" "${STARTUP_RUNS:-1000}" <<'END'
import statistics, subprocess, sys, time
work, runs = sys.argv[1], int(sys.argv[2])
names = ["foundation", "linked", "lookup"]
times = {name: [] for name in names}
for _ in range(runs):
    for name in names:
        began = time.perf_counter()
        subprocess.run([f"{work}/{name}"], stdout=subprocess.DEVNULL, check=True)
        times[name].append((time.perf_counter() - began) * 1000)
base = statistics.median(times["foundation"])
for name in names:
    middle = statistics.median(times[name])
    print(f"startup {name:10} p50 {middle:6.2f} ms, {middle - base:+.2f} over Foundation alone, of {runs}")
sys.exit(statistics.median(times["lookup"]) - base > 3)
END
