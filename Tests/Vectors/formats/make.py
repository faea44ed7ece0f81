#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes keys-v1.txt, pkcs12-v1.txt and items-v1.txt: files of other tools with what is to be read from them.

Needs openssl 3, keytool, certtool and python `cryptography`; the tests need none of them. What is
expected comes from the keys and certificates that the tools were given, never from our reader. Files
that no tool writes (pieces in BER, PBMAC1, contents in contents) are made byte by byte here, and
where openssl can read them it is asked whether it does.
"""
import base64
import hashlib
import hmac
import os
import subprocess
import tempfile
from datetime import datetime, timezone
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

os.environ["LC_ALL"] = "C.UTF-8"
work = Path(tempfile.mkdtemp())
PW = "secret"


def run(*arguments, data=None, check=True):
    done = subprocess.run([str(a) for a in arguments], input=data, capture_output=True, cwd=work)
    if check and done.returncode != 0:
        raise SystemExit(f"{arguments}: {done.stderr.decode()}")
    return done.stdout if check else done.returncode == 0


# DER, written without a library.
def el(tag, *content):
    body = b"".join(content)
    if len(body) < 128:
        return bytes([tag, len(body)]) + body
    size = (len(body).bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + len(body).to_bytes(size, "big") + body


def seq(*content):
    return el(0x30, *content)


def integer(value):
    return el(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def oid(text):
    arcs = [int(arc) for arc in text.split(".")]
    out = b""
    for arc in [arcs[0] * 40 + arcs[1]] + arcs[2:]:
        digits = [arc & 127]
        while arc := arc >> 7:
            digits.insert(0, arc & 127 | 128)
        out += bytes(digits)
    return el(6, out)


def octets(data):
    return el(4, data)


NULL = b"\x05\x00"
NAMES = serialization.Encoding.DER
PRIVATE = serialization.PrivateFormat
PLAIN = serialization.NoEncryption()


def form(key):
    """The external representation: PKCS#1, or point and scalar."""
    if isinstance(key, rsa.RSAPrivateKey):
        return key.private_bytes(NAMES, PRIVATE.TraditionalOpenSSL, PLAIN)
    size = (key.curve.key_size + 7) // 8
    return point(key) + key.private_numbers().private_value.to_bytes(size, "big")


def point(key):
    public = key if isinstance(key, (rsa.RSAPublicKey, ec.EllipticCurvePublicKey)) else key.public_key()
    if isinstance(public, rsa.RSAPublicKey):
        return public.public_bytes(NAMES, serialization.PublicFormat.PKCS1)
    encoding = serialization.Encoding.X962
    return public.public_bytes(encoding, serialization.PublicFormat.UncompressedPoint)


