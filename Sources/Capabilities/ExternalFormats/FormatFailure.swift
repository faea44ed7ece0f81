// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes

/// Why a file gives no key or certificate.
///
/// Which status that is depends on the call (spec/certificates.md 4.4, 5.5).
package enum FormatFailure: Error, Hashable, Sendable {
  /// It is not of the format, was cut or changed.
  case malformed
  /// A scheme, or a kind of key, that we do not have or that this system's libcrypto lacks.
  case unsupported
  /// A PKCS#12 file without the code that shows that it is whole.
  case withoutCode
  /// Of a file that can tell: the password is wrong, or the file was changed. Of an encrypted key,
  /// which cannot tell: what comes out is no key.
  case wrongPassword
  /// It asks for more work, or holds more parts, than any file of use.
  case excessive
  /// libcrypto failed, or memory is missing.
  case failed

  init(_ error: CryptoError) {
    switch error {
    case .notAuthentic, .wrongLength, .wrongParameter: self = .malformed
    case .unavailable: self = .unsupported
    case .outOfMemory, .failed: self = .failed
    }
  }

  /// Reads DER.
  static func reading<R>(_ read: () throws(DERFailure) -> R) throws(FormatFailure) -> R {
    do throws(DERFailure) { return try read() } catch { throw .malformed }
  }

  /// Calls libcrypto.
  static func calling<R>(_ call: () throws(CryptoError) -> R) throws(FormatFailure) -> R {
    do throws(CryptoError) { return try call() } catch { throw FormatFailure(error) }
  }

  /// Makes a key of what was read.
  static func making<R>(_ make: () throws(KeychainError) -> R) throws(FormatFailure) -> R {
    do throws(KeychainError) { return try make() } catch {
      throw error.code == .outOfMemory || error.code == .internalError ? .failed : .malformed
    }
  }
}

extension KeychainError {
  /// As SecPKCS12Import answers (spec/certificates.md 4.4).
  package init(importing failure: FormatFailure) {
    switch failure {
    case .malformed: self.init(.decode, "the file is not PKCS#12, or is damaged")
    case .unsupported: self.init(.decode, "the file uses a scheme or key that is not supported")
    case .withoutCode: self.init(.decode, KeychainError.withoutCode.reason)
    case .excessive: self.init(.decode, "the file asks for more work than any of use")
    case .wrongPassword: self.init(.authorizationFailed, "the password of the file is another")
    case .failed: self.init(.internalError, "libcrypto refused an operation")
    }
  }
}
