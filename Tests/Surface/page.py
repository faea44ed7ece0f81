# SPDX-License-Identifier: Apache-2.0
"""Prints Documentation/Surface.md: every symbol with its state."""

import re

from table import rows

STATES = {
    "now": "there, with its type and value",
    "code": "of code signing: declared, not working yet",
}


def main():
    every = rows()
    print("# The declared surface\n")
    print("Written by `Scripts/surface.sh` from `Tests/Surface/symbols.tsv`, which the tests of the SDK")
    print("compare with the library in Swift and in C (`make sdk-test`). Symbols that Apple's systems have")
    print("and that are neither here nor in the library: CSSM, ASN.1 templates, Secure Transport, Authorization,")
    print("transforms (Documentation/Differences.md).\n")
    print("| state | symbols | meaning |\n|---|---|---|")
    for state, meaning in STATES.items():
        print(f"| {state} | {sum(row.state == state for row in every)} | {meaning} |")
    for header in dict.fromkeys(row.header for row in every):
        mine = [row for row in every if row.header == header]
        print(f"\n## {header}\n\n| symbol | Swift | value | state |\n|---|---|---|---|")
        for row in mine:
            swift = re.sub(r" \{ get( set)? \}", "", row.swift).replace("|", "\\|")
            value = row.value.replace("|", "\\|")
            print(f"| {row.symbol} | `{swift}` | {f'`{value}`' if value else ''} | {row.state} |")


if __name__ == "__main__":
    main()
