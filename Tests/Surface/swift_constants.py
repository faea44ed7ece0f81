# SPDX-License-Identifier: Apache-2.0
"""Writes constants and enumerations in Swift: `python3 swift_constants.py SOURCES`.

SOURCES is the folder that has `Faces`. Names, types and values are those of symbols.tsv. Files, their
comments and the documentation of each name are those of constants.tsv, whose rows are: `=` and a file
of Faces/Security; `-` and a comment; `+`, a type and its documentation, whose members follow; a name,
its documentation, an attribute if it has one, and declaration and value of a name that symbols.tsv
does not have. Also written are the names of statuses for `security`.
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
    "others": ("The statuses of trust, of TLS and of other modules.",
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
        mine.append((name, text, attribute))
    return found


def commented(text, mark):
    return "\n".join(textwrap.wrap(text, 100, initial_indent=mark + " ", subsequent_indent=mark + " ",
                                   break_long_words=False, break_on_hyphens=False))


def documented(text, indent=""):
    return f"\n{indent}///\n".join(commented(part, indent + "///") for part in text.split(" ¶ "))


def declaration(row, text, attribute):
    name, kind = re.match(r"(?:var|let) (\w+): (.*?)(?: \{ get \})?$", row.swift).groups()
    value = row.value or f'"{row.symbol}"'
    documentation = documented(text)
    guard = "@safe nonisolated(unsafe) " if kind == "CFString" else ""
    before = attribute + (" " if attribute.startswith("@_spi") else "\n") if attribute else ""
    line = f"{before}{guard}public let {name}: {kind} = {value}"
    if len(line.splitlines()[-1]) > 100:
        line = line.replace(" = ", " =\n  ")
    return f"{documentation}\n{line}"


def opening(row, text):
    """The first lines of a type, and the form of its members: a case, a set of bits, a string."""
    sort, name, kin = re.match(r"(enum|struct) (\w+): (.*)", row.swift).groups()
    if sort == "enum":
        return f"{documented(text)}\npublic enum {name}: {kin}, Sendable {{", "case"
    bits = re.match(r"OptionSet, RawValue (\w+)", kin)
    if not bits:
        return f"{documented(text)}\nextension {name} {{", "string"
    raw = {"uint16": "UInt16"}.get(bits[1], bits[1])
    return f"""{documented(text)}
public struct {name}: OptionSet, Hashable, Sendable {{
  /// The value as bits.
  public let rawValue: {raw}

  /// Makes a value from its bits.
  public init(rawValue: {raw}) {{ self.rawValue = rawValue }}
""", "bits"


def bits(value):
    if value < 10:
        return str(value)
    digits = f"{value:X}"
    return "0x" + (digits if len(digits) <= 4 else f"{digits[:-4]}_{digits[-4:]}")


def member(row, text, attribute, form, cases):
    """A member of a type. `cases` has the cases before it by value: Swift permits a value once."""
    kind, name = re.match(r"(?:case|static var|static let) (\w+)\.(\w+)", row.swift).groups()
    if form == "string":
        line = f"public static let {name} = Self({row.value})"
    elif form == "bits":
        line = f"public static let {name} = Self(rawValue: {bits(int(row.value))})"
    elif row.value in cases:
        line = f"public static var {name}: {kind} {{ .{cases[row.value]} }}"
    else:
        spelled = "`default`" if name == "default" else name
        line = f"case {spelled} = {row.value}"
        cases[row.value] = name
    if len(line) > 98:
        line = line.replace(" = ", " =\n    ")
    return documented(text, "  ") + "".join(f"\n  {part}" for part in [attribute, line] if part)


def swift(parts, table):
    text, kinds, form, cases = [], set(), None, {}
    for name, words, attribute in parts:
        if name == "-":
            text.append(f"\n{commented(words, '//')}\n")
        elif name.startswith("+"):
            text += ["}\n"] if form else [""]
            first, form = opening(table[name[1:]], words)
            text.append(first)
            cases = {}
        elif form:
            text.append(member(table[name], words, attribute, form, cases))
        else:
            row = table[name]
            kinds.add("Foundation" if "CFString" in row.swift else "")
            text.append(declaration(row, words, attribute))
    imports = "public import Foundation\n" if "Foundation" in kinds else ""
    return HEAD + imports + "\n".join(text + ["}"] * bool(form)) + "\n"


def names(found, table):
    lines = [HEAD, "extension StatusNames {"]
    for group, (text, mine) in GROUPS.items():
        lines += [f"  /// {text}", "  // swift-format-ignore", f"  static let {group}: [Row] = ["]
        lines += [f'    Row({table[name].value}, "{name}"),' for file in mine for name, _, _ in found[file] if name != "-"]
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
    path = pathlib.Path(folder) / "Vocabulary" / "KeychainTypes" / "Errors" / "StatusNames+Rows.swift"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(names(found, table), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