def certificate(key, name, issuer=None, issuer_key=None):
    moment = datetime(2025, 1, 1, tzinfo=timezone.utc)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(
        issuer.subject if issuer else subject).public_key(key.public_key()).serial_number(
        int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") >> 1)
    builder = builder.not_valid_before(moment).not_valid_after(moment.replace(year=2045))
    return builder.sign(issuer_key or key, hashes.SHA256())


p256, p384, p521 = (ec.generate_private_key(c()) for c in (ec.SECP256R1, ec.SECP384R1, ec.SECP521R1))
p224 = ec.generate_private_key(ec.SECP224R1())
rsa2048 = rsa.generate_private_key(65537, 2048)
rsa1024 = rsa.generate_private_key(65537, 1024)
ROOT_KEY, MIDDLE_KEY = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
root = certificate(ROOT_KEY, "Root")
middle = certificate(MIDDLE_KEY, "Middle", root, ROOT_KEY)
leaf = certificate(p256, "Leaf", middle, MIDDLE_KEY)
rsa_leaf = certificate(rsa1024, "RSA Leaf")

rows = []


def write(path, text, intro):
    Path(__file__).with_name(path).write_text(
        f"# Written by make.py in this folder. {intro}\n\n" + "\n".join(text))


def file(name, data):
    (work / name).write_bytes(data)
    return work / name


def pem(key):
    return key.private_bytes(serialization.Encoding.PEM, PRIVATE.PKCS8, PLAIN)


# Keys.
def key_row(name, kind, data, key=None, half="private", password=None, expect="key", legacy=False):
    lines = [f"name: {name}", f"format: {kind}"]
    if password is not None:
        lines.append(f"password: {password.encode().hex()}")
    if legacy:
        lines.append("legacy: yes")
    lines.append(f"data: {data.hex()}")
    if key is not None:
        lines.append(f"half: {half}")
        lines.append(f"form: {(form(key) if half == 'private' else point(key)).hex()}")
    rows.append("\n".join(lines + [f"expect: {expect}", ""]))


def keys():
    named = {"RSA 1024": rsa1024, "RSA 2048": rsa2048, "P-224": p224, "P-256": p256, "P-384": p384, "P-521": p521}
    for name, key in named.items():
        plain = file("key.pem", pem(key))
        key_row(f"PKCS#8 of openssl, {name}", "pkcs8", run("openssl", "pkcs8", "-topk8", "-nocrypt", "-in", plain, "-outform", "DER"), key)
        key_row(f"PKCS#8 of cryptography, {name}", "pkcs8", key.private_bytes(NAMES, PRIVATE.PKCS8, PLAIN), key)
        key_row(f"SubjectPublicKeyInfo of openssl, {name}", "spki", run("openssl", "pkey", "-in", plain, "-pubout", "-outform", "DER"), key, "public")
        if not name.startswith("RSA"):
            key_row(f"SEC 1 of openssl, {name}", "sec1", run("openssl", "ec", "-in", plain, "-outform", "DER"), key)
            key_row(f"SEC 1 without the point, {name}", "sec1", run("openssl", "ec", "-in", plain, "-no_public", "-outform", "DER"), key)
    for cipher, legacy in [("aes128", False), ("aes-192-cbc", False), ("aes256", False), ("des3", False), ("des", True), ("rc2", True), ("rc2-64-cbc", True), ("rc2-40-cbc", True)]:
        for prf in ["hmacWithSHA1", "hmacWithSHA256", "hmacWithSHA512"] if cipher == "aes256" else ["hmacWithSHA256"]:
            extra = ["-provider", "default", "-provider", "legacy"] if legacy else []
            data = run("openssl", "pkcs8", "-topk8", "-in", file("key.pem", pem(p256)), "-outform", "DER", "-v2", cipher, "-v2prf", prf, "-passout", "pass:" + PW, *extra)
            key_row(f"PBES2 of openssl, {cipher}, {prf}", "encrypted", data, p256, password=PW, legacy=legacy)
    for scheme, legacy in [("PBE-MD5-DES", True), ("PBE-SHA1-DES", True), ("PBE-MD5-RC2-64", True), ("PBE-SHA1-RC2-64", True), ("PBE-SHA1-3DES", False), ("PBE-SHA1-2DES", False), ("PBE-SHA1-RC2-128", True), ("PBE-SHA1-RC2-40", True), ("PBE-SHA1-RC4-128", True), ("PBE-SHA1-RC4-40", True)]:
        for key, name in [(p256, "P-256"), (rsa1024, "RSA 1024")]:
            data = run("openssl", "pkcs8", "-topk8", "-in", file("key.pem", pem(key)), "-outform", "DER", "-v1", scheme, "-passout", "pass:" + PW, "-provider", "default", "-provider", "legacy")
            key_row(f"{scheme} of openssl, {name}", "encrypted", data, key, password=PW, legacy=legacy)
    data = run("openssl", "pkcs8", "-topk8", "-in", file("key.pem", pem(p256)), "-outform", "DER", "-scrypt", "-passout", "pass:" + PW)
    key_row("scrypt of openssl", "encrypted", data, p256, password=PW)
    data = p256.private_bytes(NAMES, PRIVATE.PKCS8, serialization.BestAvailableEncryption("pä😀".encode()))
    key_row("PBES2 of cryptography, other letters", "encrypted", data, p256, password="pä😀")
    data = run("openssl", "pkcs8", "-topk8", "-in", file("key.pem", pem(p256)), "-outform", "DER", "-v1", "PBE-SHA1-3DES", "-passout", "pass:pä😀")
    key_row("PBE-SHA1-3DES of openssl, other letters", "encrypted", data, p256, password="pä😀")
    for cipher in ["aes-128", "aes-192", "aes-256", "3des", "3des-pkcs12"]:
        data = run("certtool", "--to-p8", "--load-privkey", file("key.pem", pem(rsa1024)), "--password", PW, "--pkcs-cipher", cipher, "--outder")
        key_row(f"{cipher} of certtool", "encrypted", data, rsa1024, password=PW)
    for cipher, legacy in [("des", True), ("des3", False), ("aes128", False), ("aes192", False), ("aes256", False)]:
        for command, key in [("rsa", rsa1024), ("ec", p256)]:
            extra = ["-traditional"] if command == "rsa" else []
            data = run("openssl", command, "-in", file("key.pem", pem(key)), "-" + cipher, *extra, "-passout", "pass:" + PW, "-provider", "default", "-provider", "legacy")
            key_row(f"traditional {cipher} of openssl, {command}", "traditional", data, key, password=PW, legacy=legacy)
    odd_keys()
    other_ciphers()


# Ciphers and codes that openssl has beside the usual ones.
OTHER_CIPHERS = [f"{family}-{size}-{mode}" for family, modes in [("camellia", ["cbc"]), ("aria", ["cbc"]), ("aes", ["cfb", "ofb"])] for mode in modes for size in [128, 192, 256]]
OTHER_PRFS = ["hmacWithSHA224", "hmacWithSHA384", "hmacWithSHA512-224", "hmacWithSHA512-256"]


def other_ciphers():
    both = [(cipher, "hmacWithSHA256") for cipher in OTHER_CIPHERS] + [("aes-256-cbc", prf) for prf in OTHER_PRFS]
    for cipher, prf in both:
        data = run("openssl", "pkcs8", "-topk8", "-in", file("key.pem", pem(p256)), "-outform", "DER", "-v2", cipher, "-v2prf", prf, "-passout", "pass:" + PW)
        key_row(f"PBES2 of openssl, {cipher}, {prf}", "encrypted", data, p256, password=PW)


def odd_keys():
    other = dsa.generate_private_key(1024)
    key_row("DSA", "pkcs8", other.private_bytes(NAMES, PRIVATE.PKCS8, PLAIN), expect="unsupported")
    key_row("secp256k1", "pkcs8", ec.generate_private_key(ec.SECP256K1()).private_bytes(NAMES, PRIVATE.PKCS8, PLAIN), expect="unsupported")
    explicit = run("openssl", "ecparam", "-name", "prime256v1", "-genkey", "-param_enc", "explicit", "-outform", "DER", "-noout")
    key_row("explicit parameters", "sec1", explicit, expect="unsupported")
    plain = p256.private_bytes(NAMES, PRIVATE.PKCS8, PLAIN)
    key_row("a byte behind", "pkcs8", plain + b"\0", expect="malformed")
    key_row("cut", "pkcs8", plain[:-1], expect="malformed")
    scalar = p256.private_numbers().private_value.to_bytes(32, "big")
    curve = oid("1.2.840.10045.3.1.7")
    algorithm = seq(oid("1.2.840.10045.2.1"), curve)
    bare = seq(integer(1), octets(scalar))
    key_row("PKCS#8 whose SEC 1 has neither curve nor point", "pkcs8", seq(integer(0), algorithm, octets(bare)), p256)
    key_row("with attributes", "pkcs8", seq(integer(0), algorithm, octets(bare), el(0xA0, seq(oid("1.2.3"), el(0x31, NULL)))), p256)
    key_row("version 1 with its public key", "pkcs8", seq(integer(1), algorithm, octets(bare), el(0x81, b"\0" + point(p256))), p256)
    key_row("version 2", "pkcs8", seq(integer(2), algorithm, octets(bare)), expect="malformed")
    other_curve = seq(integer(1), octets(scalar), el(0xA0, oid("1.3.132.0.34")))
    key_row("another curve within", "pkcs8", seq(integer(0), algorithm, octets(other_curve)), expect="malformed")
    wrong = seq(integer(1), octets(scalar), el(0xA0, curve), el(0xA1, el(3, b"\0" + point(ROOT_KEY))))
    key_row("the point of another key", "sec1", wrong, expect="malformed")
    zero = seq(integer(1), octets(bytes(32)), el(0xA0, curve))
    key_row("zero", "sec1", zero, expect="malformed")
    key_row("a scalar that is too long", "sec1", seq(integer(1), octets(b"\1" + scalar), el(0xA0, curve)), expect="malformed")
    short = next(k for k in iter(lambda: ec.generate_private_key(ec.SECP256R1()), None) if k.private_numbers().private_value < 1 << 248)
    digits = short.private_numbers().private_value.to_bytes(31, "big")
    key_row("a scalar without its zero", "sec1", seq(integer(1), octets(digits), el(0xA0, curve)), short)
    key_row("no curve", "sec1", bare, expect="malformed")
    compressed = p256.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)
    key_row("compressed point", "spki", seq(algorithm, el(3, b"\0" + compressed)), expect="malformed")
    key_row("the point of another curve", "spki", seq(algorithm, el(3, b"\0" + point(p384))), expect="malformed")
    salt = octets(b"saltsalt")
    for name, count, expect in [("no iterations", 0, "malformed"), ("two thousand million iterations", 2**31 - 1, "excessive"), ("ten million iterations", 10_000_001, "excessive")]:
        kdf = seq(oid("1.2.840.113549.1.5.12"), seq(salt, integer(count)))
        scheme = seq(oid("1.2.840.113549.1.5.13"), seq(kdf, seq(oid("2.16.840.1.101.3.4.1.42"), octets(bytes(16)))))
        key_row(name, "encrypted", seq(scheme, octets(bytes(32))), password=PW, expect="wrong-password" if expect == "malformed" else expect)
    for name, n, r in [("scrypt of a GiB", 2**20, 8), ("scrypt without end", 2**30, 1)]:
        kdf = seq(oid("1.3.6.1.4.1.11591.4.11"), seq(salt, integer(n), integer(r), integer(1)))
        scheme = seq(oid("1.2.840.113549.1.5.13"), seq(kdf, seq(oid("2.16.840.1.101.3.4.1.42"), octets(bytes(16)))))
        key_row(name, "encrypted", seq(scheme, octets(bytes(32))), password=PW, expect="excessive")
    scheme = seq(oid("1.2.840.113549.1.5.1"), seq(salt, integer(1)))
    key_row("MD2 with DES", "encrypted", seq(scheme, octets(bytes(32))), password=PW, expect="unsupported")


