#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes responses-v1.txt: responses of OCSP, and the certificates that they are about, by the names that tests use.

Needs python `cryptography` 44 or later and the command openssl; the tests need neither. Certificates are issued and
revoked by `openssl ca`, and the plain responses are those of `openssl ocsp`; what that command does not make is made with
`cryptography`, or from its bytes. Keys and dates are new with each run: `moment` is when responses count.
"""
import datetime
import subprocess
import tempfile
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509 import ocsp

NOW = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
REFERENCE = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)
HOUR, DAY = datetime.timedelta(hours=1), datetime.timedelta(days=1)
OUT = {}

CONFIGURATION = """
[ca]
default_ca = ours
[ours]
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
default_startdate = 20200101000000Z
default_enddate = 20490101000000Z
policy = any
unique_subject = no
[any]
commonName = supplied
[authority]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
[server]
subjectAltName = DNS:w.example.com
extendedKeyUsage = serverAuth
[responder]
extendedKeyUsage = OCSPSigning
keyUsage = digitalSignature
[plain]
basicConstraints = CA:false
[encipherer]
extendedKeyUsage = OCSPSigning
keyUsage = keyEncipherment
[strange]
extendedKeyUsage = OCSPSigning
1.3.6.1.4.1.55555.1 = critical,DER:0500
"""


class Authority:
    """A folder in which `openssl ca` works."""

    def __init__(self, folder, label, parent=None):
        self.folder, self.label = Path(folder) / label, label
        self.folder.mkdir()
        (self.folder / "openssl.cnf").write_text(CONFIGURATION)
        (self.folder / "index.txt").write_text("")
        (self.folder / "serial").write_text("1000\n")
        self.request(label)
        issuer = parent or self
        issuer.issue(label, "authority", self.folder / f"{label}.csr", issuer is self)
        if parent:
            (self.folder / f"{label}.pem").write_bytes((parent.folder / f"{label}.pem").read_bytes())

    def run(self, *words):
        done = subprocess.run(["openssl", *words], cwd=self.folder, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def request(self, label):
        kind = ("rsa:2048",) if label.startswith("rsa") else ("ec", "-pkeyopt", "ec_paramgen_curve:P-256")
        self.run("req", "-new", "-newkey", *kind, "-nodes", "-keyout", f"{label}.key", "-out", f"{label}.csr", "-subj",
                 f"/CN={label}")

    def issue(self, label, section, request=None, itself=False, dates=()):
        if request is None:
            self.request(label)
        own = ["-selfsign", "-keyfile", f"{self.label}.key"] if itself else [
            "-cert", f"{self.label}.pem", "-keyfile", f"{self.label}.key"]
        self.run("ca", "-batch", "-notext", "-config", "openssl.cnf", "-extensions", section, *own, "-in",
                 str(request or f"{label}.csr"), "-out", f"{label}.pem", *dates)
        OUT[label] = self.certificate(label).public_bytes(serialization.Encoding.DER)

    def revoke(self, label):
        self.run("ca", "-config", "openssl.cnf", "-cert", f"{self.label}.pem", "-keyfile", f"{self.label}.key",
                 "-revoke", f"{label}.pem", "-crl_reason", "keyCompromise")

    def certificate(self, label):
        return x509.load_pem_x509_certificate((self.folder / f"{label}.pem").read_bytes())

    def key(self, label):
        return serialization.load_pem_private_key((self.folder / f"{label}.key").read_bytes(), None)

    def answer(self, title, labels, signer=None, *more):
        """What `openssl ocsp` says, which checks it as well."""
        signer = signer or self.label
        certificates = [word for label in labels for word in ("-cert", f"{label}.pem")]
        self.run("ocsp", "-index", "index.txt", "-CA", f"{self.label}.pem", "-rsigner", f"{signer}.pem", "-rkey",
                 f"{signer}.key", "-issuer", f"{self.label}.pem", *certificates, "-respout", "response.der", "-noverify",
                 *more)
        OUT[title] = (self.folder / "response.der").read_bytes()

    def built(self, title, label, signer=None, status=ocsp.OCSPCertStatus.GOOD, begin=-HOUR, end=7 * DAY,
              digest=hashes.SHA256(), about=hashes.SHA1(), by=ocsp.OCSPResponderEncoding.NAME, along=True,
              extension=None, issuer=None):
        """What `cryptography` writes; begin and end are counted from now."""
        signer = signer or self.label
        builder = ocsp.OCSPResponseBuilder().add_response(
            cert=self.certificate(label), issuer=issuer or self.certificate(self.label), algorithm=about, cert_status=status,
            this_update=NOW + begin, next_update=None if end is None else NOW + end,
            revocation_time=NOW - DAY if status == ocsp.OCSPCertStatus.REVOKED else None, revocation_reason=None,
        ).responder_id(by, self.certificate(signer))
        if along and signer != self.label:
            builder = builder.certificates([self.certificate(signer)])
        if extension:
            builder = builder.add_extension(*extension)
        OUT[title] = builder.sign(self.key(signer), digest).public_bytes(serialization.Encoding.DER)


def forged(der):
    """The same with the last byte of the signature turned round; only for responses without certificates."""
    return der[:-1] + bytes([der[-1] ^ 1])


with tempfile.TemporaryDirectory() as folder:
    root = Authority(folder, "root")
    inter = Authority(folder, "inter", root)
    stranger = Authority(folder, "stranger")
    for label in ("leaf", "revoked leaf", "other leaf"):
        inter.issue(label, "server")
    inter.issue("delegate", "responder")
    inter.issue("rsa delegate", "responder")
    inter.issue("server as delegate", "server")
    inter.issue("delegate for enciphering", "encipherer")
    inter.issue("strange delegate", "strange")
    inter.issue("late delegate", "responder", dates=("-startdate", "20200101000000Z", "-enddate", "20210101000000Z"))
    root.issue("delegate of root", "responder")
    stranger.issue("delegate of stranger", "responder")
    inter.revoke("revoked leaf")
    root.issue("direct", "server")
    weekly = ("-ndays", "7")
    inter.answer("good", ["leaf"], None, *weekly)
    inter.answer("good, of a delegate", ["leaf"], "delegate", *weekly)
    inter.answer("good, by key", ["leaf"], "delegate", *weekly, "-resp_key_id")
    inter.answer("good, without an end", ["leaf"], None)
    inter.answer("good, of two", ["other leaf", "leaf"], "delegate", *weekly)
    inter.answer("good, of another", ["other leaf"], None, *weekly)
    inter.answer("good, with sha1", ["leaf"], None, *weekly, "-rmd", "sha1")
    inter.answer("good, with rsa", ["leaf"], "rsa delegate", *weekly)
    inter.answer("good, with pss", ["leaf"], "rsa delegate", *weekly, "-rsigopt", "rsa_padding_mode:pss")
    inter.answer("good, with md5", ["leaf"], "rsa delegate", *weekly, "-rmd", "md5")
    inter.answer("revoked", ["revoked leaf"], None, *weekly)
    inter.answer("revoked, of a delegate", ["revoked leaf"], "delegate", *weekly)
    root.answer("good inter", ["inter"], None, *weekly)
    root.revoke("inter")
    root.answer("revoked inter", ["inter"], None, *weekly)
    # The database of another authority does not know the certificate.
    (inter.folder / "index.txt").write_text("")
    inter.answer("unknown", ["leaf"], None, *weekly)
    inter.run("ocsp", "-index", "index.txt", "-CA", "inter.pem", "-rsigner", "inter.pem", "-rkey", "inter.key",
              "-issuer", "inter.pem", "-cert", "leaf.pem", "-reqout", "request.der", "-noverify")

    REVOKED, KEY = ocsp.OCSPCertStatus.REVOKED, ocsp.OCSPResponderEncoding.HASH
    for text, algorithm in (("sha256", hashes.SHA256()), ("sha384", hashes.SHA384()), ("sha512", hashes.SHA512())):
        inter.built(f"good, about {text}", "leaf", about=algorithm)
    inter.built("good, about sha224", "leaf", about=hashes.SHA224())
    inter.built("good, of the issuer by key", "leaf", by=KEY)
    inter.built("good, over", "leaf", begin=-14 * DAY, end=-7 * DAY)
    inter.built("good, to come", "leaf", begin=DAY, end=7 * DAY)
    inter.built("good, of a clock ahead", "leaf", begin=datetime.timedelta(minutes=4))
    inter.built("good, of an hour", "leaf", begin=-HOUR, end=HOUR)
    inter.built("good, without an end, of old", "leaf", begin=-2 * DAY, end=None)
    inter.built("good, backwards", "leaf", begin=-HOUR, end=-2 * HOUR)
    inter.built("revoked leaf, of a delegate", "leaf", "delegate", REVOKED)
    inter.built("revoked leaf, over", "leaf", None, REVOKED, begin=-14 * DAY, end=-7 * DAY)
    inter.built("good, delegate missing", "leaf", "delegate", along=False)
    inter.built("good, of a server", "leaf", "server as delegate")
    inter.built("good, of an encipherer", "leaf", "delegate for enciphering")
    inter.built("good, of a strange delegate", "leaf", "strange delegate")
    inter.built("good, of a late delegate", "leaf", "late delegate")
    inter.built("delegate about itself", "delegate", "delegate")
    inter.built("good, with a critical extension", "leaf", extension=(x509.OCSPNonce(b"12345678"), True))
    inter.built("good, with an extension", "leaf", extension=(x509.OCSPNonce(b"12345678"), False))
    for folder_of, label in ((root, "delegate of root"), (stranger, "delegate of stranger"), (stranger, "stranger")):
        for suffix in ("pem", "key"):
            (inter.folder / f"{label}.{suffix}").write_bytes((folder_of.folder / f"{label}.{suffix}").read_bytes())
        inter.built(f"good, of {label}", "leaf", label)
    inter.built("revoked, of stranger", "leaf", "stranger", REVOKED)
    # The issuer's key under a name that is not the issuer's.
    inter.run("req", "-x509", "-new", "-key", "inter.key", "-subj", "/CN=namesake", "-out", "namesake.pem")
    (inter.folder / "namesake.key").write_bytes((inter.folder / "inter.key").read_bytes())
    inter.built("good, under another name", "leaf", "namesake", along=False)
    root.built("good direct", "direct")
    root.built("revoked direct", "direct", status=REVOKED)
    # The serial number of the leaf below another authority.
    inter.built("good, of another issuer", "leaf", issuer=stranger.certificate("stranger"))
    OUT["good, spoilt"] = forged(OUT["good, of an hour"])
    OUT["try later"] = ocsp.OCSPResponseBuilder.build_unsuccessful(
        ocsp.OCSPResponseStatus.TRY_LATER).public_bytes(serialization.Encoding.DER)
    OUT["empty"] = b""
    OUT["cut"] = OUT["good"][:-1]
    OUT["with more"] = OUT["good"] + b"\0"
    OUT["request"] = (inter.folder / "request.der").read_bytes()

with open(Path(__file__).with_name("responses-v1.txt"), "w") as file:
    file.write("# Written by make_responses.py in this folder.\n\nname: moment\n")
    file.write(f"microseconds: {int((NOW - REFERENCE).total_seconds()) * 1_000_000}\n")
    for title, der in OUT.items():
        file.write(f"\nname: {title}\nder: {der.hex()}\n")
