// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecImportExport.h that are not there yet.

/// Not there yet: no function gives one.
@safe
public struct SecKeyImportExportParameters {
  /// As on Apple's systems.
  public var version: UInt32
  /// As on Apple's systems.
  public var flags: SecKeyImportExportFlags
  /// As on Apple's systems.
  public var passphrase: Unmanaged<CFTypeRef>?
  /// As on Apple's systems.
  public var alertTitle: Unmanaged<CFString>
  /// As on Apple's systems.
  public var alertPrompt: Unmanaged<CFString>
  /// As on Apple's systems.
  public var accessRef: Unmanaged<SecAccess>?

  /// One with all its parts.
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
