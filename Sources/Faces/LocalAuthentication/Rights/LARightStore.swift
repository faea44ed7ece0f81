// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
import KeychainTypes
import Security

/// The store in which an application saves its rights and finds them again
/// (Specification/access-control.md, "Rights of LocalAuthentication").
public final class LARightStore: NSObject, Sendable {
  /// The store with the saved rights of the calling application.
  public class var shared: LARightStore { instance }

  private static let instance = LARightStore()
  private let work = DispatchQueue(label: "latchkey.LARightStore.work")

  private override init() { super.init() }

  /// Finds the saved right with an identifier, without asking the user.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives the right, or an
  ///   error. The error has the status -25300 if no saved right has the identifier.
  @preconcurrency
  public func right(
    forIdentifier identifier: String,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    run(handler) { try LAPersistedRight(SavedRight(identifier)) }
  }

  /// Saves a right under an identifier, with a new key and an empty secret.
  ///
  /// If another right was saved under this identifier, the new right replaces it.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives the saved right, or
  ///   an error. The error is `LAError.passcodeNotSet` if no passcode is set.
  @preconcurrency
  public func saveRight(
    _ right: LARight, identifier: String,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    saveRight(right, identifier: identifier, secret: Data(), completion: handler)
  }

  /// Saves a right under an identifier, with a new key and the given secret.
  ///
  /// If another right was saved under this identifier, the new right replaces it.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives the saved right, or
  ///   an error. The error is `LAError.passcodeNotSet` if no passcode is set.
  @preconcurrency
  public func saveRight(
    _ right: LARight, identifier: String, secret: Data,
    completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    run(handler) {
      // The key of a saved right must be lost if the passcode is removed. No key depends on the
      // account's password, so rights cannot be saved while this password is used as the passcode.
      let asked = AuthenticatorChoice.current()
      let facts = asked.facts
      let canSave = facts.hasPasscode && !facts.passcodeIsGate
      asked.authenticator.answered(asked.caller, canSave ? nil : .passcodeNotSet)
      guard canSave else { throw LAError.error(.passcodeNotSet) }
      return try LAPersistedRight(
        SavedRight(saving: identifier, right.keyAccessControl(), secret: secret))
    }
  }

  /// Removes the saved right with an identifier, together with its key and its secret.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives nil, or an error.
  ///   The error has the status -25300 if no saved right has the identifier.
  @preconcurrency
  public func removeRight(
    forIdentifier identifier: String, completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    run({ handler($1) }) { try SavedRight.remove(identifier) }
  }

  /// Removes the given right from the store, together with its key and its secret.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives nil, or an error.
  @preconcurrency
  public func removeRight(
    _ right: LAPersistedRight, completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    removeRight(forIdentifier: right.identifier, completion: handler)
  }

  /// Removes all saved rights of the application, together with their keys and secrets.
  ///
  /// Also removes unused keys, which a process leaves behind if it is killed while it saves or
  /// removes a right.
  @preconcurrency
  public func removeAllRights(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
    run({ handler($1) }) {
      for identifier in try SavedRight.all() { try SavedRight.remove(identifier) }
      SavedRight.removeAllKeys()
    }
  }

  /// Runs `body` on the queue of the store, because `body` may wait for the disk.
  ///
  /// Then calls the handler with the result of `body` or with its error.
  ///
  /// If a test installation (a test's service and caller) is current when this function is called,
  /// `body` uses the installation too.
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
  /// Finds the saved right with an identifier, without asking the user.
  ///
  /// - Throws: an error with the status -25300 if no saved right has the identifier.
  public func right(forIdentifier identifier: String) async throws -> LAPersistedRight {
    try await result { right(forIdentifier: identifier, completion: $0) }
  }

  /// Saves a right under an identifier, with a new key and an empty secret.
  ///
  /// If another right was saved under this identifier, the new right replaces it.
  ///
  /// - Throws: `LAError.passcodeNotSet` if no passcode is set.
  public func saveRight(_ right: LARight, identifier: String) async throws -> LAPersistedRight {
    try await result { saveRight(right, identifier: identifier, completion: $0) }
  }

  /// Saves a right under an identifier, with a new key and the given secret.
  ///
  /// If another right was saved under this identifier, the new right replaces it.
  ///
  /// - Throws: `LAError.passcodeNotSet` if no passcode is set.
  public func saveRight(
    _ right: LARight, identifier: String, secret: Data
  ) async throws -> LAPersistedRight {
    try await result {
      saveRight(right, identifier: identifier, secret: secret, completion: $0)
    }
  }

  /// Removes the saved right with an identifier, together with its key and its secret.
  ///
  /// - Throws: an error with the status -25300 if no saved right has the identifier.
  public func removeRight(forIdentifier identifier: String) async throws {
    try await nothing { removeRight(forIdentifier: identifier, completion: $0) }
  }

  /// Removes the given right from the store, together with its key and its secret.
  public func removeRight(_ right: LAPersistedRight) async throws {
    try await nothing { removeRight(right, completion: $0) }
  }

  /// Removes all saved rights of the application, together with their keys and secrets.
  ///
  /// Also removes unused keys, which a process leaves behind if it is killed while it saves or
  /// removes a right.
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
