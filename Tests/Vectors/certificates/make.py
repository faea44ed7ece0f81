#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes accepted-v1.txt and refused-v1.txt: certificates with what is to be read from them.

Needs python `cryptography` 44 or later and the command openssl; the tests need neither. Certificates of usual
shape are made by cryptography, the odd ones byte by byte here. What is expected is written by hand
beside each; where cryptography or openssl can read a certificate, they are asked as well, and a
difference ends the program.
"""
import hashlib
import random
import subprocess
from datetime import datetime, timezone
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

EPOCH = datetime(2001, 1, 1, tzinfo=timezone.utc)


# DER, written without a library.
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


def pair(kind, tag, value):
    return seq(oid(kind), el(tag, value if isinstance(value, bytes) else value.encode()))


def name(*sets):
    return b"".join(el(0x31, *(s if isinstance(s, list) else [s])) for s in sets)


CN, OU, O, DESC, EMAIL = "2.5.4.3", "2.5.4.11", "2.5.4.10", "2.5.4.13", "1.2.840.113549.1.9.1"
UTF8, PRINTABLE, T61, IA5, BMP, UNIVERSAL = 0x0C, 0x13, 0x14, 0x16, 0x1E, 0x1C
A, B = pair(CN, UTF8, "A"), pair(CN, UTF8, "B")
ORG, U1, U2 = pair(O, UTF8, "Org"), pair(OU, UTF8, "U1"), pair(OU, UTF8, "U2")

P256 = ec.derive_private_key(0x1234567890ABCDEF, ec.SECP256R1())
POINT = P256.public_key().public_bytes(
    serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
SPKI = seq(seq(oid("1.2.840.10045.2.1"), oid("1.2.840.10045.3.1.7")), el(3, b"\0", POINT))
ECDSA = seq(oid("1.2.840.10045.4.3.2"))


def ext(dotted, value, critical=None):
    flag = b"" if critical is None else el(1, critical)
    return seq(oid(dotted), flag, el(4, value))


CRITICAL = b"\xff"


def make(version=b"\xa0\x03\x02\x01\x02", serial=b"\x01", sign=ECDSA, issuer=name(A),
         times=(el(0x17, b"250101000000Z"), el(0x17, b"351231235959Z")), subject=name(A),
         spki=SPKI, ids=b"", extensions=None, tail=b"", outer=b"", signature=el(3, b"\0sign")):
    body = b"" if extensions is None else el(0xA3, seq(*extensions))
    tbs = seq(version, el(2, serial), sign, seq(issuer), seq(*times), seq(subject), spki, ids, body, tail)
    return seq(tbs, ECDSA, signature, outer)


accepted, refused = [], []


def moment(*parts):
    return int((datetime(*parts, tzinfo=timezone.utc) - EPOCH).total_seconds())


END = moment(2035, 12, 31, 23, 59, 59)


def ok(title, der, data=None, **values):
    expected = {"version": 3, "serial": "01", "summary": "A", "common-name": "A", "label": "A",
                "subject": name(A).hex(), "issuer": name(A).hex(), "not-before": 757382400,
                "not-after": END, "pkhh": hashlib.sha1(POINT).hexdigest(),
                "algorithm": "1.2.840.10045.2.1"}
    expected.update(values)
    accepted.append((title, der, data, {k: v for k, v in expected.items() if v is not None}))


def no(title, data):
    refused.append((title, data))


def named(title, subject, normal=None, **values):
    """A certificate whose subject matters."""
    extensions = values.pop("extensions", None)
    expected = {"subject": (subject if normal is None else normal).hex(), "common-name": None, "summary": None}
    expected.update(values)
    expected.setdefault("label", expected["summary"])
    ok(title, make(subject=subject, extensions=extensions), **expected)


# Structure (rows 1 to 5, 7 of the rules of acceptance).
plain = make()
ok("plain", plain)
ok("junk behind it", plain, plain + b"\x00junk" * 4)
ok("without version", make(version=b""), version=1)
ok("second version with unique identifiers",
   make(version=b"\xa0\x03\x02\x01\x01", ids=el(0x81, b"\0\x01") + el(0x82, b"\x07\x80")), version=2)
ok("first version with extensions", make(version=b"", extensions=[ext("2.5.29.19", seq())]), version=1)
ok("another algorithm outside", make(sign=seq(oid("1.2.840.10045.4.3.3"))))
for serial in [b"\x80", b"\0", b"\0\x80", b"\0\0\x01", bytes(range(1, 38)), b"\xff" * 21]:
    ok(f"serial {serial.hex()[:8]} of {len(serial)}", make(serial=serial), serial=serial.hex())
ok("key of no bits", make(spki=seq(seq(oid("1.2.3.4"), el(5)), el(3, b"\0"))),
   pkhh=hashlib.sha1(b"").hexdigest(), algorithm="1.2.3.4")
no("nothing", b"")
no("text", b"-----BEGIN CERTIFICATE-----\n")
no("cut by one", plain[:-1])
no("a set", b"\x31" + plain[1:])
no("indefinite length", b"\x30\x80" + plain[3:] + b"\0\0")
no("longer length than needed", b"\x30\x82\0" + plain[2:])
no("a member more outside", make(outer=el(5)))
no("a member more inside", make(tail=el(5)))
no("signature no bits", make(signature=el(4, b"sign")))
no("signature empty", make(signature=el(3)))
no("signature with eight unused bits", make(signature=el(3, b"\x08s")))
no("algorithm without identifier", make(sign=seq(el(5))))
no("algorithm of three members", make(sign=seq(oid("1.2.3"), el(5), el(5))))
for title, version in [("first", "0203020100"), ("fourth", "0203020103"), ("of two bytes", "020402020002"), ("256", "020402020100"),
                       ("negative", "02030201ff"), ("no number", "0203040102"), ("with more", "02050201020500")]:
    no("version " + title, make(version=b"\xa0" + bytes.fromhex(version[2:])))
no("serial of none", make(serial=b""))
no("serial of 38", make(serial=b"\x01" * 38))
no("serial no number", make().replace(b"\x02\x01\x01\x30", b"\x04\x01\x01\x30", 1))
no("key without bits", make(spki=seq(seq(oid("1.2.3.4")))))
no("key of three members", make(spki=seq(seq(oid("1.2.3.4")), el(3, b"\0"), el(5))))
no("key with unused bits", make(spki=seq(seq(oid("1.2.3.4")), el(3, b"\x03\xf8"))))
no("point with an unused bit", make(spki=seq(seq(oid("1.2.840.10045.2.1"), oid("1.2.840.10045.3.1.7")), el(3, b"\1", POINT))))
no("key bits of nothing", make(spki=seq(seq(oid("1.2.3.4")), el(3))))
no("unique identifier of eight unused bits", make(ids=el(0x81, b"\x08\x01")))
no("unique identifiers in the wrong order", make(ids=el(0x82, b"\0\1") + el(0x81, b"\0\1")))
no("subject no sequence", make().replace(seq(name(A)) + SPKI, b"\x31" + seq(name(A))[1:] + SPKI))

# Times (row 6).
AFTER = el(0x17, b"351231235959Z")
for tag, text, seconds in [
        (0x17, "2501020304Z", moment(2025, 1, 2, 3, 4)),
        (0x17, "250102030405+0100", moment(2025, 1, 2, 2, 4, 5)),
        (0x17, "250101000000-0130", moment(2025, 1, 1, 1, 30)),
        (0x17, "491231235959Z", moment(2049, 12, 31, 23, 59, 59)),
        (0x17, "500101000000Z", moment(1950, 1, 1)), (0x17, "691231235959Z", moment(1969, 12, 31, 23, 59, 59)),
        (0x17, "700101000000Z", moment(1970, 1, 1)), (0x17, "991231235959Z", moment(1999, 12, 31, 23, 59, 59)),
        (0x17, "000229000000Z", moment(2000, 2, 29)),
        (0x17, "161231235960Z", moment(2017, 1, 1)), (0x17, "240301000000Z", moment(2024, 3, 1)),
        (0x18, "20500101000000Z", moment(2050, 1, 1)), (0x18, "19000301000000Z", moment(1900, 3, 1)),
        (0x18, "20240229123456+0530", moment(2024, 2, 29, 7, 4, 56)),
        (0x18, "99991231235959Z", moment(9999, 12, 31, 23, 59, 59)),
        (0x18, "00010101000000Z", moment(1, 1, 1))]:
    ok("from " + text, make(times=(el(tag, text.encode()), AFTER)), **{"not-before": seconds})
ok("ends before it begins", make(times=(AFTER, el(0x17, b"250101000000Z"))),
   **{"not-before": END, "not-after": 757382400})
ok("ended in 1969", make(times=(el(0x17, b"500228000000Z"), el(0x17, b"691231235959Z"))),
   **{"not-before": moment(1950, 2, 28), "not-after": moment(1969, 12, 31, 23, 59, 59)})
for tag, text in [
        (0x17, "251301000000Z"), (0x17, "250001000000Z"), (0x17, "250229000000Z"), (0x17, "250431000000Z"),
        (0x17, "250100000000Z"), (0x17, "250101240000Z"), (0x17, "250101006000Z"), (0x17, "250101000061Z"),
        (0x17, "25010100000Z"), (0x17, "250101000000"),
        (0x17, "250101000000z"), (0x17, "2501010000 0Z"), (0x17, "2501010000+0100"), (0x17, "250101000000+2400"),
        (0x17, "250101000000+0060"), (0x17, "250101000000Z0100"), (0x17, "20250101000000Z"),
        (0x18, "20250101000000.5Z"), (0x18, "202501010000Z"), (0x18, "250101000000Z"), (0x18, "19000229000000Z"),
        (0x18, "20250101000000"), (0x04, "250101000000Z")]:
    no(f"from {text} of type {tag:x}", make(times=(el(tag, text.encode()), AFTER)))
    no(f"to {text} of type {tag:x}", make(times=(AFTER, el(tag, text.encode()))))
no("three times", make(times=(AFTER, AFTER, AFTER)))
no("one time", make(times=(AFTER,)))

# Names.
named("two common names", name(A, B), **{"summary": "B, A", "common-name": "B", "label": "B"})
named("a common name in a set of two", name([A, pair(OU, UTF8, "U")]),
      **{"summary": "A", "common-name": "A"})
named("units", name(ORG, U1, U2), summary="U2, U1", label="U1")
E_X = pair(EMAIL, IA5, "e@x")
named("units and an address", name(ORG, U1, U2, E_X), summary="e@x", label="U1", addresses="e@x")
SAN = "2.5.29.17"
DNS = el(0x82, b"d.example")
named("units and a host", name(ORG, U1, U2), summary="d.example", label="U1", hosts="d.example",
      extensions=[ext(SAN, seq(DNS))])
named("organisation alone", name(ORG), summary="Org")
named("a locality alone", name(pair("2.5.4.7", UTF8, "Town"), pair("2.5.4.8", UTF8, "State")),
      summary="State, Town", label="Town")
named("a description", name(A, pair(DESC, UTF8, "D")), **{"summary": "A (D)", "common-name": "A"})
named("two descriptions", name(pair(DESC, UTF8, "D"), A, pair(DESC, UTF8, "E")),
      **{"summary": "A (E, D)", "common-name": "A", "label": "A (D)"})
named("a description alone", name(pair(DESC, UTF8, "D")), summary="D")
named("no subject", b"", label="X509 Certificate")
named("no subject and a host", b"", summary="d.example", label="X509 Certificate", hosts="d.example",
      extensions=[ext(SAN, seq(DNS), CRITICAL)])
named("addresses", name(A, E_X), **{"summary": "A", "common-name": "A", "addresses": "a@x|b@x|e@x"},
      extensions=[ext(SAN, seq(el(0x81, b"a@x"), el(0x81, b"b@x")))])
named("an address that is not ASCII", name(ORG, E_X), summary="Org",
      extensions=[ext(SAN, seq(el(0x81, b"a@x"), el(0x81, "ü@x".encode())))])
named("a common name that looks like a host", name(pair(CN, UTF8, "*.example.org")),
      **{"summary": "*.example.org", "common-name": "*.example.org", "hosts": "*.example.org"})
named("a common name that looks like an address", name(pair(CN, UTF8, "10.0.0.1")),
      **{"summary": "10.0.0.1", "common-name": "10.0.0.1"})
named("addresses of hosts", name(A), **{"summary": "A", "common-name": "A", "hosts": "10.0.0.1",
      "ip": "10.0.0.1|2001:db8::1:0:0:1|::|1:2:3:4:5:6:7:8|1:0:3:4:5:6:7:8|::1"},
      extensions=[ext(SAN, seq(
          el(0x82, b"10.0.0.1"), el(0x87, bytes([10, 0, 0, 1])), el(0x87, b"abc"),
          el(0x87, bytes.fromhex("20010db8000000000001000000000001")), el(0x87, bytes(16)),
          el(0x87, bytes.fromhex("00010002000300040005000600070008")),
          el(0x87, bytes.fromhex("00010000000300040005000600070008")),
          el(0x87, bytes(15) + b"\1")))])
named("blanks", name(pair(CN, PRINTABLE, " Test   ca\tx ")), name(pair(CN, PRINTABLE, "TEST CA X")),
      **{"summary": " Test   ca\tx ", "common-name": " Test   ca\tx "})
named("nothing but blanks", name(pair(CN, PRINTABLE, " \t ")), name(pair(CN, PRINTABLE, "")),
      **{"summary": " \t ", "common-name": " \t "})
named("blanks in a UTF8String", name(pair(CN, UTF8, "Test  Ca")),
      **{"summary": "Test  Ca", "common-name": "Test  Ca"})
LONG = "a" * 113
named("shrinks over a boundary of lengths", name(pair(CN, PRINTABLE, LONG + " " * 8)),
      name(pair(CN, PRINTABLE, LONG.upper())),
      **{"summary": LONG + " " * 8, "common-name": LONG + " " * 8})
named("a set of which the first shrinks", name([pair(OU, PRINTABLE, "a  b"), pair(CN, PRINTABLE, "x")]),
      name([pair(OU, PRINTABLE, "A B"), pair(CN, PRINTABLE, "X")]), **{"summary": "x", "common-name": "x"})
for title, tag, value, text in [
        ("BMPString", BMP, "Zoë €".encode("utf-16-be"), "Zoë €"),
        ("T61String", T61, "Zoë".encode("latin-1"), "Zoë"), ("IA5String", IA5, b"Zoe", "Zoe"),
        ("UniversalString", UNIVERSAL, "Zoë €".encode("utf-32-be"), "Zoë €"),
        ("GeneralString", 0x1B, "Zoë".encode(), "Zoë"), ("VisibleString", 0x1A, b"Zoe", "Zoe"),
        ("NumericString", 0x12, b"12", "12"), ("UTF8String with a zero", UTF8, b"Zoe\0", "Zoe"),
        ("INTEGER", 2, b"\x01\0", "256"), ("INTEGER of nine bytes", 2, b"\x01" * 9, "01 01 01 01 01 01 01 01 01"),
        ("OCTET STRING", 4, b"\xab\x0c", "AB 0C"), ("UTF8String that is none", UTF8, b"Z\xff", "5A FF"),
        ("PrintableString beyond ASCII", PRINTABLE, b"z\xeb", "7A EB"),
        ("BMPString of an odd count", BMP, b"\0ab", "00 61 62")]:
    normal = value.upper() if tag == PRINTABLE else value
    printable = "X509 Certificate" if text[0].isdigit() and tag != 0x12 or " " in text and tag not in (BMP, UNIVERSAL) else text
    if title in ("UTF8String that is none", "PrintableString beyond ASCII", "BMPString of an odd count"):
        printable = "X509 Certificate"
    named(title, name(pair(CN, tag, value)), name(pair(CN, tag, normal)),
          **{"summary": text, "common-name": text, "label": printable})
named("empty common name", name(A, pair(CN, UTF8, "")), **{"summary": "A", "common-name": "A"})
named("a name that says nothing", name(pair(O, UTF8, "Org"), pair(CN, UTF8, "Thawte Freemail Member")),
      **{"summary": "Thawte Freemail Member", "common-name": "Thawte Freemail Member", "label": "Org"})
for title, subject in [("an empty set", el(0x31)), ("a sequence in place of a set", pair(CN, UTF8, "A")),
                       ("a pair without value", el(0x31, seq(oid(CN)))),
                       ("a pair of three", el(0x31, seq(oid(CN), el(UTF8, b"A"), el(UTF8, b"B")))),
                       ("lengths that overrun", el(0x31, b"\x30\x20" + oid(CN)))]:
    ok("subject with " + title, make(subject=subject),
       **{"subject": None, "summary": None, "common-name": None, "label": "X509 Certificate"})
    ok("issuer with " + title, make(issuer=subject), issuer=None)

# Extensions (rows 8 and 9).
ok("unknown critical extension", make(extensions=[ext("1.2.3.4.5", b"x", CRITICAL)]), marks="unknown-critical")
ok("unknown extension", make(extensions=[ext("1.2.3.4.5", b"x")]))
ok("an extension twice", make(extensions=[ext("1.2.3.4.5", b"x"), ext("1.2.3.4.5", b"y")]), marks="duplicate")
ok("false that is written", make(extensions=[ext("2.5.29.19", seq(), b"\0")]))
ok("key identifier", make(extensions=[ext("2.5.29.14", el(4, b"\x01\x02\x03"))]), skid="010203")
ok("freshest list and timestamps", make(extensions=[
    ext("2.5.29.46", b"?", CRITICAL), ext("1.3.6.1.4.1.11129.2.4.2", b"?")]), marks="unknown-critical")
no("no extension", make(extensions=[]))
no("extensions no sequence", make(tail=el(0xA3, el(0x31, ext("1.2.3", b"")))))
no("two lists of extensions", make(tail=el(0xA3, seq(ext("1.2.3", b"")), seq(ext("1.2.3", b"")))))
no("extension without identifier", make(extensions=[seq(el(4, b""))]))
no("extension with an empty identifier", make(extensions=[seq(el(6), el(4, b""))]))
no("extension without value", make(extensions=[seq(oid("1.2.3"))]))
no("extension whose value is a BIT STRING", make(extensions=[seq(oid("1.2.3"), el(3, b"\0"))]))
no("extension of four", make(extensions=[seq(oid("1.2.3"), el(1, CRITICAL), el(4, b""), el(5))]))
no("critical by 01", make(extensions=[ext("1.2.3", b"", b"\x01")]))
no("critical by two bytes", make(extensions=[ext("1.2.3", b"", b"\xff\xff")]))
URI = el(0x86, b"http://x")
GENERAL_TIME = b"20250101000000Z"
well = {  # values with their form, by identifier
    "2.5.29.14": [el(4, b"k"), el(4)],
    "2.5.29.15": [el(3, b"\x01\x06"), el(3, b"\x07\xff\x80"), el(3, b"\0")],
    "2.5.29.16": [seq(el(0x80, GENERAL_TIME), el(0x81, GENERAL_TIME)), seq()],
    "2.5.29.17": [seq(
        el(0xA0, oid("1.2.3"), el(0xA0, el(UTF8, b"x"))), el(0x81, b"a@x"), el(0x82, b"x"), el(0xA3),
        el(0xA4, seq(name(A))), el(0xA5), URI, el(0x87, b"abcd"), el(0x88, oid("1.2.3")[2:])), seq()],
    "2.5.29.18": [seq(URI)],
    "2.5.29.19": [seq(), seq(el(1, CRITICAL)), seq(el(1, CRITICAL), el(2, b"\x05")), seq(el(2, b"\0"))],
    "2.5.29.30": [seq(el(0xA0, seq(el(0x82, b"x"))), el(0xA1, seq(el(0x82, b"y"), el(0x80, b"\0"), el(0x81, b"\1")))), seq()],
    "2.5.29.31": [seq(seq(el(0xA0, el(0xA0, URI)), el(0x81, b"\x01\x06"), el(0xA2, URI))),
                  seq(seq(el(0xA0, el(0xA1, pair(CN, UTF8, "x")))))],
    "2.5.29.32": [seq(seq(oid("1.2.3"))), seq(seq(oid("2.5.29.32.0"), seq(seq(oid("1.3.6.1.5.5.7.2.1"), el(IA5, b"x")))))],
    "2.5.29.33": [seq(seq(oid("1.2.3"), oid("1.2.4")))],
    "2.5.29.35": [seq(el(0x80, b"k")), seq(el(0x80, b"k"), el(0xA1, URI), el(0x82, b"\1")), seq()],
    "2.5.29.36": [seq(el(0x80, b"\0")), seq(el(0x80, b"\1"), el(0x81, b"\2"))],
    "2.5.29.37": [seq(oid("1.3.6.1.5.5.7.3.1"), oid("2.5.29.37.0"))],
    "2.5.29.54": [el(2, b"\x03")],
    "1.3.6.1.5.5.7.1.1": [seq(seq(oid("1.3.6.1.5.5.7.48.1"), URI))],
    "1.3.6.1.5.5.7.1.11": [seq(seq(oid("1.3.6.1.5.5.7.48.5"), URI))],
    "1.3.6.1.5.5.7.1.3": [seq(seq(oid("0.4.0.1862.1.1")), seq(oid("0.4.0.1862.1.4"), el(5)))],
    "2.16.840.1.113730.1.1": [el(3, b"\x05\xa0")],
    "1.3.6.1.5.5.7.48.1.5": [el(5)],
}
broken = {  # values of another form; FF FF, and one of the form with a byte more, come for each
    "2.5.29.15": [el(4, b"\x01\x06"), el(3, b"\0\1\2\3"), el(3)],
    "2.5.29.16": [seq(el(0x80, b"250101000000Z"))],
    "2.5.29.17": [seq(el(0x89, b"")), seq(el(0xA1, b"a@x")), seq(el(0xA4, b"")), seq(el(0xA0, oid("1.2.3"))), seq(el(0x88))],
    "2.5.29.19": [seq(el(2, b"\0"), el(1, CRITICAL)), seq(el(1, b"\1")), seq(el(2, b"\xff")), seq(el(2, b"\1" * 5)), seq(el(5))],
    "2.5.29.30": [seq(el(0xA0, seq(el(0x80, b"\0"))))],
    "2.5.29.31": [seq(seq(el(0xA0, el(0xA2, URI)))), seq(seq(el(0xA0))), seq(seq(el(0xA0, el(0xA0, el(5)))))],
    "2.5.29.32": [seq(seq()), seq(seq(oid("1.2.3"), seq(seq(oid("1.2.3")))))],
    "2.5.29.33": [seq(seq(oid("1.2.3")))],
    "2.5.29.35": [seq(el(0x82, b"\1"), el(0x80, b"k"))],
    "2.5.29.36": [seq(el(0x80, b""))],
    "2.5.29.37": [seq(el(5)), seq(el(6))],
    "2.5.29.54": [el(2, b"\0\3"), el(2, b"\x80")],
    "1.3.6.1.5.5.7.48.1.5": [el(5, b"\0")],
}
for dotted, values in well.items():
    for number, value in enumerate(values):
        skid = {"skid": value[2:].hex()} if dotted == "2.5.29.14" else {}
        more = {"addresses": "a@x", "hosts": "x", "ip": "97.98.99.100"} if dotted == SAN and number == 0 else {}
        ok(f"{dotted} well formed {number}", make(extensions=[ext(dotted, value, CRITICAL)]), **skid, **more)
    for number, value in enumerate(broken.get(dotted, []) + [b"\xff\xff", values[0] + b"\0"]):
        no(f"{dotted} critical and malformed {number}", make(extensions=[ext(dotted, value, CRITICAL)]))
        ok(f"{dotted} malformed {number}", make(extensions=[ext(dotted, value)]), marks="malformed")


# Certificates of usual shape, by cryptography.
def prime(seed, bits):
    source = random.Random(seed)
    while True:
        number = source.getrandbits(bits) | 1 | 3 << (bits - 2)
        if number % 65537 != 1 and all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7)):
            return number


def rsa_key(bits):
    p, q = prime(1, bits // 2), prime(2, bits // 2)
    d = pow(65537, -1, (p - 1) * (q - 1))
    return rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p),
                                 rsa.RSAPublicNumbers(65537, p * q)).private_key()


def usual(title, key, algorithm, bits):
    subject = x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, "DE"),
                         x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Beispiel e. V."),
                         x509.NameAttribute(NameOID.COMMON_NAME, "www.example.org")])
    issuer = x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, "de"),
                        x509.NameAttribute(NameOID.COMMON_NAME, "Test CA")])
    public = key.public_key()
    builder = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(public)
        .serial_number(0x7F00112233445566778899AABBCCDDEEFF).not_valid_before(datetime(2025, 1, 1))
        .not_valid_after(datetime(2050, 6, 1))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(True, False, True, False, False, False, False, False, False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([
            x509.DNSName("www.example.org"), x509.RFC822Name("hostmaster@example.org")]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier(b"issuer", None, None), critical=False)
        .add_extension(x509.CRLDistributionPoints([x509.DistributionPoint(
            [x509.UniformResourceIdentifier("http://example.org/crl")], None, None, None)]), critical=False)
        .add_extension(x509.CertificatePolicies([
            x509.PolicyInformation(x509.ObjectIdentifier("2.23.140.1.2.1"), None)]), critical=False))
    option = {"ecdsa_deterministic": True} if isinstance(key, ec.EllipticCurvePrivateKey) else {}
    cert = builder.sign(key, algorithm, **option)
    digest = hashlib.sha1(bits(public)).hexdigest()
    upper = name(pair("2.5.4.6", PRINTABLE, "DE"), pair(O, UTF8, "Beispiel e. V."), pair(CN, UTF8, "www.example.org"))
    ok(title, cert.public_bytes(serialization.Encoding.DER), serial="7f00112233445566778899aabbccddeeff",
       **{"summary": "www.example.org", "common-name": "www.example.org", "label": "www.example.org",
          "subject": upper.hex(),
          "issuer": name(pair("2.5.4.6", PRINTABLE, "DE"), pair(CN, UTF8, "Test CA")).hex(),
          "not-after": moment(2050, 6, 1), "pkhh": digest, "skid": digest, "addresses": "hostmaster@example.org",
          "hosts": "www.example.org", "algorithm": {
              rsa.RSAPrivateKey: "1.2.840.113549.1.1.1",
              ec.EllipticCurvePrivateKey: "1.2.840.10045.2.1", ed25519.Ed25519PrivateKey: "1.3.101.112",
          }[next(k for k in (rsa.RSAPrivateKey, ec.EllipticCurvePrivateKey, ed25519.Ed25519PrivateKey) if isinstance(key, k))]})


def pkcs1(public):
    return public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.PKCS1)


def point(public):
    return public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


usual("RSA 2048", rsa_key(2048), hashes.SHA256(), pkcs1)
usual("P-256", P256, hashes.SHA256(), point)
usual("P-521", ec.derive_private_key(0x1234567890ABCDEF, ec.SECP521R1()), hashes.SHA512(), point)
usual("Ed25519", ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32))), None,
      lambda k: k.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw))


def ask(title, der, values):
    """Compares with what the two others read, as far as they read it."""
    done = subprocess.run(["openssl", "x509", "-inform", "DER", "-noout", "-serial", "-ocspid", "-dates", "-dateopt", "iso_8601"],
                          input=der, capture_output=True)
    lines = [line.strip() for line in done.stdout.decode().replace("\\\n", "").splitlines()]
    told = dict(line.split("=" if "=" in line else ": ", 1) for line in lines if "=" in line or ": " in line)
    if done.returncode == 0:
        number = int.from_bytes(bytes.fromhex(values["serial"]), "big", signed=True)
        assert int(told["serial"], 16) == number, (title, told)
        assert told["Public key OCSP hash"].lower() == values["pkhh"], title
        for key, ours in (("notBefore", "not-before"), ("notAfter", "not-after")):
            if told[key] != "Bad time value" and "60Z" not in told[key]:
                time = datetime.strptime(told[key].strip().zfill(20), "%Y-%m-%d %H:%M:%SZ").replace(tzinfo=timezone.utc)
                assert (time - EPOCH).total_seconds() == values[ours], (title, told)
    asked["openssl"] += done.returncode == 0
    try:
        cert = x509.load_der_x509_certificate(der)
        serial, subject = cert.serial_number, cert.subject
        extensions = cert.extensions
    except Exception:
        return
    asked["cryptography"] += 1
    assert serial == int.from_bytes(bytes.fromhex(values["serial"]), "big", signed=True), title
    commons = [a.value for a in subject.get_attributes_for_oid(NameOID.COMMON_NAME) if a.value]
    assert (commons[-1] if commons else None) in (values.get("common-name"), values.get("common-name", "") + "\0"), (title, commons)
    mails = [a.value for a in subject.get_attributes_for_oid(NameOID.EMAIL_ADDRESS)]
    for extension in extensions:
        if isinstance(extension.value, x509.SubjectAlternativeName):
            mails = extension.value.get_values_for_type(x509.RFC822Name) + mails
        if isinstance(extension.value, x509.SubjectKeyIdentifier):
            assert extension.value.digest.hex() == values["skid"], title
    if title == "an address that is not ASCII":  # the rule is ours alone: no address at all then
        mails = []
    assert "|".join(mails) == values.get("addresses", ""), (title, mails)
    for ours, theirs in (("not-before", cert.not_valid_before_utc), ("not-after", cert.not_valid_after_utc)):
        assert (theirs - EPOCH).total_seconds() == values[ours], title


asked = {"openssl": 0, "cryptography": 0}
here = Path(__file__).parent
head = "# Certificates by make.py, which is beside this file. Bytes in hexadecimal; moments in seconds since 2001.\n"
with open(here / "accepted-v1.txt", "w") as out:
    out.write(head)
    for title, der, data, values in accepted:
        ask(title, der, values)
        out.write(f"\nname: {title}\n" + "".join(
            f"{k}: {v.encode().hex() if k in ('summary', 'common-name', 'label') else v}\n" for k, v in values.items()))
        out.write((f"data: {data.hex()}\n" if data else "") + f"der: {der.hex()}\nexpect: accepted\n")
with open(here / "refused-v1.txt", "w") as out:
    out.write(head)
    for title, data in refused:
        out.write(f"\nname: {title}\ndata: {data.hex()}\nexpect: refused\n")
print(len(accepted), "accepted,", len(refused), "refused; read as well by", asked)
