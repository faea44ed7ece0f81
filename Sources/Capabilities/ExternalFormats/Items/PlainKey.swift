// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
import SecureMemory

/// A key without a password in one of the forms that are told apart by looking
/// (spec/certificates.md 5.4, 5.5).
enum PlainKey {
  /// The key and its format: the first form that the bytes are; nil for none.
  static func read(_ data: SecretBytes) -> (SoftwareKey, ExternalFormat)? {
    if let key = try? SoftwareKey(externalForm: data, .rsa, .privateHalf) { return (key, .openSSL) }
    let info = data.withBytes { bytes in try? SoftwareKey(subjectPublicKeyInfo: bytes) }
    if let info { return (info, .openSSL) }
    if let key = try? SoftwareKey(pkcs8: data) {
      return (key, key.family == .rsa ? .bsafe : .openSSL)
    }
    if let key = try? SoftwareKey(externalForm: data, .rsa, .publicHalf) { return (key, .bsafe) }
    if let key = try? SoftwareKey(sec1: data) { return (key, .openSSL) }
    return nil
  }

  /// Whether the bytes are a key that a keychain does not hold: of DSA, or on a curve that we do
  /// not have.
  static func isOfAnotherKind(_ data: SecretBytes) -> Bool {
    isUnsupported { () throws(FormatFailure) in try SoftwareKey(pkcs8: data) }
      || isUnsupported { () throws(FormatFailure) in try SoftwareKey(sec1: data) }
      || isUnsupported { () throws(FormatFailure) in
        try data.withBytes { (bytes) throws(FormatFailure) in
          try SoftwareKey(subjectPublicKeyInfo: bytes)
        }
      }
  }

  private static func isUnsupported(
    _ read: () throws(FormatFailure) -> SoftwareKey
  ) -> Bool {
    do throws(FormatFailure) {
      _ = try read()
      return false
    } catch {
      return error == .unsupported
    }
  }
}
