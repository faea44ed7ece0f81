#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The other side of SecKey's algorithms (Specification/seckey.md, "Algorithms of SecKey"), over the package `cryptography`.

    oracle.py make DIRECTORY   writes the vectors (needs version 45 or later, for RFC 6979)
    oracle.py check FILE       verifies and decrypts what another implementation made

Both read keys.txt beside this file; a file is blocks of `name: value` lines, as the vectors are."""
import hashlib
import os
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils, x25519
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

HERE = os.path.dirname(os.path.abspath(__file__))
HASHES = {"SHA1": hashes.SHA1, "SHA224": hashes.SHA224, "SHA256": hashes.SHA256,
          "SHA384": hashes.SHA384, "SHA512": hashes.SHA512}
CURVES = {"p192": ec.SECP192R1, "p224": ec.SECP224R1, "p256": ec.SECP256R1,
          "p384": ec.SECP384R1, "p521": ec.SECP521R1}
ORDERS = {
    "p192": 0xffffffffffffffffffffffff99def836146bc9b1b4d22831,
    "p224": 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d,
    "p256": 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
    "p384": (1 << 384) - 0x389cb27e0bc8d220a7e5f24db74f58851313e695333ad68d,
    "p521": (1 << 521) - 0x5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7,
}
RAW = {"ed25519": ed25519.Ed25519PrivateKey, "x25519": x25519.X25519PrivateKey}
SIZES = {name: (curve().key_size + 7) // 8 for name, curve in CURVES.items()}


def read(path):
    """The blocks of a file, as dictionaries."""
    blocks, block = [], {}
    for line in open(path).read().split("\n") + [""]:
        if line.startswith("#"):
            continue
        if line:
            name, value = line.split(":", 1)
            block[name] = value.strip()
        elif block:
            blocks.append(block)
            block = {}
    return blocks


class Keys:
    """The keys of keys.txt by name, each in three forms: numbers, private, public."""

    def __init__(self, path):
        self.fields = {block["name"]: block for block in read(path)}
        self.made = {}

    def __getitem__(self, name):
        if name not in self.made:
            field = self.fields[name]
            if field.get("curve") in RAW:
                key = RAW[field["curve"]].from_private_bytes(bytes.fromhex(field["scalar"]))
                assert wire(key, field["curve"]) == bytes.fromhex(field["point"])
            elif "scalar" in field:
                curve = CURVES[field["curve"]]()
                key = ec.derive_private_key(int(field["scalar"], 16), curve)
                assert point(key.public_key()) == bytes.fromhex(field["point"])
            else:
                n, e, d, p, q = (int(field[x], 16) for x in ("n", "e", "d", "p", "q"))
                key = rsa.RSAPrivateNumbers(
                    p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p),
                    rsa.RSAPublicNumbers(e, n)).private_key()
            self.made[name] = key
        return self.made[name]


def point(key):
    numbers, size = key.public_numbers(), (key.curve.key_size + 7) // 8
    return b"\4" + numbers.x.to_bytes(size, "big") + numbers.y.to_bytes(size, "big")


def block_size(key):
    return (key.key_size + 7) // 8


def der(tag, content):
    count = len(content)
    length = bytes([count]) if count < 128 else (
        lambda digits: bytes([128 + len(digits)]) + digits)(
            count.to_bytes((count.bit_length() + 7) // 8, "big"))
    return bytes([tag]) + length + content


def pkcs1(key):
    numbers = key.public_key().public_numbers()
    return der(48, b"".join(
        der(2, x.to_bytes(x.bit_length() // 8 + 1, "big")) for x in (numbers.n, numbers.e)))


# RSA with the numbers alone


def power(key, data, private):
    numbers = key.private_numbers()
    exponent = numbers.d if private else numbers.public_numbers.e
    result = pow(int.from_bytes(data, "big"), exponent, numbers.public_numbers.n)
    return result.to_bytes(block_size(key), "big")


def mgf(padding_class, h):
    return padding_class(mgf=padding.MGF1(h), algorithm=h, label=None)


# ECDSA with the numbers alone, for digests of any length


def number(curve, digest):
    bits = ORDERS[curve].bit_length()
    value = int.from_bytes(digest, "big")
    return value >> (8 * len(digest) - bits) if 8 * len(digest) > bits else value


def ecdsa_sign(curve, scalar, digest, k):
    order = ORDERS[curve]
    r = ec.derive_private_key(k, CURVES[curve]()).public_key().public_numbers().x % order
    return r, pow(k, -1, order) * (number(curve, digest) + r * scalar) % order


def ecdsa_verify(curve, scalar, digest, r, s):
    """The private scalar makes one multiplication of the two."""
    order = ORDERS[curve]
    if not (0 < r < order and 0 < s < order):
        return False
    k = pow(s, -1, order) * (number(curve, digest) + r * scalar) % order
    found = ec.derive_private_key(k, CURVES[curve]()).public_key().public_numbers().x
    return found % order == r


def encode(layout, curve, r, s):
    if layout == "X962":
        return utils.encode_dss_signature(r, s)
    return r.to_bytes(SIZES[curve], "big") + s.to_bytes(SIZES[curve], "big")


def decode(layout, curve, signature):
    if layout == "X962":
        return utils.decode_dss_signature(signature)
    size = SIZES[curve]
    assert len(signature) == 2 * size
    return (int.from_bytes(signature[:size], "big"), int.from_bytes(signature[size:], "big"))


# The hybrid schemes


def gcm_seal(key, nonce, text, additional=b""):
    sealer = Cipher(algorithms.AES(key), modes.GCM(nonce)).encryptor()
    sealer.authenticate_additional_data(additional)
    return sealer.update(text) + sealer.finalize() + sealer.tag


def gcm_open(key, nonce, sealed, additional=b""):
    opener = Cipher(algorithms.AES(key), modes.GCM(nonce, sealed[-16:])).decryptor()
    opener.authenticate_additional_data(additional)
    return opener.update(sealed[:-16]) + opener.finalize()


def session_size(key):
    return 32 if key.key_size >= 4096 else 16


def agree(key, curve, peer):
    """The secret shared with the holder of a public key, given as it stands on the wire."""
    if curve in RAW:
        return key.exchange(x25519.X25519PublicKey.from_public_bytes(peer))
    return key.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVES[curve](), peer))


def wire(key, curve):
    if curve not in RAW:
        return point(key.public_key())
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def ecies_keys(curve, shared, fresh_point, h, variable):
    size = 16 if curve in RAW or 8 * SIZES[curve] <= 256 else 32
    derived = X963KDF(h, size + (16 if variable else 0), fresh_point).derive(shared)
    return derived[:size], derived[size:] if variable else bytes(16)


def derive(h, count, shared, info):
    return X963KDF(h, count, info).derive(shared)


# What algorithms do, by their strings


def split(algorithm):
    return algorithm.split(":")[1:]


def sign(keys, name, algorithm, data, k=None):
    key, words = keys[name], split(algorithm)
    layout = words[2].split("-")[-1]
    if words[1] == "EdDSA":
        return key.sign(data)
    if words[1] == "ECDSA":
        curve, h = keys.fields[name]["curve"], words[3] if len(words) > 3 else None
        digest = data
        if words[2].startswith("message"):
            digest = hashlib.new(h.lower(), data).digest()
            signature = key.sign(data, ec.ECDSA(HASHES[h]()))
            return encode(layout, curve, *utils.decode_dss_signature(signature))
        scalar = key.private_numbers().private_value
        return encode(layout, curve, *ecdsa_sign(curve, scalar, digest, k))
    if words[2] == "raw":
        return power(key, data, True)
    if len(words) == 3:
        size = block_size(key)
        return power(key, b"\0\1" + b"\xff" * (size - 3 - len(data)) + b"\0" + data, True)
    h = HASHES[words[3]]()
    kind = (padding.PKCS1v15() if layout == "PKCS1v15" else
            padding.PSS(mgf=padding.MGF1(h), salt_length=h.digest_size))
    return key.sign(data, kind, utils.Prehashed(h) if words[2].startswith("digest") else h)


def verify(keys, name, algorithm, data, signature):
    key, words = keys[name], split(algorithm)
    layout = words[2].split("-")[-1]
    if words[1] == "EdDSA":
        return key.public_key().verify(signature, data)
    if words[1] == "ECDSA":
        curve = keys.fields[name]["curve"]
        r, s = decode(layout, curve, signature)
        if words[2].startswith("message"):
            key.public_key().verify(
                utils.encode_dss_signature(r, s), data, ec.ECDSA(HASHES[words[3]]()))
        else:
            assert ecdsa_verify(curve, key.private_numbers().private_value, data, r, s)
        return
    if words[2] == "raw":
        assert power(key, signature, False) == data.rjust(block_size(key), b"\0")
    elif len(words) == 3:
        size = block_size(key)
        block = b"\0\1" + b"\xff" * (size - 3 - len(data)) + b"\0" + data
        assert power(key, signature, False) == block
    else:
        h = HASHES[words[3]]()
        kind = (padding.PKCS1v15() if layout == "PKCS1v15" else
                padding.PSS(mgf=padding.MGF1(h), salt_length=h.digest_size))
        hashed = utils.Prehashed(h) if words[2].startswith("digest") else h
        key.public_key().verify(signature, data, kind, hashed)


def encrypt(keys, name, algorithm, text, fresh=None):
    key, words = keys[name], split(algorithm)
    public = key.public_key()
    if words[1] == "ECIES":
        curve = keys.fields[name]["curve"]
        fresh = fresh or (RAW[curve].generate() if curve in RAW else
                          ec.generate_private_key(CURVES[curve]()))
        shared, start = agree(fresh, curve, wire(key, curve)), wire(fresh, curve)
        k, nonce = ecies_keys(
            curve, shared, start, HASHES[words[4]](), words[5].endswith("KDFIV"))
        return start + gcm_seal(k, nonce, text)
    if words[2] == "raw":
        return power(key, text, False)
    if words[2] == "PKCS1":
        return public.encrypt(text, padding.PKCS1v15())
    oaep = mgf(padding.OAEP, HASHES[words[3]]())
    if len(words) == 4:
        return public.encrypt(text, oaep)
    session = os.urandom(session_size(key))
    return public.encrypt(session, oaep) + gcm_seal(session, bytes(16), text, pkcs1(key))


def decrypt(keys, name, algorithm, sealed):
    key, words = keys[name], split(algorithm)
    if words[1] == "ECIES":
        curve = keys.fields[name]["curve"]
        size = len(wire(key, curve))
        k, nonce = ecies_keys(
            curve, agree(key, curve, sealed[:size]), sealed[:size], HASHES[words[4]](),
            words[5].endswith("KDFIV"))
        return gcm_open(k, nonce, sealed[size:])
    if words[2] == "raw":
        return power(key, sealed, True)
    if words[2] == "PKCS1":
        return key.decrypt(sealed, padding.PKCS1v15())
    oaep, size = mgf(padding.OAEP, HASHES[words[3]]()), block_size(key)
    if len(words) == 4:
        return key.decrypt(sealed, oaep)
    session = key.decrypt(sealed[:size], oaep)
    assert len(session) == session_size(key)
    return gcm_open(session, bytes(16), sealed[size:], pkcs1(key))


def check(path):
    """Prints the names of blocks (key, algorithm, input, output) that are wrong."""
    keys, wrong, count = Keys(os.path.join(HERE, "keys.txt")), [], 0
    for block in read(path):
        data, output = bytes.fromhex(block["input"]), bytes.fromhex(block["output"])
        count += 1
        try:
            if ":sign:" in block["algorithm"]:
                verify(keys, block["key"], block["algorithm"], data, output)
            else:
                text = decrypt(keys, block["key"], block["algorithm"], output)
                assert text == (
                    data.rjust(len(text), b"\0") if "RSA:raw" in block["algorithm"] else data)
        except Exception as error:
            wrong.append(f"{block['key']} {block['algorithm']}: {error!r}")
    print("\n".join(wrong) if wrong else f"{count} right")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    if sys.argv[1] == "check":
        sys.exit(check(sys.argv[2]))
    import vectors
    vectors.make(sys.argv[2])
