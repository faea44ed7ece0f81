# SPDX-License-Identifier: Apache-2.0
"""Writes the C headers of the table into a folder: `python3 headers.py FOLDER`.

They are checked in; `Scripts/surface.sh --check` names a file that differs from this output.
"""

import pathlib
import re
import sys

from c_text import (
    AFTER_ENUMERATIONS, C_CONSTANTS, C_MEMBERS, PREAMBLES, PROTOTYPES, RESULTS, STRUCTURES,
)
from c_types import Types
from table import Function, rows

ORDER = ["type", "typealias", "member", "enumcase", "const", "func"]
BLOCKS = ("SecTrustCallback", "SecTrustWithErrorCallback", "SecKeyGeneratePairBlock")


class Writer:
    """One header."""

    def __init__(self, name, mine, types):
        self.name, self.rows, self.types, self.lines = name, mine, types, []

    def text(self):
        guard = "LATCHKEY_" + re.sub(r"\W", "_", self.name).upper()
        self.lines = [
            "// SPDX-License-Identifier: Apache-2.0",
            f"// Written by Tests/Surface/headers.py; {'declared' if self.is_later else 'public'} in C, C++ and whatever calls C.",
            f"#ifndef {guard}", f"#define {guard}", "",
            *self.includes(), "",
            # With -pedantic the words for nullability are an extension.
            "#if defined(__clang__)", "#pragma clang diagnostic push",
            '#pragma clang diagnostic ignored "-Wnullability-extension"', "#endif",
            "CF_EXTERN_C_BEGIN", "CF_ASSUME_NONNULL_BEGIN", "",
        ]
        self.objects()
        if self.name in PREAMBLES:
            self.add(*PREAMBLES[self.name].strip().splitlines(), "")
        self.names()
        self.structures(lambda symbol: symbol not in AFTER_ENUMERATIONS)
        self.enumerations()
        self.structures(lambda symbol: symbol in AFTER_ENUMERATIONS)
        self.constants()
        self.functions()
        self.lines += ["CF_ASSUME_NONNULL_END", "CF_EXTERN_C_END", "#if defined(__clang__)",
                       "#pragma clang diagnostic pop", "#endif", "", "#endif", ""]
        return "\n".join(self.lines)

    @property
    def is_later(self):
        return all(row.state != "now" for row in self.rows)

    def includes(self):
        if self.name == "SecBase.h":
            parts = ["Base", "Array", "Data", "Date", "Dictionary", "Error", "Number", "String", "URL"]
            return [*(f"#include <CoreFoundation/CF{part}.h>" for part in parts),
                    "#include <stdbool.h>", "#include <stdint.h>", "#include <sys/types.h>"]
        own = {"CMSDecoder.h": ["CMSEncoder.h", "SecTrust.h"], "SecCode.h": ["CSCommon.h"],
               "SecStaticCode.h": ["SecCode.h"], "SecRequirement.h": ["CSCommon.h"],
               "SecCodeHost.h": ["CSCommon.h"], "SecImportExport.h": ["SecKey.h"],
               "SecKeychain.h": ["SecKeychainItem.h"], "SecTrust.h": ["SecPolicy.h"],
               "SecIdentitySearch.h": ["SecKeychain.h"], "SecAccess.h": ["SecACL.h"],
               "SecKeychainSearch.h": ["SecKeychainItem.h"], "SecIdentity.h": ["SecCertificate.h"],
               }.get(self.name, [])
        lines = [f"#include <Security/{name}>" for name in ["SecBase.h", *own]]
        if any("dispatch_queue_t" in row.swift for row in self.rows):
            lines += ["#if __BLOCKS__", "#include <dispatch/dispatch.h>", "#endif"]
        return lines

    def of(self, kind):
        return [row for row in self.rows if row.kind == kind]

    def add(self, *lines):
        self.lines += lines

    def close(self, wrote):
        if wrote:
            self.lines.append("")

    def objects(self):
        classes = [row for row in self.of("type") if row.swift.startswith("class ")]
        for row in classes:
            const = "const " if row.symbol == "SecStaticCodeRef" else ""
            tag = "SecCode" if const else row.swift.split()[1]
            self.add(f"typedef {const}struct __{tag} *{row.symbol};")
        self.close(classes)

    def names(self):
        aliases = [row for row in self.of("typealias") if row.symbol not in STRUCTURES]
        for row in aliases:
            if row.symbol in BLOCKS:
                continue
            self.add(f"typedef {self.types.plain(row.swift.split('= ')[1])} {row.symbol};")
        strings = [row for row in self.of("type") if "RawValue CFString" in row.swift]
        for row in strings:
            self.add(f"typedef CFStringRef {row.symbol};")
        self.close(aliases or strings)

    def structures(self, belongs):
        for row in self.rows:
            text = STRUCTURES.get(row.symbol, "").strip()
            if text and belongs(row.symbol) and row.symbol not in BLOCKS:
                self.add(*text.splitlines(), "")

    def enumerations(self):
        cases = self.of("enumcase")
        for row in self.of("type"):
            match = re.match(r"(enum|struct) ([\w.]+): (?:OptionSet, RawValue )?(\w+)$", row.swift)
            if not match:
                continue
            sort, name, raw = match.groups()
            mine = [case for case in cases if re.search(rf" {name}\.\w+", case.swift)]
            macro = "CF_ENUM" if sort == "enum" else "CF_OPTIONS"
            self.add(f"typedef {macro}({self.types.plain(raw)}, {row.symbol}) {{")
            self.add(*(f"  {symbol} = {value}," for symbol, value in C_MEMBERS.get(row.symbol, [])))
            self.add(*(f"  {case.symbol} = {self.number(case.value)}," for case in mine), "};", "")
        self.add(*C_CONSTANTS.get(self.name, []))

    @staticmethod
    def number(value):
        """Bits beyond a signed int are unsigned."""
        return value + "U" if int(value) > 2**31 - 1 else value

    def constants(self):
        groups = {}
        for row in self.of("const"):
            match = re.match(r"(var|let) \w+: (.*?)(?: \{ get \})?$", row.swift)
            groups.setdefault(match.group(2) if match else "String", []).append(row)
        for kind, mine in groups.items():
            if kind == "CFString":
                self.add(*(f"extern const CFStringRef {row.symbol};" for row in mine), "")
            elif kind == "SecRandomRef":
                self.add(*(f"extern const SecRandomRef _Nullable {row.symbol};" for row in mine), "")
            elif kind in ("String", "TimeInterval") or self.name.startswith("LA") or (
                kind == "Int32" and self.name == "SecBase.h"
            ):
                self.add(*(f"#define {row.symbol} {self.written(row)}" for row in mine), "")
            else:
                raw = {"Int": "CFIndex", "Int32": "int32_t"}.get(kind, self.types.plain(kind))
                self.add(f"CF_ENUM({raw}) {{")
                self.add(*(f"  {row.symbol} = {self.number(row.value)}," for row in mine), "};", "")
        strings = [row for row in self.of("enumcase") if row.value.startswith('"')]
        for row in strings:
            kind = re.match(r"static let (\w+)\.", row.swift).group(1)
            self.add(f"extern const {kind} {row.symbol};")
        self.close(strings)

    @staticmethod
    def written(row):
        if row.header == "SecTrustSettings.h" and row.value.startswith('"'):
            return f"CFSTR({row.value})"
        if row.header == "SecPolicy.h" or not row.value.startswith("-"):
            return f"CFSTR({row.value})" if row.symbol == "kSecPolicyAppleiChat" else row.value
        return f"({row.value})"

    def functions(self):
        blocks = [row for row in self.of("typealias") if row.symbol in BLOCKS]
        later = []
        # If macOS and iOS differ in a name, the form of macOS is used: it is first in the table.
        seen = set()
        for row in self.of("func"):
            if row.symbol in seen:
                continue
            seen.add(row.symbol)
            text = self.prototype(row)
            (later if "dispatch_queue_t" in text else self.lines).append(text)
        if later or blocks:
            self.add("", "#if __BLOCKS__")
            self.add(*(STRUCTURES[row.symbol].strip() for row in blocks), *later)
            self.add("#endif")
        self.close(True)

    def prototype(self, row):
        if row.symbol in PROTOTYPES:
            return PROTOTYPES[row.symbol].strip()
        it = Function(row.swift)
        parts = [self.joined(self.types.spelled(kind), name) for _, kind, name in it.parameters]
        result = RESULTS.get(row.symbol) or self.types.spelled(it.result)
        line = f"{self.joined(result, row.symbol)}({', '.join(parts) or 'void'});"
        return "extern " + line

    @staticmethod
    def joined(kind, name):
        return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


