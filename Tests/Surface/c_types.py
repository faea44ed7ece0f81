# SPDX-License-Identifier: Apache-2.0
"""The C type of a type of the table."""

import re

PLAIN = {
    "Bool": "Boolean", "DarwinBoolean": "Boolean", "Int": "size_t", "Int32": "int", "Void": "void",
    "UInt8": "uint8_t", "UInt16": "uint16_t", "uint16": "uint16_t", "UInt32": "uint32_t",
    "CChar": "char", "FourCharCode": "FourCharCode", "CFIndex": "CFIndex",
}
CORE = {
    "CFAllocator", "CFArray", "CFData", "CFDate", "CFDictionary", "CFError", "CFString", "CFURL",
}


class Types:
    """Turns Swift's spelling into C's; knows which names are objects."""

    def __init__(self, rows):
        classes = [row for row in rows if row.kind == "type" and row.swift.startswith("class ")]
        self.classes = {row.swift.split()[1]: row.symbol for row in classes}
        self.reference_names = {
            row.symbol for row in rows
            if row.kind == "typealias" and "->" in row.swift or row.symbol == "SecRandomRef"
        }

    def is_object(self, name):
        return name in self.classes or name in CORE or name == "CFTypeRef"

    def plain(self, name):
        """The type without nullability."""
        if name in self.classes:
            return self.classes[name]
        if name in CORE:
            return name + "Ref"
        return PLAIN.get(name, name)

    def spelled(self, kind, outer=True):
        """The type with nullability; nothing stands for nonnull where it is assumed."""
        kind = kind.removeprefix("@escaping ").strip()
        optional = kind.endswith("?")
        name = kind.removesuffix("?")
        held = re.fullmatch(r"Unmanaged<(.*)>", name)
        if held:
            name = held.group(1)
        pointed = re.fullmatch(r"Unsafe(Mutable)?Pointer<(.*)>", name)
        if pointed:
            inner = self.spelled(pointed.group(2), outer=False)
            words = ("" if pointed.group(1) else "const ") + inner
            text = words + ("" if words.endswith("*") else " ") + "*"
            if outer and not optional and inner.endswith(("_Nonnull", "_Nullable")):
                return text + "_Nonnull"
        elif name in ("UnsafeRawPointer", "UnsafeMutableRawPointer"):
            text = "const void *" if name == "UnsafeRawPointer" else "void *"
        else:
            text = self.plain(name)
            if not (self.is_object(name) or name in self.reference_names or "queue" in name):
                return text
        if not optional and not outer:
            return f"{text} _Nonnull" if not text.endswith("*") else f"{text}_Nonnull"
        if not optional:
            return text
        return f"{text}_Nullable" if text.endswith("*") else f"{text} _Nullable"
