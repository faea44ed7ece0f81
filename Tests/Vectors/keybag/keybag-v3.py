#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# keybag-v3.py: prints the vectors of keybag format 3 (keybag-v3.txt), written from
# Documentation/Formats/keybag.md and sharing no code with the library. Reads keybag-v2.txt beside it
# for keybags and rows to begin with. Needs python3-cryptography.
import hashlib, hmac, os, struct, unicodedata
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CLASS, METADATA, INDEX, PASSCODE = 1, 2, 3, 4
DEVICE, UNLOCK, FIRST = 1, 2, 3
AKPU = 12


def aes(key, block):
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(block)


def xaes(key, nonce):  # XAES-256-GCM (C2SP): the key of the message and the nonce that is left
    last = int.from_bytes(aes(key, bytes(16)), "big")
    mask = ((last << 1) ^ (0x87 if last >> 127 else 0)) & ((1 << 128) - 1)
    parts = [
        aes(key, (int.from_bytes(bytes([0, n]) + b"X\0" + nonce[:12], "big") ^ mask).to_bytes(16, "big"))
        for n in (1, 2)
    ]
    return AESGCM(b"".join(parts)), nonce[12:]


def seal(key, nonce, text, binding):
    cipher, rest = xaes(key, nonce)
    return nonce + cipher.encrypt(rest, text, binding)


def opened(key, sealed, binding):
    cipher, rest = xaes(key, sealed[:24])
    return cipher.decrypt(rest, sealed[24:], binding)


def hkdf(key, info, salt=b""):
    return HKDF(SHA256(), 32, salt, info).derive(key)


def binding(purpose, protection, epoch, store):
    return b"latchkey 1 wrap" + struct.pack("<BBI", purpose, protection, epoch) + store


def wrapper_of(protection, has_passcode):
    if not has_passcode or protection in (8, 11):
        return DEVICE
    return FIRST if protection in (7, 10) else UNLOCK


class Draws:
    """Random bytes that are the same at each run, and all of them in their order."""

    def __init__(self, name):
        self.name, self.count, self.all = name.encode(), 0, b""

    def take(self, count):
        out = b""
        while len(out) < count:
            out += hashlib.sha256(self.name + struct.pack("<I", self.count)).digest()
            self.count += 1
        self.all += out[:count]
        return out[:count]


