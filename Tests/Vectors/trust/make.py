#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes certificates-v1.txt: certificates for questions about trust, each with the name that the tests call it by.

Needs python `cryptography` 44 or later and the command openssl; the tests need neither. Certificates are put together
byte by byte, so that they can be wrong in every way; keys are new with each run.
"""
import subprocess
import tempfile
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa


def el(tag, *content):
    body = b"".join(content)
    if len(body) < 128:
        return bytes([tag, len(body)]) + body
    size = (len(body).bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + len(body).to_bytes(size, "big") + body


def seq(*content):
    return el(0x30, *content)


def oid(dotted):
    arcs = [int(arc) for arc in dotted.split(".")]
    out = b""
    for arc in [arcs[0] * 40 + arcs[1]] + arcs[2:]:
        digits = [arc & 127]
        while arc := arc >> 7:
            digits.insert(0, arc & 127 | 128)
        out += bytes(digits)
    return el(6, out)


def name(text, tag=0x0C):
    return seq(el(0x31, seq(oid("2.5.4.3"), el(tag, text.encode())))) if text else seq()


def ext(dotted, value, critical=False):
    return seq(oid(dotted), el(1, b"\xff") if critical else b"", el(4, value))


def ca(length=None, yes=True, critical=True):
    flag = el(1, b"\xff") if yes else b""
    return ext("2.5.29.19", seq(flag, el(2, bytes([length])) if length is not None else b""), critical)


def usage(bits):
    return ext("2.5.29.15", el(3, b"\0" + bytes([bits])), True)


SIGN, CERTSIGN, ENCIPHER = 0x80, 0x04, 0x20


def purposes(*names):
    arcs = {"server": "1.3.6.1.5.5.7.3.1", "client": "1.3.6.1.5.5.7.3.2", "code": "1.3.6.1.5.5.7.3.3",
            "mail": "1.3.6.1.5.5.7.3.4", "time": "1.3.6.1.5.5.7.3.8", "any": "2.5.29.37.0",
            "ike": "1.3.6.1.5.5.7.3.17", "responder": "1.3.6.1.5.5.7.3.9"}
    return ext("2.5.29.37", seq(*[oid(arcs[n]) for n in names]))


def alternatives(*names, critical=False):
    def one(text):
        if isinstance(text, bytes):
            return el(0x87, text)
        return el(0x81 if "@" in text else 0x82, text.encode())
    return ext("2.5.29.17", seq(*[one(n) for n in names]), critical)


def subtrees(permitted=(), excluded=()):
    def list_of(tag, hosts):
        return el(tag, *[seq(el(0x82, h.encode())) for h in hosts]) if hosts else b""
    return ext("2.5.29.30", seq(list_of(0xA0, permitted), list_of(0xA1, excluded)), True)


def skid(value):
    return ext("2.5.29.14", el(4, value))


def akid(value):
    return ext("2.5.29.35", seq(el(0x80, value)))


def policies(*arcs):
    return ext("2.5.29.32", seq(*[seq(oid(a)) for a in arcs]))


KEYS = {}


def key(label):
    """The key of a label; its first letters say of what kind."""
    if label not in KEYS:
        kind = label.split("-")[0]
        KEYS[label] = {
            "p256": lambda: ec.generate_private_key(ec.SECP256R1()),
            "p192": lambda: ec.generate_private_key(ec.SECP192R1()),
            "ed": lambda: ed25519.Ed25519PrivateKey.generate(),
            "rsa2048": lambda: rsa.generate_private_key(65537, 2048),
            "rsa1024": lambda: rsa.generate_private_key(65537, 1024),
            "rsa512": lambda: small(),
        }[kind]()
    return KEYS[label]


def small():
    pem = subprocess.run(["openssl", "genrsa", "512"], check=True, capture_output=True).stdout
    return serialization.load_pem_private_key(pem, None, unsafe_skip_rsa_key_validation=True)


def spki(label):
    if label.startswith("slow"):
        # A modulus of 3072 bits and an exponent as long: nobody has the private key.
        n, e = el(2, b"\0" + b"\xf3" * 384), el(2, b"\0" + b"\xf1" * 383 + b"\x01")
        return seq(seq(oid("1.2.840.113549.1.1.1"), el(5)), el(3, b"\0", seq(n, e)))
    return key(label).public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


SIGNATURES = {
    ("rsa", "sha256"): "1.2.840.113549.1.1.11", ("rsa", "sha1"): "1.2.840.113549.1.1.5",
    ("rsa", "md5"): "1.2.840.113549.1.1.4", ("p256", "sha256"): "1.2.840.10045.4.3.2",
    ("p256", "sha1"): "1.2.840.10045.4.1",
}


def sign(label, digest, data):
    pem = key(label).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "key").write_bytes(pem)
        return subprocess.run(
            ["openssl", "dgst", f"-{digest}", "-sign", f"{folder}/key"], input=data, check=True,
            capture_output=True).stdout


def time(text):
    return el(0x18, text.encode()) if len(text) == 15 else el(0x17, text.encode())


OUT, SERIAL = {}, [0x01000000]
LONG, SHORT = ("20200101000000Z", "20490101000000Z"), ("20240101000000Z", "20260101000000Z")


def make(title, subject, issuer, *extensions, own="p256-leaf", by="p256-root", digest="sha256", dates=LONG,
         version=2, spoil=False, signature=None):
    """One certificate; subject and issuer are names or their DER."""
    SERIAL[0] += 1
    algorithm = SIGNATURES[("rsa" if by.startswith("rsa") else "p256", digest)]
    algorithm = seq(oid(algorithm), el(5) if by.startswith("rsa") else b"")
    encoded = [n if isinstance(n, bytes) else name(n) for n in (issuer, subject)]
    tbs = seq(
        el(0xA0, el(2, bytes([version]))) if version else b"", el(2, SERIAL[0].to_bytes(4, "big")), algorithm,
        encoded[0], seq(time(dates[0]), time(dates[1])), encoded[1], spki(own),
        el(0xA3, seq(*extensions)) if extensions else b"")
    signature = signature or sign(by, digest, tbs)
    if spoil:
        signature = signature[:-1] + bytes([signature[-1] ^ 1])
    OUT[title] = seq(tbs, algorithm, el(3, b"\0", signature))


def server(*more, hosts=("w.example.com",)):
    return [alternatives(*hosts), purposes("server"), *more]


# An authority, one below it, a server.
make("R", "Root", "Root", ca(), usage(CERTSIGN), own="p256-root")
make("I", "Inter", "Root", ca(), usage(CERTSIGN), own="p256-inter")
make("L", "w.example.com", "Inter", *server(), by="p256-inter", dates=SHORT)
make("other root", "Root", "Root", ca(), own="p256-other", by="p256-other")
make("I spoilt", "Inter", "Root", ca(), own="p256-inter", spoil=True)


def leaf(title, *extensions, **more):
    """Signed by the root, for two years."""
    more.setdefault("dates", SHORT)
    make(title, more.pop("subject", "leaf"), more.pop("issuer", "Root"), *extensions, **more)


# Names of hosts.
leaf("star", *server(hosts=("*.w.example.com", "a.example.com", "*.com", "w*.b.example.com", "x.*.example.com")))
leaf("name only", purposes("server"), subject="w.example.com")
leaf("addresses", *server(hosts=(bytes([10, 0, 0, 1]), bytes.fromhex("20010db8" + "00" * 11 + "01"), "*.0.0.2", "10.0.0.3")))
# Dates.
leaf("expired", *server(), dates=("20220101000000Z", "20230101000000Z"))
leaf("not yet", *server(), dates=("20300101000000Z", "20310101000000Z"))
leaf("900 days", *server(), dates=("20240101000000Z", "20260619000000Z"))
leaf("900 days of old", *server(), dates=("20190101000000Z", "20260101000000Z"))
make("R expired", "Old root", "Old root", ca(), own="p256-old", by="p256-old", dates=("20200101000000Z", "20210101000000Z"))
leaf("below R expired", *server(), issuer="Old root", by="p256-old")
# Keys and hashes.
leaf("rsa1024", *server(), own="rsa1024-leaf")
leaf("rsa512", *server(), own="rsa512-leaf")
leaf("p192", *server(), own="p192-leaf")
leaf("ed25519", *server(), own="ed-leaf")
make("RR", "RSA root", "RSA root", ca(), usage(CERTSIGN), own="rsa2048-root", by="rsa2048-root", digest="sha1")
leaf("sha1", *server(), issuer="RSA root", by="rsa2048-root", digest="sha1")
leaf("md5", *server(), issuer="RSA root", by="rsa2048-root", digest="md5")
leaf("rsa sha256", *server(), issuer="RSA root", by="rsa2048-root")
# Purposes and usages.
leaf("client", alternatives("w.example.com"), purposes("client"))
leaf("any", alternatives("w.example.com"), purposes("any"))
leaf("any of old", alternatives("w.example.com"), purposes("any"), dates=("20190101000000Z", "20200601000000Z"))
leaf("no purpose", alternatives("w.example.com"))
leaf("no purpose of old", alternatives("w.example.com"), dates=("20190101000000Z", "20200601000000Z"))
leaf("code", purposes("code"), usage(SIGN))
leaf("code without usage", purposes("code"))
leaf("code for enciphering", purposes("code"), usage(ENCIPHER))
leaf("mail", purposes("mail"), alternatives("Some.One@example.com"))
leaf("time", purposes("time"))
leaf("ike", purposes("ike"), alternatives("vpn.example.com"))
leaf("signing only", usage(SIGN), *server())
make("I of clients", "Client inter", "Root", ca(), purposes("client"), own="p256-inter")
make("L of clients", "leaf", "Client inter", *server(), by="p256-inter", dates=SHORT)
# Authorities.
def below(title, subject, *extensions, **more):
    make(title, subject, "Root", *extensions, own="p256-inter", **more)
    make("L of " + title, "leaf", subject, *server(), by="p256-inter", dates=SHORT)
below("I without constraints", "I none", usage(CERTSIGN))
below("I no authority", "I not", ca(yes=False), usage(CERTSIGN))
below("I without signing", "I unsigning", ca(), usage(SIGN))
below("I of first version", "I first", version=0)
below("I of hosts", "I hosts", ca(), subtrees(permitted=["example.org"]))
below("I of our hosts", "I ours", ca(), subtrees(permitted=["example.com"]))
below("I not of hosts", "I excluded", ca(), subtrees(excluded=["example.com"]))
below("I of policies", "I policies", ca(), policies("2.999.1"), ext("2.5.29.36", seq(el(0x80, b"\0")), True))
make("R0", "R0", "R0", ca(0), own="p256-r0", by="p256-r0")
make("I below R0", "I0", "R0", ca(), own="p256-inter", by="p256-r0")
make("L of I below R0", "leaf", "I0", *server(), by="p256-inter", dates=SHORT)
make("R without constraints", "Bare root", "Bare root", usage(CERTSIGN), own="p256-bare", by="p256-bare")
leaf("below R without constraints", *server(), issuer="Bare root", by="p256-bare")
make("R of first version", "First root", "First root", own="p256-first", by="p256-first", version=0)
leaf("below R of first version", *server(), issuer="First root", by="p256-first")
# Extensions and subjects.
leaf("unknown critical", *server(ext("1.3.6.1.4.1.55555.1", b"\5\0", True)))
leaf("unknown", *server(ext("1.3.6.1.4.1.55555.1", b"\5\0")))
leaf("twice", *server(purposes("server")))
leaf("malformed", *server(ext("2.5.29.19", b"\xff\xff")))
leaf("no subject", *server(), subject="")
leaf("no subject, critical names", alternatives("w.example.com", critical=True), purposes("server"), subject="")
# Which issuer.
make("RA", "RA", "RA", ca(), own="p256-ra", by="p256-ra")
make("RB", "RB", "RB", ca(), own="p256-rb", by="p256-rb")
make("X by RA", "X", "RA", ca(), own="p256-x", by="p256-ra")
make("X by RB", "X", "RB", ca(), own="p256-x", by="p256-rb")
make("L of X", "leaf", "X", *server(), by="p256-x", dates=SHORT)
make("X expired", "X", "RB", ca(), own="p256-x", by="p256-rb", dates=("20200101000000Z", "20210101000000Z"))
make("X by X", "X", "X", ca(), own="p256-x", by="p256-x")
make("K", "K", "RA", ca(), skid(b"right"), own="p256-k", by="p256-ra")
make("K other identifier", "K", "RA", ca(), skid(b"wrong"), own="p256-k", by="p256-ra")
make("L of K", "leaf", "K", *server(akid(b"right")), by="p256-k", dates=SHORT)
make("L of folded root", "leaf", name("  ROOT ", 0x13), *server(), dates=SHORT)
make("L self-signed", "alone", "alone", *server(), by="p256-leaf", dates=SHORT)
# Two keys of one name, each signed by the other.
make("C by D", "C", "D", ca(), own="p256-c", by="p256-d")
make("D by C", "D", "C", ca(), own="p256-d", by="p256-c")
make("L of C", "leaf", "C", *server(), by="p256-c", dates=SHORT)
# A long way, and a lattice of as many authorities at each level.
for level in range(24):
    make(f"long {level}", f"long {level}", f"long {level + 1}", ca(), own="p256-long", by="p256-long")
make("long leaf", "leaf", "long 0", *server(), by="p256-long", dates=SHORT)
for level in range(8):
    for number in range(5):
        make(f"lattice {level}.{number}", f"lattice {level}", f"lattice {level + 1}", ca(), own="p256-lat", by="p256-lat")
make("lattice leaf", "leaf", "lattice 0", *server(), by="p256-lat", dates=SHORT)
make("lattice root", "lattice 8", "lattice 8", ca(), own="p256-lat", by="p256-lat")
# An authority whose key makes work; the signature of the leaf is another's.
make("slow", "slow", "Root", ca(), own="slow")
make("slow leaf", "leaf", "slow", *server(), by="rsa2048-root", dates=SHORT, signature=b"\x10" * 384)
# Constraints and names that multiply.
hosts = [f"h{n}.example" for n in range(2500)]
make("I of many hosts", "I many", "Root", ca(), subtrees(excluded=hosts), own="p256-inter")
make("L of many hosts", "leaf", "I many", alternatives(*["w." + h for h in reversed(hosts)]), purposes("server"),
     by="p256-inter", dates=SHORT)
# Eight authorities that all sign each other, one of them under a root, and a longer way beside them.
for one in range(8):
    for other in range(8):
        if one != other:
            make(f"mesh {one} by {other}", f"mesh {one}", f"mesh {other}", ca(), own=f"p256-mesh{one}", by=f"p256-mesh{other}")
make("mesh root", "mesh root", "mesh root", ca(), own="p256-meshroot", by="p256-meshroot")
make("mesh 7 by root", "mesh 7", "mesh root", ca(), own="p256-mesh7", by="p256-meshroot")
make("mesh 7 by root for leaves", "mesh 7", "mesh root", ca(0), own="p256-mesh7", by="p256-meshroot")
make("mesh leaf", "leaf", "mesh 0", *server(), by="p256-mesh0", dates=SHORT)
for one, other in [("0", "x"), ("x", "y"), ("y", "z"), ("z", "root")]:
    make(f"mesh {one} by {other}", f"mesh {one}", f"mesh {other}", ca(), own=f"p256-mesh{one}", by=f"p256-mesh{other}")

with open(Path(__file__).with_name("certificates-v1.txt"), "w") as file:
    file.write("# Written by make.py in this folder.\n")
    for title, der in OUT.items():
        file.write(f"\nname: {title}\nder: {der.hex()}\n")
