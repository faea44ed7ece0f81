// SPDX-License-Identifier: Apache-2.0

/// The kind of content that the first line of a PEM block names (Specification/certificates.md,
/// "PEM files").
package enum PEMKind: Hashable, CaseIterable, Sendable {
  case certificate
  /// A private key in the encoding of its own algorithm, for example PKCS#1 for RSA.
  case openSSLPrivateKey
  case publicKey
  case pkcs7
  case encryptedPrivateKey
  /// A private key whose encoding (PKCS#8, SEC 1 or another) the first line does not name.
  case privateKey
  /// An OpenSSH private key, which is not supported.
  case openSSHPrivateKey
  case pkcs12
  case symmetricKey
  /// Content that a keychain cannot store.
  ///
  /// Examples are certificate requests, revocation lists, key parameters, and keys of DSA, DH, PGP
  /// or SSH2.
  case other
  /// Base64 text without a first line, or with a first line of unknown meaning.
  case unknown

  /// Texts to search for in the first line of a PEM block, each with the kind of content that it
  /// means.
  ///
  /// The texts are tried in this order. The first text that is found decides.
  private static let marks: [(mark: String, kind: PEMKind)] = [
    ("CERTIFICATE REQUEST", .other), ("ATTRIBUTE CERTIFICATE", .other), ("CRL", .other),
    ("PARAMETERS", .other), ("BEGIN DSA ", .other), ("BEGIN DH ", .other),
    ("BEGIN X9.42 DH ", .other), ("BEGIN PGP ", .other), ("BEGIN SSH2 ", .other),
    ("KEY HASH", .other), ("CERTIFICATE", .certificate), ("ANY PRIVATE KEY", .openSSLPrivateKey),
    ("PUBLIC KEY", .publicKey), ("RSA PRIVATE KEY", .openSSLPrivateKey),
    ("DSA PRIVATE KEY", .openSSLPrivateKey), ("PKCS7", .pkcs7), ("BEGIN CMS", .pkcs7),
    ("ENCRYPTED PRIVATE KEY", .encryptedPrivateKey),
    ("OPENSSH PRIVATE KEY", .openSSHPrivateKey), ("PRIVATE KEY", .privateKey),
    ("PKCS12", .pkcs12), ("SYMMETRIC KEY", .symmetricKey),
  ]

  /// Creates the kind of content that the first line of a block names; `unknown` if it names no
  /// known kind.
  init(firstLine line: String) {
    self = Self.marks.first { line.containsText($0.mark) }?.kind ?? .unknown
  }
}

extension String {
  /// True if this text contains the other text.
  ///
  /// The two texts must be ASCII.
  func containsText(_ other: String) -> Bool {
    let (bytes, sought) = (Array(utf8), Array(other.utf8))
    guard bytes.count >= sought.count else { return false }
    return (0...bytes.count - sought.count).contains {
      bytes[$0..<$0 + sought.count].elementsEqual(sought)
    }
  }
}
