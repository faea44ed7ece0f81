// SPDX-License-Identifier: Apache-2.0

/// The numbers of `kSecAttrKeyType` and `kSecAttrKeyClass` (Specification/secitem.md, "Values of
/// enumerated attributes", Specification/seckey.md, "Types and sizes").
package enum KeyType {
  /// Returns the number of `kSecAttrKeyType` for a family of keys.
  package static func number(of family: KeyFamily) -> Int64 {
    switch family {
    case .rsa: 42
    case .ec: 73
    case .ed25519: 105
    case .x25519: 106
    }
  }

  /// Returns the number of `kSecAttrKeyClass` for public or private keys.
  package static func number(of half: KeyHalf) -> Int64 {
    switch half {
    case .publicHalf: 0
    case .privateHalf: 1
    }
  }

  /// The number of `kSecAttrKeyType` for AES keys.
  ///
  /// Latchkey handles AES keys only as data: `SoftwareKey` has no case for them.
  package static let aes: Int64 = 2_147_483_649

  /// The number of `kSecAttrKeyClass` for symmetric keys.
  package static let symmetricClass: Int64 = 2

  /// Returns whether a number of `kSecAttrKeyClass` stands for public or private keys.
  ///
  /// Returns nil for symmetric keys and unknown numbers.
  package static func half(_ number: Int64) -> KeyHalf? {
    KeyHalf.allCases.first { self.number(of: $0) == number }
  }

  /// Returns the family of a key that is created from data, by its number of `kSecAttrKeyType`.
  ///
  /// Returns nil if no key of this type and half can be created from data. The number of DSA means
  /// `ec` too, as in Apple's functions. For the types of keys in a secure element, returns `ec` if
  /// the key is public. For a private key of these types, returns nil: private keys never leave the
  /// secure element.
  package static func family(importing number: Int64, _ half: KeyHalf) -> KeyFamily? {
    switch number {
    case 42: .rsa
    case 43, 73: .ec
    case 105: .ed25519
    case 106: .x25519
    case 2_147_483_678...2_147_483_680: half == .publicHalf ? .ec : nil
    default: nil
    }
  }

  /// Returns the family of a key to generate, by its number of `kSecAttrKeyType`.
  ///
  /// Returns nil if keys of the type cannot be generated.
  package static func family(generating number: Int64) -> KeyFamily? {
    KeyFamily.allCases.first { self.number(of: $0) == number }
  }
}
