# SPDX-License-Identifier: Apache-2.0
"""Writes signatures.txt, ciphertexts.txt and exchanges.txt (see oracle.py)."""
import hashlib
import os

from cryptography.hazmat.primitives.asymmetric import ec, padding, utils

from oracle import (CURVES, HASHES, HERE, ORDERS, SIZES, Keys, block_size, derive, encode, encrypt,
                    gcm_seal, pkcs1, point, power, session_size, sign)

MESSAGE = b"latchkey"
SHAS = list(HASHES)
SALTS = dict(SHA1=20, SHA224=24, SHA256=32, SHA384=48, SHA512=64)
PUBLISHED = [  # RFC 6979 A.2, message "sample"; RFC 4754 8, message "abc": r, s
    ("rfc6979-p192", "SHA256", b"sample",
     "4b0b8ce98a92866a2820e20aa6b75b56382e0f9bfd5ecb55",
     "ccdb006926ea9565cbadc840829d8c384e06de1f1e381b85"),
    ("rfc6979-p224", "SHA256", b"sample",
     "61aa3da010e8e8406c656bc477a7a7189895e7e840cdfe8ff42307ba",
     "bc814050dab5d23770879494f9e0a680dc1af7161991bde692b10101"),
    ("rfc6979-p256", "SHA256", b"sample",
     "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
     "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"),
    ("rfc6979-p384", "SHA384", b"sample",
     "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c"
     "81a648152e44acf96e36dd1e80fabe46",
     "99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94f"
     "a329c145786e679e7b82c71a38628ac8"),
    ("rfc6979-p521", "SHA512", b"sample",
     "00c328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f"
     "174e25a1ee9017b5d450606add152b534931d7d4e8455cc91f9b15bf05ec36e377fa",
     "00617cce7cf5064806c467f678d3b4080d6f1cc50af26ca209417308281b68af"
     "282623eaa63e5b5c0723d8b8c37ff0777b1a20f8ccb1dccc43997f1ee0e44da4a67a"),
    ("rfc4754-p256", "SHA256", b"abc",
     "cb28e0999b9c7715fd0a80d8e47a77079716cbbf917dd72e97566ea1c066957c",
     "86fa3bb4e26cad5bf90b7f81899256ce7594bb1ea0c89212748bff3b3d5b0315"),
    ("rfc4754-p384", "SHA384", b"abc",
     "fb017b914e29149432d8bac29a514640b46f53ddab2c69948084e2930f1c8f7e"
     "08e07c9c63f2d21a07dcb56a6af56eb3",
     "b263a1305e057f984d38726a1b46874109f417bca112674c528262a40a629af1"
     "cbb9f516ce0fa7d2ff630863a00e8b9f"),
    ("rfc4754-p521", "SHA512", b"abc",
     "0154fd3836af92d0dca57dd5341d3053988534fde8318fc6aaaab68e2e6f4339"
     "b19f2f281a7e0b22c269d93cf8794a9278880ed7dbb8d9362caeacee544320552251",
     "017705a7030290d1ceb605a9a1bb03ff9cdd521e87a696ec926c8c10c8362df4"
     "975367101f67d1cf9bccbf2f3d239534fa509e70aac851ae01aac68d62f866472660"),
]
DECRYPTION = [  # Specification/seckey.md, "Oracles and vectors": algorithm, sealed
    ("rfc6979-p256", "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM",
     "040217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed194a7debcb97712d2dda3ca85a"
     "a8765a56f45fc758599652f2897c65306e5794230626e8e6faa281a8fdb386946fa5ebdb87ba3fae449e8a"),
    ("rfc6979-p256", "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV",
     "040217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed194a7debcb97712d2dda3ca85a"
     "a8765a56f45fc758599652f2897c65306e579425a50ee71ce39174ced06fa36d1f89eb68d5b3d0aa7321be"),
    ("rfc6979-p521", "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV",
     "0401af61273ab1dcce640fafef9c0a685e2095b85f7c1e640f2f4bac6af89c2a7fedd26bc96ef18309e5a530a426"
     "418dcb4119ab2cc2c183a61e420acef4411ff40ad000c31051648bec5907f0d693023404119930731db95ac1aa16"
     "68cfbc72750db786f76ad649026c1a1258c50ddcab85e78da6c95cdd87f3bac56bfab957768df1534665676c6d34"
     "2766f40f2b8c8e2494ec6286f7e1a2cc78a840"),
]
AGREED = [  # NIST CAVP, ECC CDH primitive, count 0 of each curve: key, peer, shared coordinate
    ("cavp-p192",
     "0442ea6dd9969dd2a61fea1aac7f8e98edcc896c6e55857cc0dfbe5d7c61fac88b11811bde328e8a0d12bf01a9"
     "d204b523",
     "803d8ab2e5b6e6fca715737c3a82f7ce3c783124f6d51cd0"),
    ("cavp-p224",
     "04af33cd0629bc7e996320a3f40368f74de8704fa37b8fab69abaae280882092ccbba7930f419a8a4f9bb16978"
     "bbc3838729992559a6f2e2d7",
     "7d96f9a3bd3c05cf5cc37feb8b9d5209d5c2597464dec3e9983743e8"),
    ("cavp-p256",
     "04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287db71e509e3fd9b060ddb20ba"
     "5c51dcc5948d46fbf640dfe0441782cab85fa4ac",
     "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b"),
    ("cavp-p384",
     "04a7c76b970c3b5fe8b05d2838ae04ab47697b9eaf52e764592efda27fe7513272734466b400091adbf2d68c58"
     "e0c50066ac68f19f2e1cb879aed43a9969b91a0839c4c38a49749b661efedf243451915ed0905a32b060992b46"
     "8c64766fc8437a",
     "5f9d29dc5e31a163060356213669c8ce132e22f57c9a04f40ba7fcead493b457e5621e766c40a2e3d4d6a04b25"
     "e533f1"),
    ("cavp-p521",
     "0400685a48e86c79f0f0875f7bc18d25eb5fc8c0b07e5da4f4370f3a9490340854334b1e1b87fa395464c60626"
     "124a4e70d0f785601d37c09870ebf176666877a2046d01ba52c56fc8776d9e8f5db4f0cc27636d0b741bbe0540"
     "0697942e80b739884a83bde99e0f6716939e632bc8986fa18dccd443a348b6c3e522497955a4f3c302f676",
     "005fc70477c3e63bc3954bd0df3ea0d1f41ee21746ed95fc5e1fdf90930d5e136672d72cc770742d1711c3c3a4"
     "c334a0ad9759436a4d3c5bf6e74b9578fac148c831"),
]


