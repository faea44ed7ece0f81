// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
package import KeychainTypes
import SecureMemory

extension KeychainError {
  /// What the outside is told where libcrypto gave no result for a key (spec/seckey.md 1.3): -50
  /// with the sentence for input that it refused, and for what this system's libcrypto lacks.
  package init(_ error: CryptoError, refusal: StaticString) {
    switch error {
    case .notAuthentic, .wrongLength, .wrongParameter: self = .parameter(refusal)
    case .unavailable: self = .parameter("this system's libcrypto does not offer the algorithm")
    case .outOfMemory:
      self.init(.outOfMemory, "there is not enough memory for a cryptographic operation")
    case .failed: self.init(.internalError, "libcrypto refused an operation")
    }
  }

  /// Calls libcrypto, and translates its failure.
  package static func translating<R>(
    _ refusal: StaticString = "the key does not accept the input",
    _ call: () throws(CryptoError) -> R
  ) throws(KeychainError) -> R {
    do throws(CryptoError) { return try call() } catch {
      throw KeychainError(error, refusal: refusal)
    }
  }

  /// Draws random bytes, and translates where there are none.
  static func drawing<R>(_ draw: () throws(RandomnessError) -> R) throws(KeychainError) -> R {
    do throws(RandomnessError) { return try draw() } catch {
      throw KeychainError(.notAvailable, "the system gives no random bytes")
    }
  }

  /// The answer where a key and an algorithm do not go together.
  static let unsupported = KeychainError.parameter(
    "the key does not support the algorithm for this operation")

  /// The answer for a signature that is none.
  static let noMatch = KeychainError(.verifyFailed, "the signature does not match")

  /// The answer for a ciphertext that is none, without saying why.
  static let noText = KeychainError.parameter("the ciphertext is not for this key and algorithm")

  /// The same for RSA in Apple's words, which programs compare (spec/swift-source-compat.md 3).
  static let noRSAText = KeychainError.parameter("RSAdecrypt wrong input (err -27)")
}