class Keybag:
    def __init__(self, data, device_key):
        (self.version, self.state, size) = struct.unpack_from("<HHI", data, 8)
        (self.store, self.incarnation) = (data[16:32], data[32:48])
        (self.epoch, count, self.generation, self.sequence) = struct.unpack_from("<IIQQ", data, 48)
        self.check = data[72:88]
        self.records, place = [], 88
        for _ in range(count):
            kind, flags, length = struct.unpack_from("<HHI", data, place)
            self.records.append([kind, flags, data[place + 8 : place + 8 + length]])
            place += 8 + length
        assert place == 88 + size
        self.device_key = device_key
        self.device = hkdf(device_key, b"latchkey 1 unlock key", self.store)
        assert self.encode() == data

    def encode(self):
        area = b"".join(struct.pack("<HHI", k, f, len(b)) + b for k, f, b in self.records)
        body = b"LATCHKBG" + struct.pack("<HHI", self.version, self.state, len(area))
        body += self.store + self.incarnation
        body += struct.pack("<IIQQ", self.epoch, len(self.records), self.generation, self.sequence)
        body += self.check + area
        body += hashlib.sha256(body).digest()[:16]
        return body + hmac.digest(hkdf(self.device, b"latchkey 1 keybag code"), body, "sha256")

    # Keys

    def unlock_keys(self, passcode=None, salt=None, cost=None):
        keys = {DEVICE: self.device}
        if passcode is not None:
            text = unicodedata.normalize("NFC", passcode.decode()).encode()
            stretched = hashlib.scrypt(text, salt=salt, n=1 << cost, r=8, p=1, dklen=64, maxmem=1 << 30)
            info = b"latchkey passcode" + self.store + struct.pack("<H", 2)
            keys[UNLOCK] = hkdf(stretched + self.device_key, info)
            keys[FIRST] = hkdf(keys[UNLOCK], b"latchkey 1 first unlock")
        return keys

    def passcode_record(self):
        return next((b for k, _, b in self.records if k == PASSCODE), None)

    def keys_by(self, passcode):
        record = self.passcode_record()
        if record is None or record[0] != 1:
            return self.unlock_keys()
        return self.unlock_keys(passcode, record[12:44], record[3])

    # Changes

    def say(self, state, cost, salt, lost, first):
        self.version = 3
        self.records = [r for r in self.records if r[0] != PASSCODE]
        numbers = struct.pack("<BBBBII", state, 1, 0, cost, 8 if state == 1 else 0, 1 if state == 1 else 0)
        self.records.append([PASSCODE, 1, numbers + salt + struct.pack("<QI", lost, first)])

    def lost(self):
        record = self.passcode_record()
        return struct.unpack_from("<Q", record, 44)[0] if record else 0

    def first(self):
        record = self.passcode_record()
        return struct.unpack_from("<I", record, 52)[0] if record and len(record) == 56 else 0

    def rewrap(self, old, new, has_passcode, draws):
        for record in self.records:
            if record[0] != CLASS:
                continue
            protection, wrapper, epoch = struct.unpack_from("<BBI", record[2])
            bound = binding(1, protection, epoch, self.store)
            key = opened(old[wrapper], record[2][7:], bound)
            after = wrapper_of(protection, has_passcode)
            record[2] = struct.pack("<BBI", protection, after, epoch) + b"\1" + seal(new[after], draws.take(24), key, bound)

    def add(self, protection, epoch, keys, has_passcode, draws):
        wrapper = wrapper_of(protection, has_passcode)
        class_key = draws.take(32)
        wrapped = seal(keys[wrapper], draws.take(24), class_key, binding(1, protection, epoch, self.store))
        self.records.append([CLASS, 1, struct.pack("<BBI", protection, wrapper, epoch) + b"\1" + wrapped])
        for kind in [METADATA] + ([INDEX] if protection == 8 else []):
            key = draws.take(32)
            wrapped = seal(class_key, draws.take(24), key, binding(kind, protection, epoch, self.store))
            self.records.append([kind, 1, struct.pack("<BBI", protection, 0, epoch) + b"\1" + wrapped])

    def epochs(self):
        return sorted({struct.unpack_from("<I", b, 2)[0] for k, _, b in self.records if k in (CLASS, METADATA, INDEX)})

    def add_epoch(self, keys, has_passcode, draws):
        self.epoch += 1
        for protection in range(6, 13):
            if has_passcode or protection != AKPU:
                self.add(protection, self.epoch, keys, has_passcode, draws)

    def set(self, passcode, cost, draws):
        salt = draws.take(32)
        keys = self.unlock_keys(passcode, salt, cost)
        lost = self.lost()
        self.rewrap(self.unlock_keys(), keys, True, draws)
        for epoch in self.epochs():
            self.add(AKPU, epoch, keys, True, draws)
        self.add_epoch(keys, True, draws)
        self.say(1, cost, salt, lost, self.epoch)
        return self.held(keys, salt, draws)

    def change(self, old, new, cost, draws):
        salt, former = draws.take(32), self.keys_by(old)
        keys = self.unlock_keys(new, salt, cost)
        self.rewrap(former, keys, True, draws)
        self.say(1, cost, salt, self.lost(), self.first())
        return self.held(keys, salt, draws)

    def remove(self, passcode, last_write, draws):
        former = self.keys_by(passcode)
        self.records = [r for r in self.records if r[0] == PASSCODE or r[2][0] != AKPU]
        self.rewrap(former, self.unlock_keys(), False, draws)
        self.say(2, 0, bytes(32), last_write, 0)
        return {}

    def one_more(self, passcode, draws):
        record = self.passcode_record()
        self.add_epoch(self.keys_by(passcode), True, draws)
        if self.first() == 0:
            self.say(1, record[3], record[12:44], self.lost(), self.epoch)
        return {}

    def held(self, keys, salt, draws):
        holding = hkdf(self.device, b"latchkey 1 holding key")
        u = self.store.hex().upper()
        uuid = "-".join([u[:8], u[8:12], u[12:16], u[16:20], u[20:]])
        fields = {}
        for field, end, purpose, key in [("held-unlock", "unlock", 4, UNLOCK), ("held-first", "first", 5, FIRST)]:
            fields[field + "-name"] = f"latchkey:{uuid}:{salt[:8].hex()}:{end}"
            sealed = seal(holding, draws.take(24), keys[key], b"latchkey 1 held" + bytes([purpose]) + self.store)
            fields[field] = (b"\1" + sealed).hex()
        return fields


