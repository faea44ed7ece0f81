#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes the Swift names of the codes of findings, for the library and for its users, from the table
# Sources/Engine/KeychainExplaining/Codes/FindingTable.swift. ArchitectureTests compares.
set -euo pipefail
cd "$(dirname "$0")/.."
table=Sources/Engine/KeychainExplaining/Codes/FindingTable.swift
inner=Sources/Engine/KeychainExplaining/Codes/FindingCode+Names.swift
public=Sources/Faces/KeychainDiagnostics/FindingCode+Names.swift
# names FORMAT: a line for each row; %1 is the number, %2 the name, %3 the number with three digits, %4
# the name in words.
names() {
  sed -nE 's/^    FindingArticle\(([0-9]+), "([A-Za-z]+)".*/\1 \2/p' "$table" |
    awk -v format="$1" '{
      words = $2
      while (match(words, /[A-Z]/))
        words = substr(words, 1, RSTART - 1) " " tolower(substr(words, RSTART, 1)) substr(words, RSTART + 1)
      sub(/^nobody /, "no person ", words)
      words = toupper(substr(words, 1, 1)) substr(words, 2)
      line = format
      gsub(/%1/, $1, line); gsub(/%2/, $2, line); gsub(/%3/, sprintf("%03d", $1), line); gsub(/%4/, words, line)
      print line
    }'
}
{
  printf '// SPDX-License-Identifier: Apache-2.0 (table)\n\n'
  printf '/// All codes by name.\n///\n/// `Scripts/findings.sh` writes this list.\nextension FindingCode {\n'
  names '  package static let %2 = FindingCode(%1)'
  printf '}\n'
} >"$inner"
{
  printf '// SPDX-License-Identifier: Apache-2.0 (table)\n\n'
  printf '/// All codes by name (Specification/diagnostics.md, "Findings: the code table").\n///\n'
  printf '/// `Scripts/findings.sh` writes this list.\n'
  printf 'extension FindingCode {\n'
  names $'  /// %4.\n  public static let %2 = FindingCode(rawValue: "K%3")'
  printf '}\n'
} >"$public"
