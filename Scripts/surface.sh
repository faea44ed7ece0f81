#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes what is written from the table of symbols (Tests/Surface/symbols.tsv): the C headers, the
# constants, the C functions, the Swift names that are not there yet, and Documentation/Surface.md.
# With --check: says what would change.
set -euo pipefail
cd "$(dirname "$0")/.."

write() {
  mkdir -p "$1/Sources/Faces/CLatchkeySecurity/include" "$1/Sources/Faces/Security/Later" "$1/Sources/Faces/SecurityC/Functions" "$1/Documentation"
  python3 Tests/Surface/headers.py "$1/Sources/Faces/CLatchkeySecurity/include"
  python3 Tests/Surface/c_functions.py "$1/Sources/Faces"
  python3 Tests/Surface/page.py >"$1/Documentation/Surface.md"
  python3 Tests/Surface/swift_later.py "$1/Sources/Faces/Security/Later"
  swift format -i --configuration .swift-format "$1"/Sources/Faces/SecurityC/Functions/*.swift \
    "$1"/Sources/Faces/Security/Later/*/*.swift
}

[ "${1:-}" = --check ] || { write . && exit; }
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
write "$copy"
(cd "$copy" && find . -type f) | while read -r file; do
  cmp -s "$copy/$file" "$file" || { echo "surface: $file is not what Scripts/surface.sh writes" >&2 && exit 1; }
done
