# SPDX-License-Identifier: Apache-2.0
"""Tests of damaged keychain files and of the command line.

Run them: python3 -m unittest discover -s Tests/Keychains. The variable KEYCHAIN_FLIPS=all makes
them flip each byte of a file, which takes some minutes.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from keychain_crypto import encrypt
from keychain_entries import file_entries
from keychain_file import Keychain
from keychain_items import make_keychain
from keychain_schema import GENERIC, SCHEMA_INFO
from keychain_values import FormatError, Record
from test_keychain_file import ITEMS, PASSWORD, check, find

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "keychain_tool.py")


class DamageTests(unittest.TestCase):
    """Files with errors, which `check` must refuse with a FormatError."""

    def refuse(self, raw, pattern):
        """Asserts that a file is refused with a message that matches a pattern."""
        with self.assertRaisesRegex(FormatError, pattern):
            check(raw)

    def test_integrity(self):
        self.refuse(make_keychain([{**ITEMS[0], "integrity": "00" * 32}], PASSWORD),
                    "Table 0x80000000 record 0 has an integrity digest that differs")

    def test_indexes(self):
        keychain = Keychain.parse(make_keychain(ITEMS, PASSWORD))
        index = keychain.container.table(GENERIC).indexes[0]
        index.keys.reverse()
        self.refuse(keychain.encode(), "Table 0x80000000 index 0 key 1 sorts before")
        index.keys.pop()
        self.refuse(keychain.encode(), "Table 0x80000000 index 0 has 3 keys, .* give 4")

    def test_duplicates(self):
        with self.assertRaisesRegex(FormatError, "two records have one key"):
            make_keychain([ITEMS[0], ITEMS[0]], PASSWORD)

    def test_schema(self):
        keychain = Keychain.parse(make_keychain([], PASSWORD))
        rows = keychain.container.table(SCHEMA_INFO).records
        rows.append(Record(11, 1, 0, b"", [[0x80001001], [b"extra"]]))
        self.refuse(keychain.encode(), "Table 0x80001001 exists only in the meta table")

    def test_encrypted_empty_secret(self):
        keychain = check(make_keychain(ITEMS[:1], PASSWORD))
        table = keychain.container.table(GENERIC)
        record = table.records[0]
        key = keychain.open_key(*keychain.group_key(table, record)).key
        record.data = record.data[:28] + encrypt(key, record.data[20:28], b"")
        self.refuse(keychain.encode(), "An empty secret has no ciphertext")

    def flip(self, raw, stride_of):
        """Flips bytes of a file and asserts that only a FormatError comes of each flip."""
        everything = os.environ.get("KEYCHAIN_FLIPS") == "all"
        refused = 0
        for start, end, name in file_entries(Keychain.parse(raw)):
            for offset in range(start, end):
                if not everything and offset % stride_of(name):
                    continue
                damaged = bytearray(raw)
                damaged[offset] ^= 0xFF
                try:
                    check(bytes(damaged))
                except FormatError:
                    refused += 1
                except Exception as error:
                    self.fail(f"The flip of byte {offset} ({name}) raises {error!r}.")
        self.assertGreater(refused, 1000)

    def test_flips_of_an_empty_file(self):
        """Each byte outside the rows of the two large meta tables, and some of their bytes."""
        large = ("table 0x00000001 record", "table 0x00000002 record")
        self.flip(make_keychain([], PASSWORD), lambda name: 13 if name.startswith(large) else 1)

    def test_flips_of_items(self):
        """Some bytes of each table that is no meta table."""
        self.flip(make_keychain(ITEMS, PASSWORD, 0x100),
                  lambda name: 1 << 30 if name.startswith("table 0x0000000") and "F" not in name
                  else 11)

    def test_every_truncation_is_refused(self):
        raw = make_keychain([], PASSWORD)
        for size in range(0, len(raw), 7):
            with self.assertRaises(FormatError):
                check(raw[:size])


class ToolTests(unittest.TestCase):
    """The command line."""

    def run_tool(self, *arguments, status=0, data=None):
        """Runs the tool and returns its output."""
        result = subprocess.run(
            [sys.executable, TOOL, *arguments], capture_output=True, text=True, input=data,
            check=False)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout

    def test_service(self):
        requests = [{"command": "ready"},
                    {"command": "make", "items": ITEMS, "version": 512, "password": "pw"},
                    {"command": "make", "items": [{"class": "none"}], "version": 512},
                    {"command": "check", "file": "00", "password": "pw"}]
        answers = [json.loads(line) for line in self.run_tool(
            "serve", data="".join(json.dumps(one) + "\n" for one in requests)).splitlines()]
        self.assertEqual(answers[0], {"ok": True})
        self.assertEqual(answers[1]["file"], make_keychain(ITEMS, b"pw", 512).hex())
        self.assertIn("wrong", answers[2]["error"])
        self.assertIn("multiple of 4", answers[3]["error"])
        request = {"file": answers[1]["file"], "password": "pw", "only": [GENERIC]}
        data = "".join(json.dumps({**request, "command": name}) + "\n"
                       for name in ("check", "dump", "entries"))
        answers = [json.loads(line) for line in self.run_tool("serve", data=data).splitlines()]
        self.assertEqual(answers[0], {"ok": True})
        self.assertEqual([table["id"] for table in answers[1]["dump"]["tables"]], [GENERIC])
        self.assertEqual(answers[2]["entries"][-1][1], len(request["file"]) // 2)

    def test_commands(self):
        with tempfile.TemporaryDirectory() as directory:
            file, items = (os.path.join(directory, name) for name in ("a.keychain", "a.json"))
            with open(items, "w", encoding="utf-8") as stream:
                json.dump(ITEMS, stream)
            self.run_tool("make", file, "--password", "pw", "--seed", "3", "--version", "256",
                          "--items", items)
            self.assertEqual(self.run_tool("check", file, "--password", "pw"), "ok\n")
            self.assertIn("may be wrong", self.run_tool(
                "check", file, "--password", "no", status=1))
            dump = json.loads(self.run_tool("dump", file, "--password-fd", "0", data="pw\n"))
            self.assertEqual(find(dump, GENERIC, "acct", b"z".hex())["secret"], "cc")
            locked = json.loads(self.run_tool("dump", file))
            self.assertNotIn("secret", find(locked, GENERIC, "acct", b"z".hex()))
            position = 0
            for line in io.StringIO(self.run_tool("entries", file)):
                start, end, _ = line.split(" ", 2)
                self.assertEqual(int(start), position)
                position = int(end)
            self.assertEqual(position, os.path.getsize(file))


if __name__ == "__main__":
    unittest.main()
