// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainTypes
package import SecureMemory

/// The formats of import and export, with Apple's numbers as raw values
/// (Specification/certificates.md, "Import and export numbers").
package enum ExternalFormat: UInt32, CaseIterable, Sendable {
  case unknown = 0
  /// The key's own encoding: PKCS#1 or SEC 1 for private keys, SubjectPublicKeyInfo for public
  /// keys.
  case openSSL = 1
  case ssh = 2
  /// PKCS#8 for private keys and PKCS#1 for public keys.
  case bsafe = 3
  case rawKey = 4
  case wrappedPKCS8 = 5
  case wrappedOpenSSL = 6
  case wrappedSSH = 7
  case wrappedLSH = 8
  case x509Certificate = 9
  case pemSequence = 10
  case pkcs7 = 11
  case pkcs12 = 12
  case netscapeCertificateSequence = 13
  case sshVersion2 = 14

  /// The type of the items, if the format alone decides the type (Specification/certificates.md,
  /// "Inference of type and format").
  ///
  /// The type is `aggregate` for formats that hold several items. Nil if the format is unknown, or
  /// if its item can be a private or a public key.
  var itemType: ExternalItemType? {
    switch self {
    case .pkcs7, .pkcs12, .pemSequence, .netscapeCertificateSequence: .aggregate
    case .rawKey: .sessionKey
    case .x509Certificate: .certificate
    case .wrappedPKCS8, .wrappedOpenSSL, .wrappedSSH, .wrappedLSH: .privateKey
    case .sshVersion2: .publicKey
    case .unknown, .openSSL, .ssh, .bsafe: nil
    }
  }
}

/// The type of the items in a file, with Apple's numbers as raw values
/// (Specification/certificates.md, "Import and export numbers").
package enum ExternalItemType: UInt32, CaseIterable, Sendable {
  case unknown = 0
  case privateKey = 1
  case publicKey = 2
  case sessionKey = 3
  case certificate = 4
  case aggregate = 5
}

/// A key or certificate that is imported or exported.
package enum ExternalItem: Sendable {
  case key(SoftwareKey)
  case certificate(Certificate)
  case symmetricKey(SecretBytes)
}

/// The errors of import and export (Specification/certificates.md, "SecItemImport and
/// SecItemExport").
extension KeychainError {
  static let unknownFormat = KeychainError(
    Code(rawValue: -25257), "the format of the data is not known")
  static let withoutCode = KeychainError(
    Code(rawValue: -25257), "the PKCS#12 file has no code (MAC) that proves that it is intact",
    advice: "import unchecked: openssl pkcs12 -in FILE -nodes | security import /dev/stdin")
  static let shellFormat = KeychainError(
    Code(rawValue: -25257), "SSH formats are not supported",
    advice: "convert RSA and EC keys to PEM: ssh-keygen -p -m PEM")
  static let unsupportedFormat = KeychainError(
    Code(rawValue: -25256), "the format is not supported")
  static let passwordRequired = KeychainError(
    Code(rawValue: -25260), "the format needs a password")
  static let wrongContainerPassword = KeychainError(
    Code(rawValue: -25264), "the authentication code of the file does not match")
  static let severalPrivateKeys = KeychainError(
    Code(rawValue: -25259), "the data holds more than one private key")
}
