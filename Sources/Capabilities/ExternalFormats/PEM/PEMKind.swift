// SPDX-License-Identifier: Apache-2.0

/// What the first line of a PEM block says that it holds (spec/certificates.md 5.3).
package enum PEMKind: Hashable, CaseIterable, Sendable {
  case certificate
  /// A private key in the form of its own algorithm: PKCS#1 for RSA.
  case openSSLPrivateKey
  case publicKey
  case pkcs7
  case encryptedPrivateKey
  /// PKCS#8, SEC 1 or another: to be found out.
  case privateKey
  /// Of OpenSSH, which we do not read.
  case openSSHPrivateKey
  case pkcs12
  case symmetricKey
  /// A request, a list of revoked certificates, parameters of keys, a key of DSA, DH, PGP or SSH2:
  /// nothing that a keychain holds.
  case other
  /// Text in base64 without a first line, or with one that says nothing known.
  case unknown

  /// What a first line has in it, in the order in which it is looked for: the first wins.
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

  /// What such a line begins.
  init(firstLine line: String) {
    self = Self.marks.first { line.containsText($0.mark) }?.kind ?? .unknown
  }
}

extension String {
  /// Whether a text is in it, both ASCII.
  func containsText(_ other: String) -> Bool {
    let (bytes, sought) = (Array(utf8), Array(other.utf8))
    guard bytes.count >= sought.count else { return false }
    return (0...bytes.count - sought.count).contains {
      bytes[$0..<$0 + sought.count].elementsEqual(sought)
    }
  }
}
