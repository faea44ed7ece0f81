#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes the Swift names of the codes of findings, for the library and for its users, from the table
# Sources/Engine/KeychainExplaining/Codes/FindingTable.swift. ArchitectureTests compares.
set -euo pipefail
cd "$(dirname "$0")/.."
table=Sources/Engine/KeychainExplaining/Codes/FindingTable.swift
inner=Sources/Engine/KeychainExplaining/Codes/FindingCode+Names.swift
public=Sources/Faces/KeychainDiagnostics/FindingCode+Names.swift
python3 - "$table" "$inner" "$public" <<'END'
import re
import sys
import textwrap

table, inner, public = sys.argv[1:]
column = r'"((?:[^"\\]|\\.)*)"'
row = re.compile(rf"    FindingArticle\((\d+), {column}, \.\w+, {column}, {column},")
rows = [found.groups() for found in map(row.match, open(table, encoding="utf-8")) if found]


def documented(text):
    text = re.sub(r"\\(.)", r"\1", text)
    return textwrap.wrap(text, 100, initial_indent="  /// ", subsequent_indent="  /// ",
                         break_long_words=False, break_on_hyphens=False)


def write(path, head, members):
    lines = ["// SPDX-License-Identifier: Apache-2.0 (table)", "", *head, "///",
             "/// `Scripts/findings.sh` writes this list.", "extension FindingCode {", *members, "}"]
    open(path, "w", encoding="utf-8").write("\n".join(lines) + "\n")


write(inner, ["/// All codes by name."],
      [f"  package static let {name} = FindingCode({number})" for number, name, _, _ in rows])
members = []
for number, name, text, reason in rows:
    first, *rest = re.split(r"(?<=\.) ", text, maxsplit=1)
    members += [*documented(first), "  ///", *documented(" ".join([*rest, reason]))]
    if re.search(r"\{[^}]* / ", text):
        members += ["  ///", "  /// A slash in braces separates alternatives of the message."]
    members += [f'  public static let {name} = FindingCode(rawValue: "K{int(number):03}")']
write(public,
      ['/// All codes by name (Specification/diagnostics.md, "Findings: the code table").', "///",
       "/// Each code has the text of its finding, in which the words in braces are replaced, and the",
       "/// reason."], members)
END
