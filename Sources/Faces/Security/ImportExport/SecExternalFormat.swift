// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// A format of keys and certificates outside a keychain (Specification/certificates.md, "Import and
/// export numbers").
public enum SecExternalFormat: UInt32, Sendable {
  /// No particular format: an import detects the format, and an export chooses a format that fits
  /// the items.
  case formatUnknown = 0
  /// The standard format of the key's algorithm: PKCS#1 or SEC 1 for private keys,
  /// SubjectPublicKeyInfo for public keys.
  case formatOpenSSL = 1
  /// The format of SSH version 1; Latchkey does not support it.
  case formatSSH = 2
  /// The formats of the BSAFE library: PKCS#8 for private keys, and PKCS#1 for public keys.
  case formatBSAFE = 3
  /// The raw bytes of a symmetric key.
  case formatRawKey = 4
  /// PKCS#8, encrypted with a password.
  case formatWrappedPKCS8 = 5
  /// PEM whose content is encrypted with a password, as OpenSSL encrypts it.
  case formatWrappedOpenSSL = 6
  /// The format of SSH version 1, encrypted with a password; Latchkey does not support it.
  case formatWrappedSSH = 7
  /// The LSH format; Latchkey does not support it.
  case formatWrappedLSH = 8
  /// An X.509 certificate in DER.
  case formatX509Cert = 9
  /// A sequence of PEM blocks.
  case formatPEMSequence = 10
  /// Certificates in a PKCS#7 SignedData.
  case formatPKCS7 = 11
  /// A PKCS#12 container: keys and certificates, encrypted with a password.
  case formatPKCS12 = 12
  /// A Netscape certificate sequence, which can be imported but not exported.
  case formatNetscapeCertSequence = 13
  /// The format of SSH version 2; Latchkey does not support it.
  case formatSSHv2 = 14
}

/// The kind of item that a file or other data contains (Specification/certificates.md, "Import and
/// export numbers").
public enum SecExternalItemType: UInt32, Sendable {
  /// No particular kind of item: an import detects the kind.
  case itemTypeUnknown = 0
  /// A private key.
  case itemTypePrivateKey = 1
  /// A public key.
  case itemTypePublicKey = 2
  /// A symmetric key.
  case itemTypeSessionKey = 3
  /// A certificate.
  case itemTypeCertificate = 4
  /// Several items in one container, for example in a PKCS#12 file.
  case itemTypeAggregate = 5
}