# PKCS#12.
def p12_row(name, data, password=PW, keys=(), certificates=(), legacy=False, expect="file"):
    """Keys and certificates: (object, friendly name or None, local key identifier or None)."""
    lines = [f"name: {name}", f"password: {password.encode().hex()}"]
    if legacy:
        lines.append("legacy: yes")
    lines.append(f"data: {data.hex()}")

    def label(entry):
        return f"{(entry[1] or '').encode().hex()},{(entry[2] or b'').hex()}"

    if expect == "file":
        lines.append("keys: " + "|".join(f"{hashlib.sha256(form(k[0])).hexdigest()},{label(k)}" for k in keys))
        lines.append("certificates: " + "|".join(
            f"{hashlib.sha256(c[0].public_bytes(NAMES)).hexdigest()},{label(c)}" for c in certificates))
        mine = {hashlib.sha256(point(k[0])).digest() for k in keys}
        held = {hashlib.sha256(point(c[0].public_key())).digest() for c in certificates}
        lines.append(f"identities: {len([k for k in keys if hashlib.sha256(point(k[0])).digest() in held])}")
        lines.append(f"others: {len([c for c in certificates if hashlib.sha256(point(c[0].public_key())).digest() not in mine])}")
    rows.append("\n".join(lines + [f"expect: {expect}", ""]))


def sha1(cert):
    return cert.fingerprint(hashes.SHA1())


def openssl_p12(*options, key=p256, cert=leaf, more=(), password=PW):
    both = pem(key) + cert.public_bytes(serialization.Encoding.PEM)
    extra = []
    if more:
        chain = file("more.pem", b"".join(c.public_bytes(serialization.Encoding.PEM) for c in more))
        extra = ["-certfile", chain]
    return run("openssl", "pkcs12", "-export", "-in", file("both.pem", both), "-passout", "pass:" + password, *extra, *options)


LEAF = (leaf, None, sha1(leaf))
KEY = (p256, None, sha1(leaf))


def openssl_files():
    p12_row("openssl, as it comes", openssl_p12(), keys=[KEY], certificates=[LEAF])
    p12_row("openssl -legacy", openssl_p12("-legacy"), keys=[KEY], certificates=[LEAF], legacy=True)
    for scheme, legacy in [("PBE-SHA1-3DES", False), ("PBE-SHA1-2DES", False), ("PBE-SHA1-RC2-128", True), ("PBE-SHA1-RC2-40", True), ("PBE-SHA1-RC4-128", True), ("PBE-SHA1-RC4-40", True), ("AES-128-CBC", False), ("AES-192-CBC", False), ("AES-256-CBC", False), ("DES-EDE3-CBC", False)]:
        options = ["-certpbe", scheme, "-keypbe", scheme, "-provider", "default", "-provider", "legacy"]
        p12_row(f"openssl, {scheme}", openssl_p12(*options), keys=[KEY], certificates=[LEAF], legacy=legacy)
    for mac in ["sha1", "sha224", "sha256", "sha384", "sha512"]:
        p12_row(f"openssl, code with {mac}", openssl_p12("-macalg", mac), keys=[KEY], certificates=[LEAF])
    p12_row("openssl, code with md5", openssl_p12("-macalg", "md5"), expect="wrong-password")
    p12_row("openssl, one iteration", openssl_p12("-noiter", "-nomaciter"), keys=[KEY], certificates=[LEAF])
    p12_row("openssl, 300,000 iterations", openssl_p12("-iter", "300000"), keys=[KEY], certificates=[LEAF])
    p12_row("openssl, no code", openssl_p12("-nomac"), expect="without-code")
    p12_row("openssl, empty password", openssl_p12(password=""), password="", keys=[KEY], certificates=[LEAF])
    p12_row("openssl -legacy, empty password", openssl_p12("-legacy", password=""), password="", keys=[KEY], certificates=[LEAF], legacy=True)
    for password in ["pä", "😀 beyond", "с кириллицей"]:
        p12_row(f"openssl, password {password}", openssl_p12(password=password), password=password, keys=[KEY], certificates=[LEAF])
        p12_row(f"openssl 3DES, password {password}", openssl_p12("-certpbe", "PBE-SHA1-3DES", "-keypbe", "PBE-SHA1-3DES", password=password), password=password, keys=[KEY], certificates=[LEAF])
    p12_row("openssl, chain", openssl_p12("-name", "Mein Schlüssel", "-caname", "CA one", more=[middle, root]), keys=[(p256, "Mein Schlüssel", sha1(leaf))], certificates=[(leaf, "Mein Schlüssel", sha1(leaf)), (middle, "CA one", None), (root, None, None)])
    p12_row("openssl, no keys", run("openssl", "pkcs12", "-export", "-nokeys", "-in", file("c.pem", leaf.public_bytes(serialization.Encoding.PEM)), "-passout", "pass:" + PW), certificates=[(leaf, None, None)])
    p12_row("openssl, no certificates", run("openssl", "pkcs12", "-export", "-nocerts", "-inkey", file("k.pem", pem(p256)), "-in", file("k2.pem", pem(p256)), "-passout", "pass:" + PW), keys=[(p256, None, None)])
    p12_row("openssl, plain certificates", openssl_p12("-certpbe", "NONE"), keys=[KEY], certificates=[LEAF])
    p12_row("openssl, a plain key is passed over", openssl_p12("-keypbe", "NONE"), certificates=[LEAF])
    ident = (rsa_leaf, None, sha1(rsa_leaf))
    p12_row("openssl, RSA", openssl_p12(key=rsa1024, cert=rsa_leaf), keys=[(rsa1024, None, ident[2])], certificates=[ident])


