# SPDX-License-Identifier: Apache-2.0
"""Writes the C functions of the table: `python3 c_functions.py FOLDER`.

`FOLDER/Functions+….swift`: those of state `now`, each of them three lines over the Swift function.
`FOLDER/../CLatchkeySecurity/Later.c`: the others, which answer that they are not there.
"""

import pathlib
import re
import sys

from c_text import BY_HAND, RESULTS
from c_types import CORE, Types
from headers import Writer
from table import Function, rows

CLASSES = {"CFArray": "NSArray", "CFData": "NSData", "CFDate": "NSDate", "CFError": "NSError",
           "CFDictionary": "NSDictionary", "CFString": "NSString", "CFURL": "NSURL",
           "CFTypeRef": "AnyObject"}
SCALARS = {"UInt32", "UInt16", "Int", "uid_t", "gid_t", "SecAccessOwnerType", "Int32", "CFIndex", "OSStatus", "CFOptionFlags", "CFAbsoluteTime",
           "CFTypeID"}
RAW = {"SecKeyOperationType": "Int", "SecPadding": "UInt32", "SecAccessControlCreateFlags": "UInt",
       "SecExternalFormat": "UInt32", "SecItemImportExportFlags": "UInt32",
       "SecTrustOptionFlags": "UInt32", "SecTrustResultType": "UInt32",
       "CMSCertificateChainMode": "UInt32", "CMSSignedAttributes": "UInt32",
       "CMSSignerStatus": "UInt32", "SecTrustSettingsDomain": "UInt32",
       "SecPreferencesDomain": "Int32", "SecProtocolType": "UInt32",
       "SecAuthenticationType": "UInt32",
       "SecKeychainEventMask": "UInt32", "SecKeychainPromptSelector": "UInt16"}
# The value of a place for a result before the call.
FIRST = {"CMSCertificateChainMode": "none", "CMSSignerStatus": "unsigned",
         "SecPreferencesDomain": "user"}
# Structures of Swift with the layout of C's.
STRUCTURES = {"SecKeychainAttributeList", "SecKeychainAttributeInfo", "SecKeychainSettings"}
# Objects whose functions have a status of their own for an object of another type.
WRONG = {"SecKeychain": "errSecInvalidKeychain", "SecKeychainItem": "errSecInvalidItemRef"}
STRINGS = {"SecKeyAlgorithm", "SecKeyKeyExchangeParameter"}
PLACES = {"UnsafePointer<UInt8>", "UnsafeMutablePointer<UInt8>", "UnsafeMutablePointer<Int>",
          "UnsafeMutablePointer<CFAbsoluteTime>", "UnsafeMutablePointer<OSStatus>",
          "UnsafeMutableRawPointer", "UnsafePointer<CChar>", "UnsafeMutablePointer<CChar>",
          "UnsafeMutablePointer<UInt32>", "UnsafeMutablePointer<uid_t>",
          "UnsafeMutablePointer<gid_t>", "UnsafeMutablePointer<SecAccessOwnerType>",
          "UnsafeMutablePointer<SecKeychainStatus>",
          "UnsafeMutablePointer<UnsafeMutableRawPointer?>", "UnsafeRawPointer"}
# Headers whose functions are in a folder of their own.
OF_KEYCHAINS = {"SecKeychain.h", "SecKeychainItem.h", "SecAccess.h", "SecACL.h",
                "SecTrustedApplication.h"}
OF_MESSAGES = {"CMSDecoder.h", "CMSEncoder.h"}
ERROR = "UnsafeMutablePointer<Unmanaged<CFError>?>?"


