# SPDX-License-Identifier: Apache-2.0
"""Describes a keychain file as one JSON value.

Bytes are hex digits, integers are numbers, absent attributes are null, and multi-values are lists.
"""

from keychain_acl import parse_acl
from keychain_integrity import primary_key
from keychain_schema import DATABASE_BLOB, KEY_TABLES, PASSWORD_TABLES
from keychain_values import FormatError


def json_value(value):
    """Returns the JSON form of a value of an attribute."""
    if isinstance(value, int):
        return value
    return list(value) if isinstance(value, tuple) else bytes(value).hex()


def json_values(values):
    """Returns the JSON form of all values of an attribute."""
    if values is None:
        return None
    several = [json_value(value) for value in values]
    return several[0] if len(several) == 1 else several


def describe_header(blob):
    """Returns the header of a key and the fields of its wrapping."""
    header = blob.header
    return {"algorithm": header.algorithm, "keyClass": header.key_class, "bits": header.bits,
            "attributes": header.attributes, "usage": header.usage,
            "startDate": header.start_date.hex(), "endDate": header.end_date.hex(),
            "blobVersion": blob.version, "blobType": blob.fields[0],
            "blobFormat": blob.fields[1], "wrapAlgorithm": blob.fields[2],
            "wrapMode": blob.fields[3], "iv": blob.iv.hex(), "clear": blob.is_clear}


def describe_access(keychain, table, record):
    """Returns the ACL, the partition list and the integrity digests of a record."""
    acl = keychain.acl(table, record)
    if acl is None:
        return {}
    where = f"{table.name} record {record.number}"
    stored, computed = keychain.digests(table, record)
    return {"acl": acl.describe(where), "partitions": keychain.partitions(table, record),
            "integrity": {"stored": stored.hex() if stored is not None else None,
                          "computed": computed.hex(), "equal": stored == computed}}


def describe_secret(keychain, table, record):
    """Returns the secrets of a record of an unlocked keychain, or the reason why they fail."""
    result = {}
    guardian = keychain.guardian(table, record)
    if guardian is not None:
        blob = keychain.keys[guardian[0].id, guardian[1].number]
        result["macValid"] = None if blob.is_clear else blob.mac_is_valid(keychain.database)
    try:
        if table.id in KEY_TABLES:
            result["secret"] = keychain.open_key(table, record).key.hex()
        else:
            result["secret"] = keychain.secret(table, record).hex()
    except FormatError as error:
        result["secretError"] = str(error)
    return result


def describe_record(keychain, table, record):
    """Returns the description of a record."""
    relation = keychain.relations[table.id]
    result = {"number": record.number, "createVersion": record.create_version,
              "recordVersion": record.record_version,
              "attributes": {attribute.label: json_values(values) for attribute, values
                             in zip(relation.attributes, record.values)}}
    if relation.indexes:
        result["primaryKey"] = primary_key(relation, record).hex()
    if table.id in KEY_TABLES:
        result["keyHeader"] = describe_header(keychain.keys[table.id, record.number])
        result["isGroupKey"] = keychain.is_group_key(table, record)
    if table.id in KEY_TABLES or table.id in PASSWORD_TABLES:
        try:
            result |= describe_access(keychain, table, record)
        except FormatError as error:
            result["accessError"] = str(error)
        if keychain.unlocked:
            result |= describe_secret(keychain, table, record)
    else:
        result["data"] = record.data.hex()
    return result


def describe_keychain(keychain, password=None, only=None):
    """Returns the description of a file, with its secrets if there is a password.

    `only` has the ids of the tables to describe. Without it, all are described.
    """
    if password is not None:
        keychain.unlock(password)
    database = keychain.database
    tables = [{"id": table.id, "name": keychain.relations[table.id].name.decode("latin-1"),
               "records": [describe_record(keychain, table, record)
                           for record in table.records]}
              for table in keychain.container.tables if only is None or table.id in only]
    result = {"version": database.version, "commitCounter": keychain.container.commit_counter,
              "signature": database.signature.hex(), "sequence": database.sequence,
              "idleTimeout": database.idle_timeout,
              "lockOnSleep": bool(database.lock_on_sleep), "salt": database.salt.hex(),
              "acl": parse_acl(database.acl, f"Table 0x{DATABASE_BLOB:08X}").describe(""),
              "macValid": True if keychain.unlocked else None, "tables": tables}
    if keychain.unlocked:
        result["encryptionKey"] = database.encryption_key.hex()
        result["signingKey"] = database.signing_key.hex()
    return result