def cryptography_files():
    def encryption(scheme, mac, rounds=3000):
        return PRIVATE.PKCS12.encryption_builder().kdf_rounds(rounds).key_cert_algorithm(scheme).hmac_hash(mac).build(PW.encode())

    for scheme in [pkcs12.PBES.PBESv1SHA1And3KeyTripleDESCBC, pkcs12.PBES.PBESv2SHA256AndAES256CBC]:
        for mac in [hashes.SHA1(), hashes.SHA256()]:
            data = pkcs12.serialize_key_and_certificates(b"name", p256, leaf, [middle, root], encryption(scheme, mac))
            p12_row(f"cryptography, {scheme.name}, {mac.name}", data, keys=[(p256, "name", sha1(leaf))], certificates=[(leaf, "name", sha1(leaf)), (middle, None, None), (root, None, None)])
    data = pkcs12.serialize_key_and_certificates(None, p256, leaf, None, serialization.BestAvailableEncryption(PW.encode()))
    p12_row("cryptography, no name", data, keys=[KEY], certificates=[LEAF])
    data = pkcs12.serialize_key_and_certificates(None, p256, None, [leaf], serialization.BestAvailableEncryption(PW.encode()))
    p12_row("cryptography, certificate beside the key", data, keys=[(p256, None, None)], certificates=[(leaf, None, None)])


def certtool_files():
    key, cert = file("k.pem", pem(p256)), file("c.pem", leaf.public_bytes(serialization.Encoding.PEM))
    for cipher, legacy in [("3des-pkcs12", False), ("rc2-40", True), ("arcfour", True), ("aes-128", False), ("aes-192", False), ("aes-256", False), ("3des", False)]:
        data = run("certtool", "--to-p12", "--load-privkey", key, "--load-certificate", cert, "--p12-name", "of certtool", "--password", PW, "--pkcs-cipher", cipher, "--outder")
        mine = hashlib.sha1(leaf.public_key().public_bytes(NAMES, serialization.PublicFormat.SubjectPublicKeyInfo)).digest()
        p12_row(f"certtool, {cipher}", data, keys=[(p256, "of certtool", mine)], certificates=[(leaf, "of certtool", mine)], legacy=legacy)


    mine = hashlib.sha1(leaf.public_key().public_bytes(NAMES, serialization.PublicFormat.SubjectPublicKeyInfo)).digest()
    for option in ["--null-password", "--empty-password"]:
        data = run("certtool", "--to-p12", "--load-privkey", key, "--load-certificate", cert, "--p12-name", "x", option, "--pkcs-cipher", "3des-pkcs12", "--outder")
        p12_row(f"certtool {option}", data, password="", keys=[(p256, "x", mine)], certificates=[(leaf, "x", mine)])


def keytool_files():
    for option, name, legacy in [([], "as it comes", False), (["-J-Dkeystore.pkcs12.legacy"], "legacy", True)]:
        store = work / f"java-{len(option)}.p12"
        source = file("source.p12", openssl_p12("-name", "one", "-certpbe", "PBE-SHA1-3DES", "-keypbe", "PBE-SHA1-3DES", more=[middle, root]))
        other = file("other.p12", openssl_p12("-name", "two", key=rsa1024, cert=rsa_leaf))
        for part in [source, other]:
            run("keytool", *option, "-importkeystore", "-noprompt", "-srckeystore", part, "-srcstoretype", "PKCS12", "-srcstorepass", PW, "-destkeystore", store, "-deststoretype", "PKCS12", "-deststorepass", PW)
        if not option:
            run("keytool", "-importcert", "-noprompt", "-alias", "trusted", "-file", file("r.der", root.public_bytes(NAMES)), "-keystore", store, "-storepass", PW)
            run("keytool", "-genseckey", "-keyalg", "AES", "-keysize", "128", "-alias", "hidden", "-keystore", store, "-storepass", PW)
        check_keytool(f"keytool, {name}", store.read_bytes(), legacy)


def check_keytool(name, data, legacy):
    """keytool chooses order and identifiers: what openssl prints of the file is taken for them."""
    text = run("openssl", "pkcs12", "-in", file("java.p12", data), "-passin", "pass:" + PW, "-nodes", "-legacy").decode()
    entries, label, block = [], [None, None], None
    for line in text.splitlines():
        if line == "Bag Attributes" or line.startswith("Bag Attributes:"):
            label = [None, None]
        elif line.strip().startswith("friendlyName: "):
            label[0] = line.strip()[14:]
        elif line.strip().startswith("localKeyID: "):
            label[1] = bytes.fromhex(line.strip()[12:])
        elif line.startswith("-----BEGIN"):
            block = []
        if block is not None:
            block.append(line)
        if line.startswith("-----END"):
            entries.append((line, "\n".join(block).encode(), *label))
            block, label = None, [None, None]
    keys = [(serialization.load_pem_private_key(b, None), n, i) for line, b, n, i in entries if "PRIVATE" in line]
    certs = [(x509.load_pem_x509_certificate(b), n, i) for line, b, n, i in entries if "CERT" in line]
    p12_row(name, data, keys=keys, certificates=certs, legacy=legacy)


