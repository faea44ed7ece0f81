# SPDX-License-Identifier: Apache-2.0
"""Opens a keychain file, unlocks it and checks every rule of the format.

This module is the entry to the library. The library was written from the page keychain-file-format
of the specification alone, so that it can disagree with the Swift code.
"""

import collections
import itertools
import math
from dataclasses import dataclass, field

from keychain_acl import INTEGRITY_TAG, PARTITION_TAG, decode_partitions, parse_acl
from keychain_blobs import DatabaseBlob, KeyBlob, is_protected, open_secret, seal_secret
from keychain_container import index_key, parse_container
from keychain_integrity import integrity_digest
from keychain_schema import (
    DATABASE_BLOB, KEY_COLUMNS, KEY_TABLES, META_RELATIONS, PASSWORD_TABLES, PRIVATE_KEY,
    PUBLIC_KEY, SYMMETRIC_KEY, check_schema, read_schema)
from keychain_values import FormatError, require

META_TABLES = {relation.id for relation in META_RELATIONS}
KEY_CLASSES = {PUBLIC_KEY: 0, PRIVATE_KEY: 1, SYMMETRIC_KEY: 2}
GROUP_HEADER, GROUP_KEY_ATTRIBUTES = (17, 2, 192, 3), (0x59, 0x79)
GROUP_FLAGS = dict.fromkeys((column[2:] for column in KEY_COLUMNS[14:]), 0) | dict.fromkeys(
    ("Permanent", "Sensitive", "AlwaysSensitive", "NeverExtractable", "Encrypt", "Decrypt"), 1)
GROUP_FLAGS |= {"Private": 0, "Modifiable": 0}
KEY_CREATOR = b"{87191ca2-0fc9-11d4-849a-000502b52122}\0"


def expected_keys(relation, index, records, limit, where):
    """Returns the keys that records give an index, as pairs of key values and record number."""
    positions, keys = relation.positions(index), []
    for record in records:
        columns = [record.values[position] for position in positions]
        if any(column is None for column in columns):
            require(not index.unique,
                    f"{where} is unique, but record {record.number} lacks an attribute of it.")
            continue
        require(math.prod(len(column) for column in columns) <= limit,
                f"{where} has fewer keys than record {record.number} gives.")
        keys.extend((values, record.number) for values in itertools.product(*columns))
    return keys


def check_index(table, relation, stored, definition):
    """Checks an index of a table against the meta tables and the records."""
    where = f"{table.name} index {definition.id}"
    require((stored.id, stored.unique, stored.attribute_ids)
            == (definition.id, definition.unique, definition.attribute_ids),
            f"{where} has another id, unique flag or attribute list than the meta table.")
    kinds = [relation.kinds[position] for position in relation.positions(definition)]
    decoded, wanted = {}, []
    for values, number in expected_keys(
            relation, definition, table.records, len(stored.keys), where):
        encoded = index_key(kinds, values)
        decoded[encoded] = values
        wanted.append((encoded, number))
    require(len(wanted) == len(stored.keys),
            f"{where} has {len(stored.keys)} keys, but the records give {len(wanted)}.")
    remaining = collections.Counter(wanted)
    for position, (key, number) in enumerate(stored.keys):
        require(remaining[bytes(key), number] > 0,
                f"{where} key {position} names record {number}, which does not give that key.")
        remaining[bytes(key), number] -= 1
    for position, ((first, _), (second, _)) in enumerate(itertools.pairwise(stored.keys)):
        low, high = decoded[bytes(first)], decoded[bytes(second)]
        require(low <= high, f"{where} key {position + 1} sorts before the key before it.")
        require(low < high or not definition.unique,
                f"{where} key {position + 1} repeats a key of a unique index.")


