# SPDX-License-Identifier: Apache-2.0
"""Writes the names that sources may use and whose code comes with a later version: `python3 swift_later.py FOLDER`.

One Swift file for each C header. A name that another file of the module declares is left out, so a feature
that comes takes its names out of here by declaring them.
"""

import pathlib
import re
import sys

from table import Function, rows

MODULE = pathlib.Path(__file__).parents[2] / "Sources" / "Faces" / "Security"
HEAD = """// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of {header} that Latchkey does not implement yet.
{imports}
"""
FOLDERS = {"file-keychain": "FileKeychains", "code": "Code"}
IMPORTS = {"Foundation": r"\bDispatchQueue\b", "Glibc": r"\b[upg]id_t\b"}
STRUCTURES = {
    "SecKeychainAttribute": "tag: 0, length: 0, data: nil",
    "SecKeychainAttributeList": "count: 0, attr: nil",
    "SecKeychainSettings": "version: 0, lockOnSleep: false, useLockInterval: false, lockInterval: 0",
}


def declared():
    """The names that the module declares by hand."""
    found = set()
    for path in MODULE.rglob("*.swift"):
        if "Later" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"public (?:final )?(?:class|struct|enum|func|let|var|typealias) (\w+)", text))
        found |= set(re.findall(r"public (?:static )?(?:let|var) (\w+)", text))
    return found


def sentence(kind):
    return {"type": "A type of a feature that Latchkey does not implement yet; no function returns a value of it.",
            "const": "A constant of a feature that Latchkey does not implement yet; no function uses it.",
            "func": "A function that Latchkey does not implement yet.",
            "typealias": "A type of a feature that Latchkey does not implement yet."}[kind]


def constant(row):
    name, kind = re.match(r"(?:var|let) (\w+): (.*?)(?: \{ get \})?$", row.swift).groups()
    value = row.value or f'"{row.symbol}"'
    guard = "@safe nonisolated(unsafe) " if kind == "CFString" else ""
    return f"{guard}public let {name}: {kind} = {value}"


def kind(row, cases):
    sort, name, rest = re.match(r"(class|struct|enum) (\w+)(.*)", row.swift).groups()
    mine = [case for case in cases if re.search(rf" {name}\.\w+", case.swift)]
    if sort == "class":
        return "\n".join([
            f"public final class {name}: Hashable, Sendable {{", "  init() {}", "",
            "  /// True if `left` and `right` are one object.",
            f"  public static func == (left: {name}, right: {name}) -> Bool {{ left === right }}", "",
            "  /// Hashes the identity of the object, which equality compares.",
            "  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }", "}"])
    if sort == "enum":
        lines = [f"public enum {name}{rest}, Sendable {{"]
        for case in mine:
            label = case.swift.split(f" {name}.")[1]
            label = "`default`" if label == "default" else label
            if case.swift.startswith("case"):
                lines += [f"  /// `{case.symbol}` in C.", f"  case {label} = {case.value}"]
            else:
                label = label.split(":")[0]
                same = next(other for other in mine if other.value == case.value)
                twin = same.swift.split(f" {name}.")[1]
                lines += [f"  /// `{case.symbol}` in C.", f"  public static var {label}: {name} {{ .{twin} }}"]
        return "\n".join([*lines, "}"])
    raw = re.search(r"RawValue (\w+)", rest)
    if raw:
        raw = {"uint16": "UInt16"}.get(raw.group(1), raw.group(1))
        lines = [f"public struct {name}: OptionSet, Sendable {{", "  /// The options as bits.",
                 f"  public let rawValue: {raw}", "", "  /// Makes a set of options from its bits.",
                 f"  public init(rawValue: {raw}) {{ self.rawValue = rawValue }}", ""]
        for case in mine:
            label = case.swift.split(f" {name}.")[1].split(":")[0]
            lines += [f"  /// `{case.symbol}` in C.",
                      f"  public static let {label} = {name}(rawValue: {case.value})"]
        return "\n".join([*lines, "}"])
    return structure(name)


def structure(name):
    members = [re.match(r"\w+: var (\w+): (.*)", row.swift).groups() for row in rows()
               if row.kind == "member" and row.symbol.startswith(name + ".")]
    taken = ", ".join(f"{label}: {type}" for label, type in members)
    lines = ["@safe", f"public struct {name} {{"]
    for label, type in members:
        lines += [f"  /// The member `{label}` of the C structure.", f"  public var {label}: {type}"]
    lines += ["", "  /// Makes a structure from all its members.", f"  public init({taken}) {{"]
    lines += [f"    {'unsafe ' if 'Unsafe' in type or 'Unmanaged' in type else ''}self.{label} = {label}"
              for label, type in members]
    lines += ["  }"]
    if name in STRUCTURES:
        safety = "unsafe " if "Unsafe" in taken else ""
        lines += ["", "  /// Makes a structure whose members are zero, false or nil.", f"  public init() {{ {safety}self.init({STRUCTURES[name]}) }}"]
    return "\n".join([*lines, "}"])


def function(row, place):
    text = row.swift.replace("dispatch_queue_t", "DispatchQueue")
    it = Function(text)
    bare = it.result.removesuffix("?")
    if it.result == "OSStatus":
        body, said = "errSecUnimplemented", "\n///\n/// - Returns: errSecUnimplemented."
    elif it.result == "CFTypeID":
        body, said = str(400 + place), ""
    elif it.result == "Void":
        body, said = "", ""
    elif bare == "CFArray" and bare == it.result:
        body, said = "NSArray()", "\n///\n/// - Returns: an empty array."
    else:
        body, said = "nil", "\n///\n/// - Returns: nil."
    if "UnsafeMutablePointer<Unmanaged<CFError>?>?" in it.types and body == "nil":
        body = "unsafe Later.refuse(error)"
    if it.result == "Void":
        text = text.replace(" -> Void", "")
    return f"{said}\n@discardableResult\npublic {text} {{ {body} }}" if it.result != "Void" else \
        f"\npublic {text} {{}}"


def main(folder):
    known = declared()
    every = rows("file-keychain", "code")
    cases = [row for row in every if row.kind == "enumcase"]
    out = pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    place = 0
    for header in dict.fromkeys(row.header for row in every):
        texts = []
        for row in every:
            if row.header != header or not row.is_swift or row.kind in ("enumcase", "member"):
                continue
            name = re.match(r"(?:class|struct|enum|func|let|var|typealias) (\w+)", row.swift).group(1)
            if name in known or "xpc_object_t" in row.swift:  # Linux has no XPC
                continue
            known.add(name)
            place += 1
            doc = f"/// {sentence(row.kind)}"
            if row.kind == "const":
                texts.append(f"{doc}\n{constant(row)}")
            elif row.kind == "type":
                texts.append(f"{doc}\n{kind(row, cases)}\n")
            elif row.kind == "typealias":
                texts.append(f"{doc}\npublic {row.swift}")
            else:
                texts.append(f"{doc}{function(row, place)}\n")
        if texts:
            body = "\n".join(texts).rstrip() + "\n"
            imports = [f"public import {module}\n" for module, names in IMPORTS.items()
                       if re.search(names, body)]
            imports += ["import Foundation\n"] if "NSArray" in body and not imports else []
            text = HEAD.format(header=header, imports="".join(imports)) + body
            state = next(row.state for row in every if row.header == header)
            path = out / FOLDERS[state] / f"Later+{header.removesuffix('.h')}.swift"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
