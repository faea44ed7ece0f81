# SPDX-License-Identifier: Apache-2.0
"""Parses and serialises the public ACL of a blob.

The rules are in Specification/keychain-file-format.md, "ACL serialisation".
"""

import plistlib
import struct
from dataclasses import dataclass, field

from keychain_values import FormatError, align4, atom, read_atom, require

ANY, COMMENT, PASSWORD, CODE_SIGNATURE, THRESHOLD = 1, 12, 79, 0x74, 0x7B
PROMPT, PROCESS, PARTITION = 0x10000, 0x10003, 0x1000C

AUTHORIZATIONS = {
    1: "any", 17: "dbDelete", 19: "dbInsert", 20: "dbModify", 21: "dbRead", 22: "dbsCreate",
    23: "dbsDelete", 24: "decrypt", 25: "delete", 28: "derive", 35: "encrypt",
    37: "exportClear", 38: "exportWrapped", 41: "genKey", 47: "importClear",
    48: "importWrapped", 57: "login", 59: "mac", 115: "sign", 0x10000: "changeACL",
    0x10001: "changeOwner", 0x10002: "partitionID", 0x10003: "integrity"}
AUTHORIZATION_NUMBERS = {name: number for number, name in AUTHORIZATIONS.items()}

INTEGRITY_TAG, PARTITION_TAG = b"___INTEGRITY___", b"___PARTITION___"
SELECTOR = bytes.fromhex("01010000")
REQUIREMENT_MAGIC = bytes.fromhex("fade0c00")
MAXIMUM_DEPTH = 8
LITTLE_ENDIAN_ONE = b"\1\0\0\0"


class Reader:
    """A reader of fields that are aligned to 4 bytes."""

    def __init__(self, data, where):
        self.data, self.where, self.position = data, where, 0

    def align(self):
        """Moves to the next field, over zero bytes."""
        end = align4(self.position)
        require(end <= len(self.data) and not any(self.data[self.position:end]),
                f"{self.where} has wrong padding at offset {self.position}.")
        self.position = end

    def bytes(self, size):
        """Reads a field of some bytes."""
        self.align()
        end = self.position + size
        require(end <= len(self.data),
                f"{self.where} ends before the {size} bytes at offset {self.position}.")
        self.position = end
        return self.data[end - size:end]

    def atom(self):
        """Reads an unsigned 32-bit integer."""
        return int.from_bytes(self.bytes(4), "big")

    def counted(self):
        """Reads a length and that many bytes."""
        return self.bytes(self.atom())

    def string(self):
        """Reads the bytes before a NUL."""
        self.align()
        end = self.data.find(b"\0", self.position)
        require(end >= 0, f"{self.where} has a string without NUL at offset {self.position}.")
        value, self.position = self.data[self.position:end], end + 1
        return value


class Writer:
    """A writer of fields that are aligned to 4 bytes."""

    def __init__(self):
        self.data = b""

    def bytes(self, value):
        """Writes a field of some bytes."""
        self.data += bytes(align4(len(self.data)) - len(self.data)) + value

    def atom(self, number):
        """Writes an unsigned 32-bit integer."""
        self.bytes(atom(number))

    def counted(self, value):
        """Writes a length and the bytes."""
        self.atom(len(value))
        self.bytes(value)

    def string(self, value):
        """Writes bytes and a NUL."""
        self.bytes(value + b"\0")


