#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh: runs libFuzzer with the address sanitizer on the decoders of bytes from outside. TARGET=
# names one of them (default: all). RUNS= (100000) and LIMIT= (60 seconds) bound each, whichever
# comes first. SEED= repeats a run. KEEP=1 writes the inputs worth keeping, at most 80, into
# Tests/Vectors/fuzz. Exits with 1 at the first finding, whose input stays in Fuzz/Findings.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${RUNS:-100000} limit=${LIMIT:-60} seed=${SEED:-$RANDOM}
all='access assuan attempts backup calls certificate container enrolment entitlements frames
  history import keybag keychain keyfile leaf lines log mark message metadata ocsp pkcs12
  query reference requirement row settings trust'
targets=${TARGET:-$all}
vectors=$PWD/Tests/Vectors/fuzz
findings=$PWD/Fuzz/Findings
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rm -f Fuzz/.build/*.yaml # planned anew: files of Sources may have come or gone
# One option for both sanitizers: if given twice, the last one wins.
swift build --package-path Fuzz -c release --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address
program=$PWD/Fuzz/.build/release/Fuzz
mkdir -p "$findings"
# A crash must end the fuzzer: the backtracer would wait for ever.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# Each line of a corpus file is one input in hexadecimal.
unpack() {
  local file=$1 directory=$2 number=0 line
  mkdir -p "$directory"
  [ -f "$file" ] || return 0
  while read -r line; do
    case $line in '#'* | '') continue ;; esac
    number=$((number + 1))
    # shellcheck disable=SC2059 # the line becomes escapes
    printf "$(printf '%s' "$line" | sed 's/../\\x&/g')" >"$directory/seed-$number"
  done <"$file"
}

# Keeps the inputs in the file, and adds the smallest new ones.
pack() {
  local input
  echo '# One input a line, in hexadecimal; kept by Scripts/fuzz.sh, replayed by the tests.'
  {
    grep -v '^#' "$2" 2>/dev/null || true
    for input in "$1"/*; do od -An -v -tx1 "$input" | tr -d ' \n' && echo; done |
      awk 'length($0) <= 4000 { print length($0), $0 }' | sort -n | cut -d ' ' -f 2 | head -n 80
  } | awk '!seen[$0]++'
}

echo "fuzz: seed $seed"
for target in $targets; do
  unpack "$vectors/$target.txt" "$work/$target"
  echo "fuzz: $target, $runs runs, at most $limit s"
  (
    cd "$work"
    LATCHKEY_HOME="$work/store" LATCHKEY_FUZZ_TARGET=$target timeout -k 1 $((limit + 60)) \
      "$program" -runs="$runs" -max_total_time="$limit" -max_len=1600 -timeout=100 -seed="$seed" \
      -artifact_prefix="$findings/$target-" "$work/$target" </dev/null >"$work/$target.log" 2>&1
  ) || {
    tail -n 40 "$work/$target.log"
    echo "fuzz: $target stopped; its input is in $findings" >&2
    exit 1
  }
  grep -E '^Done|DONE' "$work/$target.log" | cut -c1-100
  if [ "${KEEP:-}" = 1 ]; then
    mkdir "$work/small"
    (cd "$work" && LATCHKEY_HOME="$work/store" LATCHKEY_FUZZ_TARGET=$target timeout -k 1 600 \
      "$program" -merge=1 "$work/small" "$work/$target" </dev/null >/dev/null 2>&1)
    pack "$work/small" "$vectors/$target.txt" >"$work/packed"
    cp "$work/packed" "$vectors/$target.txt"
    rm -rf "$work/small"
  fi
done
