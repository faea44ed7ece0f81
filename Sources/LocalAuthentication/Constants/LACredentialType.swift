// SPDX-License-Identifier: Apache-2.0

/// What an application can give to a context by itself (spec/access-control.md 1.1).
public enum LACredentialType: Int, Sendable {
  /// The password of items made with `.applicationPassword`.
  case applicationPassword = 0
  /// The PIN of a token.
  case smartCardPIN = -3
}
