# SPDX-License-Identifier: Apache-2.0
"""Parses, checks and makes the blobs of a keychain: database, key, password and master key file.

The rules are in these sections:
Specification/keychain-file-format.md, "Database blob"
Specification/keychain-file-format.md, "Key blob"
Specification/keychain-file-format.md, "Password items"
"""

import struct
from dataclasses import astuple, dataclass

from keychain_acl import parse_acl
from keychain_crypto import (
    KNOWN_VERSIONS, PasswordError, blob_mac, decrypt, derive_master_key, encrypt, unwrap_key,
    wrap_key)
from keychain_values import FormatError, atom, read_atom, read_atoms, require

BLOB_MAGIC = 0xFADE0711
CSP_GUID = bytes.fromhex("87191ca20fc911d4849a000502b52122")
CLEAR_TEXT = b"Cleartext public key"
WRAPPED_FIELDS, CLEAR_FIELDS = (3, 100, 17, 6), (0, 1, 0, 0)
DATABASE_START, KEY_START, HEADER_SIZE = 92, 136, 76
RSA = 42
CLASS_PUBLIC, CLASS_PRIVATE, CLASS_SESSION = range(3)
GROUP_PREFIX, GROUP_SIZE = b"ssgp", 28


def check_blob_start(data, start, where):
    """Checks the four integers that start a blob and returns the version and the ACL's end."""
    magic, version, crypto, total = read_atoms(data, 0, 4, where)
    require(magic == BLOB_MAGIC, f"{where} has the magic {magic:#x}.")
    require(version in KNOWN_VERSIONS, f"{where} has the unknown version {version:#x}.")
    require(total == len(data),
            f"{where} has the total length {total}, but takes {len(data)} bytes.")
    require(start <= crypto <= total, f"{where} has its encrypted section at {crypto}.")
    return version, crypto


@dataclass
class DatabaseBlob:
    """The database blob, with its secrets once it is unlocked."""

    version: int
    signature: bytes
    sequence: int
    idle_timeout: int
    lock_on_sleep: int
    padding: bytes
    salt: bytes
    iv: bytes
    acl: bytes
    mac: bytes = bytes(20)
    crypto: bytes = b""
    encryption_key: bytes = b""
    signing_key: bytes = b""
    private_acl: bytes = b""

    @staticmethod
    def parse(data, where):
        """Parses the blob and its ACL."""
        version, crypto = check_blob_start(data, DATABASE_START, where)
        sequence, idle_timeout = read_atoms(data, 32, 2, where)
        require(data[40] in (0, 1), f"{where} has the lock-on-sleep byte {data[40]}.")
        parse_acl(data[DATABASE_START:crypto], where)
        return DatabaseBlob(
            version, data[16:32], sequence, idle_timeout, data[40], data[41:44], data[44:64],
            data[64:72], data[DATABASE_START:crypto], data[72:92], data[crypto:])

    def chunks(self):
        """Returns the two chunks that the MAC covers."""
        start = DATABASE_START + len(self.acl)
        head = struct.pack(
            ">4I16s2IB3s20s8s", BLOB_MAGIC, self.version, start, start + len(self.crypto),
            self.signature, self.sequence, self.idle_timeout, self.lock_on_sleep, self.padding,
            self.salt, self.iv)
        return head, self.acl + self.crypto

    def encode(self):
        """Serialises the blob."""
        head, tail = self.chunks()
        return head + self.mac + tail

    def unlock(self, password, where):
        """Decrypts the keys with a password and checks the MAC."""
        self.unlock_with_master_key(derive_master_key(password, self.salt), where)

    def unlock_with_master_key(self, master_key, where):
        """Decrypts the keys with a master key and checks the MAC."""
        try:
            plain = decrypt(master_key, self.iv, self.crypto, where)
        except FormatError as error:
            raise PasswordError(f"{error} The password may be wrong.") from error
        require(len(plain) >= 44, f"{where} has {len(plain)} decrypted bytes instead of 44.")
        self.encryption_key, self.signing_key = plain[:24], plain[24:44]
        self.private_acl = plain[44:]
        expected = blob_mac(self.version, self.signing_key, *self.chunks())
        if self.mac != expected:
            raise PasswordError(f"{where} has a wrong MAC. The password may be wrong.")

    def seal(self, password):
        """Encrypts the keys with a password and computes the MAC."""
        plain = self.encryption_key + self.signing_key + self.private_acl
        self.crypto = encrypt(derive_master_key(password, self.salt), self.iv, plain)
        self.mac = blob_mac(self.version, self.signing_key, *self.chunks())


