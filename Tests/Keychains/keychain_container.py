# SPDX-License-Identifier: Apache-2.0
"""Reads and writes the container of a keychain file: header, schema section, tables, trailer.

The rules are in these sections:
Specification/keychain-file-format.md, "File header, schema section, trailer"
Specification/keychain-file-format.md, "Tables"
Specification/keychain-file-format.md, "Index section"
"""

import struct
from dataclasses import dataclass, field

from keychain_values import (
    atom, decode_record, encode_value, read_atom, read_atoms, require)

MAGIC = b"kych"
FILE_VERSION = 0x00010000
SCHEMA_OFFSET = 20
TABLE_HEADER_SIZE = 28


@dataclass
class Index:
    """An index of a table: its definition and its keys as pairs of encoded key and record."""

    id: int
    unique: bool
    attribute_ids: tuple
    keys: list = field(default_factory=list)

    def encode(self, offset):
        """Encodes the index, whose body starts at an offset of the table."""
        count = len(self.keys)
        head = [self.id, int(self.unique), len(self.attribute_ids), *self.attribute_ids, count]
        position = offset + 4 + 4 * len(head) + 8 * count
        offsets, bodies = [], []
        for key, _ in self.keys:
            bodies.append(atom(len(key)) + key)
            offsets.append(position)
            position += len(bodies[-1])
        numbers = [number for _, number in self.keys]
        words = [position - offset, *head, *offsets, *numbers]
        return struct.pack(f">{len(words)}I", *words) + b"".join(bodies)


@dataclass
class Table:
    """A table: its records in the order of the file and its indexes.

    `spans` has the offset and size of each record in the bytes that were read.
    """

    id: int
    records: list = field(default_factory=list)
    indexes: list = field(default_factory=list)
    raw: bytes = b""
    spans: list = field(default_factory=list)
    slots: tuple = ()

    @property
    def name(self):
        """The name of the table in messages."""
        return f"Table 0x{self.id:08X}"

    def sorted_records(self):
        """Returns the records in the order of their numbers."""
        return sorted(self.records, key=lambda record: record.number)

    def decode(self, kinds):
        """Decodes the records, whose attributes have these formats."""
        self.records = []
        for offset, size in self.spans:
            where = f"{self.name} record at offset {offset:#x}"
            record = decode_record(self.raw[offset:offset + size], kinds, where)
            require(record.number < len(self.slots) and self.slots[record.number] == offset,
                    f"{where} has the number {record.number}, but that slot does not name it.")
            self.records.append(record)

    def encode(self, kinds):
        """Encodes the table, whose attributes have these formats."""
        slot_count = max((record.number for record in self.records), default=0) + 1
        first = TABLE_HEADER_SIZE + 4 * slot_count
        slots, bodies, offset = {}, [], first
        for record in self.records:
            slots[record.number] = offset
            bodies.append(record.encode(kinds))
            offset += len(bodies[-1])
        values, head = chain_free_slots([slots.get(number) for number in range(slot_count)])
        section = encode_indexes(self.indexes, offset)
        words = [offset + len(section), self.id, len(self.records), first, offset, head,
                 slot_count, *values]
        return struct.pack(f">{len(words)}I", *words) + b"".join(bodies) + section


def chain_free_slots(offsets):
    """Returns the slot values with the free list in them, and the head of the free list."""
    head, values = 0, []
    for number, offset in enumerate(offsets):
        if offset is None:
            values.append(head)
            head = (TABLE_HEADER_SIZE + 4 * number) | 1
        else:
            values.append(offset)
    return values, head


def encode_indexes(indexes, offset):
    """Encodes the index section, which starts at an offset of the table."""
    position = offset + 8 + 4 * len(indexes)
    offsets, bodies = [], []
    for index in indexes:
        offsets.append(position)
        bodies.append(index.encode(position))
        position += len(bodies[-1])
    words = [position - offset, len(indexes), *offsets]
    return struct.pack(f">{len(words)}I", *words) + b"".join(bodies)


def parse_index(raw, offset, where):
    """Parses one index and returns it with the offset of its end."""
    size, identifier, unique, attribute_count = read_atoms(raw, offset, 4, where)
    require(size % 4 == 0 and size <= len(raw) - offset,
            f"{where} has the size {size}, which does not fit.")
    require(unique in (0, 1), f"{where} has the unique flag {unique}, which is not 0 or 1.")
    position = offset + 16
    attribute_ids = read_atoms(raw, position, attribute_count, where)
    position += 4 * attribute_count
    count = read_atom(raw, position, where)
    words = read_atoms(raw, position + 4, 2 * count, where)
    position += 4 + 8 * count
    keys = []
    for number in range(count):
        place = f"{where} key {number}"
        require(words[number] == position,
                f"{place} has the offset {words[number]:#x}, but it starts at {position:#x}.")
        key_size = read_atom(raw, position, place)
        require(key_size % 4 == 0 and key_size <= len(raw) - position - 4,
                f"{place} has the size {key_size}, which does not fit.")
        position += 4 + key_size
        keys.append((raw[position - key_size:position], words[count + number]))
    require(position == offset + size,
            f"{where} has the size {size}, but its keys end at {position - offset}.")
    return Index(identifier, bool(unique), attribute_ids, keys), position


def parse_indexes(raw, offset, where):
    """Parses the index section, which ends with the table."""
    size, count = read_atoms(raw, offset, 2, f"{where} index section")
    require(size == len(raw) - offset,
            f"{where} index section has the size {size}, but takes {len(raw) - offset} bytes.")
    offsets = read_atoms(raw, offset + 8, count, f"{where} index section")
    position, indexes = offset + 8 + 4 * count, []
    for number, start in enumerate(offsets):
        place = f"{where} index {number}"
        require(start == position,
                f"{place} has the offset {start:#x}, but it starts at {position:#x}.")
        index, position = parse_index(raw, start, place)
        require(not indexes or indexes[-1].id < index.id,
                f"{place} has the id {index.id}, which is not above the id before it.")
        indexes.append(index)
    require(position == len(raw), f"{where} index section ends at {position}, not at the end.")
    return indexes


