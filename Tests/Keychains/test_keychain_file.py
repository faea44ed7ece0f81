# SPDX-License-Identifier: Apache-2.0
"""Tests of the Python implementation of keychain files.

Run them: python3 -m unittest discover -s Tests/Keychains
"""

import contextlib
import hashlib
import os
import struct
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from keychain_acl import (
    ACL, ANY, CODE_SIGNATURE, PROCESS, PROMPT, THRESHOLD, Entry, Subject, cdhash_requirement,
    code_signature, decode_partitions, encode_partitions, parse_acl, prompt, standard_acl,
    threshold)
from keychain_blobs import encode_master_key_file, parse_master_key_file
from keychain_crypto import (
    PasswordError, blob_mac, derive_master_key, legacy_mac, run_cipher, standard_mac,
    unwrap_key, wrap_key)
from keychain_dump import describe_keychain
from keychain_file import Keychain
from keychain_integrity import (
    digest_input, integrity_digest, parse_persistent_reference, parse_primary_key,
    persistent_reference, primary_key)
from keychain_items import make_keychain
from keychain_schema import (
    CERTIFICATE, GENERIC, INTERNET, KNOWN_RELATIONS, NEW_FILE_RELATIONS, PRIVATE_KEY, PUBLIC_KEY,
    SCHEMA_INFO, SYMMETRIC_KEY)
from keychain_values import FormatError
from keychain_writer import KeychainWriter

PASSWORD = b"password"

# Salt and master key: Specification/keychain-file-format.md, "Proof artefacts".
MASTER_KEYS = (
    ("58cc46d5944674b130409b78b0304b1aa193581f",
     "18f50d7b89ab7316cc12b724a1400dac7edb8180dbf79c3f"),
    ("564297ed9615b96f06eae4cdef2637f391d5ba45",
     "814813c87b5307cdbf0bb67b41a4e12f0f9335a12342cfd7"),
    ("569aa01351cd1cd668bae9944ff4e15e0be667fa",
     "2c780a2961b1bdbef2197d4fdc6b36531e16482932cd43cb"),
    ("8f89890a29f33462ed141b2e52234b05eb93df92",
     "370e3af9de93daac5d6ea07a7675dbca069e4177a83cdbdf"))

DIGEST_INPUT = (
    "316230130404746d6369300b04096120636f6d6d656e743016040465637673300e040c746573745f73657276"
    "6963653016040474636361300e040c746573745f6163636f756e74301b04095072696e744e616d65300e040c"
    "746573745f67656e65726963")
DIGEST = "6ba8d9f77ddba54d9373b11ae5c8f7b55a5e81da27e05e86723eeceb0a9a8e0c"

PUBLIC = "30818902818100" + "c5" * 128 + "0203010001"
ITEMS = [
    {"class": "generic", "label": "test_generic", "secret": b"data".hex(),
     "attributes": {"acct": "test_account", "svce": "test_service", "icmt": "a comment"},
     "trusted": [{"path": "/usr/bin/security", "cdhash": "11" * 20}],
     "partitions": ["apple-tool:", "teamid:ABCDEFGHIJ"]},
    {"class": "internet", "secret": "", "attributes": {
        "acct": "a", "srvr": "example.com", "port": 443, "ptcl": "htps", "atyp": "dflt"}},
    {"class": "appleshare", "attributes": {"vlme": "v", "scrp": -2}, "secret": "01",
     "trusted": "any"},
    {"class": "symmetric", "label": "k", "key": "7a8e0cd12f47aa2b4bcca928db2cf698"},
    {"class": "rsa", "label": "r", "public": PUBLIC, "private": "3003020100"},
    {"class": "certificate", "label": "c", "certificate": "3003020105", "attributes": {
        "Alias": ["a@b", "c@d"], "Issuer": {"hex": "3000"}, "SerialNumber": {"hex": "01"}}},
    {"class": "generic", "attributes": {"acct": "x", "svce": "test_service"}, "secret": "aa",
     "deleted": True},
    {"class": "generic", "attributes": {"acct": "y", "svce": "test_service"}, "secret": "bb",
     "updates": 2},
    {"class": "generic", "attributes": {"acct": "z"}, "secret": "cc", "partitions": None,
     "integrity": False},
    {"class": "generic", "attributes": {"acct": "raw"}, "secret": "0102", "unprotected": True}]


