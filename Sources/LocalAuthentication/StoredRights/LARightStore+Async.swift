// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

extension LARightStore {
  /// The same as with a completion handler.
  public func right(forIdentifier identifier: String) async throws -> LAPersistedRight {
    try await result { right(forIdentifier: identifier, completion: $0) }
  }

  /// The same as with a completion handler.
  public func saveRight(_ right: LARight, identifier: String) async throws -> LAPersistedRight {
    try await result { saveRight(right, identifier: identifier, completion: $0) }
  }

  /// The same as with a completion handler.
  public func saveRight(
    _ right: LARight, identifier: String, secret: Data
  ) async throws -> LAPersistedRight {
    try await result {
      saveRight(right, identifier: identifier, secret: secret, completion: $0)
    }
  }

  /// The same as with a completion handler.
  public func removeRight(forIdentifier identifier: String) async throws {
    try await nothing { removeRight(forIdentifier: identifier, completion: $0) }
  }

  /// The same as with a completion handler.
  public func removeRight(_ right: LAPersistedRight) async throws {
    try await nothing { removeRight(right, completion: $0) }
  }

  /// The same as with a completion handler.
  public func removeAllRights() async throws {
    try await nothing { removeAllRights(completion: $0) }
  }

  private func result(
    _ call: (@escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void) -> Void
  ) async throws -> LAPersistedRight {
    try await withCheckedThrowingContinuation { continuation in
      call { right, error in
        if let right {
          continuation.resume(returning: right)
        } else {
          continuation.resume(throwing: error ?? LAError.error(.authenticationFailed))
        }
      }
    }
  }

  private func nothing(
    _ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
      call { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }
}