def digest(h, data=MESSAGE):
    return hashlib.new(h.lower(), data).digest()


class Writer:
    def __init__(self, path, head):
        self.file, self.count = open(path, "w"), 0
        self.file.write("".join(f"# {line}\n" for line in head))

    def write(self, **fields):
        self.count += 1
        self.file.write("".join(f"\n{'name: ' + str(self.count)}") + "\n")
        for name, value in fields.items():
            value = value.hex() if isinstance(value, (bytes, bytearray)) else value
            self.file.write(f"{name}: {value}".rstrip() + "\n")


def make(directory):
    keys = Keys(os.path.join(HERE, "keys.txt"))
    made = "Made by vectors.py over python `cryptography`; bytes in hexadecimal."
    signatures(keys, Writer(os.path.join(directory, "signatures.txt"), [
        made, "expect: valid, or the status of verifying."]))
    ciphertexts(keys, Writer(os.path.join(directory, "ciphertexts.txt"), [
        made, "expect: the text, or the status of decrypting."]))
    exchanges(keys, Writer(os.path.join(directory, "exchanges.txt"), [
        made, "peer: a public point; size and info where the algorithm derives; expect: bytes."]))


def signatures(keys, out):
    def put(key, algorithm, data, signature, expect="valid"):
        out.write(key=key, algorithm=algorithm, input=data, signature=signature, expect=expect)

    for key, h, message, r, s in PUBLISHED:
        curve, r, s = keys.fields[key]["curve"], int(r, 16), int(s, 16)
        der = utils.encode_dss_signature(r, s)
        algorithm = ec.ECDSA(HASHES[h]())
        keys[key].public_key().verify(der, message, algorithm)
        if key.startswith("rfc6979"):
            deterministic = ec.ECDSA(HASHES[h](), deterministic_signing=True)
            assert keys[key].sign(message, deterministic) == der
        put(key, f"algid:sign:ECDSA:message-X962:{h}", message, der)
        put(key, f"algid:sign:ECDSA:message-RFC4754:{h}", message, encode("RFC4754", curve, r, s))
    for curve in CURVES:
        key, k = f"rfc6979-{curve}", 0
        for layout in ("X962", "RFC4754"):
            for h in SHAS:
                k += 1
                for kind, data in (("message", MESSAGE), ("digest", digest(h))):
                    name = f"algid:sign:ECDSA:{kind}-{layout}:{h}"
                    put(key, name, data, sign(keys, key, name, data, k))
            names = [f"algid:sign:ECDSA:digest-{layout}"]
            for name in names + (["algid:sign:ECDSA:RFC4754"] if layout == "RFC4754" else []):
                for count in (0, 1, 20, 33, 64, 100):
                    data = bytes(range(200, 200 + count)) if count < 56 else os.urandom(count)
                    put(key, name, data, sign(keys, key, name, data, 1000 + count))
    for bits in (1024, 2048):
        key = f"rsa-{bits}"
        for data in (b"\5", b"\1" * (bits // 8)):
            put(key, "algid:sign:RSA:raw", data, sign(keys, key, "algid:sign:RSA:raw", data))
        name = "algid:sign:RSA:digest-PKCS1v15"
        for data in (b"", b"anything", bytes(bits // 8 - 11)):
            put(key, name, data, sign(keys, key, name, data))
        for h in SHAS:
            for kind, data in (("message", MESSAGE), ("digest", digest(h))):
                name = f"algid:sign:RSA:{kind}-PKCS1v15:{h}"
                put(key, name, data, sign(keys, key, name, data))
                name = f"algid:sign:RSA:{kind}-PSS:{h}:{h}:{SALTS[h]}"
                if bits >= 16 * HASHES[h].digest_size + 10:
                    put(key, name, data, sign(keys, key, name, data))
    odd_signatures(keys, put)


def odd_signatures(keys, put):
    name = "algid:sign:RSA:message-PSS:SHA384:SHA384:48"
    for key in ("rsa-1023", "rsa-1031"):
        put(key, name, MESSAGE, sign(keys, key, name, MESSAGE))
    key, h = keys["rsa-2048"], HASHES["SHA256"]()
    name = "algid:sign:RSA:message-PSS:SHA256:SHA256:32"
    for salt in (0, 31, 33, padding.PSS.MAX_LENGTH):
        kind = padding.PSS(mgf=padding.MGF1(h), salt_length=salt)
        put("rsa-2048", name, MESSAGE, key.sign(MESSAGE, kind, h), "-67808")
    other = padding.PSS(mgf=padding.MGF1(HASHES["SHA1"]()), salt_length=32)
    put("rsa-2048", name, MESSAGE, key.sign(MESSAGE, other, h), "-67808")
    # A DigestInfo without NULL, a short row of FF with bytes behind, a wrong first byte.
    name, size = "algid:sign:RSA:message-PKCS1v15:SHA256", block_size(key)
    full = bytes.fromhex("3031300d060960864801650304020105000420") + digest("SHA256")
    bare = bytes.fromhex("302f300b0609608648016503040201") + b"\4\x20" + digest("SHA256")
    rows = [b"\0\1" + b"\xff" * (size - 3 - len(bare)) + b"\0" + bare,
            b"\0\1" + b"\xff" * 8 + b"\0" + full + bytes(size - 11 - len(full)),
            b"\0\2" + b"\xff" * (size - 3 - len(full)) + b"\0" + full,
            b"\0\1" + b"\xfe" * (size - 3 - len(full)) + b"\0" + full]
    for block in rows:
        put("rsa-2048", name, MESSAGE, power(key, block, True), "-67808")


def ciphertexts(keys, out):
    def put(key, algorithm, sealed, expect):
        out.write(key=key, algorithm=algorithm, sealed=sealed, expect=expect)

    for key, algorithm, sealed in DECRYPTION:
        put(key, algorithm, bytes.fromhex(sealed), MESSAGE)
    for bits in (1024, 2048):
        key, size = f"rsa-{bits}", bits // 8
        put(key, "algid:encrypt:RSA:raw", encrypt(keys, key, "algid:encrypt:RSA:raw", b"abc"),
            b"abc".rjust(size, b"\0"))
        name = "algid:encrypt:RSA:PKCS1"
        for text in (b"", b"\0", MESSAGE, b"x" * (size - 11)):
            put(key, name, encrypt(keys, key, name, text), text)
        for h in SHAS:
            room = size - 2 * HASHES[h].digest_size - 2
            for text in (b"", MESSAGE, b"x" * room) if room >= 8 else ():
                name = f"algid:encrypt:RSA:OAEP:{h}"
                put(key, name, encrypt(keys, key, name, text), text)
        short = next(sealed for sealed in iter(
            lambda: encrypt(keys, key, "algid:encrypt:RSA:PKCS1", MESSAGE), None) if sealed[0] == 0)
        put(key, "algid:encrypt:RSA:PKCS1", short[1:], MESSAGE)
    for key in ("rsa-1024", "rsa-2048", "rsa-4096"):
        for h in SHAS:
            for count in (0, 1, 1000) if h == "SHA256" and key != "rsa-1024" else (8,):
                if block_size(keys[key]) >= 2 * HASHES[h].digest_size + 2:
                    name, text = f"algid:encrypt:RSA:OAEP:{h}:AESGCM", os.urandom(count)
                    put(key, name, encrypt(keys, key, name, text), text)
    for curve in CURVES:
        key = f"rfc6979-{curve}"
        for h in SHAS:
            for agreement in ("ECDH", "ECDHC"):
                for end in ("AESGCM",) if h == "SHA1" else ("AESGCM", "AESGCM-KDFIV"):
                    name = f"algid:encrypt:ECIES:{agreement}:KDFX963:{h}:{end}"
                    put(key, name, encrypt(keys, key, name, MESSAGE), MESSAGE)
        put(key, name, encrypt(keys, key, name, b""), b"")
    rejected(keys, put)


def rejected(keys, put):
    """Padding that is wrong: another text for PKCS#1 v1.5 (by the libcrypto of `cryptography`,
    which rejects implicitly), -50 for the others."""
    for name in ("rsa-1024", "rsa-1031", "rsa-2048"):
        key = keys[name]
        size = block_size(key)
        starts = [b"\0\1" + b"\xff" * (size - 12) + b"\0", b"\0\2" + b"\xff" * (size - 2),
                  b"\0\2" + b"\xff" * 7 + b"\0", b"\0\2\0", b"\1\2" + b"\xff" * 9 + b"\0",
                  b"\0\3" + b"\xff" * 9 + b"\0", b"\0\0", b"\0\2" + b"\xff" * 8 + b"\0"]
        for start in starts:
            sealed = power(key, (start + MESSAGE * size)[:size], False)
            put(name, "algid:encrypt:RSA:PKCS1", sealed, key.decrypt(sealed, padding.PKCS1v15()))
        for number in range(12):
            sealed = (b"\0" + hashlib.sha512(bytes([number])).digest() * 8)[:size]
            put(name, "algid:encrypt:RSA:PKCS1", sealed, key.decrypt(sealed, padding.PKCS1v15()))
    key, sha1, sha256 = keys["rsa-2048"], HASHES["SHA1"](), HASHES["SHA256"]()
    public, name = key.public_key(), "algid:encrypt:RSA:OAEP:SHA256"
    for mask, h, label in ((sha1, sha256, None), (sha256, sha1, None), (sha1, sha1, None),
                           (sha256, sha256, b"label")):
        kind = padding.OAEP(mgf=padding.MGF1(mask), algorithm=h, label=label)
        put("rsa-2048", name, public.encrypt(MESSAGE, kind), "-50")
    kind = padding.OAEP(mgf=padding.MGF1(sha256), algorithm=sha256, label=None)
    for count in (0, 15, 17, 24, 32):
        session = os.urandom(count)
        body = gcm_seal(session if count in (24, 32) else bytes(16), bytes(16), MESSAGE, pkcs1(key))
        put("rsa-2048", name + ":AESGCM", public.encrypt(session, kind) + body, "-50")
    session = os.urandom(session_size(key))
    for nonce, additional in ((bytes(12), pkcs1(key)), (bytes(16), b"")):
        body = gcm_seal(session, nonce, MESSAGE, additional)
        put("rsa-2048", name + ":AESGCM", public.encrypt(session, kind) + body, "-50")


def exchanges(keys, out):
    for key, peer, shared in AGREED:
        group = CURVES[keys.fields[key]["curve"]]()
        other = ec.EllipticCurvePublicKey.from_encoded_point(group, bytes.fromhex(peer))
        assert keys[key].exchange(ec.ECDH(), other).hex() == shared
        for agreement in ("ECDH", "ECDHC"):
            out.write(key=key, algorithm=f"algid:keyexchange:{agreement}", peer=peer, expect=shared)
    for curve in CURVES:
        key, group = keys[f"rfc6979-{curve}"], CURVES[curve]()
        scalars = [2, ORDERS[curve] - 1, 77]
        # One whose shared coordinate begins with a zero byte.
        scalars.append(next(k for k in range(3, 10 ** 6) if key.exchange(
            ec.ECDH(), ec.derive_private_key(k, group).public_key())[0] == 0
            and (curve != "p521" or k > 3)))
        for scalar in scalars:
            peer = ec.derive_private_key(scalar, group).public_key()
            shared = key.exchange(ec.ECDH(), peer)
            assert len(shared) == SIZES[curve]
            for agreement in ("ECDH", "ECDHC"):
                out.write(key=f"rfc6979-{curve}", algorithm=f"algid:keyexchange:{agreement}",
                          peer=point(peer), expect=shared)
        for h in SHAS:
            for agreement in ("ECDH", "ECDHC"):
                for size in (1, 20, 100):
                    for info in (b"", b"info!"):
                        out.write(
                            key=f"rfc6979-{curve}", peer=point(peer), size=size, info=info,
                            algorithm=f"algid:keyexchange:{agreement}:KDFX963:{h}",
                            expect=derive(HASHES[h](), size, shared, info))
