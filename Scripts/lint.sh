#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the format of every Swift file, words in comments, pages and messages that often hide a
# riddle, and the syntax of every shell script. Changes nothing.
set -eu
cd "$(dirname "$0")/.."

find . -name '.build*' -prune -o -name .git -prune -o -name '*.swift' -print0 |
  xargs -0 swift format lint --strict --parallel --configuration .swift-format ||
  { echo 'lint: `make format` mends most of this' >&2 && exit 1; }

Scripts/words.py

for script in .ci/run Scripts/*.sh Scripts/*.bash; do
  bash -n "$script"
done
bash -n Packaging/completions/security.bash
if command -v fish >/dev/null; then fish --no-execute Packaging/completions/security.fish; fi

# A number of Benchmarks/counts.tsv may rise only in a commit that otherwise changes only pages.
# Checked are the commits since the day of this rule, and the staged changes.
counts=Benchmarks/counts.tsv
risen() { # the numbers that rise by a change of the table, read as a diff
  awk -F '\t' '
    /^-[^-#]/ { old[substr($1, 2)] = $2 }
    /^\+[^+#]/ { name = substr($1, 2); if (name in old && $2 > old[name]) print name }'
}
judge() { # WHAT RISEN CHANGED…
  others=$(printf '%s\n' "$3" | grep -Ev "^\"?($counts|Documentation/.*)?$" || true)
  [ -z "$2" ] || [ -z "$others" ] || {
    echo "lint: $1 raises $(echo $2) in $counts beside other changes; a number rises in a commit of its own" >&2
    exit 1
  }
}
if git rev-parse -q --verify HEAD >/dev/null 2>&1; then
  for commit in $(git log --since=2026-11-26T11:00:00Z --format=%h -- "$counts"); do
    git rev-parse -q --verify "$commit^" >/dev/null || continue
    judge "commit $commit" "$(git diff "$commit^" "$commit" -- "$counts" | risen)" "$(git diff --name-only "$commit^" "$commit")"
  done
  judge 'what is to be committed' "$(git diff --cached -- "$counts" | risen)" "$(git diff --cached --name-only)"
fi
