# SPDX-License-Identifier: Apache-2.0
"""Relations, attributes and indexes of a keychain, and their rows in the meta tables.

The rules are in these sections:
Specification/keychain-file-format.md, "Meta tables"
Specification/keychain-file-format.md, "Tables of a keychain"
"""

from dataclasses import dataclass

from keychain_values import (
    BLOB, FORMAT_NAMES, MULTI_UINT32, SINT32, STRING, TIME_DATE, UINT32, Record, require)

SCHEMA_INFO, SCHEMA_INDEXES, SCHEMA_ATTRIBUTES, SCHEMA_PARSING_MODULE = range(4)
PUBLIC_KEY, PRIVATE_KEY, SYMMETRIC_KEY = 0x0F, 0x10, 0x11
GENERIC, INTERNET, APPLESHARE = 0x80000000, 0x80000001, 0x80000002
CERTIFICATE, DATABASE_BLOB = 0x80001000, 0x80008000
KEY_TABLES = (PUBLIC_KEY, PRIVATE_KEY, SYMMETRIC_KEY)
PASSWORD_TABLES = (GENERIC, INTERNET, APPLESHARE)

NAME_STRING, NAME_INTEGER = 0, 2
INDEXED_ON_ATTRIBUTE = 1


def four_char(code):
    """Returns the integer of a four-character code."""
    return int.from_bytes(code.encode("ascii"), "big")


@dataclass(frozen=True)
class Attribute:
    """An attribute of a relation."""

    id: int
    name_format: int
    name: bytes | None
    kind: int

    @property
    def label(self):
        """The name of the attribute in JSON: its own name, its four characters or its id."""
        if self.name is not None:
            return self.name.decode("latin-1")
        code = self.id.to_bytes(4, "big")
        return code.decode("ascii") if all(32 <= byte < 127 for byte in code) else str(self.id)


@dataclass(frozen=True)
class IndexDefinition:
    """An index of a relation, without its keys."""

    id: int
    unique: bool
    attribute_ids: tuple


@dataclass(frozen=True)
class Relation:
    """A relation: the attributes and indexes of one table."""

    id: int
    name: bytes
    attributes: tuple
    indexes: tuple = ()

    @property
    def kinds(self):
        """The formats of the attributes."""
        return [attribute.kind for attribute in self.attributes]

    def position(self, label):
        """Returns the position of the attribute with a label."""
        for position, attribute in enumerate(self.attributes):
            if attribute.label == label:
                return position
        raise KeyError(f"Relation 0x{self.id:08X} has no attribute {label}.")

    def positions(self, index):
        """Returns the positions of the attributes of an index."""
        ids = [attribute.id for attribute in self.attributes]
        return [ids.index(identifier) for identifier in index.attribute_ids]

    def value(self, record, label):
        """Returns the first value of an attribute of a record, or nothing if it is absent."""
        values = record.values[self.position(label)]
        return values[0] if values else None


def indexes_of(unique, first, secondary):
    """Returns a unique index and single-attribute indexes with ascending ids."""
    return (IndexDefinition(0, True, tuple(unique)),) + tuple(
        IndexDefinition(first + number, False, (identifier,))
        for number, identifier in enumerate(secondary))


def meta_relation(identifier, name, columns):
    """Returns a meta relation from the text of its columns."""
    kinds = {"U": UINT32, "S": STRING, "B": BLOB}
    return Relation(identifier, name, tuple(
        Attribute(position, NAME_STRING, column[2:].encode(), kinds[column[0]])
        for position, column in enumerate(columns.split())))


META_RELATIONS = (
    meta_relation(SCHEMA_INFO, b"CSSM_DL_DB_SCHEMA_INFO", "U:RelationID S:RelationName"),
    meta_relation(
        SCHEMA_ATTRIBUTES, b"CSSM_DL_DB_SCHEMA_ATTRIBUTES",
        "U:RelationID U:AttributeID U:AttributeNameFormat S:AttributeName B:AttributeNameID "
        "U:AttributeFormat"),
    meta_relation(
        SCHEMA_INDEXES, b"CSSM_DL_DB_SCHEMA_INDEXES",
        "U:RelationID U:IndexID U:AttributeID U:IndexType U:IndexedDataLocation"),
    meta_relation(
        SCHEMA_PARSING_MODULE, b"CSSM_DL_DB_SCHEMA_PARSING_MODULE",
        "U:RelationID U:AttributeID B:ModuleID S:AddinVersion U:SSID U:SubserviceType"))


