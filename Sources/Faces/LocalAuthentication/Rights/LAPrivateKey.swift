// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes
public import Security

/// The private key of a saved right: on P-256, used while the right is authorized, and never read
/// (spec/access-control.md 1.10).
public final class LAPrivateKey: NSObject, @unchecked Sendable {
  private let key: SecKey
  private let holder: RightHolder
  /// The other half, for which nobody need be authorized.
  public let publicKey: LAPublicKey

  init(_ key: SecKey, _ holder: RightHolder) {
    (self.key, self.holder) = (key, holder)
    publicKey = LAPublicKey(SecKeyCopyPublicKey(key))
  }

  /// Signs data, or their digest, as the algorithm says.
  ///
  /// - Parameter handler: called once, on a private queue.
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

  /// Decrypts what was encrypted for the public half.
  ///
  /// - Parameter handler: called once, on a private queue.
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

  /// Agrees on a secret with the holder of another key.
  ///
  /// - Parameters:
  ///   - publicKey: the other's point: 04 ‖ X ‖ Y.
  ///   - parameters: as `SecKeyCopyKeyExchangeResult` takes them.
  ///   - handler: called once, on a private queue.
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

  /// The same as with a completion handler.
  public func sign(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
    try await awaited { sign(data, algorithm: algorithm, completion: $0) }
  }

  /// The same as with a completion handler.
  public func decrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
    try await awaited { decrypt(data, algorithm: algorithm, completion: $0) }
  }

  /// The same as with a completion handler.
  public func exchangeKeys(
    publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any]
  ) async throws -> Data {
    try await awaited {
      exchangeKeys(
        publicKey: publicKey, algorithm: algorithm, parameters: parameters, completion: $0)
    }
  }

  /// Whether the key signs by an algorithm.
  public func canSign(using algorithm: SecKeyAlgorithm) -> Bool {
    SecKeyIsAlgorithmSupported(key, .sign, algorithm)
  }

  /// Whether the key decrypts by an algorithm.
  public func canDecrypt(using algorithm: SecKeyAlgorithm) -> Bool {
    SecKeyIsAlgorithmSupported(key, .decrypt, algorithm)
  }

  /// Whether the key takes part in an exchange by an algorithm.
  public func canExchangeKeys(using algorithm: SecKeyAlgorithm) -> Bool {
    SecKeyIsAlgorithmSupported(key, .keyExchange, algorithm)
  }
}
