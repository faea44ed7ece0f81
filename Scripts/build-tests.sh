#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds everything with its tests: warnings are errors (Package.swift), no import without a declared
# dependency, and every public type says whether it is Sendable. test.sh and quick.sh share it, so
# that neither rebuilds what the other built.
set -eu
cd "$(dirname "$0")/.."
exec swift build --build-tests --explicit-target-dependency-import-check error \
  -Xswiftc -require-explicit-sendable
