#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Breaks planner, authorizer, finder, protection and more in each way of Tests/Mutations, one at a
# time, and runs the tests. Fails if they do not notice a mutant. All mutants are built once, in a
# copy of the tree, each behind a switch that an environment variable sets. Then they run two at a
# time. MUTANTS: names, for a part of the table. LIMIT: seconds for a suite. TREE: a directory for
# the copy, which is kept and used again.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=${TREE:-$work/tree}
# A suite that runs longer is ended, which counts as noticed.
limit=${LIMIT:-300}

# The suites to run after those that the table names for a mutant. The first that fails ends the
# run.
stages=(
  'KeychainEngineTests\.ModelTests|KeychainTestingTests\.PhoneSimulationTests'
  'KeychainEngineTests\.|ServiceContractTests\.|KeybagTests\.'
  'CertificateTrustTests\.|CryptoObjectsTests\.|SecurityTests\.'
)

copy() {
  mkdir -p "$tree"
  git ls-files -z -co --exclude-standard | tar -cf - --null --files-from=- | tar -xf - -C "$tree"
}

# Puts every mutant into the copy and prints their names in order.
plant() {
  awk -v tree="$tree" '
    function fail(text) { print "mutate: " name ": " text >"/dev/stderr"; failed = 1; exit 1 }
    function load(path) {
      if (path in texts) return
      texts[path] = ""
      while ((getline line < (tree "/" path)) > 0) texts[path] = texts[path] line "\n"
      if (texts[path] == "") fail("there is no file " path)
    }
    FNR == 1 { suites = "" }
    $1 == "suites" { suites = $2 }
    $1 == "file" { path = $2; load(path) }
    $1 == "mutant" {
      name = $2
      number += 1
      if (suites == "") fail("no line before it names suites")
      print name, suites
    }
    /^old / { old = substr($0, 5) }
    /^new / {
      new = substr($0, 5)
      if (gsub(/MUTANT/, "Mutation.isOn(" number ")", new) == 0) fail("MUTANT is not in its text")
      place = index(texts[path], old)
      if (place == 0) fail("its text is not in " path)
      rest = substr(texts[path], place + length(old))
      if (index(rest, old) > 0) fail("its text is twice in " path)
      texts[path] = substr(texts[path], 1, place - 1) new rest
    }
    END {
      if (failed) exit 1
      for (path in texts) {
        # The file needs the module with the switch.
        if (path !~ /Sources\/KeychainTypes\// && index(texts[path], "import KeychainTypes") == 0)
          sub(/\n((package |public )?import |\n)/, "\nimport KeychainTypes&", texts[path])
        printf "%s", texts[path] > (tree "/" path)
      }
    }' Tests/Mutations/*.txt >"$work/names"
  cat >"$tree/Sources/Vocabulary/KeychainTypes/Mutation.swift" <<'SWIFT'
// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Which mutant this process is.
package enum Mutation {
  private static let number: Int32 = unsafe getenv("LATCHKEY_MUTANT").map { unsafe atoi($0) } ?? 0

  package static func isOn(_ other: Int32) -> Bool { number == other }
}
SWIFT
}

# Runs one mutant, or no mutant for 0, in the suites of the table, then in the others. Records the
# suite that noticed it.
try() {
  local number=$1 name=$2 stage home
  home=$(mktemp -d "$work/home.XXXXXX")
  for stage in "$3" "${stages[@]}"; do
    local status=0
    (cd "$tree" && LATCHKEY_HOME=$home LATCHKEY_MUTANT=$number LATCHKEY_MODEL_SHRINK=0 \
      timeout -k 5 "$limit" .build/debug/latchkeyPackageTests.xctest \
      --testing-library swift-testing --filter "$stage") \
      >"$work/log.$number" 2>&1 || status=$?
    # A run without tests does not count: the suites that the table names do not exist any more.
    grep -qE 'Test run with [1-9]' "$work/log.$number" || [[ $status -ne 0 ]] || {
      printf '%s\tNOBODY: no test in %s\n' "$name" "$stage" >"$work/result.$number"
      return
    }
    if [[ $status -ne 0 ]]; then
      local by
      by=$(grep -aoE '(Test|Suite) .* failed after' "$work/log.$number" | head -n 1 |
        sed -E 's/ failed after$//; s/ with [0-9]+ test cases?//; s/^Test //') || by="status $status"
      if [[ $status -eq 124 ]]; then by='time limit'; fi
      printf '%s\t%s\n' "$name" "$by" >"$work/result.$number"
      return
    fi
  done
  printf '%s\tNOBODY\n' "$name" >"$work/result.$number"
}

step 'copy' copy
step 'plant the mutants' plant
step 'build, once' "$tree/Scripts/build-tests.sh"
# All suites that the table names, for the run without a mutant.
named=$(cut -d ' ' -f 2 "$work/names" | sort -u | paste -s -d '|')
step 'without a mutant' try 0 baseline "$named"
grep -q NOBODY "$work/result.0" || {
  tail -n 40 "$work/log.0" >&2
  echo 'mutate: the tests fail without a mutant' >&2
  exit 1
}
running=0
number=0
while read -r name suites; do
  number=$((number + 1))
  [[ -z ${MUTANTS:-} || " $MUTANTS " == *" $name "* ]] || continue
  try "$number" "$name" "$suites" &
  running=$((running + 1))
  if [[ $running -ge 2 ]]; then
    wait -n || true
    running=$((running - 1))
  fi
done <"$work/names"
wait || true
rm "$work/result.0"
ls "$work"/result.* >/dev/null 2>&1 || {
  echo 'mutate: no mutant of that name' >&2
  exit 2
}
sort "$work"/result.* | column -t -s $'\t'
survivors=$(cat "$work"/result.* | grep -c NOBODY || true)
tried=$(cat "$work"/result.* | wc -l)
echo "mutate: $tried tried, $((tried - survivors)) noticed, $survivors survived"
[[ $survivors -eq 0 && $tried -gt 0 ]]