def main(folder):
    every = rows()
    types = Types(every)
    names = sorted({row.header for row in every if not row.header.startswith("LA")})
    out = pathlib.Path(folder)
    (out / "Security").mkdir(parents=True, exist_ok=True)
    for name in names:
        mine = [row for row in every if row.header == name]
        (out / "Security" / name).write_text(Writer(name, mine, types).text(), encoding="utf-8")
    local_authentication(out / "LocalAuthentication")
    umbrella = ["// SPDX-License-Identifier: Apache-2.0", "// Written by Tests/Surface/headers.py.",
                "#ifndef LATCHKEY_SECURITY_H", "#define LATCHKEY_SECURITY_H", ""]
    umbrella += [f"#include <Security/{name}>" for name in names]
    umbrella += ["", "#endif", ""]
    (out / "Security" / "Security.h").write_text("\n".join(umbrella), encoding="utf-8")


def local_authentication(folder):
    """The numbers alone: its classes are not C's."""
    folder.mkdir(exist_ok=True)
    lines = ["// SPDX-License-Identifier: Apache-2.0", "// Written by Tests/Surface/headers.py.",
             "#ifndef LATCHKEY_LAPUBLICDEFINES_H", "#define LATCHKEY_LAPUBLICDEFINES_H", ""]
    for row in rows("now"):
        if row.header.startswith("LA") and row.kind == "const" and row.value:
            value = f"({row.value})" if row.value.startswith("-") else row.value
            value = f"CFSTR({value})" if value.startswith('"') else value
            lines.append(f"#define {row.symbol} {value}")
    lines += ["", "#endif", ""]
    (folder / "LAPublicDefines.h").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
