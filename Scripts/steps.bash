# SPDX-License-Identifier: Apache-2.0
# Read by test.sh and quick.sh: `step TITLE COMMAND…` runs one step, says how long it took, and ends
# the script at the first that fails, naming it.

step() {
  local title=$1 began=$SECONDS
  shift
  printf '\n== %s\n' "$title"
  "$@" || {
    local status=$?
    printf '\n== failed: %s (status %d)\n' "$title" "$status" >&2
    exit "$status"
  }
  printf '== %s: %d s\n' "$title" $((SECONDS - began))
}