@dataclass
class Keychain:
    """A parsed keychain file."""

    container: object
    relations: dict
    database: DatabaseBlob
    unlocked: bool = False
    keys: dict = field(default_factory=dict)

    @staticmethod
    def parse(raw):
        """Parses a file with its records and its blobs, but without its secrets."""
        container = parse_container(raw)
        relations = read_schema(container)
        check_schema(container, relations)
        for table in container.tables:
            if table.id not in META_TABLES:
                table.decode(relations[table.id].kinds)
            for record in table.records:
                require(record.create_version <= container.commit_counter,
                        f"{table.name} record {record.number} has the create version "
                        f"{record.create_version}, which is above the commit counter.")
        blobs = container.table(DATABASE_BLOB)
        require(len(blobs.records) == 1,
                f"{blobs.name} has {len(blobs.records)} records instead of 1.")
        database = DatabaseBlob.parse(blobs.records[0].data, "The database blob")
        keychain = Keychain(container, relations, database)
        for table, record in keychain.records(KEY_TABLES):
            where = f"{table.name} record {record.number} key blob"
            keychain.keys[table.id, record.number] = KeyBlob.parse(record.data, where)
        return keychain

    def records(self, identifiers):
        """Yields the records of some tables in the order of the file, with their tables."""
        for table in self.container.tables:
            if table.id in identifiers:
                for record in table.records:
                    yield table, record

    def encode(self):
        """Serialises the file."""
        return self.container.encode(lambda identifier: self.relations[identifier].kinds)

    def unlock(self, password):
        """Opens the database blob with a password and then every key blob."""
        self.database.unlock(password, "The database blob")
        self.unlocked = True

    def open_key(self, table, record):
        """Returns the opened key blob of a record of a key table."""
        blob = self.keys[table.id, record.number]
        blob.open(self.database, f"{table.name} record {record.number} key blob")
        return blob

    def group_key(self, table, record):
        """Returns the key record that protects a password item, or nothing if it is unprotected."""
        if not is_protected(record.data):
            return None
        relation = self.relations[SYMMETRIC_KEY]
        for key_table, key_record in self.records((SYMMETRIC_KEY,)):
            if relation.value(key_record, "Label") == record.data[:20]:
                return key_table, key_record
        raise FormatError(f"{table.name} record {record.number} has the group label "
                          f"{record.data[:20].hex()}, which no key has.")

    def guardian(self, table, record):
        """Returns the key record whose ACL protects a record, or nothing if no ACL does."""
        if table.id in KEY_TABLES:
            return table, record
        return self.group_key(table, record) if table.id in PASSWORD_TABLES else None

    def secret(self, table, record):
        """Decrypts the secret of a password item."""
        group = self.group_key(table, record)
        if group is None:
            return record.data
        key = self.open_key(*group).key
        return open_secret(key, record.data, f"{table.name} record {record.number} secret")

    def acl(self, table, record):
        """Returns the ACL of a record, or nothing if the record has no ACL."""
        guardian = self.guardian(table, record)
        if guardian is None:
            return None
        blob = self.keys[guardian[0].id, guardian[1].number]
        return parse_acl(blob.acl, f"{table.name} record {record.number}")

    def partitions(self, table, record):
        """Returns the partition ids of a record, or nothing if it has no partition entry."""
        acl = self.acl(table, record)
        where = f"{table.name} record {record.number}"
        return decode_partitions(acl and acl.tagged(PARTITION_TAG), where)

    def digests(self, table, record):
        """Returns the stored integrity digest, or nothing, and the recomputed digest."""
        acl = self.acl(table, record)
        computed = integrity_digest(self.relations[table.id], record.values)
        return (acl.tagged(INTEGRITY_TAG) if acl else None), computed

    def is_group_key(self, table, record):
        """True if a record is the hidden key of a password item."""
        if table.id != SYMMETRIC_KEY:
            return False
        label = self.relations[table.id].value(record, "Label") or b""
        return len(label) > 4 and label.startswith(b"ssgp")

    def check(self, password):
        """Checks every rule that the parser does not check, and unlocks the file."""
        for table in self.container.tables:
            relation = self.relations[table.id]
            require(len(table.indexes) == len(relation.indexes),
                    f"{table.name} has {len(table.indexes)} indexes, but the meta table has "
                    f"{len(relation.indexes)}.")
            for stored, definition in zip(table.indexes, relation.indexes):
                check_index(table, relation, stored, definition)
        require(self.encode() == self.container.raw, "The file differs from its serialisation.")
        self.unlock(password)
        self.check_database(password)
        for table, record in self.records(KEY_TABLES):
            self.check_key(table, record)
        for table, record in self.records(PASSWORD_TABLES):
            self.check_password(table, record)

    def check_database(self, password):
        """Checks that the database blob can be made again from its parts."""
        blob = self.database
        where, stored = "The database blob", blob.encode()
        blob.seal(password)
        require(blob.encode() == stored, f"{where} differs after encryption with its own IV.")

    def check_key(self, table, record):
        """Checks a key record: its attributes, its blob and its integrity digest."""
        relation, where = self.relations[table.id], f"{table.name} record {record.number}"
        blob = self.open_key(table, record)
        header = blob.header
        require(header.key_class == KEY_CLASSES[table.id],
                f"{where} has the key class {header.key_class}, which its table does not hold.")
        pairs = (("KeyClass", table.id), ("KeyType", header.algorithm),
                 ("KeySizeInBits", header.bits), ("StartDate", header.start_date),
                 ("EndDate", header.end_date), ("KeyCreator", KEY_CREATOR))
        for label, expected in pairs:
            value = relation.value(record, label)
            require(value == expected,
                    f"{where} has the {label} {value!r}, but its key blob gives {expected!r}.")
        blob.seal(self.database)
        require(blob.encode() == record.data, f"{where} key blob differs after wrapping again.")
        if self.is_group_key(table, record):
            self.check_group_key(table, record, header)
        else:
            self.check_entries(table, record)

    def check_group_key(self, table, record, header):
        """Checks that the key of a password item has the header and the attributes of one."""
        relation, where = self.relations[table.id], f"{table.name} record {record.number}"
        fixed = (header.algorithm, header.key_class, header.bits, header.usage)
        require(fixed == GROUP_HEADER and header.attributes in GROUP_KEY_ATTRIBUTES,
                f"{where} has a key header that no group key has.")
        label = relation.value(record, "Label")
        expected = {"PrintName": label, "Alias": b"", "ApplicationTag": b"",
                    "EffectiveKeySize": 192, **GROUP_FLAGS}
        for name, wanted in expected.items():
            value = relation.value(record, name)
            require(value == wanted,
                    f"{where} has the {name} {value!r}, but a group key has {wanted!r}.")

    def check_password(self, table, record):
        """Checks a password record: its secret and its integrity digest."""
        where, group = f"{table.name} record {record.number}", self.group_key(table, record)
        secret = self.secret(table, record)
        if group is not None:
            key = self.keys[SYMMETRIC_KEY, group[1].number].key
            again = seal_secret(key, record.data[:20], record.data[20:28], secret)
            require(again == record.data, f"{where} secret differs after encryption.")
        self.check_entries(table, record)

    def check_entries(self, table, record):
        """Checks the integrity entry and the partition entry of a record."""
        where = f"{table.name} record {record.number}"
        self.partitions(table, record)
        stored, computed = self.digests(table, record)
        require(stored in (None, computed),
                f"{where} has an integrity digest that differs from its attributes.")


def open_keychain(path):
    """Reads and parses the keychain file at a path."""
    with open(path, "rb") as file:
        return Keychain.parse(file.read())