def vectors(path):
    found, fields = [], {}
    for line in open(path):
        if line.startswith("#"):
            continue
        if not line.strip():
            if fields:
                found.append(fields)
            fields = {}
            continue
        name, _, value = line.rstrip("\n").partition(": ")
        fields[name] = value
    return found + ([fields] if fields else [])


def show(fields):
    print()
    for name, value in fields.items():
        print(f"{name}: {value}")


old = {v["name"]: v for v in vectors(os.path.join(os.path.dirname(os.path.abspath(__file__)), "keybag-v2.txt"))}
print("# Keybag format 3 (Documentation/Formats/keybag.md), made by keybag-v3.py beside it; fields as in")
print("# keybag-v2.txt, and first-epoch: since when no key was there without the passcode.")

# What is read: the keybags of format 2, with the new number at the end of kind 4.
for name, first in [("a passcode", 1), ("two epochs; form NFD typed, a passcode was removed before", 2),
                    ("the passcode was removed", 0)]:
    fields = dict(old[name])
    keybag = Keybag(bytes.fromhex(fields["keybag"]), bytes.fromhex(fields["device-key"]))
    keybag.version = 3
    for record in keybag.records:
        if record[0] == PASSCODE:
            record[2] += struct.pack("<I", first)
    fields["keybag"] = keybag.encode().hex()
    fields["first-epoch"] = first
    fields["expect"] = fields.pop("expect")
    show(fields)

# What is refused.
base = old["a passcode"]
for name, version, change, answer in [
    ("kind 4 of format 2 in version 3", 3, lambda b: b, "damaged"),
    ("kind 4 of format 3 in version 2", 2, lambda b: b + b"\1\0\0\0", "damaged"),
    ("kind 4 too long", 3, lambda b: b + b"\1\0\0\0\0", "damaged"),
    ("version 4", 4, lambda b: b + b"\1\0\0\0", "newerVersion"),
]:
    keybag = Keybag(bytes.fromhex(base["keybag"]), bytes.fromhex(base["device-key"]))
    keybag.version = version
    for record in keybag.records:
        if record[0] == PASSCODE:
            record[2] = change(record[2])
    show({"name": name, "device-key": base["device-key"], "passcode": base["passcode"],
          "keybag": keybag.encode().hex(), "expect": answer})

# What is written.
one, two = b"correct horse", bytes.fromhex("55cc8862657267726fcc88c39f65cc8120f09f949120e69db1e4baac")
set_before = old["a first passcode"]["before"]
attempts = old["a first passcode"]["attempts"]


def written(name, act, before, run, **more):
    keybag = Keybag(bytes.fromhex(before), bytes.fromhex(base["device-key"]))
    draws = Draws(name)
    held = run(keybag, draws)
    if act != "epoch":
        keybag.generation += 1
    keybag.sequence += 1
    after = keybag.encode().hex()
    show({"name": name, "device-key": base["device-key"], "act": act, "before": before,
          "random": draws.all.hex(), "after": after} | more | held
         | {"first-epoch": keybag.first(), "expect": "success"})
    return after


first = written("a first passcode", "set", set_before, lambda k, d: k.set(one, 15, d),
                **{"new-passcode": one.hex(), "cost": 15, "attempts": attempts})
changed = written("another passcode", "change", first, lambda k, d: k.change(one, two, 16, d),
                  **{"passcode": one.hex(), "new-passcode": two.hex(), "cost": 16})
removed = written("no passcode any more", "remove", changed, lambda k, d: k.remove(two, 77, d),
                  **{"passcode": two.hex(), "last-write": 77})
written("a passcode after one that was removed", "set", removed, lambda k, d: k.set(b"1", 15, d),
        **{"new-passcode": b"1".hex(), "cost": 15, "attempts": attempts})
written("keys of one more epoch", "epoch", first, lambda k, d: k.one_more(one, d), passcode=one.hex())
older = old["keys of one more epoch"]["before"]
written("keys of one more epoch, under a passcode of format 2", "epoch", older, lambda k, d: k.one_more(one, d),
        passcode=one.hex())
written("another passcode, in place of one of format 2", "change", older, lambda k, d: k.change(one, two, 16, d),
        **{"passcode": one.hex(), "new-passcode": two.hex(), "cost": 16})