def parse_slots(raw, slots, head, where):
    """Checks the slots and the free list, and returns the offsets of the live records."""
    live = [value if value and value % 2 == 0 else None for value in slots]
    values, expected_head = chain_free_slots(live)
    require(head == expected_head,
            f"{where} has the free-list head {head:#x}, but its slots give {expected_head:#x}.")
    for number, (value, expected) in enumerate(zip(slots, values)):
        require(value == expected,
                f"{where} slot {number} holds {value:#x}, but the free list gives {expected:#x}.")
    require(len(slots) == 1 or live[-1] is not None, f"{where} ends with a free slot.")
    offsets = [value for value in live if value is not None]
    require(len(set(offsets)) == len(offsets), f"{where} has two slots for one record.")
    return offsets


def parse_table(raw, where):
    """Parses a table up to its records, which need the schema."""
    words = read_atoms(raw, 0, 7, where)
    size, identifier, count, first, index_offset, head, slot_count = words
    table = Table(identifier, raw=raw)
    where = table.name
    require(size == len(raw), f"{where} has the size {size}, but takes {len(raw)} bytes.")
    require(slot_count >= 1, f"{where} has no record-number slot.")
    table.slots = read_atoms(raw, TABLE_HEADER_SIZE, slot_count, f"{where} slot array")
    require(first == TABLE_HEADER_SIZE + 4 * slot_count,
            f"{where} has its first record at {first:#x}, which is not the end of the slots.")
    require(first <= index_offset <= size and index_offset % 4 == 0,
            f"{where} has its index section at {index_offset:#x}, which does not fit.")
    live = set(parse_slots(raw, table.slots, head, where))
    require(len(live) == count,
            f"{where} has the record count {count}, but {len(live)} slots in use.")
    position = first
    while position < index_offset:
        place = f"{where} record at offset {position:#x}"
        require(position in live, f"{place} has no slot.")
        record_size = read_atom(raw, position, place)
        require(record_size % 4 == 0 and 24 <= record_size <= index_offset - position,
                f"{place} has the size {record_size}, which does not fit.")
        table.spans.append((position, record_size))
        position += record_size
    require(len(table.spans) == count,
            f"{where} has {count} slots in use, but {len(table.spans)} records.")
    table.indexes = parse_indexes(raw, index_offset, where)
    return table


@dataclass
class Container:
    """A whole keychain file: its tables in ascending order and its commit counter."""

    tables: list
    commit_counter: int
    raw: bytes = b""
    offsets: tuple = ()

    def table(self, identifier):
        """Returns the table with an id, or nothing if the file has no such table."""
        for table in self.tables:
            if table.id == identifier:
                return table
        return None

    def encode(self, kinds_of):
        """Encodes the file. `kinds_of` returns the attribute formats of a table id."""
        bodies = [table.encode(kinds_of(table.id)) for table in self.tables]
        offset, offsets = 8 + 4 * len(bodies), []
        for body in bodies:
            offsets.append(offset)
            offset += len(body)
        words = [FILE_VERSION, 16, SCHEMA_OFFSET, 0, offset, len(bodies), *offsets]
        return (MAGIC + struct.pack(f">{len(words)}I", *words) + b"".join(bodies)
                + atom(self.commit_counter))


def parse_container(raw):
    """Parses the header, the schema section, the tables without their records, the trailer."""
    require(len(raw) % 4 == 0, f"The file has {len(raw)} bytes, which is no multiple of 4.")
    require(raw[:4] == MAGIC, "The file header does not start with the magic kych.")
    words = read_atoms(raw, 4, 6, "The file header")
    expected = (("version", FILE_VERSION), ("auth section offset", 16),
                ("schema section offset", SCHEMA_OFFSET), ("auth section", 0))
    for (name, wanted), value in zip(expected, words):
        require(value == wanted,
                f"The file header has the {name} {value:#x}, which is not {wanted:#x}.")
    size, count = words[4:]
    require(SCHEMA_OFFSET + size + 4 == len(raw),
            f"The schema section has the size {size}, which does not end at the commit counter.")
    schema = raw[SCHEMA_OFFSET:SCHEMA_OFFSET + size]
    offsets = read_atoms(schema, 8, count, "The schema section")
    position, tables = 8 + 4 * count, []
    for number, offset in enumerate(offsets):
        where = f"Table number {number}"
        require(offset == position,
                f"{where} has the offset {offset:#x}, but it starts at {position:#x}.")
        table_size = read_atom(schema, offset, where)
        require(table_size % 4 == 0 and 36 <= table_size <= size - offset,
                f"{where} has the size {table_size}, which does not fit.")
        table = parse_table(schema[offset:offset + table_size], where)
        require(not tables or tables[-1].id < table.id,
                f"{table.name} does not have a higher id than the table before it.")
        tables.append(table)
        position += table_size
    require(position == size, f"The schema section ends at {size:#x}, its tables at {position:#x}.")
    commit_counter = int.from_bytes(raw[-4:], "big")
    require(commit_counter != 0, "The commit counter is 0, which is not allowed.")
    return Container(tables, commit_counter, raw, offsets)


def index_key(kinds, values):
    """Encodes one key of an index from its values."""
    return b"".join(encode_value(kind, value) for kind, value in zip(kinds, values, strict=True))
