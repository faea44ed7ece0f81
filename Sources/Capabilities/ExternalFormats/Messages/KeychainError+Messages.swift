// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// The errors of messages, with the statuses of Specification/certificates.md, "CMS messages".
extension KeychainError {
  private static let unknownMessage = Code(rawValue: -25257)

  /// The error for data that is not a complete message.
  package static let noMessage = KeychainError(
    unknownMessage, "the data is not a CMS message, or is damaged")

  /// The error for a message if the keychain has no private key of its recipients.
  package static let noRecipient = KeychainError(
    .itemNotFound, "no private key of a recipient of the message is there")

  /// The error for a content that the content key does not decrypt.
  ///
  /// A wrong key and a changed ciphertext have this error in common. The sender of forged messages
  /// therefore learns nothing about the padding from the error.
  static let noContent = KeychainError(
    unknownMessage, "the content of the message cannot be decrypted")

  static let unsupportedMessage = KeychainError(
    unknownMessage, "the message uses an algorithm that is not supported")

  /// Runs code that reads the DER of a message, and throws `noMessage` if the code throws a
  /// `DERFailure`.
  static func readingMessage<R>(_ read: () throws(DERFailure) -> R) throws(KeychainError) -> R {
    do throws(DERFailure) { return try read() } catch { throw noMessage }
  }

  /// Runs code that throws a `FormatFailure` for a message, and throws the matching error of
  /// messages instead.
  static func ofMessage<R>(_ body: () throws(FormatFailure) -> R) throws(KeychainError) -> R {
    do throws(FormatFailure) { return try body() } catch {
      switch error {
      case .malformed, .withoutCode, .wrongPassword: throw noMessage
      case .excessive: throw KeychainError(unknownMessage, "the message has too many elements")
      case .unsupported: throw unsupportedMessage
      case .failed: throw KeychainError(.internalError, "libcrypto refused an operation")
      }
    }
  }

  /// Runs code that needs random bytes, and throws errSecNotAvailable (-25291) if the system gives
  /// no random bytes.
  static func drawingForMessage<R>(
    _ draw: () throws(RandomnessError) -> R
  ) throws(KeychainError) -> R {
    do throws(RandomnessError) { return try draw() } catch {
      throw KeychainError(.notAvailable, "the system gives no random bytes")
    }
  }
}