class Thunk:
    """One function: its parameters, the code that reads them, its result."""

    def __init__(self, row, types):
        self.row, self.types, self.it = row, types, Function(row.swift)
        self.taken, self.reads, self.passed, self.writes = [], [], [], []
        self.places = []
        self.error = None
        for _, kind, name in self.it.parameters:
            # A word of Swift cannot be a name.
            self.parameter(kind, {"protocol": "protocolType"}.get(name, name))

    def object_class(self, name):
        return CLASSES.get(name, name)

    def parameter(self, kind, name):
        optional, bare = kind.endswith("?"), kind.removesuffix("?")
        if kind == ERROR:
            self.error = name
            self.taken.append(f"_ {name}: Place?")
            self.passed.append("$0")
        elif bare == "CFAllocator":
            self.taken.append(f"_ {name}: Ref?")
            self.passed.append("nil")
        elif bare == "UnsafeMutableRawPointer" and optional:
            self.taken.append(f"_ {name}: UnsafeMutableRawPointer?")
            self.passed.append(name)
        elif bare == "UnsafeRawPointer" and not optional and not self.is_message:
            # Bytes of a length, which the parameter before has: no bytes may be NULL.
            self.taken.append(f"_ {name}: UnsafeRawPointer?")
            self.passed.append(f"try bytes({name}, {self.it.parameters[len(self.passed) - 1][2]})")
        elif bare in PLACES:
            self.taken.append(f"_ {name}: {bare}?")
            self.passed.append(name if optional else f"try needed({name})")
        elif self.structure(bare, optional, name):
            pass
        elif bare == "SecRandomRef":
            self.taken.append(f"_ {name}: Ref?")
            self.passed.append(f"{name}.map(OpaquePointer.init)")
        elif kind == "Bool":
            self.taken.append(f"_ {name}: UInt8")
            self.passed.append(f"{name} != 0")
        elif kind in SCALARS:
            self.taken.append(f"_ {name}: {kind}")
            self.passed.append(name)
        elif kind in RAW:
            self.taken.append(f"_ {name}: {RAW[kind]}")
            self.passed.append(f"try known({kind}(rawValue: {name}))")
        elif kind in STRINGS:
            self.taken.append(f"_ {name}: Ref?")
            self.passed.append(f"{kind}(rawValue: try needed({name}))")
        elif bare in self.types.classes or bare in CLASSES:
            self.taken.append(f"_ {name}: Ref?")
            wrong = f", else: {WRONG[bare]}" if bare in WRONG else ""
            self.passed.append(f"try {'allowed' if optional else 'needed'}({name}{wrong})")
        else:
            self.place(bare, optional, name)

    def structure(self, bare, optional, name):
        """A pointer to a structure, or to a pointer to one: C's memory, seen as Swift's."""
        match = re.fullmatch(r"Unsafe(Mutable)?Pointer<(.*)>", bare)
        inner = match.group(2) if match else ""
        pointed = re.fullmatch(r"UnsafeMutablePointer<(\w+)>\?", inner)
        if inner not in STRUCTURES and not (pointed and pointed.group(1) in STRUCTURES):
            return False
        way = "MutableRawPointer" if match.group(1) else "RawPointer"
        self.taken.append(f"_ {name}: Unsafe{way}?")
        seen = f"assumingMemoryBound(to: {inner if not pointed else f'Optional<{inner[:-1]}>'}.self)"
        self.passed.append(f"{name}?.{seen}" if optional else f"try needed({name}).{seen}")
        return True

    def place(self, bare, optional, name):
        inner = re.fullmatch(r"UnsafeMutablePointer<(.*)>", bare).group(1)
        target = name if optional else f"try needed({name})"
        mark = "?" if optional else ""
        if inner == "DarwinBoolean":
            self.taken.append(f"_ {name}: UnsafeMutablePointer<UInt8>?")
            self.reads.append(f"let {name}Place = {target}")
            self.reads.append(f"var {name}Value: DarwinBoolean = false")
            self.writes.append(self.guarded(f"{name}Place{mark}.pointee = {name}Value.boolValue ? 1 : 0"))
        elif inner == "SecItemClass":
            # Swift has no case for the class of passwords for file servers.
            self.taken.append(f"_ {name}: UnsafeMutablePointer<UInt32>?")
            self.passed.append("nil")
            self.writes.append(f"if answer == errSecSuccess {{ {name}?.pointee = try classCode({self.it.parameters[0][2]}) }}")
            return
        elif inner in RAW:
            self.taken.append(f"_ {name}: UnsafeMutablePointer<{RAW[inner]}>?")
            self.reads.append(f"let {name}Place = {target}")
            # A place for a result. Its earlier content belongs to the caller and is not read.
            first = "invalid" if inner == "SecTrustResultType" else FIRST.get(inner)
            self.reads.append(f"var {name}Value = {inner}" + (f".{first}" if first else "()"))
            self.writes.append(self.guarded(f"{name}Place{mark}.pointee = {name}Value.rawValue"))
        else:
            self.taken.append(f"_ {name}: Place?")
            verb = "copying" if self.is_message else "filling"
            way = f"{verb}({name})" if optional else f"{verb}(needing: {name})"
            self.places.append(f"{way} {{ ({name}) in")
            self.passed.append(name)
            return
        self.passed.append(f"&{name}Value")

    @property
    def is_message(self):
        """Whether the function writes nothing if it fails, and NULL for a missing object."""
        return self.row.header.startswith("CMS")

    def guarded(self, line):
        leaves = self.is_message or self.row.header in OF_KEYCHAINS
        return f"if answer == errSecSuccess {{ {line} }}" if leaves else line

    def text(self):
        symbol, result = self.row.symbol, self.it.result
        head = f'@_cdecl("{symbol}")\npackage func c_{symbol}({", ".join(self.taken)}) -> '
        call = f"{symbol}({', '.join(self.passed)})"
        bare = result.removesuffix("?")
        if result == "OSStatus" or result == "Int32" or result in SCALARS:
            failure = "errSecParam" if result in ("OSStatus", "Int32") else "0"
            kind = "Int32" if result == "OSStatus" else result
            return self.function(head + kind, f"answering({failure})", call)
        if result == "Bool":
            kind = "Bool" if RESULTS.get(symbol) == "bool" else "UInt8"
            if self.error:
                call = f"{call}"
                way = f"deciding({self.error})"
                return self.function(head + kind, way, call, ending=self.truth(kind))
            return self.function(head + kind, "answering(false)", call, ending=self.truth(kind))
        if bare in self.types.classes or bare in CLASSES:
            way = f"making({self.error})" if self.error else "making"
            return self.function(head + "Ref?", way, call)
        raise ValueError(f"{symbol}: {result}")

    @staticmethod
    def truth(kind):
        return " ? 1 : 0" if kind == "UInt8" else ""

    def function(self, head, way, call, ending=""):
        call = call.replace("$0", "error")
        for place in reversed(self.places):
            call = f"try {place} {call} }}"
        inside = [*self.reads]
        inside += [f"let answer = {call}", *self.writes, "return answer"] if self.writes else [call]
        begin = f"  {way} {{ (error) in" if self.error else f"  {way} {{"
        lines = [f"{head} {{", begin, *(f"    {line}" for line in inside), f"  }}{ending}", "}"]
        return "\n".join(lines)


