# SPDX-License-Identifier: Apache-2.0
# Read by the scripts that have steps: `step TITLE COMMAND…` runs one, says how long it took and how
# much processor time it used, and ends the script at the first that fails, naming it. Where nobody
# watches a terminal, a line says every 10 seconds that it goes on.

step() {
  local title=$1 began=$SECONDS used status=0 ticker= self=$BASHPID
  shift
  used=$(processor_seconds "$self")
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
    $(($(processor_seconds "$self") - used))
}

# aside COMMAND…: begins steps beside those that follow. What they print waits for `joined`, and they
# are ended with the script. One at a time.
aside() {
  aside_log=$(mktemp)
  # A process group of its own, so that all of it can be ended.
  set -m
  (
    set +e
    (
      set -e
      export STEP_QUIET=1
      "$@"
    )
    echo $? >"$aside_log.status"
  ) >"$aside_log" 2>&1 </dev/null &
  aside_process=$!
  set +m
}

# joined TITLE: the step of waiting for what was begun aside; prints what it has printed, and fails as
# it has failed.
joined() {
  step "$1" until_joined
  rm -f "$aside_log" "$aside_log.status"
  aside_process=
}
until_joined() {
  local status
  while [ ! -s "$aside_log.status" ] && kill -0 "$aside_process" 2>/dev/null; do sleep 0.2; done
  cat "$aside_log"
  status=$(cat "$aside_log.status" 2>/dev/null || echo 1)
  return "$status"
}
# ended_aside: for a script's exit.
ended_aside() {
  [ -z "${aside_process:-}" ] || {
    kill -- "-$aside_process" 2>/dev/null || true
    rm -f "$aside_log" "$aside_log.status"
  }
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

# processor_seconds SHELL: the processor time that a shell's ended children have used, in whole seconds
# (proc(5), cutime and cstime of /proc/PID/stat).
processor_seconds() {
  awk -v ticks="$(getconf CLK_TCK)" '{ sub(/^.*\) /, ""); print int(($14 + $15) / ticks) }' "/proc/$1/stat"
}