def password_relation(identifier, rest, unique, first):
    """Returns a password relation from its own attributes and its unique index."""
    kinds = {"T": TIME_DATE, "B": BLOB, "U": UINT32, "S": SINT32}
    columns = ("T:cdat T:mdat B:desc B:icmt U:crtr U:type S:scrp B:PrintName B:Alias S:invi "
               "S:nega S:cusi B:prot B:acct " + rest).split()
    attributes = []
    for position, column in enumerate(columns):
        kind, name = kinds[column[0]], column[2:]
        if len(name) == 4:
            attributes.append(Attribute(four_char(name), NAME_INTEGER, None, kind))
        else:
            attributes.append(Attribute(position, NAME_STRING, name.encode(), kind))
    codes = [four_char(name) for name in unique.split()]
    return Relation(identifier, b"", tuple(attributes), indexes_of(codes, first, codes))


KEY_COLUMNS = (
    "U:KeyClass B:PrintName B:Alias U:Permanent U:Private U:Modifiable B:Label "
    "B:ApplicationTag B:KeyCreator U:KeyType U:KeySizeInBits U:EffectiveKeySize B:StartDate "
    "B:EndDate U:Sensitive U:AlwaysSensitive U:Extractable U:NeverExtractable U:Encrypt "
    "U:Decrypt U:Derive U:Sign U:Verify U:SignRecover U:VerifyRecover U:Wrap U:Unwrap").split()


def key_relation(identifier, name):
    """Returns the relation of a key table."""
    attributes = tuple(
        Attribute(position, NAME_INTEGER, column[2:].encode(),
                  UINT32 if column[0] == "U" else BLOB)
        for position, column in enumerate(KEY_COLUMNS))
    return Relation(identifier, name, attributes, indexes_of(
        range(6, 14), 1, (6, *range(18, 27))))


def certificate_relation():
    """Returns the relation of the certificates."""
    columns = ("ctyp:CertType cenc:CertEncoding labl:PrintName alis:Alias subj:Subject "
               "issu:Issuer snbr:SerialNumber skid:SubjectKeyIdentifier hpky:PublicKeyHash")
    attributes = tuple(
        Attribute(four_char(column[:4]), NAME_INTEGER, column[5:].encode(),
                  UINT32 if column[0] == "c" else BLOB)
        for column in columns.split())
    codes = [four_char(name) for name in "ctyp alis subj issu snbr skid hpky".split()]
    return Relation(CERTIFICATE, b"CSSM_DL_DB_RECORD_X509_CERTIFICATE", attributes, indexes_of(
        [four_char(name) for name in ("ctyp", "issu", "snbr")], 1, codes))


NEW_FILE_RELATIONS = META_RELATIONS + (
    password_relation(GENERIC, "B:svce B:gena", "acct svce", 3),
    password_relation(
        APPLESHARE, "B:vlme B:srvr U:ptcl B:addr B:ssig", "acct vlme addr ssig", 5),
    password_relation(
        INTERNET, "B:sdmn B:srvr U:ptcl B:atyp U:port B:path",
        "acct sdmn srvr ptcl atyp port path", 8),
    Relation(DATABASE_BLOB, b"DBBlob", ()),
    key_relation(PUBLIC_KEY, b"CSSM_DL_DB_RECORD_PUBLIC_KEY"),
    key_relation(PRIVATE_KEY, b"CSSM_DL_DB_RECORD_PRIVATE_KEY"),
    key_relation(SYMMETRIC_KEY, b"CSSM_DL_DB_RECORD_SYMMETRIC_KEY"))

KNOWN_RELATIONS = {
    relation.id: relation for relation in (*NEW_FILE_RELATIONS, certificate_relation())}


def meta_rows(relation):
    """Returns the rows that describe a relation, as a list of rows for each meta table id."""
    attributes, indexes = [], []
    for attribute in relation.attributes:
        attributes.append([
            [relation.id], [attribute.id], [attribute.name_format],
            None if attribute.name is None else [attribute.name], None, [attribute.kind]])
    for index in relation.indexes:
        for identifier in index.attribute_ids:
            indexes.append([[relation.id], [index.id], [identifier],
                            [0 if index.unique else 1], [INDEXED_ON_ATTRIBUTE]])
    return {SCHEMA_INFO: [[[relation.id], [relation.name]]],
            SCHEMA_ATTRIBUTES: attributes, SCHEMA_INDEXES: indexes}


def single(record, position, where):
    """Returns the only value of an attribute that a meta row must have."""
    values = record.values[position]
    require(values is not None and len(values) == 1,
            f"{where} record {record.number} lacks its attribute {position}.")
    return values[0]


