// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// An operation that a key may perform (Specification/seckey.md, "Modern functions").
public enum SecKeyOperationType: CFIndex, Sendable {
  /// Signing data or a digest.
  case sign = 0
  /// Verifying a signature.
  case verify = 1
  /// Encrypting data.
  case encrypt = 2
  /// Decrypting data.
  case decrypt = 3
  /// Agreeing on a shared secret with the owner of another key.
  case keyExchange = 4
}
