// SPDX-License-Identifier: Apache-2.0
import FileKeychain
public import Foundation

/// The parameters for keys in calls of the C functions `SecKeychainItemImport` and
/// `SecKeychainItemExport` (Specification/file-keychain.md, "Import and export").
///
/// Swift on Apple's systems has this structure, but not the two functions. The structure lacks the
/// members `keyUsage` and `keyAttributes` in Swift.
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
  /// The access object of imported keys in a keychain file; nil to trust only the calling program.
  public var accessRef: Unmanaged<SecAccess>?

  /// Makes parameters with a value for each member of the structure.
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