# Made here.
def kdf(purpose, password, salt, iterations, count, hash_name="sha256"):
    """RFC 7292 B.2."""
    u, v = hashlib.new(hash_name).digest_size, hashlib.new(hash_name).block_size
    wide = password.encode("utf-16-be") + b"\0\0"

    def fill(data):
        return (data * v)[:v * ((len(data) + v - 1) // v)] if data else b""

    state, out = bytearray(fill(salt) + fill(wide)), b""
    while len(out) < count:
        a = bytes([purpose]) * v + bytes(state)
        for _ in range(iterations):
            a = hashlib.new(hash_name, a).digest()
        out += a
        b = int.from_bytes((a * v)[:v], "big") + 1
        for place in range(0, len(state), v):
            value = (int.from_bytes(state[place:place + v], "big") + b) % (1 << 8 * v)
            state[place:place + v] = value.to_bytes(v, "big")
    return out[:count]


DATA, ENCRYPTED = oid("1.2.840.113549.1.7.1"), oid("1.2.840.113549.1.7.6")
BAG = "1.2.840.113549.1.12.10.1."
SHA256 = seq(oid("2.16.840.1.101.3.4.2.1"), NULL)


def data_content(data):
    return seq(DATA, el(0xA0, octets(data)))


def cert_bag(cert, *attributes):
    value = seq(oid("1.2.840.113549.1.9.22.1"), el(0xA0, octets(cert.public_bytes(NAMES))))
    return seq(oid(BAG + "3"), el(0xA0, value), *attributes)


def key_bag(key):
    value = key.private_bytes(NAMES, PRIVATE.PKCS8, serialization.BestAvailableEncryption(PW.encode()))
    return seq(oid(BAG + "2"), el(0xA0, value))


def pfx(safe, code=None, content=None):
    salt = b"12345678"
    digest = hmac.new(kdf(3, PW, salt, 10, 32), safe, "sha256").digest()
    mac = seq(seq(SHA256, octets(digest)), octets(salt), integer(10))
    return seq(integer(3), content or data_content(safe), code(safe) if code else mac)


def safes(*bags):
    return seq(data_content(seq(*bags)))


def pbmac1(prf, mac, keysize=32, iterations=1000):
    def code(safe):
        salt = b"saltsalt"
        key = hashlib.pbkdf2_hmac("sha256", PW.encode(), salt, iterations, keysize or 32)
        size = integer(keysize) if keysize else b""
        hmac_oids = {"sha1": 7, "sha256": 9, "sha512": 11}
        function = seq(oid("1.2.840.113549.1.5.12"), seq(octets(salt), integer(iterations), size, seq(oid("1.2.840.113549.2.9"), NULL)))
        algorithm = seq(oid("1.2.840.113549.1.5.14"), seq(function, seq(oid(f"1.2.840.113549.2.{hmac_oids[mac]}"), NULL)))
        return seq(seq(algorithm, octets(hmac.new(key, safe, mac).digest())), octets(b"not used"), integer(1))
    return code


def indefinite(tag, *content):
    return bytes([tag, 0x80]) + b"".join(content) + b"\0\0"


def pieces(data):
    return indefinite(0x24, *(octets(data[i:i + 100]) for i in range(0, len(data), 100)))


def with_openssl(data):
    if not run("openssl", "pkcs12", "-in", file("made.p12", data), "-passin", "pass:" + PW, "-noout", check=False):
        raise SystemExit("openssl does not read what was made here")
    return data


def made_files():
    key, cert = [(p256, None, None)], [(leaf, None, None)]
    both = seq(key_bag(p256), cert_bag(leaf))
    p12_row("made here", with_openssl(pfx(seq(data_content(both)))), keys=key, certificates=cert)
    inner = indefinite(0x30, indefinite(0x30, DATA, indefinite(0xA0, pieces(indefinite(0x30, key_bag(p256), cert_bag(leaf))))))
    whole = pfx(inner, content=indefinite(0x30, DATA, indefinite(0xA0, pieces(inner))))
    p12_row("BER, lengths not given, strings in pieces", with_openssl(whole), keys=key, certificates=cert)
    nested = indefinite(0x24, pieces(inner[:150]), octets(inner[150:]))
    whole = pfx(inner, content=indefinite(0x30, DATA, indefinite(0xA0, nested)))
    p12_row("BER, pieces in pieces", with_openssl(whole), keys=key, certificates=cert)
    body = openssl_p12("-certpbe", "PBE-SHA1-3DES", "-keypbe", "PBE-SHA1-3DES")
    p12_row("BER, longer lengths than needed", longer(body), keys=[KEY], certificates=[LEAF])
    for mac in ["sha1", "sha256", "sha512"]:
        p12_row(f"PBMAC1, {mac}", pfx(seq(data_content(both)), pbmac1("sha256", mac)), keys=key, certificates=cert)
    p12_row("PBMAC1 without the key's length", pfx(seq(data_content(both)), pbmac1("sha256", "sha256", None)), expect="malformed")
    name = seq(oid("1.2.840.113549.1.9.20"), el(0x31, el(0x1E, "name 😀".encode("utf-16-be"))))
    unknown = seq(oid("1.2.3.4"), el(0x31, NULL))
    named = cert_bag(leaf, el(0x31, unknown, name))
    p12_row("a name beyond the BMP, an unknown attribute", pfx(safes(named)), certificates=[(leaf, "name 😀", None)])
    nested = seq(oid(BAG + "6"), el(0xA0, seq(cert_bag(leaf), key_bag(p256))))
    p12_row("contents in contents", pfx(safes(nested, cert_bag(root))), keys=key, certificates=cert + [(root, None, None)])
    deep = cert_bag(leaf)
    for _ in range(9):
        deep = seq(oid(BAG + "6"), el(0xA0, seq(deep)))
    p12_row("contents in contents, nine deep", pfx(safes(deep)), expect="excessive")
    p12_row("no contents", pfx(seq()), keys=[], certificates=[])
    p12_row("no bags", pfx(safes()), keys=[], certificates=[])
    p12_row("another content", pfx(seq(seq(oid("1.2.840.113549.1.7.3"), el(0xA0, seq())), data_content(both))), keys=key, certificates=cert)
    p12_row("signed as a whole", seq(integer(3), seq(oid("1.2.840.113549.1.7.2"), el(0xA0, seq()))), expect="malformed")
    p12_row("another kind of bag", pfx(safes(seq(oid("1.2.3.4"), el(0xA0, seq())))), expect="malformed")
    p12_row("a revocation list and a secret", pfx(safes(seq(oid(BAG + "4"), el(0xA0, seq())), seq(oid(BAG + "5"), el(0xA0, seq())), cert_bag(leaf))), certificates=cert)
    sdsi = seq(oid(BAG + "3"), el(0xA0, seq(oid("1.2.840.113549.1.9.22.2"), el(0xA0, el(0x16, b"sdsi")))))
    p12_row("an SDSI certificate", pfx(safes(sdsi, cert_bag(leaf))), certificates=cert)
    broken = seq(oid(BAG + "3"), el(0xA0, seq(oid("1.2.840.113549.1.9.22.1"), el(0xA0, octets(b"no certificate")))))
    p12_row("what is no certificate", pfx(safes(broken)), expect="malformed")
    ed = ed25519.Ed25519PrivateKey.generate()
    p12_row("a key of Ed25519", pfx(safes(key_bag(ed))), expect="unsupported")
    other = p256.private_bytes(NAMES, PRIVATE.PKCS8, serialization.BestAvailableEncryption(b"another"))
    p12_row("a key under another password", pfx(safes(seq(oid(BAG + "2"), el(0xA0, other)))), expect="malformed")
    p12_row("version 2", seq(integer(2)) + b"", expect="malformed")
    hostile_files()
    for cipher in OTHER_CIPHERS:
        p12_row(f"openssl, {cipher}", openssl_p12("-certpbe", cipher, "-keypbe", cipher), keys=[KEY], certificates=[LEAF])
    p12_row("no file", b"", expect="malformed")
    p12_row("random bytes", hashlib.sha512(b"x").digest(), expect="malformed")
    p12_row("text", b"-----BEGIN PKCS12-----\nAAAA\n-----END PKCS12-----\n", expect="malformed")
    p12_row("cut", openssl_p12()[:-1], expect="malformed")
    p12_row("a byte behind", openssl_p12() + b"\0", expect="malformed")


def longer(data):
    """Every length with a byte more than needed, down to the octet strings."""
    out, place = b"", 0
    while place < len(data):
        tag, length, place = data[place], data[place + 1], place + 2
        if length & 0x80:
            size = length & 0x7F
            length, place = int.from_bytes(data[place:place + size], "big"), place + size
        content = data[place:place + length]
        place += length
        content = longer(content) if tag & 0x20 else content
        size = (len(content).bit_length() + 7) // 8 + 1
        out += bytes([tag, 0x80 | size]) + len(content).to_bytes(size, "big") + content
    return out


def hostile_files():
    def mac(iterations, hash_oid="2.16.840.1.101.3.4.2.3"):
        return lambda safe: seq(seq(seq(oid(hash_oid), NULL), octets(bytes(64))), octets(b"salt"), integer(iterations))

    p12_row("a code of two thousand million iterations", pfx(safes(), mac(2**31 - 1)), expect="excessive")
    p12_row("a code of as many iterations as may be", pfx(safes(), mac(1_666_666)), expect="wrong-password")
    p12_row("a code of a few more", pfx(safes(), mac(1_666_667)), expect="excessive")
    scheme = seq(oid("1.2.840.113549.1.12.1.3"), seq(octets(b"saltsalt"), integer(400_000)))
    shrouded = seq(oid(BAG + "2"), el(0xA0, seq(scheme, octets(bytes(64)))))
    content = seq(scheme, octets(bytes(64)))
    encrypted = seq(ENCRYPTED, el(0xA0, seq(integer(0), seq(DATA, scheme, el(0x80, bytes(64))))))
    p12_row("contents that do not decrypt", pfx(seq(*[encrypted] * 20)), expect="malformed")
    scheme = seq(oid("1.2.840.113549.1.12.1.3"), seq(octets(b"saltsalt"), integer(2_000_000)))
    shrouded = seq(oid(BAG + "2"), el(0xA0, seq(scheme, octets(bytes(64)))))
    p12_row("a key of six million iterations", pfx(safes(shrouded)), expect="excessive")
    p12_row("300 contents", pfx(seq(*[data_content(seq())] * 300)), expect="excessive")
    deep = b""
    for _ in range(60):
        deep = el(0x30, deep)
    p12_row("sixty elements deep", deep, expect="excessive")
    p12_row("without end", b"\x30\x80" * 30, expect="malformed")


# Items of any format.
def item_row(name, data, expect, items=(), file="", password=None, only_one=False):
    """Expected are format and type by Apple's numbers, or a status."""
    def text(item):
        if isinstance(item, x509.Certificate):
            return "c" + hashlib.sha256(item.public_bytes(NAMES)).hexdigest()
        if isinstance(item, bytes):
            return "s" + hashlib.sha256(item).hexdigest()
        private = hasattr(item, "private_bytes")
        return ("k" if private else "p") + hashlib.sha256(form(item) if private else point(item)).hexdigest()

    lines = [f"name: {name}", f"data: {data.hex()}"]
    lines += [f"file: {file}"] if file else []
    lines += [f"password: {password.encode().hex()}"] if password is not None else []
    lines += ["only-one: yes"] if only_one else []
    lines += ["items: " + "|".join(text(i) for i in items)] if items and expect[0] != "-" else []
    rows.append("\n".join(lines + [f"expect: {expect}", ""]))


def netscape_rows(chain):
    """OpenSSL writes these lists in PEM, with the first line of a certificate."""
    text = run("openssl", "nseq", "-toseq", "-in", file("chain.pem", b"".join(c.public_bytes(serialization.Encoding.PEM) for c in chain)))
    body = b"".join(text.split(b"\n")[1:-2])
    data = base64.b64decode(body)
    sequence = oid("2.16.840.1.113730.2.5")
    item_row("Netscape sequence, DER", data, "13 5", chain)
    item_row("Netscape sequence, base64", body + b"\n", "13 5", chain)
    item_row("Netscape sequence, PEM of a certificate", text, "9 4", chain)
    item_row("Netscape sequence named as a certificate", data, "13 5", chain, file="x.cer")
    item_row("Netscape sequence, BER", b"\x30\x80" + sequence + b"\xa0\x80" + seq(*[c.public_bytes(NAMES) for c in chain]) + bytes(4), "13 5", chain)
    item_row("Netscape sequence of none", seq(sequence, el(0xA0, seq())), "13 5")
    item_row("Netscape sequence without a list", seq(sequence), "-25257")
    item_row("Netscape sequence of something else", seq(sequence, el(0xA0, seq(seq(integer(1))))), "-25257")
    item_row("Netscape sequence with something behind the list", seq(sequence, el(0xA0, seq()), integer(1)), "-25257")


def ssh_rows():
    """Formats of SSH are not read."""
    for name, key in [("RSA", rsa1024), ("P-256", p256)]:
        line = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
        item_row(f"SSH public key, {name}", line + b" a@b\n", "-25257")
    item_row("SSH public key, RFC 4716", b"---- BEGIN SSH2 PUBLIC KEY ----\n" + base64.b64encode(line) + b"\n---- END SSH2 PUBLIC KEY ----\n", "-25257")
    item_row("SSH version 1", b"SSH PRIVATE KEY FILE FORMAT 1.1\n\0" + bytes(100), "-25257")


def armoured(label, data):
    body = base64.encodebytes(data).replace(b"\n", b"")
    lines = b"".join(body[i:i + 64] + b"\n" for i in range(0, len(body), 64))
    return f"-----BEGIN {label}-----\n".encode() + lines + f"-----END {label}-----\n".encode()


def text_rows(pem_of, p7b, openssh):
    """Texts in which there is more than what a keychain holds: other letters, blocks of other kinds."""
    one = pem_of(leaf)
    words = "Bag Attributes\n    friendlyName: BJÖRN\n"
    item_row("a certificate behind words in UTF-8", words.encode() + one, "9 4", [leaf])
    latin = words.encode("latin-1")
    item_row("a certificate and its key behind words in Latin-1", latin + one + latin + b"Key Attributes: <No Attributes>\n" + pem(p256), "10 5", [leaf, p256])
    roots = [f"# Issuer: CN={name}\n# Serial: 1\n".encode() + pem_of(c) + b"\n" for name, c in [("Főtanúsítvány", root), ("Certinomis", middle), ("Türk Kök", leaf)]]
    item_row("a list of roots with words in other letters", b"".join(roots), "10 5", [root, middle, leaf])
    mark = b"\xef\xbb\xbf"
    item_row("a mark of UTF-8 in front", mark + one, "9 4", [leaf])
    item_row("files with a mark behind each other", mark + one + mark + pem_of(middle), "10 5", [leaf, middle])
    item_row("a zero behind", one + b"\0", "9 4", [leaf])
    item_row("blanks in front of a first line, among other letters", "é\n \t".encode() + one, "9 4", [leaf])
    parameters = run("openssl", "ecparam", "-name", "prime256v1")
    own = run("openssl", "ec", "-in", file("k.pem", pem(p256)))
    item_row("EC PARAMETERS and a key", parameters + own, "1 1", [p256])
    item_row("EC PARAMETERS behind a key and a certificate", own + one + parameters, "10 5", [p256, leaf])
    item_row("EC PARAMETERS alone", parameters, "-25257")
    bad = b"???\n-----END CERTIFICATE-----\n"
    item_row("EC PARAMETERS and a bad block", parameters + b"-----BEGIN CERTIFICATE-----\n" + bad, "-25256")
    item_row("a request without an end in front of a certificate", b"-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n" + one, "9 4", [leaf])
    signature = b"-----BEGIN PGP SIGNATURE-----\nVersion: 1\n\nAQID\n=AQID\n-----END PGP SIGNATURE-----\n"
    item_row("a signature of PGP in front of a certificate", signature + one, "9 4", [leaf])
    item_row("a signature of PGP alone", signature, "-25257")
    odd = b"-----BEGIN SOMETHING ELSE-----\n???\n-----END SOMETHING ELSE-----\n"
    item_row("a bad block of an unknown label in front of a certificate", odd + one, "9 4", [leaf])
    item_row("a bad block of an unknown label alone", odd, "-25256")
    item_row("a good block of an unknown label in front of a certificate", odd.replace(b"???", b"AQID") + one, "9 4", [leaf])
    item_row("a key in a block of an unknown label beside a certificate", armoured("SOMETHING ELSE", p256.private_bytes(NAMES, PRIVATE.PKCS8, PLAIN)) + one, "10 5", [p256, leaf])
    item_row("OpenSSH beside a certificate", openssh + one, "9 4", [leaf])
    others = [dsa.generate_private_key(1024), ec.generate_private_key(ec.SECP256K1())]
    foreign = b"".join(pem(k) for k in others)
    spki = serialization.PublicFormat.SubjectPublicKeyInfo
    foreign += b"".join(k.public_key().public_bytes(serialization.Encoding.PEM, spki) for k in others)
    item_row("keys of other kinds around a certificate and a key", foreign + one + foreign + pem(p256), "10 5", [leaf, p256])
    item_row("keys of other kinds alone", foreign, "-25257")
    item_row("a damaged key beside a certificate", one + armoured("PRIVATE KEY", p256.private_bytes(NAMES, PRIVATE.PKCS8, PLAIN)[:-1]), "-25257")
    item_row("PKCS#7, PEM of a certificate", p7b.replace(b"PKCS7", b"CERTIFICATE"), "9 4", [leaf, middle, root])
    holder = b"text\n" + pem_of(root)
    signed = run("openssl", "cms", "-sign", "-signer", file("l.pem", one), "-inkey", file("k.pem", pem(p256)), "-certfile", file("m.pem", pem_of(middle)), "-nodetach", "-binary", "-outform", "DER", data=holder)
    item_row("signed CMS of a text with a certificate in it", signed, "11 5", sorted([leaf, middle], key=lambda c: c.public_bytes(NAMES)))


def items():
    pem_of = lambda c: c.public_bytes(serialization.Encoding.PEM)
    text = b"a comment: of its own\n" + pem(p256) + b"between\n" + pem_of(leaf) + pem_of(middle)
    item_row("key, certificate and that of its CA, with comments", text, "10 5", [p256, leaf, middle])
    item_row("the same, whatever the name says", text, "10 5", [p256, leaf, middle], file="x.p12")
    item_row("two keys where one may be", pem(p256) + pem(p384), "-25259", only_one=True)
    item_row("two keys", pem(p256) + pem(p384), "10 5", [p256, p384])
    item_row("a key and a public one where one may be", pem(p256) + run("openssl", "pkey", "-in", file("k.pem", pem(p384)), "-pubout"), "10 5", [p256, p384.public_key()], only_one=True)
    for name, key, number in [("RSA", rsa1024, "3"), ("P-256", p256, "1")]:
        plain = file("k.pem", pem(key))
        for encoding in ["DER", "PEM"]:
            item_row(f"PKCS#8, {name}, {encoding}", run("openssl", "pkcs8", "-topk8", "-nocrypt", "-in", plain, "-outform", encoding), f"{number} 1", [key])
            item_row(f"SubjectPublicKeyInfo, {name}, {encoding}", run("openssl", "pkey", "-in", plain, "-pubout", "-outform", encoding), "1 2", [key.public_key()])
            own = ["rsa", "-traditional"] if name == "RSA" else ["ec"]
            item_row(f"its own form, {name}, {encoding}", run("openssl", own[0], "-in", plain, "-outform", encoding, *own[1:]), "1 1", [key])
            data = run("openssl", "pkcs8", "-topk8", "-in", plain, "-outform", encoding, "-passout", "pass:" + PW)
            item_row(f"encrypted PKCS#8, {name}, {encoding}", data, "5 1", [key], password=PW)
            item_row(f"encrypted PKCS#8, {name}, {encoding}, no password", data, "-25260")
            item_row(f"encrypted PKCS#8, {name}, {encoding}, another password", data, "-25293", password="other")
        data = run("openssl", own[0], "-in", plain, *own[1:], "-aes128", "-passout", "pass:" + PW)
        item_row(f"traditional, {name}", data, "6 1", [key], password=PW)
        item_row(f"traditional, {name}, no password", data, "-25260")
    for encoding in ["DER", "PEM"]:
        item_row(f"PKCS#1 public key, {encoding}", run("openssl", "rsa", "-in", file("k.pem", pem(rsa1024)), "-RSAPublicKey_out", "-outform", encoding), "3 2" if encoding == "DER" else "1 2", [rsa1024.public_key()])
        item_row(f"certificate, {encoding}", leaf.public_bytes(getattr(serialization.Encoding, encoding)), "9 4", [leaf])
        chain = [leaf, middle, root]
        many = [x for c in chain for x in ("-certfile", file(f"{c.serial_number}.pem", pem_of(c)))]
        p7b = run("openssl", "crl2pkcs7", "-nocrl", *many, "-outform", encoding)
        item_row(f"PKCS#7, {encoding}", p7b, "11 5", chain)
        item_row(f"PKCS#7 named as a certificate, {encoding}", p7b, "11 5", chain, file="x.cer")
        signed = run("openssl", "cms", "-sign", "-signer", file("l.pem", pem_of(leaf)), "-inkey", file("k.pem", pem(p256)), "-certfile", file("m.pem", pem_of(middle)), "-nodetach", "-binary", "-outform", encoding, data=b"text")
        # A SET is in the order of the bytes in it.
        order = sorted([leaf, middle], key=lambda c: c.public_bytes(NAMES))
        item_row(f"signed CMS, {encoding}", signed, "11 5", order)
    netscape_rows(chain)
    item_row("no certificate set", run("openssl", "cms", "-sign", "-nocerts", "-signer", file("l.pem", pem_of(leaf)), "-inkey", file("k.pem", pem(p256)), "-outform", "DER", data=b"x"), "-25257")
    data = openssl_p12(more=[middle])
    item_row("PKCS#12", data, "12 5", [leaf, middle, p256], password=PW)
    for hint in ["x.p12", "x.P12", "p12", ".pfx"]:
        item_row(f"PKCS#12 named {hint}", data, "12 5", [leaf, middle, p256], password=PW, file=hint)
    item_row("PKCS#12, no password", data, "-25260")
    item_row("PKCS#12, another password", data, "-25264", password="other")
    item_row("PKCS#12 without a code", openssl_p12("-nomac"), "-25257", password=PW)
    item_row("PKCS#12 without keys", run("openssl", "pkcs12", "-export", "-nokeys", "-in", file("c.pem", pem_of(leaf)), "-passout", "pass:" + PW), "12 5", [leaf], password=PW)
    key = b"-----BEGIN SYMMETRIC KEY-----\nAQIDBA==\n-----END SYMMETRIC KEY-----\n"
    item_row("symmetric key", key, "4 3", [b"\1\2\3\4"])
    key = p256.private_bytes(serialization.Encoding.PEM, PRIVATE.OpenSSH, PLAIN)
    item_row("OpenSSH", key, "-25257")
    ssh_rows()
    item_row("random bytes", hashlib.sha512(b"y").digest(), "-25257")
    item_row("random bytes named as a certificate", hashlib.sha512(b"y").digest(), "-25257", file="x.cer")
    item_row("no data", b"", "-50")
    item_row("one bad block", b"-----BEGIN CERTIFICATE-----\n???\n-----END CERTIFICATE-----\n", "-25256")
    item_row("a bad block behind a good one", pem_of(leaf) + b"-----BEGIN CERTIFICATE-----\n???\n", "9 4", [leaf])
    request = b"-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n"
    item_row("a request", request, "-25257")
    item_row("a block of nothing known beside a certificate", pem_of(leaf) + request.replace(b"CERTIFICATE REQUEST", b"X509 CRL"), "9 4", [leaf])
    text_rows(pem_of, p7b, key)


keys()
write("keys-v1.txt", rows, "Keys in the formats of other tools; `form` is the external representation.")
rows = []
openssl_files()
cryptography_files()
certtool_files()
keytool_files()
made_files()
write("pkcs12-v1.txt", rows, "Keys and certificates as hash, name and identifier, in the order of the file.")
rows = []
items()
write("items-v1.txt", rows, "Data of any format; items as hashes, expected format and type, or a status.")
