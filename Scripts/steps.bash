# SPDX-License-Identifier: Apache-2.0
# Read by the scripts that have steps. `step TITLE COMMAND…` runs a step, prints how long it took
# and how much processor time it used, and ends the script if the step fails. Without a terminal, a
# line of progress is printed every 10 seconds.

step() {
  local title=$1 began=$SECONDS used status=0 ticker= self=$BASHPID
  shift
  used=$(processor_seconds "$self")
  printf '\n== %s\n' "$title"
  if [ ! -t 1 ] && [ -z "${STEP_QUIET:-}" ]; then
    tick "$title" "$self" &
    ticker=$!
  fi
  # In a shell of its own, and not in a condition, in which -e has no effect inside a function. A
  # step within a step prints no progress, since the outer one does.
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

# aside COMMAND…: begins steps beside those that follow, one set at a time. Their output is kept
# until `joined`, and they are ended with the script.
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

# joined TITLE: a step that waits for the steps begun aside, prints their output, and fails if they
# have failed.
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
# ended_aside: ends the steps begun aside. For a script's exit.
ended_aside() {
  [ -z "${aside_process:-}" ] || {
    kill -- "-$aside_process" 2>/dev/null || true
    rm -f "$aside_log" "$aside_log.status"
  }
}

# tick TITLE PROCESS: prints every 10 seconds that a step still runs, until the script ends.
tick() {
  local seconds=0 sleeper=
  # The sleeping process does not hold the script's output open, and ends with this process.
  trap 'kill "$sleeper" 2>/dev/null; exit' TERM
  while kill -0 "$2" 2>/dev/null; do
    sleep 10 >/dev/null 2>&1 &
    sleeper=$!
    wait "$sleeper"
    seconds=$((seconds + 10))
    printf '   ... %s: %d s\n' "$1" "$seconds"
  done
}

# processor_seconds SHELL: prints the processor time of a shell's ended children, in whole seconds
# (proc(5), cutime and cstime of /proc/PID/stat).
processor_seconds() {
  awk -v ticks="$(getconf CLK_TCK)" '{ sub(/^.*\) /, ""); print int(($14 + $15) / ticks) }' "/proc/$1/stat"
}
