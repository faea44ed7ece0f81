# SPDX-License-Identifier: Apache-2.0
"""Computes integrity digests, primary keys and persistent references.

The rules are in these sections:
Specification/keychain-file-format.md, "Integrity digest"
Specification/keychain-file-format.md, "Persistent references and primary keys"
"""

import hashlib
import struct

from keychain_schema import KEY_TABLES, NAME_STRING, SINT32, UINT32, four_char
from keychain_values import atom, read_atom, require

SKIPPED = (four_char("cdat"), four_char("mdat"))
KEY_LABELS = {7: b"PrintName", 8: b"Alias"}
CSPDL_GUID = bytes.fromhex("87191ca30fc911d4849a000502b52122")
SUBSERVICE = CSPDL_GUID + struct.pack(">4I", 0, 0, 0, 6)


def der(tag, content):
    """Encodes a DER element with a definite length."""
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def host_order(kind, value):
    """Returns the bytes of a value, with integers in little-endian order."""
    if kind == UINT32:
        return struct.pack("<I", value)
    if kind == SINT32:
        return struct.pack("<i", value)
    return value


def digest_label(relation, attribute):
    """Returns the label of an attribute in the input of the digest."""
    if relation.id in KEY_TABLES and attribute.id in KEY_LABELS:
        return KEY_LABELS[attribute.id]
    if attribute.name_format == NAME_STRING:
        return attribute.name
    return struct.pack("<I", attribute.id)


def digest_input(relation, values):
    """Returns the DER encoding of the values of a record that the digest covers."""
    elements = []
    for attribute, several in zip(relation.attributes, values, strict=True):
        if several is None or attribute.id in SKIPPED:
            continue
        octets = b"".join(der(4, host_order(attribute.kind, value)) for value in several)
        label = der(4, digest_label(relation, attribute))
        elements.append(der(0x30, label + der(0x30, octets)))
    return der(0x31, b"".join(sorted(elements)))


def integrity_digest(relation, values):
    """Computes the SHA-256 digest of the values of a record."""
    return hashlib.sha256(digest_input(relation, values)).digest()


def primary_key(relation, record):
    """Returns the primary key blob of a record."""
    index = relation.indexes[0]
    result = atom(relation.id)
    for position in relation.positions(index):
        values = record.values[position]
        require(values, f"Record {record.number} of relation 0x{relation.id:08X} lacks the "
                f"attribute {relation.attributes[position].label} of its unique index.")
        value = host_order(relation.attributes[position].kind, values[0])
        result += atom(len(value)) + value
    return result


def parse_primary_key(data, relations):
    """Returns the relation id and the values of the unique index of a primary key blob."""
    where = "The primary key"
    identifier = read_atom(data, 0, where)
    require(identifier in relations and relations[identifier].indexes,
            f"{where} names the relation 0x{identifier:08X}, which has no unique index.")
    relation, values, offset = relations[identifier], {}, 4
    for position in relation.positions(relation.indexes[0]):
        attribute = relation.attributes[position]
        size = read_atom(data, offset, where)
        require(size <= len(data) - offset - 4, f"{where} ends inside {attribute.label}.")
        value = data[offset + 4:offset + 4 + size]
        offset += 4 + size
        if attribute.kind in (UINT32, SINT32):
            require(size == 4, f"{where} has {size} bytes for {attribute.label}.")
            value = struct.unpack("<I" if attribute.kind == UINT32 else "<i", value)[0]
        values[attribute.label] = value
    require(offset == len(data), f"{where} has {len(data) - offset} bytes after its values.")
    return identifier, values


def persistent_reference(path, key, identity=False):
    """Returns the persistent reference of an item. The path starts with ~ in a home directory."""
    pairs = [(b"ssui", SUBSERVICE), (b"dbnm", path + b"\0"), (b"item", key)]
    if identity:
        pairs.append((b"idnt", b"\xff" * 4))
    return b"".join(name + atom(len(value)) + value for name, value in pairs)


def parse_persistent_reference(data):
    """Returns the path, the primary key and the identity flag of a persistent reference."""
    where, offset, pairs = "The persistent reference", 0, {}
    while offset < len(data):
        name, size = data[offset:offset + 4], read_atom(data, offset + 4, where)
        require(name not in pairs, f"{where} has two values called {name!r}.")
        require(size <= len(data) - offset - 8, f"{where} ends inside the value {name!r}.")
        pairs[name] = data[offset + 8:offset + 8 + size]
        offset += 8 + size
    require(pairs.get(b"ssui") == SUBSERVICE, f"{where} is not for a file keychain.")
    path = pairs.get(b"dbnm", b"")
    require(path.endswith(b"\0") and b"\0" not in path[:-1], f"{where} has no path with a NUL.")
    require(b"item" in pairs, f"{where} has no primary key.")
    require(pairs.get(b"idnt", b"\xff" * 4) == b"\xff" * 4, f"{where} has a wrong idnt value.")
    return path[:-1], pairs[b"item"], b"idnt" in pairs
