#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Format of every Swift file, syntax of every shell script. Changes nothing.
set -eu
cd "$(dirname "$0")/.."

find . -name '.build*' -prune -o -name .git -prune -o -name '*.swift' -print0 |
  xargs -0 swift format lint --strict --parallel --configuration .swift-format

for script in .ci/run Scripts/*.sh Scripts/*.bash; do
  bash -n "$script"
done
bash -n Packaging/completions/security.bash

# A number of Benchmarks/counts.tsv rises only in a commit that changes nothing else but pages.
counts=Benchmarks/counts.tsv
commit=$(git log -1 --format=%h -- "$counts" 2>/dev/null || true)
if [ -n "$commit" ] && git rev-parse -q --verify "$commit^" >/dev/null; then
  risen=$(git diff "$commit^" "$commit" -- "$counts" | awk -F '\t' '
    /^-[^-#]/ { old[substr($1, 2)] = $2 }
    /^\+[^+#]/ { name = substr($1, 2); if (name in old && $2 > 1.03 * old[name]) print name }')
  others=$(git diff --name-only "$commit^" "$commit" | grep -Ev "^\"?($counts|Documentation/.*)$" || true)
  [ -z "$risen" ] || [ -z "$others" ] || {
    echo "lint: commit $commit raises" $risen "in $counts beside other changes; a number rises in a commit of its own" >&2
    exit 1
  }
fi
