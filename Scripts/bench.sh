#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench.sh [--smoke] [--items 10,10000] [--samples 1000]: the engine against raw SQLite and libcrypto.
set -eu
cd "$(dirname "$0")/.."
Scripts/forget-plan.sh Benchmarks
exec swift run -c release --package-path Benchmarks Bench "$@"
