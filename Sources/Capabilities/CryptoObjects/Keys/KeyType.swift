// SPDX-License-Identifier: Apache-2.0

/// The numbers of `kSecAttrKeyType` and `kSecAttrKeyClass` (spec/secitem.md 1.3, seckey.md 3.1).
package enum KeyType {
  /// As the attributes of a key name its family.
  package static func number(of family: KeyFamily) -> Int64 {
    switch family {
    case .rsa: 42
    case .ec: 73
    case .ed25519: 105
    case .x25519: 106
    }
  }

  /// As the attributes of a key name its half.
  package static func number(of half: KeyHalf) -> Int64 {
    switch half {
    case .publicHalf: 0
    case .privateHalf: 1
    }
  }

  /// AES, of which there are keys as data only.
  package static let aes: Int64 = 2_147_483_649

  /// The class of symmetric keys.
  package static let symmetricClass: Int64 = 2

  /// The half that a number names; nil for symmetric keys and other numbers.
  package static func half(_ number: Int64) -> KeyHalf? {
    KeyHalf.allCases.first { self.number(of: $0) == number }
  }

  /// The family of keys that are made from data; nil where there is none of the type and half.
  ///
  /// DSA's number is taken for a curve, and so are those of keys that only a secure element has,
  /// whose public halves are known outside.
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

  /// The family of new keys; nil where none of the type are made.
  package static func family(generating number: Int64) -> KeyFamily? {
    KeyFamily.allCases.first { self.number(of: $0) == number }
  }
}
