#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run-tests.sh [--quick] FILE [options of the runner]: runs the tests that build-tests.sh built.
# Writes the closing lines to FILE, the last of them "N passed, N failed". The runner's other output
# goes to a directory of this run, .build/tests/latest. Prints each failure when it happens, a line
# of progress every 10 seconds, the ten slowest tests, and the skipped ones.
#
# Refuses a run without tests, or one that leaves files or keys in the kernel's keyring behind. The
# tests run in several processes (Tests/shards.txt), one after the other in each. So a test's time
# is its own, and tests that wait run beside tests that compute. With options, as --filter or
# --skip, all run in one process instead. --quick leaves out the tests of Tests/slow.txt. Variables:
# TESTS_IN, the directory for temporary files (/tmp); TESTS_LIMIT, seconds after which a hanging run
# is ended (1800); TESTED_SECURITY, the command that tests start instead of the debug build;
# TESTS_WITHOUT, a test target that is left out.
set -euo pipefail
cd "$(dirname "$0")/.."
quick=
[ "$1" != --quick ] || { quick=1; shift; }
closing=$1
shift
mkdir -p .build/tests
# Removes the runs of yesterday. A run at the same time keeps its directory.
find .build/tests -mindepth 1 -maxdepth 1 -mmin +1440 -exec rm -rf {} +
logs=$(mktemp -d .build/tests/XXXXXX)
ln -sfn "$(basename "$logs")" .build/tests/latest
# Short, because sockets lie in it, and open to the other users that some tests become.
place=$(mktemp -d "${TESTS_IN:-/tmp}/latchkey-tests-XXXXXX")
chmod 711 "$place"
export TMPDIR=$place
# Programs that tests start must leave nothing with the user who runs the tests.
export XDG_STATE_HOME=$place/state XDG_CONFIG_HOME=$place/config
children=()
cleanup() {
  [ "${#children[@]}" = 0 ] || kill "${children[@]}" 2>/dev/null || true
  rm -rf "$place"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# Prints the names of the keys that can be read, without expired ones.
keys() {
  awk '$8 == "user" && $9 ~ /^latchkey:/ && $4 != "expd" && $2 !~ /[RDNi]/ { print $9 }' \
    /proc/keys 2>/dev/null | sort || true
}
before=$(keys)

bundle=.build/debug/latchkeyPackageTests.xctest
# Prints the lines of a table without its comments.
lines() { sed -n '/^[^#]/p' "$1"; }

# start NAME OPTIONS…: starts a process of tests in the background, which writes its status to a
# file. In a long run the shell forgets the status if the process number is used again.
names=()
start() {
  local name=$1
  shift
  names+=("$name")
  (
    timeout -k 10 "${TESTS_LIMIT:-1800}" "$bundle" --testing-library swift-testing --no-parallel "$@" \
      >"$logs/$name.log" 2>&1 </dev/null &
    runner=$!
    trap 'kill "$runner" 2>/dev/null || true' TERM
    status=0
    wait "$runner" || status=$?
    echo "$status" >"$logs/$name.status"
  ) &
  children+=($!)
}

# Prints the result of each test: passed or failed, seconds, name.
judged() {
  cat "$logs"/*.log | sed -nE \
    -e '/^. Test (run with|case) /d' \
    -e 's/^. Test (.*) (passed|failed) after ([0-9.]+) seconds.*/\2 \3 \1/p'
}
counted() { judged | awk -v verdict="$1" '$1 == verdict { n++ } END { print n + 0 }'; }

# Prints the failures of each process that were not printed yet.
declare -A told=()
tell_failures() {
  local log found
  for log in "$logs"/*.log; do
    found=$(grep -aE 'recorded an issue|[Ff]atal error|Time limit|: error: ' "$log" | cut -c1-400) || continue
    tail -n "+$((${told[$log]:-0} + 1))" <<<"$found"
    told[$log]=$(wc -l <<<"$found")
  done
}

skipped=()
if [ -n "$quick" ]; then
  while read -r pattern _; do skipped+=(--skip "^$pattern"); done < <(lines Tests/slow.txt)
fi
[ -z "${TESTS_WITHOUT:-}" ] || skipped+=(--skip "^$TESTS_WITHOUT\.")
if [ $# -gt 0 ]; then
  start all "$@"
else
  # A shard runs the tests that no earlier one runs. The last runs the rest.
  others=()
  while read -r name parts; do
    pattern="^(${parts//./\\.})[./]"
    start "$name" --filter "$pattern" "${others[@]}" "${skipped[@]}"
    others+=(--skip "$pattern")
  done < <(lines Tests/shards.txt)
  start rest "${others[@]}" "${skipped[@]}"
fi

began=$SECONDS
running() { jobs -rp | grep -q .; }
while running; do
  for _ in {1..50}; do
    sleep 0.2
    running || break
  done
  tell_failures
  printf 'tests: %d passed, %d failed, %d s\n' "$(counted passed)" "$(counted failed)" $((SECONDS - began))
done
failed=0
children=()

# shown HEADING: prints its input below a heading, unless the input is empty.
shown() {
  local lines
  lines=$(cat)
  [ -z "$lines" ] || printf '%s\n%s\n' "$1" "$lines"
}
echo
judged | sort -k2,2 -rn | awk 'NR <= 10 { verdict = $1; time = $2; $1 = $2 = ""; printf "  %7.1f %s\n", time, $0 }' |
  shown 'The ten slowest tests, in seconds:'
cat "$logs"/*.log | sed -nE 's/^. (Test|Suite) (.*) skipped(: (.*))?\.?$/  \2 \4/p' | sort -u | shown 'Skipped:'
: >"$closing"
# Looks at every started process, whether or not it has left a log.
for name in "${names[@]}"; do
  log=$logs/$name.log
  [ "$(cat "$logs/$name.status" 2>/dev/null)" = 0 ] || failed=1
  ended=$(grep -aE 'Test run with [0-9]+ tests? .*(passed|failed)' "$log" 2>/dev/null | tail -n 1 || true)
  case $ended in
    *'with 0 tests '*)
      failed=1
      echo 'run-tests: no test has such a name' >&2
      ;;
    *passed*) printf '%s\n' "$ended" >>"$closing" ;;
    *failed*) failed=1 ;;
    *)
      failed=1
      echo "run-tests: the process of $log ended before its tests did; its last lines:" >&2
      { tail -n 5 "$log" | cut -c1-400 >&2; } || true
      ;;
  esac
done
printf '%d passed, %d failed\n' "$(counted passed)" "$(counted failed)" >>"$closing"
[ "$failed" = 0 ] || {
  echo "run-tests: $(tail -n 1 "$closing"); what they said is in $logs" >&2
  exit 1
}

left=$(find "$place" -mindepth 1 -maxdepth 1 -name 'latchkey-*')
[ -z "$left" ] || {
  printf 'run-tests: files were left behind:\n%s\n' "$left" >&2
  # The files in them show which test made them.
  (cd "$place" && find . -mindepth 2 -printf '%TT %s %p\n' | head -n 40) >&2
  exit 1
}
left=$(comm -13 <(printf '%s\n' "$before") <(keys))
for try in {1..120}; do
  [ -n "$left" ] || exit 0
  [ $((try % 20)) != 0 ] || echo 'run-tests: waiting for keys that another run may still drop'
  # A run at the same time drops its own keys soon.
  sleep 0.5
  left=$(comm -12 <(printf '%s\n' "$left") <(keys))
done
[ -n "$left" ] || exit 0
printf 'run-tests: keys were left in the keyring:\n%s\n' "$left" >&2
exit 1