HEAD = """// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

"""


def swift_files(folder, every, types):
    seen = set()
    for header in sorted({row.header for row in every if row.kind == "func"}):
        mine = [row for row in every if row.header == header and row.kind == "func"
                and row.is_swift and row.state == "now" and row.symbol not in BY_HAND
                and not row.symbol.endswith("GetTypeID")]
        texts = []
        for row in mine:
            if row.symbol not in seen:
                seen.add(row.symbol)
                texts.append(Thunk(row, types).text())
        if texts:
            name = header.removesuffix(".h")
            text = HEAD + "\n\n".join(texts) + "\n"
            within = folder / ("Keychains" if header in OF_KEYCHAINS
                               else "Messages" if header in OF_MESSAGES else "")
            within.mkdir(parents=True, exist_ok=True)
            (within / f"Functions+{name}.swift").write_text(text, encoding="utf-8")


def later(every, types):
    """C functions that exist so that programs link, and say that they are not there."""
    lines = ["// SPDX-License-Identifier: Apache-2.0",
             "// Written by Tests/Surface/c_functions.py: functions that Latchkey does not implement yet.",
             "#include <Security/Security.h>", ""]
    writer = Writer("", every, types)
    for row in every:
        is_identifier = row.kind == "func" and row.symbol.endswith("GetTypeID")
        is_later = row.kind == "func" and (row.state != "now" or not row.is_swift)
        is_later = is_later and not (row.state == "now" and row.symbol in BY_HAND)
        if not is_later or is_identifier:
            continue
        text = writer.prototype(row).removeprefix("extern ").removesuffix(";")
        kind = text.split(row.symbol)[0]
        body = "return errSecUnimplemented;" if "OSStatus" in kind else "return 0;"
        if kind.strip() == "void":
            body = ""
        if "*" in kind or "Ref" in kind:
            body = "return NULL;"
        if kind.strip() == "CFArrayRef":
            body = "return CFArrayCreate(NULL, NULL, 0, &kCFTypeArrayCallBacks);"
        guard = ("#if __BLOCKS__\n", "\n#endif") if "dispatch_queue_t" in text else ("", "")
        lines.append(f"{guard[0]}{text} {{ {body} }}{guard[1]}")
    return "\n".join(lines) + "\n"


