// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
import SecureMemory

/// Reads an unencrypted key by trying all supported encodings (Specification/certificates.md,
/// "Inference of type and format", "Per format").
enum PlainKey {
  /// Returns the key in the data and its format, or nil if no supported encoding fits the data.
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

  /// True if the data is a key that a keychain cannot store.
  ///
  /// Examples are a DSA key and a key on an unsupported curve.
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