def read_attributes(table):
    """Returns the attributes of each relation from the rows of the table SCHEMA_ATTRIBUTES."""
    found = {}
    for row in table.sorted_records():
        relation, identifier, name_format, kind = (
            single(row, position, table.name) for position in (0, 1, 2, 5))
        where = f"{table.name} record {row.number}"
        require(name_format in (0, 1, 2), f"{where} has the name format {name_format}.")
        require(kind <= MULTI_UINT32, f"{where} has the attribute format {kind}.")
        name = None if row.values[3] is None else single(row, 3, where)
        require(row.values[4] is None or name_format == 1, f"{where} has a name id.")
        require(name or name_format != NAME_STRING, f"{where} has no attribute name.")
        attributes = found.setdefault(relation, [])
        require(identifier not in [attribute.id for attribute in attributes],
                f"{where} repeats the attribute id {identifier:#x}.")
        attributes.append(Attribute(identifier, name_format, name, kind))
    return found


def read_indexes(table):
    """Returns the indexes of each relation from the rows of the table SCHEMA_INDEXES."""
    found = {}
    for row in table.sorted_records():
        relation, index, attribute, index_type, location = (
            single(row, position, table.name) for position in range(5))
        where = f"{table.name} record {row.number}"
        require(index_type in (0, 1), f"{where} has the index type {index_type}.")
        require(location == INDEXED_ON_ATTRIBUTE, f"{where} has the data location {location}.")
        definition = found.setdefault(relation, {}).setdefault(index, (index_type, []))
        require(definition[0] == index_type, f"{where} changes the type of index {index}.")
        require(attribute not in definition[1],
                f"{where} repeats attribute {attribute:#x} in index {index}.")
        definition[1].append(attribute)
    return found


def read_schema(container):
    """Decodes the meta tables and returns the relations that they define, by table id."""
    for relation in META_RELATIONS:
        table = container.table(relation.id)
        require(table is not None, f"The file has no table 0x{relation.id:08X}.")
        table.decode(relation.kinds)
    attributes = read_attributes(container.table(SCHEMA_ATTRIBUTES))
    indexes = read_indexes(container.table(SCHEMA_INDEXES))
    info, relations = container.table(SCHEMA_INFO), {}
    for row in info.sorted_records():
        identifier, name = (single(row, position, info.name) for position in (0, 1))
        require(identifier not in relations, f"{info.name} names 0x{identifier:08X} twice.")
        relations[identifier] = Relation(
            identifier, name, tuple(attributes.pop(identifier, ())),
            tuple(IndexDefinition(index, index_type == 0, tuple(ids))
                  for index, (index_type, ids) in
                  sorted(indexes.pop(identifier, {}).items())))
    require(not attributes, "Table 0x00000002 has attributes of a relation that table 0 lacks.")
    require(not indexes, "Table 0x00000001 has indexes of a relation that table 0 lacks.")
    return relations


def check_schema(container, relations):
    """Checks that the meta tables, the tables and the specification agree."""
    present = {table.id for table in container.tables}
    for identifier in sorted(present ^ set(relations)):
        side = "the meta table" if identifier in relations else "the file"
        require(False, f"Table 0x{identifier:08X} exists only in {side}.")
    for identifier, relation in sorted(relations.items()):
        where = f"Relation 0x{identifier:08X}"
        known = KNOWN_RELATIONS.get(identifier, relation)
        require(relation.name == known.name, f"{where} has the name {relation.name!r}.")
        require(len(relation.attributes) == len(known.attributes),
                f"{where} has {len(relation.attributes)} attributes.")
        for position, pair in enumerate(zip(relation.attributes, known.attributes)):
            require(pair[0] == pair[1],
                    f"{where} attribute {position} is {pair[0].label} "
                    f"({FORMAT_NAMES[pair[0].kind]}), which differs from the specification.")
        require(relation.indexes == known.indexes,
                f"{where} has indexes that differ from the specification.")
        ids = {attribute.id for attribute in relation.attributes}
        for index in relation.indexes:
            require(ids.issuperset(index.attribute_ids),
                    f"{where} index {index.id} is over an attribute that the relation lacks.")
    for relation in NEW_FILE_RELATIONS:
        require(relation.id in present, f"The file has no table 0x{relation.id:08X}.")


def new_row(number, commit_counter, values):
    """Returns a record without data, inserted by the transaction of a commit counter."""
    return Record(number, commit_counter, 0, b"", values)