def identifiers(every):
    lines = ["// SPDX-License-Identifier: Apache-2.0",
             "// Written by Tests/Surface/c_functions.py: classes and their type identifiers.",
             '#include "Objects.h"', ""]
    classes = [row for row in every if row.kind == "type" and row.swift.startswith("class ")
               and not row.header.startswith("LA")]
    named = {row.symbol for row in every if row.kind == "func"}
    lines.append("const char *const latchkey_class_names[LATCHKEY_CLASSES] = {")
    lines += [f'  "{row.swift.split()[1]}",' for row in classes]
    lines += ["};", ""]
    for place, row in enumerate(classes):
        symbol = row.swift.split()[1] + "GetTypeID"
        if symbol in named:
            lines.append(f"CFTypeID {symbol}(void) {{ return latchkey_type({place}); }}")
    return "\n".join(lines) + "\n"


def constants(every):
    lines = ["// SPDX-License-Identifier: Apache-2.0",
             "// Written by Tests/Surface/c_functions.py: strings that are set before any code runs.",
             "#include <Security/Security.h>", '#include "Constants.h"', ""]
    for row in every:
        kind = re.match(r"(?:static )?let [\w.]+: (\w+)", row.swift)
        if row.header.startswith("LA") or row.kind not in ("const", "enumcase") or not kind:
            continue
        if kind.group(1) not in ("CFString", *STRINGS):
            continue
        text = row.value.strip('"') or row.symbol
        spelled = "CFStringRef" if kind.group(1) == "CFString" else kind.group(1)
        lines.append(f'LATCHKEY_STRING({spelled}, {row.symbol}, "{text}")')
    lines += ["", "const SecRandomRef kSecRandomDefault = NULL;"]
    return "\n".join(lines) + "\n"


def main(folder):
    every = [row for row in rows() if not row.header.startswith("LA")]
    types = Types(every)
    out = pathlib.Path(folder)
    swift_files(out / "SecurityC" / "Functions", every, types)
    c = out / "CLatchkeySecurity"
    c.mkdir(exist_ok=True)
    (c / "Later.c").write_text(later(every, types), encoding="utf-8")
    (c / "Classes.c").write_text(identifiers(every), encoding="utf-8")
    (c / "Constants.c").write_text(constants(every), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
