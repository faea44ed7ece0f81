#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh [--smoke] [options of Bench]: builds in release, measures, and prints one table. It
# compares the engine and the command `security` with raw SQLite and libcrypto, gnome-keyring,
# secret-tool and pass.
#
# Exits with 1 if a bar of Benchmarks/thresholds.tsv is missed or not measured. Variables:
# BENCH_SIZES, BENCH_SAMPLES, BENCH_DIR (keeps the filled stores for the next run), BENCH_MARKDOWN
# (also writes the table there), BENCH_NOTE (printed above the table), BENCH_ROWS (only some rows,
# as open,copy/raw,process/time: see Benchmarks/README.md).
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/builds.bash
export LATCHKEY_BENCH=1
smoke=
for word in "$@"; do [ "$word" != --smoke ] || smoke=1; done

log=$(mktemp)
made=$(mktemp -d)
# Stores are filled in memory. If the run is interrupted, they must not stay there.
memory=$(mktemp -d /dev/shm/latchkey-bench-XXXXXX 2>/dev/null) || memory=$made
export TMPDIR=$made XDG_STATE_HOME=$made/state
cleanup() {
  [ ! -d "$made/pass" ] || Benchmarks/Peers/pass-store.sh "$made/pass" end || true
  rm -rf "$log" "$made" "$memory"
}
trap cleanup EXIT
trap 'exit 130' INT TERM
quietly "${release[@]}" --product Bench || exit 2
bench=$products/Bench
arguments=(--thresholds Benchmarks/thresholds.tsv --memory "$memory")
if [ -z "$smoke" ]; then
  quietly "${release[@]}" --product security || exit 2
  arguments+=(
    --security "$products/security"
    --sizes "${BENCH_SIZES:-10,10000,100000,1000000}" --samples "${BENCH_SAMPLES:-1000}"
    --dir "${BENCH_DIR:-}" --markdown "${BENCH_MARKDOWN:-}" --note "${BENCH_NOTE:-}"
    --rows "${BENCH_ROWS:-}")

  # Programs built on the SDK of these sources.
  sdk=$PWD/build/sdk
  quietly Scripts/sdk.sh || exit 2
  for name in foundation linked lookup; do
    swiftc -O -I "$sdk/swift" -L "$sdk/lib" -Xlinker -rpath -Xlinker "$sdk/lib" \
      "Benchmarks/Startup/$name.swift" -o "$made/$name"
  done
  arguments+=(--startup "$made")

  # The table names a command that is not installed, and the run goes on without it.
  if pkg-config --exists dbus-1 2>/dev/null; then
    flags=$(pkg-config --cflags --libs dbus-1)
    # shellcheck disable=SC2086 # flags are words
    clang -O2 -o "$made/keyring-client" Benchmarks/Peers/keyring-client.c $flags
    arguments+=(--keyring-client "$made/keyring-client")
  fi
  if command -v pass >/dev/null && command -v gpg >/dev/null; then
    Benchmarks/Peers/pass-store.sh "$made/pass" >"$log" 2>&1 && arguments+=(--pass "$made/pass") ||
      { echo 'bench: no password store for pass:' >&2 && cat "$log" >&2; }
  fi
fi
"$bench" "${arguments[@]}" "$@"
