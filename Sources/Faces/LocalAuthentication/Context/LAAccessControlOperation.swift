// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// An operation on an item or on a key, for which an access control can have a rule
/// (Specification/access-control.md, "LocalAuthentication numbers").
public enum LAAccessControlOperation: Int, Sendable {
  /// Adding an item to the keychain.
  case createItem = 0
  /// Reading an item's secret.
  case useItem = 1
  /// Creating a key pair.
  case createKey = 2
  /// Signing with a key.
  case useKeySign = 3
  /// Decrypting with a key.
  case useKeyDecrypt = 4
  /// Computing a shared secret by a key exchange with a key.
  case useKeyKeyExchange = 5
}

extension LAAccessControlOperation {
  /// True if the operation creates an item or a key.
  ///
  /// The user need not prove presence for these operations.
  var isCreation: Bool { self == .createItem || self == .createKey }

  /// The name under which an access control stores its rule for this operation
  /// (Specification/access-control.md, "Evaluation").
  var value: ConstrainedOperation {
    switch self {
    case .createItem, .createKey: .encrypt
    case .useItem: .decrypt
    case .useKeySign: .sign
    case .useKeyDecrypt, .useKeyKeyExchange: .computeKey
    }
  }
}
