// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation

/// Converts the uses and attributes of keys from bits to names.
///
/// The structure `SecKeyImportExportParameters` has bits in C. `SecItemImport` and `SecItemExport`
/// take arrays of names.
package enum KeyParameterBits {
  /// Returns the names of the uses in `bits`; nil if every use is meant: by 0, or by the bit for
  /// any use.
  package static func uses(_ bits: UInt32) -> NSArray? { KeyUses(rawValue: bits).allNames }

  /// Returns the names of the attributes whose bits are set in `bits`.
  ///
  /// Only the bits of the attributes permanent, sensitive and extractable have an effect. Nil if
  /// these three bits are 0, which means the default attributes.
  package static func attributes(_ bits: UInt32) -> NSArray? {
    let attributes = KeyHeader.Attributes(rawValue: bits)
    let names: [(KeyHeader.Attributes, NSString)] = [
      (.permanent, kSecAttrIsPermanent), (.sensitive, kSecAttrIsSensitive),
      (.extractable, kSecAttrIsExtractable),
    ]
    let found = names.filter { attributes.contains($0.0) }.map(\.1)
    return found.isEmpty ? nil : NSArray(array: found)
  }
}
