# SPDX-License-Identifier: Apache-2.0
# Read by the scripts that count instructions under callgrind, after builds.bash. Counts do not
# depend on the machine's speed or load. Hashing has a fixed seed: with Swift's random seeds one
# program takes 132,000 to 140,000 instructions for a SecItemCopyMatching.
command -v valgrind >/dev/null || {
  echo 'please install valgrind' >&2
  exit 2
}
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
export LATCHKEY_HOME=$made/work/store XDG_STATE_HOME=$made/work/state SWIFT_DETERMINISTIC_HASHING=1
LATCHKEY_BENCH=1 quietly "${release[@]}" --product Bench || exit 2
# valgrind does not read the debugging information of this linker. The names of functions stay.
strip --strip-debug -o "$made/Bench" "$products/Bench"

# fill ITEMS: makes the store that each count begins with.
fill() { "$made/Bench" part fill "$made/filled" "$1"; }

# counted FILE PROGRAM ARGUMENTS…: runs a program on a fresh copy of the store. callgrind writes its
# output to made/FILE.
counted() {
  local file=$1
  shift
  rm -rf "$made/work"
  cp -a "$made/filled" "$made/work"
  valgrind --tool=callgrind --callgrind-out-file="$made/$file" "$@" >"$made/log" 2>&1 ||
    { cat "$made/log" >&2 && exit 2; }
}

# loop VERB TIMES ITEMS: makes a call this many times in one process. callgrind writes
# made/VERB.TIMES.
loop() { counted "$1.$2" "$made/Bench" part loop "$made/work" "$1" "$2" "$3"; }
