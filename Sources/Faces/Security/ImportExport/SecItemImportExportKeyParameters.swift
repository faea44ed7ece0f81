// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The properties of keys that are imported or exported (Specification/certificates.md, "Import and
/// export numbers", "Key parameters").
@safe
public struct SecItemImportExportKeyParameters {
  /// The version of the structure: `SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION`.
  public var version: UInt32
  /// The options for importing or exporting the keys.
  public var flags: SecKeyImportExportFlags
  /// The password that encrypts or decrypts the data: a string, or data in UTF-8; nil for no
  /// password.
  public var passphrase: Unmanaged<CFTypeRef>?
  /// The title of a password prompt; has no effect, because Latchkey shows no prompt for a file's
  /// password.
  public var alertTitle: Unmanaged<CFString>?
  /// The text of a password prompt; has no effect, because Latchkey shows no prompt for a file's
  /// password.
  public var alertPrompt: Unmanaged<CFString>?
  /// The access object of imported keys in a keychain file.
  ///
  /// If the access object is nil, only the calling program is trusted, or every program if `flags`
  /// has `.noAccessControl`. For keys in Latchkey's own store, the access object and this flag have
  /// no effect: access groups decide which programs can use a key.
  public var accessRef: Unmanaged<SecAccess>?
  /// The permitted uses of imported keys: an array of the constants from `kSecAttrCanEncrypt` to
  /// `kSecAttrCanUnwrap`.
  ///
  /// Nil or an empty array permits all uses.
  public var keyUsage: Unmanaged<CFArray>?
  /// The names of the Boolean attributes that are set to true for imported keys.
  ///
  /// The array can contain `kSecAttrIsPermanent` (the key is stored) and `kSecAttrIsExtractable`
  /// (the key can be exported). A third name is `kSecAttrIsSensitive` (the key can be exported only
  /// with a password). Attributes that the array does not contain are set to false.
  ///
  /// If the array is nil or empty, all keys are extractable and private keys are sensitive. Keys
  /// are then stored if a keychain is given.
  public var keyAttributes: Unmanaged<CFArray>?

  /// Makes parameters without a password, flags and attributes, so that keys have the default
  /// properties.
  public init() {
    unsafe self.init(
      version: 0, flags: [], passphrase: nil, alertTitle: nil, alertPrompt: nil, accessRef: nil,
      keyUsage: nil, keyAttributes: nil)
  }

  /// Makes parameters with a value for each member of the structure.
  public init(
    version: UInt32, flags: SecKeyImportExportFlags, passphrase: Unmanaged<CFTypeRef>?,
    alertTitle: Unmanaged<CFString>?, alertPrompt: Unmanaged<CFString>?,
    accessRef: Unmanaged<SecAccess>?, keyUsage: Unmanaged<CFArray>?,
    keyAttributes: Unmanaged<CFArray>?
  ) {
    self.version = version
    self.flags = flags
    unsafe self.passphrase = passphrase
    unsafe self.alertTitle = alertTitle
    unsafe self.alertPrompt = alertPrompt
    unsafe self.accessRef = accessRef
    unsafe self.keyUsage = keyUsage
    unsafe self.keyAttributes = keyAttributes
  }
}
