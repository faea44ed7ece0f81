# SPDX-License-Identifier: Apache-2.0
"""Encodes and decodes the attribute values and records of a keychain file.

The rules are in Specification/keychain-file-format.md, "Records".
"""

import re
import struct
from dataclasses import dataclass, field

STRING, SINT32, UINT32, BIG_NUM, REAL, TIME_DATE, BLOB, MULTI_UINT32, COMPLEX = range(9)

FORMAT_NAMES = (
    "STRING", "SINT32", "UINT32", "BIG_NUM", "REAL", "TIME_DATE", "BLOB", "MULTI_UINT32",
    "COMPLEX")

RECORD_HEADER_SIZE = 24
MAXIMUM_VALUES = 1024

DATE_PATTERN = re.compile(
    rb"[0-9]{4}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])([01][0-9]|2[0-3])([0-5][0-9]){2}Z\0")


class FormatError(Exception):
    """A part of a keychain file that breaks a rule of the format."""


def require(condition, sentence):
    """Raises a FormatError with the sentence unless the condition is true.

    The functions that read single values raise it themselves, because Python would build the
    sentence for each value.
    """
    if not condition:
        raise FormatError(sentence)


def align4(number):
    """Returns the smallest multiple of 4 that is at least the number."""
    return (number + 3) & ~3


def atom(number):
    """Encodes an unsigned 32-bit integer."""
    return struct.pack(">I", number)


def padded(data):
    """Returns the bytes followed by zero bytes up to a multiple of 4."""
    return data + bytes(align4(len(data)) - len(data))


def read_atom(data, offset, where):
    """Reads the unsigned 32-bit integer at an offset."""
    if not 0 <= offset <= len(data) - 4:
        raise FormatError(f"{where} ends before offset {offset} + 4.")
    return int.from_bytes(data[offset:offset + 4], "big")


def read_atoms(data, offset, count, where):
    """Reads an array of unsigned 32-bit integers at an offset."""
    if not (0 <= offset and count * 4 <= len(data) - offset):
        raise FormatError(f"{where} ends before the {count} integers at offset {offset}.")
    return struct.unpack_from(f">{count}I", data, offset)


def read_bytes(data, offset, size, where):
    """Reads bytes at an offset, with the zero bytes that fill them up to a multiple of 4."""
    end = offset + align4(size)
    if not (0 <= offset and end <= len(data)):
        raise FormatError(f"{where} ends before the {size} bytes at offset {offset}.")
    if any(data[offset + size:end]):
        raise FormatError(
            f"{where} has a padding byte after offset {offset + size} that is not zero.")
    return bytes(data[offset:offset + size])


def check_date(value, where):
    """Checks the 16 bytes of a date."""
    require(DATE_PATTERN.fullmatch(value), f"{where} has the invalid date {value!r}.")


def encode_value(kind, value):
    """Encodes one value of a format."""
    if kind == UINT32:
        return struct.pack(">I", value)
    if kind == SINT32:
        return struct.pack(">i", value)
    if kind in (STRING, BLOB, BIG_NUM):
        return atom(len(value)) + padded(value)
    if kind == MULTI_UINT32:
        return atom(len(value)) + struct.pack(f">{len(value)}I", *value)
    return bytes(value)


def decode_value(data, offset, kind, where):
    """Decodes one value and returns it with the offset of its end."""
    if kind == UINT32:
        return read_atom(data, offset, where), offset + 4
    if kind == SINT32:
        number = read_atom(data, offset, where)
        return number - ((number & 0x80000000) << 1), offset + 4
    if kind == TIME_DATE:
        value = read_bytes(data, offset, 16, where)
        check_date(value, where)
        return value, offset + 16
    if kind == REAL:
        return read_bytes(data, offset, 8, where), offset + 8
    if kind == MULTI_UINT32:
        count = read_atom(data, offset, where)
        return read_atoms(data, offset + 4, count, where), offset + 4 + 4 * count
    if kind not in (STRING, BLOB, BIG_NUM):
        raise FormatError(f"{where} has the unsupported format {kind}.")
    size = read_atom(data, offset, where)
    value = read_bytes(data, offset + 4, size, where)
    if kind == BIG_NUM and value.endswith(b"\0"):
        raise FormatError(f"{where} has a big number that ends with a zero byte.")
    return value, offset + 4 + align4(size)


@dataclass
class Record:
    """A record of a table.

    `values` has one element for each attribute, in the order of the schema. An absent attribute
    has no list, and each other attribute has a list of values.
    """

    number: int
    create_version: int
    record_version: int
    data: bytes = b""
    values: list = field(default_factory=list)

    def encode(self, kinds):
        """Encodes the record of a table whose attributes have these formats."""
        offset = RECORD_HEADER_SIZE + 4 * len(kinds) + align4(len(self.data))
        offsets, body = [], []
        for kind, values in zip(kinds, self.values, strict=True):
            if values is None:
                offsets.append(0)
                continue
            encoded = b"".join(encode_value(kind, value) for value in values)
            if len(values) == 1:
                offsets.append(offset | 1)
            else:
                offsets.append(offset)
                encoded = atom(len(values)) + encoded
            body.append(encoded)
            offset += len(encoded)
        header = struct.pack(
            ">6I", offset, self.number, self.create_version, self.record_version,
            len(self.data), 0)
        return (header + struct.pack(f">{len(offsets)}I", *offsets) + padded(self.data)
                + b"".join(body))


def decode_record(data, kinds, where):
    """Decodes the bytes of a whole record."""
    header = read_atoms(data, 0, 6, where)
    size, number, create_version, record_version, data_size, semantics = header
    require(size == len(data), f"{where} has the size {size}, but takes {len(data)} bytes.")
    require(semantics == 0, f"{where} has the semantic information {semantics}, which is not 0.")
    offsets = read_atoms(data, RECORD_HEADER_SIZE, len(kinds), where)
    start = RECORD_HEADER_SIZE + 4 * len(kinds)
    content = read_bytes(data, start, data_size, where)
    position = start + align4(data_size)
    values = []
    for index, (kind, offset) in enumerate(zip(kinds, offsets)):
        if offset == 0:
            values.append(None)
            continue
        place = f"{where} attribute {index}"
        if offset & ~1 != position:
            raise FormatError(
                f"{place} has the offset {offset:#x}, but its value starts at {position:#x}.")
        count = 1
        if offset & 1 == 0:
            count = read_atom(data, position, place)
            require(2 <= count <= MAXIMUM_VALUES,
                    f"{place} has {count} values, but a multi-value has 2 to {MAXIMUM_VALUES}.")
            position += 4
        several = []
        for _ in range(count):
            value, position = decode_value(data, position, kind, place)
            several.append(value)
        values.append(several)
    require(position == size,
            f"{where} has the size {size}, but its values end at {position}.")
    return Record(number, create_version, record_version, content, values)
