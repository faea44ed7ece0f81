# SPDX-License-Identifier: Apache-2.0
"""Writes constants in Swift: `python3 swift_constants.py SOURCES`, the folder that has `Faces`.

Names, types and values are those of symbols.tsv. Files, their comments and the documentation of each
name are those of constants.tsv, whose rows are: `=` and a file of Faces/Security; `-` and a comment;
a name, its documentation, an attribute if it has one, and declaration and value of a name that
symbols.tsv does not have. Also written are the names of statuses for
`security`.
"""

import pathlib
import re
import sys
import textwrap

from table import HERE, Row, rows

HEAD = "// SPDX-License-Identifier: Apache-2.0 (table)\n// Written by Tests/Surface/swift_constants.py.\n"
GROUPS = {
    "keychain": ("The statuses of functions for items and of `security`, in the order of their numbers.",
                 ["Statuses/Statuses.swift"]),
    "others": ("The statuses of trust, of TLS and of modules below.",
               ["Statuses/TransportStatuses.swift", "Statuses/DetailStatuses.swift"]),
}


def files(table):
    """The rows of constants.tsv by file: (name, text, attribute), without a name for a comment.

    Adds to the table of symbols the names that it does not have.
    """
    found, mine = {}, []
    for line in (HERE / "constants.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("="):
            mine = found.setdefault(line[1:], [])
            continue
        name, text, attribute, *own = (line.split("\t") + ["", "", "", ""])[:5]
        if own and own[0]:
            table[name] = Row("\t".join([name, "const", "", own[0], own[1], "", "", ""]))
        mine.append((None if name == "-" else name, text, attribute))
    return found


def commented(text, mark):
    return "\n".join(textwrap.wrap(text, 100, initial_indent=mark + " ", subsequent_indent=mark + " ",
                                   break_long_words=False, break_on_hyphens=False))


def declaration(row, text, attribute):
    name, kind = re.match(r"(?:var|let) (\w+): (.*?)(?: \{ get \})?$", row.swift).groups()
    value = row.value or f'"{row.symbol}"'
    documentation = "\n///\n".join(commented(part, "///") for part in text.split(" ¶ "))
    guard = "@safe nonisolated(unsafe) " if kind == "CFString" else ""
    before = attribute + (" " if attribute.startswith("@_spi") else "\n") if attribute else ""
    line = f"{before}{guard}public let {name}: {kind} = {value}"
    if len(line.splitlines()[-1]) > 100:
        line = line.replace(" = ", " =\n  ")
    return f"{documentation}\n{line}"


def swift(parts, table):
    text, kinds = [], set()
    for name, words, attribute in parts:
        if name is None:
            text.append(f"\n{commented(words, '//')}\n")
        else:
            row = table[name]
            kinds.add("Foundation" if "CFString" in row.swift else "")
            text.append(declaration(row, words, attribute))
    imports = "public import Foundation\n" if "Foundation" in kinds else ""
    return HEAD + imports + "\n".join(text) + "\n"


def names(found, table):
    lines = [HEAD, "extension StatusNames {"]
    for group, (text, mine) in GROUPS.items():
        lines += [f"  /// {text}", "  // swift-format-ignore", f"  static let {group}: [Row] = ["]
        lines += [f'    Row({table[name].value}, "{name}"),' for file in mine for name, _, _ in found[file] if name]
        lines += ["  ]", ""]
    return "\n".join([*lines[:-1], "}", ""])


def main(folder):
    table = {}
    for row in rows():
        table.setdefault(row.symbol, row)
    found = files(table)
    faces = pathlib.Path(folder) / "Faces"
    for file, parts in found.items():
        path = faces / "Security" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(swift(parts, table), encoding="utf-8")
    path = faces / "KeychainCommands" / "Statuses" / "StatusNames+Rows.swift"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(names(found, table), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
