// SPDX-License-Identifier: Apache-2.0

/// What can be done with a key; the numbers are those of the API (spec/seckey.md 1.1).
package enum KeyOperation: Int, CaseIterable, Hashable, Sendable {
  case sign = 0
  case verify = 1
  case encrypt = 2
  case decrypt = 3
  case keyExchange = 4
}

/// Which algorithms a key is made for.
package enum KeyFamily: CaseIterable, Hashable, Sendable {
  case rsa, ec, ed25519, x25519
}

/// Which half of a pair a key is.
package enum KeyHalf: CaseIterable, Hashable, Sendable {
  case publicHalf, privateHalf
}

extension KeyFamily {
  /// As a person calls it.
  package var word: String {
    switch self {
    case .rsa: "RSA"
    case .ec: "EC"
    case .ed25519: "Ed25519"
    case .x25519: "X25519"
    }
  }
}
