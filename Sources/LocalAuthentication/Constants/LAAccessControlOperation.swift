// SPDX-License-Identifier: Apache-2.0

/// What an access control is evaluated for (spec/access-control.md 1.1).
public enum LAAccessControlOperation: Int, Sendable {
  /// Making an item.
  case createItem = 0
  /// Reading an item's secret.
  case useItem = 1
  /// Making a key.
  case createKey = 2
  /// Signing with a key.
  case useKeySign = 3
  /// Decrypting with a key.
  case useKeyDecrypt = 4
  /// Agreeing on a secret with a key.
  case useKeyKeyExchange = 5
}
