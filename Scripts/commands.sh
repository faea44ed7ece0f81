#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes man page and completions of `security` from the table of commands
# (Sources/Faces/KeychainCommands/Table) and the templates in Packaging/templates.
set -euo pipefail
cd "$(dirname "$0")/.."
# The test that compares the files writes them first if this variable is set.
LATCHKEY_WRITE_COMMANDS=1 Scripts/one.sh CommandFileTests
