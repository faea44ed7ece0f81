// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// Converts the attributes of a key to pairs of a dictionary (Specification/seckey.md,
/// "SecKeyCopyAttributes").
///
/// The values of `kSecAttrKeyType` and `kSecAttrKeyClass` are strings. Sizes are numbers. The hash
/// of the public key is data. All other values are Booleans.
enum KeyPairs {
  /// Returns all pairs that describe the key, including the item class, except the key's bytes
  /// (`kSecValueData`).
  static func all(_ key: KeyAttributes) -> [(name: String, value: NSObject)] {
    [(String(kSecClass), kSecClassKey)] + attributes(key).map { ($0.attribute.name, $0.value) }
  }

  /// Returns the pairs that are stored as attributes of the key's item.
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
