// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes

/// The reason why no key or certificate can be read from a file.
///
/// SecPKCS12Import and SecItemImport can report different statuses for one failure
/// (Specification/certificates.md, "PKCS#12 status", "Per format").
package enum FormatFailure: Error, Hashable, Sendable {
  /// The data does not have the expected format, or was truncated or changed.
  case malformed
  /// The encryption scheme or the kind of key is not supported by Latchkey or by this system's
  /// libcrypto.
  case unsupported
  /// The PKCS#12 file has no message authentication code, so it cannot be checked for changes.
  case withoutCode
  /// The password is wrong, or the file was changed.
  ///
  /// A file that is only an encrypted key has no message authentication code. For this kind of
  /// file, the failure means that the decrypted bytes are not a key.
  case wrongPassword
  /// The file is above a limit: its size, the number of its elements, or the work of its key
  /// derivations.
  ///
  /// The limits are higher than any useful file needs.
  case excessive
  /// libcrypto failed, or there is not enough memory.
  case failed

  init(_ error: CryptoError) {
    switch error {
    case .notAuthentic, .wrongLength, .wrongParameter: self = .malformed
    case .unavailable: self = .unsupported
    case .outOfMemory, .failed: self = .failed
    }
  }

  /// Runs code that reads DER, and throws `malformed` if the code throws a `DERFailure`.
  static func reading<R>(_ read: () throws(DERFailure) -> R) throws(FormatFailure) -> R {
    do throws(DERFailure) { return try read() } catch { throw .malformed }
  }

  /// Runs code that calls libcrypto, and translates a `CryptoError` of the code into a
  /// `FormatFailure`.
  static func calling<R>(_ call: () throws(CryptoError) -> R) throws(FormatFailure) -> R {
    do throws(CryptoError) { return try call() } catch { throw FormatFailure(error) }
  }

  /// Runs code that creates a key from bytes of a file, and translates its `KeychainError`.
  ///
  /// Throws `failed` if memory was missing or libcrypto failed, and otherwise `malformed`.
  static func making<R>(_ make: () throws(KeychainError) -> R) throws(FormatFailure) -> R {
    do throws(KeychainError) { return try make() } catch {
      throw error.code == .outOfMemory || error.code == .internalError ? .failed : .malformed
    }
  }
}

extension KeychainError {
  /// Creates the error that SecPKCS12Import reports for a failure (Specification/certificates.md,
  /// "PKCS#12 status").
  package init(importing failure: FormatFailure) {
    switch failure {
    case .malformed: self.init(.decode, "the file is not PKCS#12, or is damaged")
    case .unsupported: self.init(.decode, "the file uses a scheme or key that is not supported")
    case .withoutCode: self.init(.decode, KeychainError.withoutCode.reason)
    case .excessive:
      self.init(.decode, "the file asks for more key derivation work than is allowed")
    case .wrongPassword: self.init(.authorizationFailed, "the password of the file is wrong")
    case .failed: self.init(.internalError, "libcrypto refused an operation")
    }
  }
}
