// SPDX-License-Identifier: Apache-2.0
import FileKeychain
public import Foundation

/// The properties of keys that `SecKeychainItemImport` and `SecKeychainItemExport` take in C
/// (Specification/file-keychain.md, "Import and export").
///
/// Swift never imported these two functions, nor the members `keyUsage` and `keyAttributes`.
@safe
public struct SecKeyImportExportParameters {
  /// The version of the structure: `SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION`.
  public var version: UInt32
  /// The options for importing or exporting the keys.
  public var flags: SecKeyImportExportFlags
  /// The password that encrypts or decrypts the data: a string, or data in UTF-8; nil for no
  /// password.
  public var passphrase: Unmanaged<CFTypeRef>?
  /// The title of a password prompt; has no effect.
  public var alertTitle: Unmanaged<CFString>
  /// The text of a password prompt; has no effect.
  public var alertPrompt: Unmanaged<CFString>
  /// The access object of imported keys in a keychain file; nil to trust the calling program alone.
  public var accessRef: Unmanaged<SecAccess>?

  /// Makes a structure from all its members.
  public init(
    version: UInt32, flags: SecKeyImportExportFlags, passphrase: Unmanaged<CFTypeRef>?,
    alertTitle: Unmanaged<CFString>, alertPrompt: Unmanaged<CFString>,
    accessRef: Unmanaged<SecAccess>?
  ) {
    self.version = version
    self.flags = flags
    unsafe self.passphrase = passphrase
    unsafe self.alertTitle = alertTitle
    unsafe self.alertPrompt = alertPrompt
    unsafe self.accessRef = accessRef
  }
}

/// The uses and attributes of keys, which the old structure has as bits, as the names that
/// `SecItemImport` and `SecItemExport` take.
package enum KeyParameterBits {
  /// Returns the names of uses; nil for any use, which is 0 too.
  package static func uses(_ bits: UInt32) -> NSArray? { KeyUses(rawValue: bits).allNames }

  /// Returns the names of attributes; nil for the default attributes, which are 0.
  ///
  /// Bits that say how a key is returned have no effect.
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