@dataclass
class KeyHeader:
    """The header of a key, which repeats some attributes of its record."""

    algorithm: int
    key_class: int
    bits: int
    attributes: int
    usage: int
    start_date: bytes = bytes(8)
    end_date: bytes = bytes(8)

    def encode(self):
        """Serialises the header."""
        return struct.pack(">I16s7I8s8s3I", 2, CSP_GUID, 2, 0, *astuple(self), 0, 0, 0)

    @staticmethod
    def parse(data, where):
        """Parses the header."""
        fields = struct.unpack(">I16s7I8s8s3I", data)
        header = KeyHeader(*fields[4:11])
        require(header.key_class <= CLASS_SESSION, f"{where} has the key class {fields[5]}.")
        require(header.encode() == data,
                f"{where} has a wrong version, GUID, blob type, format or reserved field.")
        return header


@dataclass
class KeyBlob:
    """A key blob, with its key once it is opened."""

    version: int
    iv: bytes
    header: KeyHeader
    fields: tuple
    acl: bytes
    mac: bytes = CLEAR_TEXT
    crypto: bytes = b""
    private_acl: bytes = b""
    key: bytes = b""

    @property
    def is_clear(self):
        """True if the blob holds a public key in the clear."""
        return self.mac == CLEAR_TEXT

    @staticmethod
    def parse(data, where):
        """Parses the blob and its ACL."""
        version, crypto = check_blob_start(data, KEY_START, where)
        header = KeyHeader.parse(data[24:100], f"{where} key header")
        fields = read_atoms(data, 100, 4, where)
        parse_acl(data[KEY_START:crypto], where)
        blob = KeyBlob(version, data[16:24], header, fields, data[KEY_START:crypto],
                       data[116:136], data[crypto:])
        if blob.is_clear:
            require(header.key_class == CLASS_PUBLIC,
                    f"{where} is clear, but its key is not public.")
            require(not any(blob.iv), f"{where} is clear, but has an IV.")
            expected = CLEAR_FIELDS if header.algorithm == RSA else (0, fields[1], 0, 0)
            require(fields == expected, f"{where} has the wrong wrap fields {fields}.")
            blob.key = blob.crypto
        else:
            require(fields == WRAPPED_FIELDS, f"{where} has the wrong wrap fields {fields}.")
        return blob

    def chunks(self):
        """Returns the two chunks that the MAC covers."""
        start = KEY_START + len(self.acl)
        head = struct.pack(
            ">4I8s76s4I", BLOB_MAGIC, self.version, start, start + len(self.crypto), self.iv,
            self.header.encode(), *self.fields)
        return head, self.acl + self.crypto

    def encode(self):
        """Serialises the blob."""
        head, tail = self.chunks()
        return head + self.mac + tail

    def mac_is_valid(self, database):
        """True if the MAC is right under the signing key of an unlocked database."""
        return self.mac == blob_mac(self.version, database.signing_key, *self.chunks())

    def open(self, database, where):
        """Unwraps the key with an unlocked database. A clear key has nothing to unwrap."""
        if self.is_clear:
            return
        require(self.mac_is_valid(database), f"{where} has a wrong MAC.")
        self.private_acl, self.key = unwrap_key(
            database.encryption_key, self.iv, self.crypto, where)

    def seal(self, database):
        """Wraps the key with the keys of a database and computes the MAC."""
        if self.is_clear:
            self.crypto = self.key
            return
        self.crypto = wrap_key(database.encryption_key, self.iv, self.private_acl, self.key)
        self.mac = blob_mac(self.version, database.signing_key, *self.chunks())


def is_protected(data):
    """True if the record data of a password item is an SSGP blob."""
    return len(data) >= GROUP_SIZE and data.startswith(GROUP_PREFIX)


def seal_secret(key, label, iv, secret):
    """Makes the SSGP blob of a secret. An empty secret has no ciphertext."""
    return label + iv + (encrypt(key, iv, secret) if secret else b"")


def open_secret(key, data, where):
    """Decrypts the secret of an SSGP blob."""
    require(len(key) == 24, f"{where} has a group key of {len(key)} bytes instead of 24.")
    if len(data) == GROUP_SIZE:
        return b""
    secret = decrypt(key, data[20:28], data[28:], where)
    require(secret, f"{where} has an encrypted empty secret. An empty secret has no ciphertext.")
    return secret


def parse_master_key_file(data):
    """Returns the master key and the database signature of a master key file."""
    require(len(data) == 48, f"The master key file has {len(data)} bytes instead of 48.")
    magic = read_atom(data, 0, "The master key file")
    require(magic == BLOB_MAGIC, f"The master key file has the magic {magic:#x}.")
    return data[8:32], data[32:48]


def encode_master_key_file(master_key, signature):
    """Encodes a master key file: Specification/keychain-file-format.md, "Key hierarchy"."""
    return atom(BLOB_MAGIC) + atom(0) + master_key + signature
