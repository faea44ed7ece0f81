// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes
import Security

/// A right that is saved in the keychain, with a key and a secret that only its authorization opens
/// (spec/access-control.md 1.10).
///
/// Only `LARightStore` makes them.
public final class LAPersistedRight: LARight, @unchecked Sendable {
  private let saved: SavedRight
  /// The rule that it was saved with.
  private let accessControl: AccessControl
  /// The right's key.
  public let key: LAPrivateKey
  /// The right's secret.
  public let secret: LASecret

  /// - Throws: as `SavedRight`.
  init(_ saved: SavedRight) throws {
    self.saved = saved
    let key = try saved.key(in: AuthenticationContext())
    let control = SecKeyCopyAttributes(key)?.object(forKey: kSecAttrAccessControl)
    guard let control = control as? SecAccessControl else {
      throw NSError(status: errSecDecode)
    }
    // Bound to the enrolment that it was saved with.
    accessControl = control.value
    let requirement = AuthenticationRequirement(accessControl, for: .sign)
    let holder = RightHolder(saved, CurrentInstallation.installed)
    self.key = LAPrivateKey(key, holder)
    secret = LASecret(holder)
    super.init(value: requirement)
    holder.right = self
  }

  /// Saved anew, it asks what it asks now.
  override func keyAccessControl() -> AccessControl { accessControl }

  /// Its name in the store.
  var identifier: String { saved.identifier }
}

/// Turns a call with a completion handler into one that is waited for.
func awaited(
  _ call: (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Void
) async throws -> Data {
  try await withCheckedThrowingContinuation { continuation in
    call { data, error in
      if let data {
        continuation.resume(returning: data)
      } else {
        continuation.resume(throwing: error ?? LAError.error(.authenticationFailed))
      }
    }
  }
}

/// The secret of a saved right (spec/access-control.md 1.10).
public final class LASecret: NSObject, Sendable {
  private let holder: RightHolder

  init(_ holder: RightHolder) { self.holder = holder }

  /// Reads the secret; the right has to be authorized.
  ///
  /// - Parameter handler: called once, on a private queue.
  @preconcurrency
  public func loadData(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    holder.use(handler) { key, saved in try saved.open(with: key) }
  }

  /// The secret; the right has to be authorized.
  public var rawData: Data {
    get async throws { try await awaited { loadData(completion: $0) } }
  }
}
