// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
package import KeychainTypes
import SecureMemory

extension KeychainError {
  /// Creates the error for a failure of libcrypto with a key (Specification/seckey.md, "Error
  /// reporting").
  ///
  /// If libcrypto refused the input, the error is -50 with the text `refusal`. If this system's
  /// libcrypto lacks the algorithm, the error is -50 with another text.
  package init(_ error: CryptoError, refusal: StaticString) {
    switch error {
    case .notAuthentic, .wrongLength, .wrongParameter: self = .parameter(refusal)
    case .unavailable: self = .parameter("this system's libcrypto does not offer the algorithm")
    case .outOfMemory:
      self.init(.outOfMemory, "there is not enough memory for a cryptographic operation")
    case .failed: self.init(.internalError, "libcrypto refused an operation")
    }
  }

  /// Runs code that calls libcrypto, and translates a `CryptoError` of the code into a
  /// `KeychainError`.
  ///
  /// If libcrypto refused the input, the error is -50 with the text `refusal`.
  package static func translating<R>(
    _ refusal: StaticString = "the key does not accept the input",
    _ call: () throws(CryptoError) -> R
  ) throws(KeychainError) -> R {
    do throws(CryptoError) { return try call() } catch {
      throw KeychainError(error, refusal: refusal)
    }
  }

  /// Runs code that needs random bytes, and throws a `KeychainError` if the system gives no random
  /// bytes.
  static func drawing<R>(_ draw: () throws(RandomnessError) -> R) throws(KeychainError) -> R {
    do throws(RandomnessError) { return try draw() } catch {
      throw KeychainError(.notAvailable, "the system gives no random bytes")
    }
  }

  /// The error for an algorithm that the key does not support.
  static let unsupported = KeychainError.parameter(
    "the key does not support the algorithm for this operation")

  /// The error for a signature that does not match.
  static let noMatch = KeychainError(.verifyFailed, "the signature does not match")

  /// The error for a ciphertext that this key and algorithm cannot decrypt.
  ///
  /// The error deliberately does not say why the ciphertext cannot be decrypted.
  static let noText = KeychainError.parameter("the ciphertext is not for this key and algorithm")

  /// The error for an invalid RSA ciphertext (Specification/swift-source-compat.md, "Typing
  /// decision").
  ///
  /// The text is Apple's, word for word, because programs compare it.
  static let noRSAText = KeychainError.parameter("RSAdecrypt wrong input (err -27)")
}
