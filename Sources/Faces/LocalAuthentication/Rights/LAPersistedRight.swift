// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes
import Security

/// A right that `LARightStore` has saved in the keychain, with a key and a secret
/// (Specification/access-control.md, "Rights of LocalAuthentication").
///
/// The key and the secret can be used only while the right is authorized. Only `LARightStore`
/// creates objects of this class.
public final class LAPersistedRight: LARight, @unchecked Sendable {
  private let saved: SavedRight
  /// The access control with which the right was saved.
  private let accessControl: AccessControl
  /// The private key of the right, which can be used while the right is authorized.
  public let key: LAPrivateKey
  /// The secret of the right, which can be read while the right is authorized.
  public let secret: LASecret

  /// Creates the right, and finds its private key in the keychain.
  ///
  /// - Parameter saved: the two keychain items of the right.
  /// - Throws: an error if the key cannot be found; `errSecDecode` if the key has no access
  ///   control.
  init(_ saved: SavedRight) throws {
    self.saved = saved
    let key = try saved.key(in: AuthenticationContext())
    let control = SecKeyCopyAttributes(key)?.object(forKey: kSecAttrAccessControl)
    guard let control = control as? SecAccessControl else {
      throw NSError(status: errSecDecode)
    }
    // This access control is bound to the biometry that was enrolled when the right was saved.
    accessControl = control.value
    let requirement = AuthenticationRequirement(accessControl, for: .sign)
    let holder = RightHolder(saved, CurrentInstallation.installed)
    self.key = LAPrivateKey(key, holder)
    secret = LASecret(holder)
    super.init(value: requirement)
    holder.right = self
  }

  /// Returns the access control with which the right was saved.
  ///
  /// If the program saves the right again, the requirement of the right thus does not change.
  override func keyAccessControl() -> AccessControl { accessControl }

  /// The identifier under which the right is saved.
  var identifier: String { saved.identifier }
}

/// Starts a call that has a completion handler, and waits until the handler is called.
///
/// - Returns: the data that the handler received.
/// - Throws: the error that the handler received.
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

/// The secret of a saved right (Specification/access-control.md, "Rights of LocalAuthentication").
public final class LASecret: NSObject, Sendable {
  private let holder: RightHolder

  init(_ holder: RightHolder) { self.holder = holder }

  /// Reads the secret of the right, which is possible only while the right is authorized.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives the secret, or an
  ///   error.
  @preconcurrency
  public func loadData(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    holder.use(handler) { key, saved in try saved.open(with: key) }
  }

  /// The secret of the right, which can be read only while the right is authorized.
  ///
  /// While the right is not authorized, reading throws an error.
  public var rawData: Data {
    get async throws { try await awaited { loadData(completion: $0) } }
  }
}
