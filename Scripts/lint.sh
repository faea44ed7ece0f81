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
