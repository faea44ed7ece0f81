#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# counts.sh [--write]: compares instructions and stripped sizes with Benchmarks/counts.tsv, and
# exits with 1 if one differs by more than 3 %. A higher number is a loss, and a lower one should be
# kept. --write puts the counts into the table: each lower number, and each that is more than 3 %
# higher. A number may rise only in a commit of its own (Scripts/lint.sh checks this).
#
# The script compares nothing, and says so, if another Swift or processor made the numbers on
# record, or if the machine lacks a part that Scripts/builds.bash links.
#
# Counted are instructions in user space under callgrind, on a release build, in our own program
# alone. The work of libcrypto, SQLite and libc differs with their versions.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
# Called directly, the script runs as a step, so that it prints a line of progress.
[ -n "${STEP_QUIET:-}" ] || { step 'instructions and sizes are those on record' Scripts/counts.sh "$@" && exit; }
source Scripts/builds.bash
source Scripts/callgrind.bash
table=Benchmarks/counts.tsv
items=1000
for product in security latchkey-prompt; do quietly "${release[@]}" --product "$product" || exit 2; done
strip --strip-debug -o "$made/security" "$products/security"
fill "$items"
counts=$made/counts
: >"$counts"

# own FILE: prints the number of instructions in the program itself.
own() {
  awk '
    # A file names an object once with its number, and afterwards only by the number.
    /^c?ob=/ {
      match($0, /\([0-9]+\)/)
      number = substr($0, RSTART, RLENGTH)
      if (length($0) >= RSTART + RLENGTH) own[number] = /\/(Bench|security)$/
      if (/^ob=/) isOwn = own[number]
      next
    }
    /^calls=/ { isCall = 1; next }
    /^[0-9+*-]/ { if (isCall) isCall = 0; else if (isOwn) sum += $2 }
    END { printf "%d\n", sum }' "$made/$1"
}
# each VERB TIMES [RUNS]: counts one of many calls in a process, as the mean of these runs.
each() {
  local sum=0 runs=${3:-1}
  for ((run = 0; run < runs; run++)); do
    loop "$1" "$2" "$items"
    loop "$1" $((2 * $2)) "$items"
    sum=$((sum + ($(own "$1.$((2 * $2))") - $(own "$1.$2")) / $2))
  done
  printf '%s\t%d\n' "$1" $((sum / runs)) >>"$counts"
}
# whole NAME PROGRAM ARGUMENTS…: counts a process from its start to its end.
whole() {
  counted "$@"
  printf '%s\t%d\n' "$1" "$(own "$1")" >>"$counts"
}
# size NAME FILE: records the bytes of a file without the parts that only debuggers read.
size() {
  [ -e "$2" ] || { echo "counts: $2 is not there: run \`make sdk\` first" >&2 && exit 2; }
  strip -o "$made/stripped" "$2"
  printf 'size/%s\t%d\n' "$1" "$(stat -c %s "$made/stripped")" >>"$counts"
}
each copy 300
each secitem 300
# Few enough that the log is not copied into the database meanwhile, which happens once in some 200
# adds. The pages that an add writes depend on digests under random keys, so runs differ by 1 %.
each add 75 2
each secitem-add 75 2
whole first "$made/Bench" part open "$made/work" 1
whole first-secitem "$made/Bench" part loop "$made/work" secitem 1 "$items"
whole command "$made/security" find-generic-password -s 'service 1' -a 'account 7' -w
size security "$products/security"
size latchkey-prompt "$products/latchkey-prompt"
size libSecurity build/sdk/lib/libSecurity.so.0

# Other compilers and processors, and machines without a part of the linking, give other numbers.
# Our own flags are not part of this text, so a change of them is compared.
made_with="$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/Swift \1/p' | head -n 1), $(uname -m)$lacking"
if [ "${1:-}" = --write ]; then
  sed -i "s|^# Made with: .*|# Made with: $made_with|" "$table"
  awk -F '\t' -v OFS='\t' 'NR == FNR { count[$1] = $2; next }
    $1 in count && (count[$1] < $2 || count[$1] > 1.03 * $2) { $2 = count[$1] } { print }' \
    "$counts" "$table" >"$made/table"
  cp "$made/table" "$table"
fi
on_record=$(sed -n 's/^# Made with: //p' "$table")
[ "$made_with" = "$on_record" ] || {
  cat "$counts"
  printf 'counts: compared with nothing. The numbers on record were made with\n  %s\nand these with\n  %s\n' \
    "$on_record" "$made_with"
  exit 0
}
awk -F '\t' '
  NR == FNR { count[$1] = $2; next }
  /^#/ { next }
  !($1 in count) { printf "counts: nothing counts %s any more\n", $1; wrong = 1; next }
  {
    change = 100 * (count[$1] / $2 - 1)
    verdict = "ok"
    if (change > 3) { verdict = "more than 3 % above: find out why"; wrong = 1 }
    if (change < -3) { verdict = "better: keep it with Scripts/counts.sh --write"; wrong = 1 }
    printf "%-20s %12d, on record %12d, %+5.1f %%  %s\n", $1, count[$1], $2, change, verdict
    seen[$1] = 1
  }
  END {
    for (name in count) if (!(name in seen)) { printf "counts: %s is not in the table\n", name; wrong = 1 }
    exit wrong
  }' "$counts" "$table"
