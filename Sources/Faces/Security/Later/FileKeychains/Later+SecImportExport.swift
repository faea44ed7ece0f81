// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecImportExport.h that Latchkey does not implement yet.

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
@safe
public struct SecKeyImportExportParameters {
  /// The member `version` of the C structure.
  public var version: UInt32
  /// The member `flags` of the C structure.
  public var flags: SecKeyImportExportFlags
  /// The member `passphrase` of the C structure.
  public var passphrase: Unmanaged<CFTypeRef>?
  /// The member `alertTitle` of the C structure.
  public var alertTitle: Unmanaged<CFString>
  /// The member `alertPrompt` of the C structure.
  public var alertPrompt: Unmanaged<CFString>
  /// The member `accessRef` of the C structure.
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
