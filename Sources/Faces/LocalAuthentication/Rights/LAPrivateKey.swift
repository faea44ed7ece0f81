// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes
public import Security

/// The private key of a saved right, on the curve P-256 (Specification/access-control.md, "Rights
/// of LocalAuthentication").
///
/// The key can be used while the right is authorized. Its bytes can never be read.
public final class LAPrivateKey: NSObject, @unchecked Sendable {
  private let key: SecKey
  private let holder: RightHolder
  /// The public key that belongs to this private key; it can be used without authorization.
  public let publicKey: LAPublicKey

  init(_ key: SecKey, _ holder: RightHolder) {
    (self.key, self.holder) = (key, holder)
    publicKey = LAPublicKey(SecKeyCopyPublicKey(key))
  }

  /// Signs data with this key while the right is authorized.
  ///
  /// - Parameters:
  ///   - data: the data, or the digest of the data if the algorithm expects a digest.
  ///   - handler: called once, on a private queue. The handler receives the signature, or an error.
  @preconcurrency
  public func sign(
    _ data: Data, algorithm: SecKeyAlgorithm,
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    holder.use(handler) { key, _ in
      unsafe try SavedRight.call {
        unsafe SecKeyCreateSignature(key, algorithm, data as CFData, $0)
      }
        as Data
    }
  }

  /// Decrypts data that was encrypted for the public key, while the right is authorized.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives the decrypted data,
  ///   or an error.
  @preconcurrency
  public func decrypt(
    _ data: Data, algorithm: SecKeyAlgorithm,
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    holder.use(handler) { key, _ in
      unsafe try SavedRight.call {
        unsafe SecKeyCreateDecryptedData(key, algorithm, data as CFData, $0)
      }
        as Data
    }
  }

  /// Computes the secret that this key shares with the public key of another person or program.
  ///
  /// - Parameters:
  ///   - publicKey: the other public key, as the point 04 ‖ X ‖ Y on the curve.
  ///   - parameters: the parameters of the exchange, as for `SecKeyCopyKeyExchangeResult`.
  ///   - handler: called once, on a private queue. The handler receives the shared secret, or an
  ///     error.
  @preconcurrency
  public func exchangeKeys(
    publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any],
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    nonisolated(unsafe) let parameters = parameters as CFDictionary
    holder.use(handler) { key, _ in
      let attributes: [String: Any] = [
        kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
        kSecAttrKeyClass as String: kSecAttrKeyClassPublic,
      ]
      let other = unsafe try SavedRight.call {
        unsafe SecKeyCreateWithData(publicKey as CFData, attributes as CFDictionary, $0)
      }
      return unsafe try SavedRight.call {
        unsafe SecKeyCopyKeyExchangeResult(key, algorithm, other, parameters, $0)
      } as Data
    }
  }

  /// Signs data with this key while the right is authorized.
  ///
  /// - Parameter data: the data, or the digest of the data if the algorithm expects a digest.
  public func sign(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
    try await awaited { sign(data, algorithm: algorithm, completion: $0) }
  }

  /// Decrypts data that was encrypted for the public key, while the right is authorized.
  public func decrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
    try await awaited { decrypt(data, algorithm: algorithm, completion: $0) }
  }

  /// Computes the secret that this key shares with the public key of another person or program.
  ///
  /// - Parameter publicKey: the other public key, as the point 04 ‖ X ‖ Y on the curve.
  public func exchangeKeys(
    publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any]
  ) async throws -> Data {
    try await awaited {
      exchangeKeys(
        publicKey: publicKey, algorithm: algorithm, parameters: parameters, completion: $0)
    }
  }

  /// True if the key can sign with the algorithm.
  public func canSign(using algorithm: SecKeyAlgorithm) -> Bool {
    SecKeyIsAlgorithmSupported(key, .sign, algorithm)
  }

  /// True if the key can decrypt with the algorithm.
  public func canDecrypt(using algorithm: SecKeyAlgorithm) -> Bool {
    SecKeyIsAlgorithmSupported(key, .decrypt, algorithm)
  }

  /// True if the key can be used for a key exchange with the algorithm.
  public func canExchangeKeys(using algorithm: SecKeyAlgorithm) -> Bool {
    SecKeyIsAlgorithmSupported(key, .keyExchange, algorithm)
  }
}
