# SPDX-License-Identifier: Apache-2.0
"""Writes keychain files: an empty one, and its items.

The rules are in Specification/keychain-file-format.md, "Minimal writer recipe". Random bytes
come from a seed, so that a file can be made again.
"""

import hashlib

from keychain_acl import add_tagged_entries, database_acl, standard_acl
from keychain_blobs import (
    CLASS_PRIVATE, CLASS_PUBLIC, CLASS_SESSION, CLEAR_FIELDS, CLEAR_TEXT, RSA, WRAPPED_FIELDS,
    DatabaseBlob, KeyBlob, KeyHeader, seal_secret)
from keychain_container import Container, Index, Table, index_key
from keychain_file import GROUP_FLAGS, KEY_CREATOR, expected_keys
from keychain_integrity import integrity_digest
from keychain_schema import (
    CERTIFICATE, DATABASE_BLOB, KEY_COLUMNS, KNOWN_RELATIONS, NEW_FILE_RELATIONS,
    PRIVATE_KEY, PUBLIC_KEY, SYMMETRIC_KEY, meta_rows)
from keychain_values import BLOB, SINT32, STRING, TIME_DATE, UINT32, Record, require

DEFAULT_DATE = b"20240102030405Z\0"
DEFAULT_VALUES = {UINT32: 0, SINT32: 0, STRING: b"", BLOB: b"", TIME_DATE: b"20010101000000Z\0"}
TRIPLE_DES, GROUP_ATTRIBUTES, GROUP_USAGE = 17, 0x59, 3
USAGE_ANY = 0x80000000
PERMISSION_BITS = (
    ("Permanent", 0x1), ("Private", 0x2), ("Modifiable", 0x4), ("Sensitive", 0x8),
    ("AlwaysSensitive", 0x10), ("Extractable", 0x20), ("NeverExtractable", 0x40))
USAGE_BITS = (
    ("Encrypt", 0x1), ("Decrypt", 0x2), ("Sign", 0x4), ("Verify", 0x8), ("SignRecover", 0x10),
    ("VerifyRecover", 0x20), ("Wrap", 0x40), ("Unwrap", 0x80), ("Derive", 0x100))
KEY_FLAGS = {"Permanent": 1, "Modifiable": 1, "Extractable": 1,
             **{name: 1 for name, _ in USAGE_BITS}}


class SeededRandom:
    """A source of random bytes that the seed determines."""

    def __init__(self, seed):
        self.seed, self.count = str(seed).encode(), 0

    def bytes(self, size):
        """Returns the next bytes."""
        result = b""
        while len(result) < size:
            block = b"keychain\0" + self.seed + b"\0" + self.count.to_bytes(8, "big")
            result += hashlib.sha256(block).digest()
            self.count += 1
        return result[:size]


