# SPDX-License-Identifier: Apache-2.0
# Read by the scripts that have steps: `step TITLE COMMAND…` runs one, says how long it took and how
# much processor time it used, and ends the script at the first that fails, naming it. Where nobody
# watches a terminal, a line says every 10 seconds that it goes on.

step() {
  local title=$1 began=$SECONDS used status=0 ticker= self=$BASHPID
  shift
  used=$(processor_seconds)
  printf '\n== %s\n' "$title"
  if [ ! -t 1 ] && [ -z "${STEP_QUIET:-}" ]; then
    tick "$title" "$self" &
    ticker=$!
  fi
  # In a shell of its own, and not in a condition: there -e would mean nothing to what a function
  # does. A step within a step is quiet, as the outer one has its line.
  set +e
  (
    set -e
    export STEP_QUIET=1
    "$@"
  )
  status=$?
  set -e
  if [ -n "$ticker" ]; then
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
  fi
  [ "$status" = 0 ] || {
    printf '\n== failed: %s (status %d)\n' "$title" "$status" >&2
    exit "$status"
  }
  printf '== %s: %d s (%d s of processor time)\n' "$title" $((SECONDS - began)) \
    $(($(processor_seconds) - used))
}

# tick TITLE PROCESS: says every 10 seconds that a step goes on, as long as the script does.
tick() {
  local seconds=0 sleeper=
  # What sleeps has none of the script's output, which would be open until it ends, and goes with this.
  trap 'kill "$sleeper" 2>/dev/null; exit' TERM
  while kill -0 "$2" 2>/dev/null; do
    sleep 10 >/dev/null 2>&1 &
    sleeper=$!
    wait "$sleeper"
    seconds=$((seconds + 10))
    printf '   ... %s: %d s\n' "$1" "$seconds"
  done
}

# The processor time that this shell's ended children have used, in whole seconds (proc(5), cutime and
# cstime of /proc/PID/stat).
processor_seconds() {
  awk -v ticks="$(getconf CLK_TCK)" '{ sub(/^.*\) /, ""); print int(($14 + $15) / ticks) }' "/proc/$$/stat"
}
