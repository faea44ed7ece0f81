// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
import KeychainTypes
import Security

/// The saved rights of an application (spec/access-control.md 1.10).
public final class LARightStore: NSObject, Sendable {
  /// The application's.
  public class var shared: LARightStore { instance }

  private static let instance = LARightStore()
  private let work = DispatchQueue(label: "latchkey.LARightStore.work")

  private override init() { super.init() }

  /// A saved right; nobody is asked.
  ///
  /// - Parameter handler: called once, on a private queue; with the status -25300 as its error
  ///   where there is none of the identifier.
  @preconcurrency
  public func right(
    forIdentifier identifier: String,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    run(handler) { try LAPersistedRight(SavedRight(identifier)) }
  }

  /// Saves a right with a new key and an empty secret; one of the same identifier is replaced.
  ///
  /// - Parameter handler: called once, on a private queue; with an `LAError` -5 where there is no
  ///   passcode.
  @preconcurrency
  public func saveRight(
    _ right: LARight, identifier: String,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    saveRight(right, identifier: identifier, secret: Data(), completion: handler)
  }

  /// Saves a right with a new key and a secret; one of the same identifier is replaced.
  ///
  /// - Parameter handler: as above.
  @preconcurrency
  public func saveRight(
    _ right: LARight, identifier: String, secret: Data,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    run(handler) {
      // The password of the account keeps no key that could go with it.
      let asked = AuthenticatorChoice.current()
      let facts = asked.facts
      let canSave = facts.hasPasscode && !facts.passcodeIsGate
      asked.authenticator.answered(asked.caller, canSave ? nil : .passcodeNotSet)
      guard canSave else { throw LAError.error(.passcodeNotSet) }
      return try LAPersistedRight(
        SavedRight(saving: identifier, right.keyAccessControl(), secret: secret))
    }
  }

  /// Removes a saved right, its key and its secret.
  ///
  /// - Parameter handler: called once, on a private queue; with the status -25300 as its error
  ///   where there is none of the identifier.
  @preconcurrency
  public func removeRight(
    forIdentifier identifier: String, completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    run({ handler($1) }) { try SavedRight.remove(identifier) }
  }

  /// The same for a right that is at hand.
  @preconcurrency
  public func removeRight(
    _ right: LAPersistedRight, completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    removeRight(forIdentifier: right.identifier, completion: handler)
  }

  /// Removes all saved rights of the application, and keys that a killed process left of one.
  @preconcurrency
  public func removeAllRights(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
    run({ handler($1) }) {
      for identifier in try SavedRight.all() { try SavedRight.remove(identifier) }
      SavedRight.removeAllKeys()
    }
  }

  /// Runs what may wait for the disk where the caller is at home.
  private func run<R: Sendable>(
    _ handler: @escaping @Sendable (R?, (any Error)?) -> Void,
    _ body: @escaping @Sendable () throws -> R
  ) {
    let installation = CurrentInstallation.installed
    work.async {
      do {
        let result = try CurrentInstallation.$scoped.withValue(installation) { try body() }
        handler(result, nil)
      } catch { handler(nil, error) }
    }
  }
}

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