class KeychainWriter:
    """A keychain file in the making. Each added item is one transaction."""

    def __init__(self, password, version=0x200, seed=0, idle_timeout=300, lock_on_sleep=True,
                 padding=bytes(3), date=DEFAULT_DATE):
        self.random, self.version, self.date = SeededRandom(seed), version, date
        self.commit_counter = 1
        self.tables = {}
        for relation in NEW_FILE_RELATIONS:
            self.tables[relation.id] = Table(relation.id)
        for relation in NEW_FILE_RELATIONS:
            self.describe(relation)
        self.database = DatabaseBlob(
            version, self.random.bytes(16), 0, idle_timeout, int(lock_on_sleep), padding,
            self.random.bytes(20), self.random.bytes(8), database_acl().encode(),
            encryption_key=self.random.bytes(24), signing_key=self.random.bytes(20))
        self.database.seal(password)
        self.insert(DATABASE_BLOB, self.database.encode(), [])

    @property
    def is_partitioned(self):
        """True if items get integrity and partition entries."""
        return self.version == 0x200

    def describe(self, relation):
        """Adds the rows that describe a relation to the meta tables."""
        for identifier, rows in meta_rows(relation).items():
            for values in rows:
                self.insert(identifier, b"", values)

    def insert(self, identifier, data, values):
        """Inserts a record and returns it. The highest free slot is used first."""
        table = self.tables[identifier]
        used = {record.number for record in table.records}
        free = [number for number in range(max(used, default=-1) + 1) if number not in used]
        number = free[-1] if free else len(used)
        record = Record(number, self.commit_counter, 0, data, values)
        table.records.append(record)
        return record

    def update(self, identifier, record):
        """Updates a record in a transaction of its own, which moves it to the end."""
        self.commit_counter += 1
        record.record_version += 1
        records = self.tables[identifier].records
        records.remove(record)
        records.append(record)

    def delete(self, identifier, record):
        """Deletes a record in a transaction of its own."""
        self.commit_counter += 1
        self.tables[identifier].records.remove(record)

    def values(self, identifier, attributes):
        """Returns the values of a record from a mapping of attribute labels.

        Each attribute of the unique index gets its default value if the mapping lacks it.
        """
        relation = KNOWN_RELATIONS[identifier]
        labels = {attribute.label for attribute in relation.attributes}
        require(labels.issuperset(attributes),
                f"Relation 0x{identifier:08X} has no attribute {set(attributes) - labels}.")
        needed = relation.indexes[0].attribute_ids
        result = []
        for attribute in relation.attributes:
            value = attributes.get(attribute.label)
            if value is None and attribute.id in needed:
                value = DEFAULT_VALUES[attribute.kind]
            result.append(value if value is None or isinstance(value, list) else [value])
        return result

    def digest(self, identifier, values, integrity):
        """Returns the digest to store. `integrity` is True, False or the bytes of a digest."""
        if isinstance(integrity, bytes):
            return integrity
        if integrity and self.is_partitioned:
            return integrity_digest(KNOWN_RELATIONS[identifier], values)
        return None

    def key_values(self, identifier, label, name, header, flags, attributes):
        """Returns the values of a key record."""
        values = dict.fromkeys(
            (column[2:] for column in KEY_COLUMNS if column.startswith("U:")), 0)
        values |= {"KeyClass": identifier, "PrintName": name, "Alias": b"", "Label": label,
                   "ApplicationTag": b"", "KeyCreator": KEY_CREATOR,
                   "KeyType": header.algorithm, "KeySizeInBits": header.bits,
                   "EffectiveKeySize": header.bits, "StartDate": header.start_date,
                   "EndDate": header.end_date, **flags, **attributes}
        return self.values(identifier, values)

    def seal_key(self, header, acl, key):
        """Returns the bytes of a wrapped key blob."""
        blob = KeyBlob(self.version, self.random.bytes(8), header, WRAPPED_FIELDS, acl.encode(),
                       b"", key=key)
        blob.seal(self.database)
        return blob.encode()

    def add_password(self, identifier, attributes, secret, trusted=(), partitions=None,
                     integrity=True, owner=None):
        """Adds a password item with its group key and returns both records, the item first."""
        self.commit_counter += 1
        attributes = {"cdat": self.date, "mdat": attributes.get("cdat", self.date), **attributes}
        values = self.values(identifier, attributes)
        acl = standard_acl(
            attributes.get("PrintName") or b"", trusted, partitions,
            self.digest(identifier, values, integrity), owner)
        label, key = b"ssgp" + self.random.bytes(16), self.random.bytes(24)
        header = KeyHeader(TRIPLE_DES, CLASS_SESSION, 192, GROUP_ATTRIBUTES, GROUP_USAGE)
        group = self.insert(
            SYMMETRIC_KEY, self.seal_key(header, acl, key),
            self.key_values(SYMMETRIC_KEY, label, label, header, GROUP_FLAGS, {}))
        data = seal_secret(key, label, self.random.bytes(8), secret)
        return self.insert(identifier, data, values), group

    def add_unprotected(self, identifier, attributes, data):
        """Adds a password record whose data is no SSGP blob."""
        self.commit_counter += 1
        attributes = {"cdat": self.date, "mdat": self.date, **attributes}
        return self.insert(identifier, data, self.values(identifier, attributes))

    def add_wrapped_key(self, identifier, name, label, key, algorithm, bits, attributes,
                        trusted=(), partitions=None, integrity=True, owner=None):
        """Adds a private or symmetric key and returns its record."""
        self.commit_counter += 1
        header = self.key_header(
            algorithm, CLASS_PRIVATE if identifier == PRIVATE_KEY else CLASS_SESSION, bits,
            attributes)
        values = self.key_values(identifier, label, name, header, KEY_FLAGS, attributes)
        digest = self.digest(identifier, values, integrity)
        acl = standard_acl(name, trusted, partitions, digest, owner)
        return self.insert(identifier, self.seal_key(header, acl, key), values)

    def add_public_key(self, name, label, key, bits, attributes, integrity=True):
        """Adds an RSA public key in the clear and returns its record."""
        self.commit_counter += 1
        header = self.key_header(RSA, CLASS_PUBLIC, bits, attributes)
        values = self.key_values(PUBLIC_KEY, label, name, header, KEY_FLAGS, attributes)
        acl = database_acl()
        add_tagged_entries(acl, None, self.digest(PUBLIC_KEY, values, integrity))
        blob = KeyBlob(self.version, bytes(8), header, CLEAR_FIELDS, acl.encode(), CLEAR_TEXT,
                       crypto=key)
        return self.insert(PUBLIC_KEY, blob.encode(), values)

    def key_header(self, algorithm, key_class, bits, attributes):
        """Returns the header of a key, whose flags agree with the attributes of its record."""
        flags = {**KEY_FLAGS, **attributes}
        permissions = sum(bit for name, bit in PERMISSION_BITS if flags.get(name))
        usage = sum(bit for name, bit in USAGE_BITS if flags.get(name))
        if usage == sum(bit for _, bit in USAGE_BITS):
            usage = USAGE_ANY
        return KeyHeader(algorithm, key_class, bits, permissions, usage)

    def add_certificate(self, attributes, certificate):
        """Adds a certificate and returns its record. The first one creates the table."""
        self.commit_counter += 1
        if CERTIFICATE not in self.tables:
            self.tables[CERTIFICATE] = Table(CERTIFICATE)
            self.describe(KNOWN_RELATIONS[CERTIFICATE])
        attributes = {"CertType": 1, "CertEncoding": 3, **attributes}
        return self.insert(CERTIFICATE, certificate, self.values(CERTIFICATE, attributes))

    def encode(self):
        """Serialises the file with its indexes."""
        for table in self.tables.values():
            table.indexes = make_indexes(KNOWN_RELATIONS[table.id], table.records)
        tables = [self.tables[identifier] for identifier in sorted(self.tables)]
        container = Container(tables, self.commit_counter)
        return container.encode(lambda identifier: KNOWN_RELATIONS[identifier].kinds)


def make_indexes(relation, records):
    """Returns the indexes of a relation with the keys that the records give."""
    result = []
    for definition in relation.indexes:
        where = f"Relation 0x{relation.id:08X} index {definition.id}"
        kinds = [relation.kinds[position] for position in relation.positions(definition)]
        keys = expected_keys(relation, definition, records, 1 << 20, where)
        keys.sort(key=lambda pair: pair[0])
        values = [pair[0] for pair in keys]
        require(not definition.unique or len(set(values)) == len(values),
                f"{where} is unique, but two records have one key.")
        result.append(Index(
            definition.id, definition.unique, definition.attribute_ids,
            [(index_key(kinds, value), number) for value, number in keys]))
    return result
