// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import Security

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
