# SPDX-License-Identifier: Apache-2.0
"""Prints a Swift program that uses every symbol with its type and checks its value.

`python3 swift_uses.py now code`: the states, as in symbols.tsv.
"""

import re
import sys

from table import Function, rows


def checked(name, value):
    """The statement that compares a value; empty if the table has no value."""
    if not value:
        return ""
    if value.startswith('"'):
        return f'same({name} as String, {value}, "{name}")'
    return f'same(Int64({name}), {value}, "{name}")'


def constant(row):
    match = re.match(r"(?:var|let) (\w+): (.*?)(?: \{ get \})?$", row.swift)
    name, kind = match.groups()
    if kind == "SecRandomRef":
        kind += "?"  # NULL in C, which Swift's type without ? cannot hold
    return [f"do {{ let it: {kind} = {name}; _ = it }}", checked(name, row.value)]


def case(row):
    match = re.match(r"(?:case|static var|static let) ([\w.]+)\.(\w+)", row.swift)
    kind, name = match.groups()
    whole = f"{kind}.{name}"
    value = "" if kind.startswith("LARight") else row.value
    return [f"do {{ let it: {kind} = {whole}; _ = it }}", checked(f"{whole}.rawValue", value)]


def kind(row):
    match = re.match(r"(class|struct|enum|protocol) ([\w.]+)(.*)", row.swift)
    sort, name, rest = match.groups()
    if sort == "protocol":
        return [f"do {{ let it: (any {name})? = nil; _ = it }}"]
    lines = [f"_ = {name}.self"]
    raw = re.search(r"RawValue (\w+)", rest) or (sort == "enum" and re.match(r": (\w+)", rest))
    if raw:
        held = {"uint16": "UInt16"}.get(raw.group(1), raw.group(1))
        lines.append(f"do {{ let it: {held}.Type = {name}.RawValue.self; _ = it }}")
    if "OptionSet" in rest:
        lines.append(f"do {{ let it: {name} = []; _ = it }}")
    if sort == "class":
        lines.append(f"do {{ let it: AnyObject.Type = {name}.self; _ = it }}")
    return lines


def name_of(row):
    match = re.match(r"typealias (\w+) = (.*)", row.swift)
    return [f"do {{ let it: ({match.group(2)}).Type = {match.group(1)}.self; _ = it }}"]


def function(row):
    # On Linux Swift has only the queue's class.
    it = Function(row.swift.replace("dispatch_queue_t", "DispatchQueue"))
    return [f"do {{ let it: ({', '.join(it.types)}) -> {it.result} = {it.name}; _ = it }}"]


def member(row):
    owner, _, declaration = row.swift.partition(": ")
    if declaration.startswith("optional "):
        return []
    if "func " in declaration or declaration.startswith("init"):
        return method(owner, Function(declaration))
    match = re.match(r"(class )?var (`?\w+`?): (.*?)(?: \{ (.*) \})?$", declaration)
    is_static, name, kind, access = match.groups()
    if is_static:
        return [f"do {{ let it: {kind} = {owner}.{name}; _ = it }}"]
    if access and "async" in access:
        body = f"{{ try await $0.{name} }}"
        return [f"do {{ let it: ({owner}) async throws -> {kind} = {body}; _ = it }}"]
    path = "KeyPath" if access == "get" else "WritableKeyPath"
    if access == "get set":
        path = "ReferenceWritableKeyPath"
    return [f"do {{ let it: {path}<{owner}, {kind}> = \\.{name}; _ = it }}"]


def method(owner, it):
    names = [f"p{place}" for place in range(len(it.parameters))]
    passed = ", ".join(
        name if label == "_" else f"{label}: {name}"
        for (label, _, _), name in zip(it.parameters, names)
    )
    words = ("try " if "throws" in it.effects else "") + ("await " if "async" in it.effects else "")
    taken = ", ".join(["o: " + owner] + [f"{n}: {k}" for n, k in zip(names, it.types)])
    if it.name == "init":
        taken, call, it.result = taken.partition(", ")[2], f"{owner}({passed})", owner
    elif it.is_static:
        call = f"{owner}.{it.name}({passed})"
    else:
        call = f"o.{it.name}({passed})"
    result = owner if it.result == "Self" else it.result
    used = "_ = o; " if it.is_static and it.name != "init" else ""
    return [f"func it({taken}) {it.effects} -> {result} {{ {used}return {words}{call} }}", "_ = it"]


MAKERS = {
    "const": constant, "enumcase": case, "type": kind, "typealias": name_of, "func": function,
    "member": member,
}


def statements(row):
    """The statement that uses a row; the names of methods are their own scope."""
    is_member = re.match(r"[A-Z]\w+(\.\w+)*: ", row.swift)
    lines = MAKERS["member" if is_member else row.kind](row)
    return ["do {", *("  " + line for line in lines if line), "}"] if is_member else lines


def program(wanted):
    """The lines of the program, functions of some 50 rows each."""
    yield "import Dispatch\nimport LocalAuthentication\nimport Security\n"
    yield "nonisolated(unsafe) var wrong = 0"
    yield "func same<T: Equatable>(_ is: T, _ expected: T, _ name: String) {"
    yield '  if `is` != expected { print("\\(name) is \\(`is`), not \\(expected)"); wrong += 1 }\n}'
    parts = [wanted[start : start + 50] for start in range(0, len(wanted), 50)]
    for number, part in enumerate(parts):
        yield f"@available(*, deprecated) func part{number}() {{"
        for row in part:
            for line in statements(row):
                if line:
                    yield f"  {line} // {row.symbol}" if line[0] != "}" else f"  {line}"
        yield "}"
    yield "@available(*, deprecated) func all() {"
    for number in range(len(parts)):
        yield f"  part{number}()"
    yield "}"
    yield "protocol Parts { static func run() }\nstruct Deprecated {}"
    yield "@available(*, deprecated) extension Deprecated: Parts { static func run() { all() } }"
    yield "(Deprecated.self as any Parts.Type).run()"
    yield f'print("{len(wanted)} symbols, \\(wrong) wrong")\nif wrong > 0 {{ fatalError() }}'


if __name__ == "__main__":
    wanted = [row for row in rows(*sys.argv[1:]) if row.is_swift and "xpc_object_t" not in row.swift]
    for line in program(wanted):
        print(line)
