#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes curve25519-v1.txt beside this file, with other keys each time: Ed25519 and X25519 keys as
the openssl command, python `cryptography` and certtool write them (RFC 8410), and what is none."""
import subprocess
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ed448, ed25519, x448, x25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat, PublicFormat)

PW = "secret"
rows = []


def run(*arguments, data):
    return subprocess.run(arguments, input=data, capture_output=True, check=True).stdout


def row(name, kind, data, expect="key", half="private", form=None, password=None):
    fields = {"name": name, "format": kind}
    if password:
        fields["password"] = password.encode().hex()
    fields["data"] = data.hex()
    if form:
        fields.update(half=half, form=form.hex())
    fields["expect"] = expect
    rows.append("".join(f"{key}: {value}\n" for key, value in fields.items()))


def pkcs8(key, protection=NoEncryption()):
    return key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, protection)


def element(tag, *parts):
    content = b"".join(parts)
    return bytes([tag, len(content)]) + content


for name, kind, last in (("Ed25519", ed25519.Ed25519PrivateKey, 112),
                         ("X25519", x25519.X25519PrivateKey, 110)):
    key = kind.generate()
    secret = key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    plain = pkcs8(key)
    row(f"PKCS#8 of cryptography, {name}", "pkcs8", plain, form=secret)
    row(f"PKCS#8 of openssl, {name}", "pkcs8", form=secret, data=run(
        "openssl", "pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER", data=plain))
    row(f"SubjectPublicKeyInfo of openssl, {name}", "spki", half="public", form=public, data=run(
        "openssl", "pkey", "-inform", "DER", "-pubout", "-outform", "DER", data=plain))
    row(f"PBES2 of openssl, {name}", "encrypted", form=secret, password=PW, data=run(
        "openssl", "pkcs8", "-topk8", "-inform", "DER", "-outform", "DER", "-v2", "aes256",
        "-passout", "pass:" + PW, data=plain))
    row(f"PBES2 of cryptography, {name}", "encrypted", form=secret, password=PW,
        data=pkcs8(key, BestAvailableEncryption(PW.encode())))
    if name == "Ed25519":
        row(f"PBES2 of certtool, {name}", "encrypted", form=secret, password=PW, data=run(
            "certtool", "--to-p8", "--inder", "--password", PW, "--pkcs-cipher", "aes-256",
            "--outder", "--load-privkey", "/dev/stdin", data=plain))
    zero, one = element(2, b"\0"), element(2, b"\1")
    identifier = element(6, bytes([43, 101, last]))
    algorithm, inner = element(0x30, identifier), element(4, secret)
    beside = element(0x81, b"\0" + public)
    row(f"version 1 with its public key, {name}", "pkcs8", form=secret,
        data=element(0x30, one, algorithm, element(4, inner), beside))
    for what, data in {
        "NULL parameters": element(0x30, zero, element(0x30, identifier, b"\5\0"),
                                   element(4, inner)),
        "no second OCTET STRING": element(0x30, zero, algorithm, inner),
        "31 bytes": element(0x30, zero, algorithm, element(4, element(4, secret[1:]))),
        "33 bytes": element(0x30, zero, algorithm, element(4, element(4, secret + b"\0"))),
        "a byte behind": element(0x30, zero, algorithm, element(4, inner, b"\0")),
    }.items():
        row(f"{what}, {name}", "pkcs8", data, "malformed")
    for what, data in {
        "NULL parameters": element(0x30, element(0x30, identifier, b"\5\0"),
                                   element(3, b"\0" + public)),
        "31 bytes": element(0x30, algorithm, element(3, b"\0" + public[1:])),
        "unused bits": element(0x30, algorithm, element(3, b"\1" + public[:-1] + b"\0")),
    }.items():
        row(f"public, {what}, {name}", "spki", data, "malformed")

for name, kind in (("Ed448", ed448.Ed448PrivateKey), ("X448", x448.X448PrivateKey)):
    key = kind.generate()
    row(name, "pkcs8", pkcs8(key), "unsupported")
    row(f"public, {name}", "spki", key.public_key().public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo), "unsupported")

Path(__file__).with_name("curve25519-v1.txt").write_text(
    "# Written by curve25519.py in this folder: keys in the formats of other tools; `form` is the\n"
    "# external representation.\n\n" + "\n".join(rows))
