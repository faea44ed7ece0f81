// SPDX-License-Identifier: Apache-2.0 (table)

/// Formats of keys and certificates outside a keychain (spec/certificates.md 5.1).
public enum SecExternalFormat: UInt32, Sendable {
  /// To be found out; of export, what suits the items.
  case formatUnknown = 0
  /// The form of the key's algorithm: PKCS#1, SEC 1; SubjectPublicKeyInfo of public keys.
  case formatOpenSSL = 1
  /// Of SSH's first version; not supported.
  case formatSSH = 2
  /// PKCS#8 of private keys, PKCS#1 of public ones.
  case formatBSAFE = 3
  /// The bytes of a symmetric key.
  case formatRawKey = 4
  /// PKCS#8 under a password.
  case formatWrappedPKCS8 = 5
  /// OpenSSL's own encryption of PEM.
  case formatWrappedOpenSSL = 6
  /// Of SSH's first version, under a password; not supported.
  case formatWrappedSSH = 7
  /// Not supported.
  case formatWrappedLSH = 8
  /// A certificate in DER.
  case formatX509Cert = 9
  /// Several blocks of PEM.
  case formatPEMSequence = 10
  /// Certificates in a SignedData.
  case formatPKCS7 = 11
  /// Keys and certificates under a password.
  case formatPKCS12 = 12
  /// Certificates as Netscape had them; import only.
  case formatNetscapeCertSequence = 13
  /// Of SSH's second version; not supported.
  case formatSSHv2 = 14
}

/// What data outside a keychain holds (spec/certificates.md 5.1).
public enum SecExternalItemType: UInt32, Sendable {
  /// To be found out.
  case itemTypeUnknown = 0
  /// A private key.
  case itemTypePrivateKey = 1
  /// A public key.
  case itemTypePublicKey = 2
  /// A symmetric key.
  case itemTypeSessionKey = 3
  /// A certificate.
  case itemTypeCertificate = 4
  /// Several items.
  case itemTypeAggregate = 5
}
