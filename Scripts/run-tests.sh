#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run-tests.sh [--split] FILE [options of swift test]: runs the tests that build-tests.sh built,
# refuses a run without tests, or one that leaves files or keys in the kernel's keyring behind, and
# leaves the runner's closing line in FILE. With --split in two processes at once, as the tests of
# prompts mostly wait: faster, two closing lines.
set -euo pipefail
cd "$(dirname "$0")/.."
split=
[ "$1" != --split ] || { split=1; shift; }
closing=$1
shift
log=$(mktemp)
# To be entered by the other users that some tests become. TESTS_IN is where it is made instead of
# /tmp: on another disk, with a long name, with blanks.
place=$(mktemp -d "${TESTS_IN:-/tmp}/latchkey-tests-XXXXXX")
trap 'rm -rf "$log" "$log.prompts" "$place"' EXIT
chmod 711 "$place"
export TMPDIR=$place
# Programs that tests start are to leave nothing with the user who runs the tests.
export XDG_STATE_HOME=$place/state XDG_CONFIG_HOME=$place/config

keys() { # what can be read, not what is over
  awk '$8 == "user" && $9 ~ /^latchkey:/ && $4 != "expd" && $2 !~ /[RDNi]/ { print $9 }' \
    /proc/keys 2>/dev/null | sort || true
}
before=$(keys)

run() { swift test --skip-build --disable-xctest --ignore-lock "$@" 2>&1; }
passed() { grep -aE 'Test run with [1-9][0-9]* tests? .*passed' "$1" | tail -n 1; }
logs=("$log")
if [ -n "$split" ]; then
  logs+=("$log.prompts")
  run "$@" --filter '^AuthenticationTests\.' >"$log.prompts" &
  run "$@" --skip '^AuthenticationTests\.' | tee "$log" || true
  wait $! || true
  cat "$log.prompts"
else
  run "$@" | tee "$log" || true
fi
: >"$closing"
for one in "${logs[@]}"; do
  passed "$one" >>"$closing" || {
    echo 'run-tests: the runner closed without a passed test; what failed:' >&2
    grep -aE 'recorded an issue|: error: |[Ff]atal error|Time limit' "$one" | cut -c1-400 |
      head -n 12 >&2 || true
    exit 1
  }
done

left=$(find "$place" -mindepth 1 -maxdepth 1 -name 'latchkey-*')
[ -z "$left" ] || {
  printf 'run-tests: files were left behind:\n%s\n' "$left" >&2
  # What is in them tells who made them.
  (cd "$place" && find . -mindepth 2 -printf '%TT %s %p\n' | head -n 40) >&2
  exit 1
}
left=$(comm -13 <(printf '%s\n' "$before") <(keys))
for _ in {1..120}; do
  [ -n "$left" ] || exit 0
  # Another run beside this one drops its own soon.
  sleep 0.5
  left=$(comm -12 <(printf '%s\n' "$left") <(keys))
done
[ -n "$left" ] || exit 0
printf 'run-tests: keys were left in the keyring:\n%s\n' "$left" >&2
exit 1
