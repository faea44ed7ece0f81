#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads files that we wrote, with python `cryptography`, and says which are wrong or how many right.

oracle.py check LIST: blocks of `kind:`, `password:`, `data:` and `form:` lines, the last being the
external representation of the key, and for pkcs12 `certificates:`, the number of them beside its own.
"""
import sys

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa, x25519
from cryptography.hazmat.primitives.serialization import pkcs12

DER, RAW = serialization.Encoding.DER, serialization.Encoding.Raw


def form(key):
    if isinstance(key, rsa.RSAPublicKey):
        return key.public_bytes(DER, serialization.PublicFormat.PKCS1)
    if isinstance(key, rsa.RSAPrivateKey):
        return key.private_bytes(
            DER, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption())
    if isinstance(key, (ed25519.Ed25519PublicKey, x25519.X25519PublicKey)):
        return key.public_bytes(RAW, serialization.PublicFormat.Raw)
    if isinstance(key, (ed25519.Ed25519PrivateKey, x25519.X25519PrivateKey)):
        return key.private_bytes(
            RAW, serialization.PrivateFormat.Raw, serialization.NoEncryption())
    public = key.public_key() if hasattr(key, "private_numbers") else key
    point = public.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    if public is key:
        return point
    size = (key.curve.key_size + 7) // 8
    return point + key.private_numbers().private_value.to_bytes(size, "big")


def read(case):
    data, password = bytes.fromhex(case["data"]), bytes.fromhex(case["password"]) or None
    if case["kind"] == "spki":
        return serialization.load_der_public_key(data)
    if case["kind"] == "pem":
        return serialization.load_pem_private_key(data, password)
    if case["kind"] != "pkcs12":
        return serialization.load_der_private_key(data, password)
    file = pkcs12.load_pkcs12(data, password)
    others = file.additional_certs
    if len(others) != int(case["certificates"]):
        raise ValueError(f"{len(others)} certificates")
    if file.cert is None or not isinstance(file.cert.certificate, x509.Certificate):
        raise ValueError("the key has no certificate")
    return file.key


def main():
    cases = [dict(line.split(": ", 1) if ": " in line else (line.rstrip(":"), "") for line in block.splitlines())
             for block in open(sys.argv[2]).read().strip().split("\n\n")]
    wrong = []
    for number, case in enumerate(cases):
        try:
            if form(read(case)) != bytes.fromhex(case["form"]):
                wrong.append(f"{number} {case['kind']}: another key")
        except Exception as error:
            wrong.append(f"{number} {case['kind']}: {error}")
    print("\n".join(wrong) or f"{len(cases)} right")


main()
