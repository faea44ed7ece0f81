// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes
public import Security

/// The public key of a saved right, which can be used without authorization
/// (Specification/access-control.md, "Rights of LocalAuthentication").
public final class LAPublicKey: NSObject, @unchecked Sendable {
  private let key: SecKey?
  private let work = DispatchQueue(label: "latchkey.LAPublicKey.work")

  init(_ key: SecKey?) { self.key = key }

  /// Reads the public key as its point on the curve: 04 ‖ X ‖ Y.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives the bytes of the
  ///   point, or an error.
  @preconcurrency
  public func exportBytes(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    use(handler) { key in
      unsafe try SavedRight.call { unsafe SecKeyCopyExternalRepresentation(key, $0) } as Data
    }
  }

  /// Encrypts data so that only the private key of the right can decrypt the result.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives the encrypted data,
  ///   or an error.
  @preconcurrency
  public func encrypt(
    _ data: Data, algorithm: SecKeyAlgorithm,
    completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    use(handler) { key in
      unsafe try SavedRight.call {
        unsafe SecKeyCreateEncryptedData(key, algorithm, data as CFData, $0)
      }
        as Data
    }
  }

  /// Verifies a signature that the private key made.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives an error if the
  ///   signature is not valid.
  @preconcurrency
  public func verify(
    _ signedData: Data, signature: Data, algorithm: SecKeyAlgorithm,
    completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    use({ handler($1) }) { key in
      _ = unsafe try SavedRight.call {
        unsafe SecKeyVerifySignature(
          key, algorithm, signedData as CFData, signature as CFData, $0) ? true : nil
      }
      return Data()
    }
  }

  private func use(
    _ handler: @escaping @Sendable (Data?, (any Error)?) -> Void,
    _ body: @escaping @Sendable (SecKey) throws -> Data
  ) {
    work.async { [self] in
      do {
        guard let key else { throw LAError.error(.authenticationFailed) }
        handler(try body(key), nil)
      } catch { handler(nil, error) }
    }
  }

  /// The public key as its point on the curve: 04 ‖ X ‖ Y.
  public var bytes: Data {
    get async throws { try await awaited { exportBytes(completion: $0) } }
  }

  /// Encrypts data so that only the private key of the right can decrypt the result.
  public func encrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
    try await awaited { encrypt(data, algorithm: algorithm, completion: $0) }
  }

  /// Verifies a signature that the private key made.
  ///
  /// - Throws: an error if the signature is not valid.
  public func verify(
    _ signedData: Data, signature: Data, algorithm: SecKeyAlgorithm
  ) async throws {
    _ = try await awaited { handler in
      verify(signedData, signature: signature, algorithm: algorithm) { error in
        handler(error == nil ? Data() : nil, error)
      }
    }
  }

  /// True if the key can encrypt with the given algorithm.
  public func canEncrypt(using algorithm: SecKeyAlgorithm) -> Bool {
    key.map { SecKeyIsAlgorithmSupported($0, .encrypt, algorithm) } ?? false
  }

  /// True if the key can verify signatures of the given algorithm.
  public func canVerify(using algorithm: SecKeyAlgorithm) -> Bool {
    key.map { SecKeyIsAlgorithmSupported($0, .verify, algorithm) } ?? false
  }
}
