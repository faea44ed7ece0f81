#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Rewrites every Swift file as .swift-format says.
set -eu
cd "$(dirname "$0")/.."

find . -name '.build*' -prune -o -name .git -prune -o -name '*.swift' -print0 |
  xargs -0 swift format --in-place --parallel --configuration .swift-format
