// SPDX-License-Identifier: Apache-2.0
import Foundation
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

/// What the key and the secret of a right know of it.
final class RightHolder: @unchecked Sendable {
  private let saved: SavedRight
  private let installation: Installation?
  private let work = DispatchQueue(label: "latchkey.LARight.work")
  /// Set once, before anybody has the right.
  weak var right: LAPersistedRight?

  init(_ saved: SavedRight, _ installation: Installation?) {
    (self.saved, self.installation) = (saved, installation)
  }

  /// Computes with the key of the right, while it is authorized; nobody is asked.
  ///
  /// - Parameter handler: called once, on a private queue; an `LAError` -1004 where the right is
  ///   not authorized, or not any more.
  func use(
    _ handler: @escaping @Sendable (Data?, (any Error)?) -> Void,
    _ body: @escaping @Sendable (SecKey, SavedRight) throws -> Data
  ) {
    work.async { [self] in
      do {
        let data = try CurrentInstallation.$scoped.withValue(installation) {
          guard let context = right?.authorizedContext else {
            throw LAError.error(.notInteractive)
          }
          return try body(saved.key(in: context), saved)
        }
        handler(data, nil)
      } catch {
        handler(nil, Self.published(error))
      }
    }
  }

  /// What is locked could be opened by a prompt, which is not shown here.
  private static func published(_ error: any Error) -> any Error {
    let found = error as NSError
    let isLocked =
      found.domain == "NSOSStatusErrorDomain" && found.code == errSecInteractionNotAllowed
    return isLocked ? LAError.error(.notInteractive) : error
  }
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
