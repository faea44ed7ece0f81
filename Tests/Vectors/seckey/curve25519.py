#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""curve25519.py SIGN RFC7748: writes curve25519.txt (see oracle.py). The two files are those of the
package `cryptography-vectors`, asymmetric/Ed25519/sign.input and asymmetric/X25519/rfc7748.txt."""
import os
import sys

from cryptography.hazmat.primitives.asymmetric import x25519

from oracle import HASHES, HERE, Keys, derive, encrypt

EDDSA = "algid:sign:EdDSA:message-Curve25519:SHA512"
ORDER = (1 << 252) + 27742317777372353535851937790883648493
# Places in the list of the published signatures: RFC 8032 7.1, tests 1 to 3 and 1024.
PUBLISHED = [0, 1, 2, 1023]
SMALL = ["00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "ed" + "ff" * 30 + "7f",
         "ee" + "ff" * 30 + "7f", "00" * 31 + "80",
         "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
         "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"]


def block(count, **fields):
    return f"name: {count}\n" + "".join(
        f"{key}: {value}".rstrip() + "\n" for key, value in fields.items())


def signatures(path):
    lines = open(path).read().split("\n")
    for place in PUBLISHED:
        secret, public, message, signed, _ = lines[place].split(":")
        signature = signed[:128]
        given = dict(scalar=secret[:64], point=public, algorithm=EDDSA, input=message)
        yield dict(given, signature=signature, expect="valid")
        s = int.from_bytes(bytes.fromhex(signature[64:]), "little")
        other = signature[:64] + (s + ORDER).to_bytes(32, "little").hex()
        yield dict(given, signature=other, expect=-67808)


def exchanges(path, keys):
    fields = {}
    for line in open(path):
        if "=" in line:
            name, value = line.replace(" ", "").strip().split("=")
            fields[name] = value
            if name == "OUTPUT_U":
                yield dict(scalar=fields["INPUT_SCALAR"], algorithm="algid:keyexchange:ECDH",
                           peer=fields["INPUT_U"], expect=value)
    name = "rfc7748-bob"
    bob = keys[name]
    peer = "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
    shared = bob.exchange(x25519.X25519PublicKey.from_public_bytes(bytes.fromhex(peer)))
    assert shared.hex() == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    for cofactor in ("ECDH", "ECDHC"):
        start = f"algid:keyexchange:{cofactor}"
        yield dict(key=name, algorithm=start, peer=peer, expect=shared.hex())
        for h, size, info in zip(HASHES, (1, 20, 32, 100, 64), ("", "01", "", "0203040506", "")):
            result = derive(HASHES[h](), size, shared, bytes.fromhex(info))
            yield dict(key=name, algorithm=f"{start}:KDFX963:{h}", peer=peer, size=size,
                       info=info, expect=result.hex())
    for peer in SMALL:
        yield dict(key=name, algorithm="algid:keyexchange:ECDH", peer=peer, expect=-50)


def ciphertexts(keys):
    name, text = "rfc7748-bob", b"latchkey"
    for cofactor in ("ECDH", "ECDHC"):
        for h in HASHES:
            for kind in ("AESGCM", "AESGCM-KDFIV")[:1 if h == "SHA1" else 2]:
                algorithm = f"algid:encrypt:ECIES:{cofactor}:KDFX963:{h}:{kind}"
                fresh = x25519.X25519PrivateKey.from_private_bytes(b"\x11" * 32)
                sealed = encrypt(keys, name, algorithm, text, fresh)
                yield dict(key=name, algorithm=algorithm, sealed=sealed.hex(), expect=text.hex())
                bad = sealed[:-1] + bytes([sealed[-1] ^ 1])
                yield dict(key=name, algorithm=algorithm, sealed=bad.hex(), expect=-50)


if __name__ == "__main__":
    keys = Keys(os.path.join(HERE, "keys.txt"))
    found = [*signatures(sys.argv[1]), *exchanges(sys.argv[2], keys), *ciphertexts(keys)]
    with open(os.path.join(HERE, "curve25519.txt"), "w") as file:
        file.write("# Ed25519 (RFC 8032 7.1) and X25519 (RFC 7748 5.2 and 6.1), and what python "
                   "`cryptography` made;\n# by curve25519.py; bytes in hexadecimal.\n")
        for count, fields in enumerate(found, 1):
            file.write("\n" + block(count, **fields))
