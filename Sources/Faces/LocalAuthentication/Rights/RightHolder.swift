// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import Security

/// Allows the key and the secret of a saved right to be used only while the right is authorized.
final class RightHolder: @unchecked Sendable {
  private let saved: SavedRight
  private let installation: Installation?
  private let work = DispatchQueue(label: "latchkey.LARight.work")
  /// The saved right, whose authorization is checked before each use of its key or secret.
  ///
  /// The property is set once, before the program receives the right. Nil if the program has
  /// released the right.
  weak var right: LAPersistedRight?

  init(_ saved: SavedRight, _ installation: Installation?) {
    (self.saved, self.installation) = (saved, installation)
  }

  /// Calls `body` with the private key of the right if the right is authorized; never asks the
  /// user.
  ///
  /// - Parameters:
  ///   - handler: called once, on a private queue. The handler receives the data that `body`
  ///     returns, or an error. The error is `LAError.notInteractive` if the right is not authorized
  ///     at that moment.
  ///   - body: a function that receives the private key and the saved right, and returns the data.
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

  /// Returns the error that the program receives in place of an internal error.
  ///
  /// The status `errSecInteractionNotAllowed` of a locked item becomes `LAError.notInteractive`,
  /// because a prompt would be needed to unlock the item, and this class never shows a prompt.
  private static func published(_ error: any Error) -> any Error {
    let found = error as NSError
    let isLocked =
      found.domain == "NSOSStatusErrorDomain" && found.code == errSecInteractionNotAllowed
    return isLocked ? LAError.error(.notInteractive) : error
  }
}