@dataclass
class Subject:
    """A subject of an ACL: its type, its version and the fields that the type has."""

    type: int
    version: int = 0
    needed: int = 0
    subjects: list = field(default_factory=list)
    selector: bytes = SELECTOR
    description: bytes = b""
    signature_type: int = 1
    legacy_hash: bytes = bytes(20)
    payload: bytes = b""

    @staticmethod
    def read(reader, depth=0):
        """Reads a subject."""
        word = reader.atom()
        subject = Subject(word & 0xFFFFFF, word >> 24)
        require(depth < MAXIMUM_DEPTH, f"{reader.where} nests its subjects too deeply.")
        require(subject.version <= (1 if subject.type == PROMPT else 0),
                f"{reader.where} has a subject of type {subject.type} with the unknown "
                f"version {subject.version}.")
        if subject.type == THRESHOLD:
            count, subject.needed = reader.atom(), reader.atom()
            require(1 <= subject.needed <= count,
                    f"{reader.where} has a threshold of {subject.needed} out of {count}.")
            require(count <= len(reader.data) // 4,
                    f"{reader.where} has a threshold of {count} subjects, which do not fit.")
            subject.subjects = [Subject.read(reader, depth + 1) for _ in range(count)]
        elif subject.type == PROMPT:
            if subject.version == 1:
                subject.selector = reader.bytes(4)
                require(subject.selector[:2] == SELECTOR[:2],
                        f"{reader.where} has a prompt selector of an unknown version.")
            subject.description = reader.string()
        elif subject.type == CODE_SIGNATURE:
            subject.signature_type = reader.atom()
            require(subject.signature_type == 1,
                    f"{reader.where} has the signature type {subject.signature_type}.")
            subject.legacy_hash = reader.counted()
            require(len(subject.legacy_hash) == 20,
                    f"{reader.where} has a legacy hash of {len(subject.legacy_hash)} bytes.")
            subject.payload = reader.counted()
            read_comment_bag(subject.payload, reader.where)
        elif subject.type == PARTITION:
            subject.payload = reader.counted()
        elif subject.type == PROCESS:
            subject.payload = reader.bytes(12)
        else:
            require(subject.type == ANY,
                    f"{reader.where} has a subject of the type {subject.type}, which the "
                    "specification does not describe.")
        return subject

    def write(self, writer):
        """Writes the subject."""
        writer.atom(self.version << 24 | self.type)
        if self.type == THRESHOLD:
            writer.atom(len(self.subjects))
            writer.atom(self.needed)
            for subject in self.subjects:
                subject.write(writer)
        elif self.type == PROMPT:
            if self.version == 1:
                writer.bytes(self.selector)
            writer.string(self.description)
        elif self.type == CODE_SIGNATURE:
            writer.atom(self.signature_type)
            writer.counted(self.legacy_hash)
            writer.counted(self.payload)
        elif self.type == PARTITION:
            writer.counted(self.payload)
        elif self.type == PROCESS:
            writer.bytes(self.payload)

    def describe(self, where):
        """Returns the subject as a JSON value."""
        if self.type == THRESHOLD:
            return {"type": "threshold", "needed": self.needed,
                    "subjects": [subject.describe(where) for subject in self.subjects]}
        if self.type == PROMPT:
            selector = self.selector.hex() if self.version == 1 else None
            return {"type": "prompt", "version": self.version, "selector": selector,
                    "description": self.description.hex()}
        if self.type == CODE_SIGNATURE:
            path, blobs = read_comment_bag(self.payload, where)
            return {"type": "codeSignature", "legacyHash": self.legacy_hash.hex(),
                    "path": path.hex(), "blobs": [blob.hex() for blob in blobs]}
        if self.type == PARTITION:
            return {"type": "partition", "payload": self.payload.hex()}
        if self.type == PROCESS:
            version, mask, user, group = struct.unpack(">HHII", self.payload)
            return {"type": "process", "version": version, "mask": mask, "uid": user,
                    "gid": group}
        return {"type": "any"}


@dataclass
class Entry:
    """An entry of an ACL. Without `authorizations`, the entry authorises everything."""

    subject: Subject
    tag: bytes = b""
    authorizations: list | None = None
    delegate: int = 0
    any_flag: bytes = LITTLE_ENDIAN_ONE


@dataclass
class ACL:
    """A public ACL: its owner, its entries and the bytes that follow them."""

    owner: Subject
    entries: list
    owner_delegate: int = 0
    trailing: bytes = b""

    def encode(self):
        """Serialises the ACL."""
        writer = Writer()
        writer.atom(self.owner_delegate)
        self.owner.write(writer)
        writer.atom(len(self.entries))
        for entry in self.entries:
            writer.atom(entry.delegate)
            entry.subject.write(writer)
            writer.string(entry.tag)
            if entry.authorizations is None:
                writer.bytes(entry.any_flag)
            else:
                writer.atom(0)
                writer.atom(len(entry.authorizations))
                for authorization in entry.authorizations:
                    writer.atom(authorization)
        return writer.data + self.trailing

    def tagged(self, tag):
        """Returns the payload of the partition subject with a tag, or nothing."""
        for entry in self.entries:
            if entry.tag == tag and entry.subject.type == PARTITION:
                return entry.subject.payload
        return None

    def describe(self, where):
        """Returns the ACL as a JSON value."""
        entries = []
        for entry in self.entries:
            names = "any" if entry.authorizations is None else [
                AUTHORIZATIONS.get(number, str(number)) for number in entry.authorizations]
            entries.append({"tag": entry.tag.decode("latin-1"), "authorizations": names,
                            "delegate": entry.delegate,
                            "subject": entry.subject.describe(where)})
        return {"owner": self.owner.describe(where), "ownerDelegate": self.owner_delegate,
                "entries": entries, "trailing": self.trailing.hex()}


def read_comment_bag(data, where):
    """Returns the path and the blobs of the comment bag of a code signature subject."""
    where = f"{where} comment bag"
    reader, blobs = Reader(data, where), []
    path = reader.string()
    while align4(reader.position) < len(data):
        reader.align()
        size = read_atom(data, reader.position + 4, where)
        require(size >= 8, f"{where} has a blob of {size} bytes.")
        blobs.append(reader.bytes(size))
    require(not any(data[reader.position:]), f"{where} has wrong bytes at its end.")
    return path, blobs


