# SPDX-License-Identifier: Apache-2.0
"""Names each byte range of a keychain file.

The ranges cover every byte once, in ascending order. They are for a file that parses: the walk
follows sizes that the parser has checked.
"""

from keychain_blobs import CLEAR_TEXT, is_protected
from keychain_schema import DATABASE_BLOB, KEY_TABLES, PASSWORD_TABLES
from keychain_values import (
    MULTI_UINT32, REAL, SINT32, TIME_DATE, UINT32, align4, read_atom, require)

FILE_FIELDS = ("magic", "version", "auth section offset", "schema section offset",
               "auth section")
TABLE_FIELDS = ("size", "id", "record count", "first record offset", "index section offset",
                "free-list head", "slot count")
RECORD_FIELDS = ("size", "number", "create version", "record version", "data size",
                 "semantic information")
BLOB_FIELDS = ((4, "magic"), (4, "version"), (4, "start of the encrypted section"),
               (4, "total length"))
DATABASE_FIELDS = BLOB_FIELDS + (
    (16, "signature"), (4, "sequence"), (4, "idle timeout"), (1, "lock on sleep"),
    (3, "padding"), (20, "salt"), (8, "IV"), (20, "MAC"))
KEY_FIELDS = BLOB_FIELDS + (
    (8, "IV"), (4, "header version"), (16, "header GUID"), (4, "header blob type"),
    (4, "header format"), (4, "header algorithm"), (4, "header key class"),
    (4, "header key size"), (4, "header attributes"), (4, "header usage"),
    (8, "header start date"), (8, "header end date"), (4, "header wrap algorithm"),
    (4, "header wrap mode"), (4, "header reserved"), (4, "wrapped blob type"),
    (4, "wrapped blob format"), (4, "wrap algorithm"), (4, "wrap mode"), (20, "MAC"))
FIXED_SIZES = {UINT32: 4, SINT32: 4, REAL: 8, TIME_DATE: 16}


class Walk:
    """A walk over the bytes of a file that collects the named ranges."""

    def __init__(self, raw, base):
        self.raw, self.position, self.entries = raw, base, []

    def take(self, size, name):
        """Names the next bytes, unless the size is 0."""
        if size:
            self.entries.append((self.position, self.position + size, name))
        self.position += size

    def atom(self, name):
        """Names the next integer and returns it."""
        value = read_atom(self.raw, self.position, name)
        self.take(4, name)
        return value

    def atoms(self, count, name):
        """Names an array of integers and returns them."""
        return [self.atom(f"{name} {number}") for number in range(count)]

    def padded(self, size, name):
        """Names some bytes and the padding after them."""
        self.take(size, name)
        self.take(align4(size) - size, f"{name} padding")

    def value(self, kind, name):
        """Names one value of an attribute."""
        if kind in FIXED_SIZES:
            self.take(FIXED_SIZES[kind], name)
        elif kind == MULTI_UINT32:
            self.take(4 * self.atom(f"{name} count"), name)
        else:
            self.padded(self.atom(f"{name} length"), name)

    def data(self, identifier, size, name):
        """Names the record data."""
        end = self.position + size
        content = self.raw[self.position:end]
        if identifier == DATABASE_BLOB or identifier in KEY_TABLES:
            blob, fields = ("DbBlob", DATABASE_FIELDS) if identifier == DATABASE_BLOB else (
                "KeyBlob", KEY_FIELDS)
            crypto = self.position + read_atom(content, 8, name)
            for length, field in fields:
                self.take(length, f"{name} {blob} {field}")
            self.take(crypto - self.position, f"{name} {blob} public ACL")
            clear = identifier != DATABASE_BLOB and content[116:136] == CLEAR_TEXT
            self.take(end - self.position,
                      f"{name} {blob} {'clear key' if clear else 'encrypted section'}")
        elif identifier in PASSWORD_TABLES and is_protected(content):
            self.take(20, f"{name} SSGP group label")
            self.take(8, f"{name} SSGP IV")
            self.take(end - self.position, f"{name} SSGP ciphertext")
        else:
            self.take(size, f"{name} data")
        self.take(align4(size) - size, f"{name} data padding")

    def record(self, record, relation, name):
        """Names the fields of a record."""
        for field in RECORD_FIELDS:
            self.atom(f"{name} {field}")
        for attribute in relation.attributes:
            self.atom(f"{name} attribute {attribute.label} offset")
        self.data(relation.id, len(record.data), name)
        for attribute, values in zip(relation.attributes, record.values):
            place = f"{name} attribute {attribute.label}"
            if values is not None and len(values) > 1:
                self.atom(f"{place} value count")
            for number in range(len(values or ())):
                suffix = f" {number}" if len(values) > 1 else ""
                self.value(attribute.kind, f"{place} value{suffix}")

    def index(self, index, name):
        """Names the fields of an index."""
        for field in ("size", "id", "unique flag", "attribute count"):
            self.atom(f"{name} {field}")
        self.atoms(len(index.attribute_ids), f"{name} attribute id")
        count = self.atom(f"{name} key count")
        self.atoms(count, f"{name} key offset")
        self.atoms(count, f"{name} record number")
        for number in range(count):
            self.take(self.atom(f"{name} key {number} length"), f"{name} key {number} values")

    def table(self, table, relation):
        """Names the fields of a table."""
        name = f"table 0x{table.id:08X}"
        for field in TABLE_FIELDS:
            self.atom(f"{name} {field}")
        self.atoms(len(table.slots), f"{name} slot")
        for record, (_, size) in zip(table.records, table.spans):
            end = self.position + size
            self.record(record, relation, f"{name} record {record.number}")
            require(self.position == end,
                    f"{table.name} record {record.number} has bytes without a name.")
        self.atom(f"{name} index section size")
        self.atom(f"{name} index count")
        self.atoms(len(table.indexes), f"{name} index offset")
        for index in table.indexes:
            self.index(index, f"{name} index {index.id}")


def file_entries(keychain):
    """Returns the byte ranges of a parsed file as tuples of start, end and name."""
    raw = keychain.container.raw
    walk = Walk(raw, 0)
    for field in FILE_FIELDS:
        walk.atom(f"header {field}")
    walk.atom("schema section size")
    walk.atom("schema section table count")
    for table in keychain.container.tables:
        walk.atom(f"schema section offset of table 0x{table.id:08X}")
    for table in keychain.container.tables:
        walk.table(table, keychain.relations[table.id])
    walk.atom("commit counter")
    require(walk.position == len(raw), "The file has bytes without a name at its end.")
    return walk.entries
