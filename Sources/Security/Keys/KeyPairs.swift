// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes

/// The attributes of a key as pairs of a dictionary (spec/seckey.md 3.3): type and class are
/// strings, sizes numbers, the rest truth values.
enum KeyPairs {
  /// All but `kSecValueData`.
  static func all(_ key: KeyAttributes) -> [(name: String, value: NSObject)] {
    [(String(kSecClass), kSecClassKey)] + attributes(key).map { ($0.attribute.name, $0.value) }
  }

  /// Those that are attributes of an item.
  static func attributes(_ key: KeyAttributes) -> [(attribute: Attribute, value: NSObject)] {
    let bits = NSNumber(value: key.bits)
    let flags = key.flags.map { flag in
      (flag.attribute, (flag.isTrue ? kCFBooleanTrue : kCFBooleanFalse) as NSObject)
    }
    return [
      (.keyClass, NSString(string: String(key.keyClass))),
      (.type, NSString(string: String(key.type))),
      (.keySizeInBits, bits), (.effectiveKeySize, bits),
      (.applicationLabel, NSData(data: Data(key.label))),
    ] + flags
  }
}