def check(raw, password=PASSWORD):
    """Parses and checks a file and returns it."""
    keychain = Keychain.parse(raw)
    keychain.check(password)
    return keychain


def find(description, identifier, name, value):
    """Returns the record of a described table whose attribute has a value."""
    for table in description["tables"]:
        for record in table["records"] if table["id"] == identifier else ():
            if record["attributes"][name] == value:
                return record
    raise AssertionError(f"No record of table {identifier:#x} has the {name} {value}.")


class VectorTests(unittest.TestCase):
    """The numbers of the specification and of public standards."""

    def test_master_keys(self):
        for salt, key in MASTER_KEYS:
            self.assertEqual(derive_master_key(PASSWORD, bytes.fromhex(salt)).hex(), key)

    def test_integrity_vector(self):
        relation = KNOWN_RELATIONS[GENERIC]
        values = [None] * len(relation.attributes)
        for label, value in (("acct", b"test_account"), ("svce", b"test_service"),
                             ("icmt", b"a comment"), ("PrintName", b"test_generic"),
                             ("cdat", b"20240102030405Z\0"), ("mdat", b"20240102030405Z\0")):
            values[relation.position(label)] = [value]
        self.assertEqual(digest_input(relation, values).hex(), DIGEST_INPUT)
        self.assertEqual(integrity_digest(relation, values).hex(), DIGEST)
        self.assertEqual(hashlib.sha256(bytes.fromhex(DIGEST_INPUT)).hexdigest(), DIGEST)

    def test_integrity_vector_with_default_values(self):
        """The digest of the internet password proves that empty values are part of the input."""
        relation = KNOWN_RELATIONS[INTERNET]
        attributes = {"acct": b"test_account", "srvr": b"test_service", "icmt": b"a comment",
                      "PrintName": b"test_internet", "atyp": b"dflt"}
        values = KeychainWriter(PASSWORD).values(INTERNET, attributes)
        self.assertEqual([values[relation.position(name)] for name in (
            "sdmn", "path", "ptcl", "port")], [[b""], [b""], [0], [0]])
        self.assertEqual(
            integrity_digest(relation, values).hex(),
            "630a9fe4f0191db8a99d6e8455e7114f628ce8f0f9eb3559efa572a98877a2b2")

    def test_empty_file(self):
        raw = make_keychain([], PASSWORD)
        self.assertEqual(len(raw), 20460)
        self.assertEqual(raw[-4:], bytes([0, 0, 0, 1]))
        keychain = check(raw)
        self.assertEqual(len(keychain.container.tables), 11)
        info = keychain.container.table(SCHEMA_INFO)
        self.assertEqual([record.values[0][0] for record in info.records], [
            0, 2, 1, 3, 0x80000000, 0x80000002, 0x80000001, 0x80008000, 0x0F, 0x10, 0x11])
        empty = keychain.container.table(GENERIC).raw
        self.assertEqual(struct.unpack(">7I", empty[:28])[3:], (32, 32, 29, 1))
        self.assertEqual(len(keychain.database.acl), 28)

    def test_single_des_vector(self):
        """Three equal keys make single DES: the vector is from FIPS PUB 81, table B1."""
        key = bytes.fromhex("0123456789abcdef") * 3
        block = run_cipher(key, bytes(8), b"Now is t", True)
        self.assertEqual(block.hex(), "3fa40e8a984d4815")
        self.assertEqual(run_cipher(key, bytes(8), block, False), b"Now is t")

    def test_macs(self):
        """RFC 2202, test case 2 of HMAC-SHA1, and the difference of the legacy form."""
        self.assertEqual(standard_mac(b"Jefe", b"what do ya want ", b"for nothing?").hex(),
                         "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
        key = bytes(range(20))
        first, second = b"a" * 72, b"b" * 76
        self.assertNotEqual(legacy_mac(key, first, second), standard_mac(key, first, second))
        self.assertNotEqual(legacy_mac(key, first, second),
                            legacy_mac(key, first + b"b", second[1:]))
        self.assertEqual(blob_mac(0x100, key, first, second), legacy_mac(key, first, second))
        for version in (0x101, 0x200):
            self.assertEqual(
                blob_mac(version, key, first, second), standard_mac(key, first, second))

    def test_wrapping(self):
        key, iv = bytes(range(24)), b"12345678"
        wrapped = wrap_key(key, iv, b"acl", b"the key")
        self.assertEqual(unwrap_key(key, iv, wrapped, "The key"), (b"acl", b"the key"))
        with self.assertRaises(FormatError):
            unwrap_key(key, b"12345679", wrapped, "The key")


class RoundTripTests(unittest.TestCase):
    """Files that the writer makes and the parser reads."""

    def test_items_of_both_versions(self):
        for version in (0x100, 0x101, 0x200):
            raw = make_keychain(ITEMS, PASSWORD, version, 7)
            self.assertEqual(raw, make_keychain(ITEMS, PASSWORD, version, 7))
            self.assertNotEqual(raw, make_keychain(ITEMS, PASSWORD, version, 8))
            keychain = check(raw)
            self.assertEqual(keychain.encode(), raw)
            self.assert_contents(describe_keychain(check(raw), PASSWORD), version)

    def assert_contents(self, dump, version):
        """Checks the secrets, access and attributes of the test items."""
        partitioned = version == 0x200
        self.assertEqual(dump["version"], version)
        self.assertEqual(dump["idleTimeout"], 300)
        generic = find(dump, GENERIC, "acct", b"test_account".hex())
        self.assertEqual(generic["secret"], b"data".hex())
        self.assertTrue(generic["macValid"])
        self.assertEqual(generic["attributes"]["desc"], None)
        self.assertEqual(generic["attributes"]["PrintName"], b"test_generic".hex())
        self.assertEqual(generic["partitions"], (
            ["apple-tool:", "teamid:ABCDEFGHIJ"] if partitioned else None))
        self.assertEqual(generic["integrity"], {
            "stored": DIGEST if partitioned else None, "computed": DIGEST,
            "equal": partitioned})
        limited = generic["acl"]["entries"][1]
        self.assertEqual(limited["authorizations"], [
            "decrypt", "derive", "exportClear", "exportWrapped", "mac", "sign"])
        self.assertEqual(limited["subject"]["subjects"][0]["path"], b"/usr/bin/security".hex())
        internet = find(dump, INTERNET, "acct", b"a".hex())
        self.assertEqual((internet["secret"], internet["attributes"]["port"]), ("", 443))
        self.assertEqual(internet["attributes"]["ptcl"], 0x68747073)
        self.assertEqual(find(dump, 0x80000002, "scrp", -2)["secret"], "01")
        self.assertEqual(find(dump, SYMMETRIC_KEY, "PrintName", b"k".hex())["secret"],
                         "7a8e0cd12f47aa2b4bcca928db2cf698")
        public = find(dump, PUBLIC_KEY, "KeySizeInBits", 1024)
        self.assertEqual((public["secret"], public["macValid"]), (PUBLIC, None))
        self.assertEqual(public["attributes"]["Label"],
                         hashlib.sha1(bytes.fromhex(PUBLIC)).hexdigest())
        self.assertEqual(find(dump, PRIVATE_KEY, "KeyType", 42)["secret"], "3003020100")
        self.assertEqual(find(dump, CERTIFICATE, "CertEncoding", 3)["attributes"]["Alias"],
                         [b"a@b".hex(), b"c@d".hex()])
        self.assertEqual(find(dump, GENERIC, "acct", b"y".hex())["recordVersion"], 2)
        self.assertEqual(find(dump, GENERIC, "acct", b"raw".hex())["secret"], "0102")

    def test_free_slots_and_order(self):
        keychain = check(make_keychain(ITEMS, PASSWORD))
        table = keychain.container.table(GENERIC)
        self.assertEqual([record.number for record in table.records], [0, 3, 4, 2])
        self.assertEqual(table.slots[1], 0)
        self.assertEqual(struct.unpack_from(">I", table.raw, 20)[0], (28 + 4) | 1)

    def test_free_slot_is_used_again(self):
        writer = KeychainWriter(PASSWORD)
        first, _ = writer.add_password(GENERIC, {"acct": b"1"}, b"")
        writer.add_password(GENERIC, {"acct": b"2"}, b"")
        writer.delete(GENERIC, first)
        self.assertEqual(writer.add_password(GENERIC, {"acct": b"3"}, b"")[0].number, 0)

    def test_empty_secret(self):
        keychain = check(make_keychain(ITEMS, PASSWORD))
        sizes = {len(record.data) for record in keychain.container.table(INTERNET).records}
        self.assertEqual(sizes, {28})

    def test_passwords(self):
        for version in (0x100, 0x200):
            for password in (b"", "pässwörd".encode(), b"x" * 200):
                raw = make_keychain(ITEMS[:1], password, version)
                check(raw, password)
                with self.assertRaises(PasswordError):
                    check(raw, password + b"!")

    def test_database_options(self):
        raw = make_keychain({"database": {
            "idleTimeout": 0x7FFFFFFF, "lockOnSleep": False, "padding": "c0ffee"}}, PASSWORD)
        database = check(raw).database
        self.assertEqual((database.idle_timeout, database.lock_on_sleep, database.padding.hex()),
                         (0x7FFFFFFF, 0, "c0ffee"))

    def test_master_key_opens_the_file(self):
        keychain = Keychain.parse(make_keychain(ITEMS, PASSWORD))
        master = derive_master_key(PASSWORD, keychain.database.salt)
        file = encode_master_key_file(master, keychain.database.signature)
        self.assertEqual(len(file), 48)
        key, signature = parse_master_key_file(file)
        self.assertEqual(signature, keychain.database.signature)
        keychain.database.unlock_with_master_key(key, "The database blob")

    def test_references(self):
        keychain = check(make_keychain(ITEMS, PASSWORD))
        for relation in NEW_FILE_RELATIONS:
            for record in keychain.container.table(relation.id).records:
                if relation.indexes:
                    key = primary_key(relation, record)
                    identifier, values = parse_primary_key(key, keychain.relations)
                    self.assertEqual(identifier, relation.id)
                    for label, value in values.items():
                        self.assertEqual(relation.value(record, label), value)
        for identity in (False, True):
            data = persistent_reference(b"~/Library/Keychains/a.keychain-db", key, identity)
            self.assertEqual(parse_persistent_reference(data), (
                b"~/Library/Keychains/a.keychain-db", key, identity))
            for size in range(len(data)):
                with contextlib.suppress(FormatError):
                    parse_persistent_reference(data[:size])

    def test_access(self):
        acls = [
            standard_acl(b"item", [code_signature(b"/bin/a", bytes(20),
                                                  cdhash_requirement(b"h" * 20))], ["x"], b"d"),
            ACL(Subject(PROCESS, payload=bytes(12)), [Entry(Subject(ANY), b"tag", [])]),
            ACL(threshold(Subject(PROMPT, 0, description=b"old")), [], trailing=b"rest")]
        for acl in acls:
            self.assertEqual(parse_acl(acl.encode(), "The ACL"), acl)
            for size in range(len(acl.encode())):
                with contextlib.suppress(FormatError):
                    parse_acl(acl.encode()[:size], "The ACL")
        self.assertEqual(acls[0].entries[1].subject.subjects[0].type, CODE_SIGNATURE)
        text = encode_partitions(["apple:", "teamid:X"])
        self.assertIn(b"\n\t<key>Partitions</key>\n", text)
        self.assertEqual(decode_partitions(text, "The item"), ["apple:", "teamid:X"])
        deep = prompt(b"")
        for _ in range(20):
            deep = Subject(THRESHOLD, needed=1, subjects=[deep])
        with self.assertRaises(FormatError):
            parse_acl(ACL(deep, []).encode(), "The ACL")


if __name__ == "__main__":
    unittest.main()
