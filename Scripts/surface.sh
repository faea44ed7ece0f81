#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes everything that comes from the table of symbols (Tests/Surface/symbols.tsv): the C headers and
# functions, the constants in C and Swift, the Swift names that are not there yet, the names of statuses
# for `security`, the list of exported symbols, and Documentation/Surface.md.
# With --check: names the files that would change.
set -euo pipefail
cd "$(dirname "$0")/.."

write() {
  mkdir -p "$1/Sources/Faces/CLatchkeySecurity/include" "$1/Sources/Faces/Security/Later" "$1/Sources/Faces/SecurityC/Functions" "$1/Documentation" \
    "$1/Packaging/sdk"
  python3 Tests/Surface/headers.py "$1/Sources/Faces/CLatchkeySecurity/include"
  python3 Tests/Surface/c_functions.py "$1/Sources/Faces"
  python3 Tests/Surface/page.py >"$1/Documentation/Surface.md"
  python3 Tests/Surface/swift_later.py "$1/Sources/Faces/Security/Later"
  python3 Tests/Surface/swift_constants.py "$1/Sources"
  python3 Tests/Surface/c_symbols.py "$1/Sources/Faces/CLatchkeySecurity/include" >"$1/Packaging/sdk/symbols.txt"
  swift format -i --configuration .swift-format "$1"/Sources/Faces/SecurityC/Functions/*.swift \
    "$1"/Sources/Faces/SecurityC/Functions/*/*.swift \
    "$1"/Sources/Faces/Security/Later/*/*.swift
}

if [ "${1:-}" != --check ]; then
  # Not in a condition: there bash would ignore -e within the function.
  write .
  exit
fi
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
write "$copy"
(cd "$copy" && find . -type f) | while read -r file; do
  cmp -s "$copy/$file" "$file" || { echo "surface: $file is not what Scripts/surface.sh writes" >&2 && exit 1; }
done
# Files of a name that the table does not have any more.
for folder in Sources/Faces/CLatchkeySecurity/include/Security Sources/Faces/Security/{Later,Constants,Statuses}; do
  find "$folder" -type f ! -name Later.swift | while read -r file; do
    [ -e "$copy/$file" ] || { echo "surface: Scripts/surface.sh does not write $file" >&2 && exit 1; }
  done
done
