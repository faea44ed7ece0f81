// SPDX-License-Identifier: Apache-2.0 (table)

/// What can be done with a key (spec/seckey.md 1.1).
public enum SecKeyOperationType: CFIndex, Sendable {
  /// To sign.
  case sign = 0
  /// To verify a signature.
  case verify = 1
  /// To encrypt.
  case encrypt = 2
  /// To decrypt.
  case decrypt = 3
  /// To agree on a secret with the holder of another key.
  case keyExchange = 4
}
