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
    text, note = re.fullmatch(r"(.*?)(?: \(([^()]*\.)\))?", text).groups()
    first, *rest = re.split(r"(?<=\.) ", reason, maxsplit=1)
    members += [*documented(first), "  ///"]
    for sentences in rest:
        members += [*documented(sentences), "  ///"]
    members += documented(f'Message: "{text}"')
    if note:
        members += ["  ///", *documented(f"Severity: {note[0].lower()}{note[1:]}")]
    if "{" in text:
        meaning = "Words in braces stand for values of the explained call."
        if " / " in text:
            meaning += " Slashes separate alternatives, of which the message has one."
        members += ["  ///", *documented(meaning)]
    members += [f'  public static let {name} = FindingCode(rawValue: "K{int(number):03}")']
write(public,
      ['/// All codes by name (Specification/diagnostics.md, "Findings: the code table").', "///",
       "/// The comment of a code has the reason of its finding, and the message that a report prints."], members)
END
