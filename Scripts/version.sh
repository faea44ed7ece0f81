#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the version of Latchkey. The version is in one file. `security version`, the SDK
# (latchkey.pc) and the Debian packages take it from there.
set -eu
cd "$(dirname "$0")/.."
sed -n 's/^  package static let text = "\(.*\)"$/\1/p' Sources/Vocabulary/KeychainTypes/Service/Version.swift
