#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# profile.sh [VERB…]: prints the instructions of one copy, one add, both through SecItem, one
# opening with its first lookup (copy, add, secitem, secitem-add, open), and of the raw side of the
# benchmarks (raw-copy, raw-add). They are counted under callgrind on a release build. It prints
# which library they belong to, and how often libcrypto and the disk are called. Each number is the
# difference between a run and one twice as long. PROFILE_ITEMS: items in the store (1000).
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/builds.bash
source Scripts/callgrind.bash
items=${PROFILE_ITEMS:-1000}
[ $# -gt 0 ] || set -- copy raw-copy secitem add secitem-add raw-add open
fill "$items"

for verb; do
  case $verb in *copy | secitem) times=1000 ;; *add) times=300 ;; *) times=20 ;; esac
  loop "$verb" $times "$items"
  loop "$verb" $((2 * times)) "$items"
  awk -v verb="$verb" -v times=$times '
    # A file names an object once with its number, and afterwards only by the number.
    function name(line, table,   number) {
      number = substr(line, 1, index(line, ")"))
      if (length(line) > length(number)) table[number] = substr(line, length(number) + 2)
      return table[number]
    }
    function owner(file, function_) {
      if (file ~ /libcrypto/) return "libcrypto"
      if (file ~ /libsqlite3/) return "SQLite"
      if (file !~ /\/Bench$/) return "libc and linker"
      if (match(function_, /^\$s[0-9]+(SecureMemory|Keychain[A-Z][a-z]*|Keybag|CodeIdentity|Security|Bench|Foundation[A-Z]?[A-Za-z]*)/)) {
        function_ = substr(function_, 3, RLENGTH - 2)
        sub(/^[0-9]+/, "", function_)
        if (function_ ~ /^Foundation/) return "Foundation"
        return function_
      }
      return "Swift runtime and library"
    }
    FNR == 1 { run++; split("", files); split("", functions); file = ""; skip = 0 }
    /^ob=/ { file = name(substr($0, 4), files); next }
    /^cob=/ { name(substr($0, 5), files); next }
    /^fn=/ { self = owner(file, name(substr($0, 4), functions)); next }
    /^cfn=/ { called = name(substr($0, 5), functions); next }
    /^calls=/ {
      split(substr($0, 7), words, " ")
      sub(/\x27.*/, "", called)
      calls[run, called] += words[1]
      skip = 1
      next
    }
    /^[0-9+*-]/ {
      if (skip) { skip = 0; next }
      cost[run, self] += $2
      total[run] += $2
      owners[self] = 1
    }
    END {
      all = (total[2] - total[1]) / times
      printf "\n%s: %d instructions each\n", verb, all
      sorter = "sort -rn -k1,1"
      for (one in owners) {
        each = (cost[2, one] - cost[1, one]) / times
        if (each / all >= 0.002) printf "  %9d %5.1f %%  %s\n", each, 100 * each / all, one | sorter
      }
      close(sorter)
      split("SHA256_Final SHA-256 (an HMAC is two); EVP_CipherFinal_ex sealing or opening; sqlite3_step step of a statement; pread read; pwrite write; fdatasync sync; malloc allocation", rows, "; ")
      line = "  calls:"
      for (row = 1; row in rows; row++) {
        title = rows[row]
        sub(/^[^ ]+ /, "", title)
        split(rows[row], words, " ")
        line = line sprintf(" %.1f %s,", (calls[2, words[1]] - calls[1, words[1]]) / times, title)
      }
      sub(/,$/, "", line)
      print line
    }' "$made/$verb.$times" "$made/$verb.$((2 * times))"
done