def parse_acl(data, where):
    """Parses a public ACL."""
    where = f"{where} public ACL"
    reader, entries = Reader(data, where), []
    owner_delegate = reader.atom()
    owner = Subject.read(reader)
    count = reader.atom()
    require(owner_delegate in (0, 1, 1 << 24),
            f"{where} has the owner delegate {owner_delegate:#x}.")
    for number in range(count):
        delegate = reader.atom()
        require(delegate in (0, 1, 1 << 24),
                f"{where} entry {number} has the delegate {delegate:#x}.")
        entry = Entry(Subject.read(reader), reader.string(), None, delegate)
        flag = reader.bytes(4)
        require(flag in (bytes(4), LITTLE_ENDIAN_ONE, atom(1)),
                f"{where} entry {number} has the flag {flag.hex()}.")
        if any(flag):
            entry.any_flag = flag
        else:
            size = reader.atom()
            require(size <= len(data) // 4,
                    f"{where} entry {number} has {size} authorisations, which do not fit.")
            entry.authorizations = [reader.atom() for _ in range(size)]
        require(not entries or entries[-1].tag <= entry.tag,
                f"{where} entry {number} has a tag that is below the tag before it.")
        for tag, right in ((INTEGRITY_TAG, 0x10003), (PARTITION_TAG, 0x10002)):
            require(entry.tag != tag or (
                entry.subject.type == PARTITION and entry.authorizations == [right]),
                f"{where} entry {number} is no normal entry with the tag {tag.decode()}.")
        entries.append(entry)
    acl = ACL(owner, entries, owner_delegate, data[reader.position:])
    require(acl.encode() == data, f"{where} differs from its serialisation.")
    return acl


def database_acl():
    """Returns the standard ACL of a database: anyone may do anything."""
    return ACL(Subject(ANY), [Entry(Subject(ANY))])


def encode_partitions(partitions):
    """Encodes the payload of a partition entry."""
    return plistlib.dumps({"Partitions": list(partitions)})


def decode_partitions(payload, where):
    """Returns the partition ids of a payload, or nothing if there is no payload."""
    if payload is None:
        return None
    try:
        value = plistlib.loads(payload, fmt=plistlib.FMT_XML)
    except Exception as error:  # plistlib has no error type of its own for damaged text.
        raise FormatError(f"{where} partition list is no property list: {error}.") from error
    partitions = value.get("Partitions") if isinstance(value, dict) else None
    require(isinstance(partitions, list) and all(isinstance(id, str) for id in partitions),
            f"{where} partition list has no array of texts called Partitions.")
    return partitions


def prompt(description):
    """Returns the subject that asks the user, with the description of the item."""
    return Subject(PROMPT, 1, description=description)


def threshold(*subjects):
    """Returns the subject that holds if one of the subjects holds."""
    return Subject(THRESHOLD, needed=1, subjects=list(subjects))


def code_signature(path, legacy_hash=bytes(20), requirement=b""):
    """Returns the subject of a trusted application."""
    writer = Writer()
    writer.string(path)
    if requirement:
        writer.bytes(requirement)
    return Subject(CODE_SIGNATURE, legacy_hash=legacy_hash, payload=writer.data)


def cdhash_requirement(cdhash):
    """Returns the compiled requirement of a code directory hash."""
    body = atom(1) + atom(8) + atom(len(cdhash)) + cdhash
    return REQUIREMENT_MAGIC + atom(8 + len(body)) + body


def process_owner(mask, user, group):
    """Returns the subject of the processes of a user or a group."""
    return Subject(PROCESS, payload=struct.pack(">HHII", 1, mask, user, group))


def standard_acl(description, trusted, partitions=None, digest=None, owner=None):
    """Returns the ACL of an item. Without `trusted`, all applications are trusted."""
    rights = [AUTHORIZATION_NUMBERS[name] for name in (
        "decrypt", "derive", "exportClear", "exportWrapped", "mac", "sign")]
    applications = [Subject(ANY)] if trusted is None else trusted
    entries = [
        Entry(threshold(Subject(ANY), prompt(description)), b"", [35]),
        Entry(threshold(*applications, prompt(description)), b"", rights)]
    acl = ACL(owner or threshold(prompt(description)), entries)
    add_tagged_entries(acl, partitions, digest)
    return acl


def add_tagged_entries(acl, partitions, digest):
    """Adds the integrity entry and the partition entry of version 0x200 to an ACL."""
    if digest is not None:
        acl.entries.append(Entry(Subject(PARTITION, payload=digest), INTEGRITY_TAG, [0x10003]))
    if partitions is not None:
        acl.entries.append(Entry(
            Subject(PARTITION, payload=encode_partitions(partitions)), PARTITION_TAG, [0x10002]))
