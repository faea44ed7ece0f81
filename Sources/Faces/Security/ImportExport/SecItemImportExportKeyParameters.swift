// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// How data are written (spec/certificates.md 5.1).
public struct SecItemImportExportFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// The options with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// As PEM.
  public static let pemArmour = Self(rawValue: 1 << 0)
}

/// How keys are imported and exported (spec/certificates.md 5.1).
public struct SecKeyImportExportFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// The options with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A second private key is a failure.
  public static let importOnlyOne = Self(rawValue: 1 << 0)
  /// The user is to be asked for the password; nobody asks him here, which is -25308.
  public static let securePassphrase = Self(rawValue: 1 << 1)
  /// Every program may use the key; without meaning here, where access groups decide.
  public static let noAccessControl = Self(rawValue: 1 << 2)
}

/// What is said of keys when they are imported or exported (spec/certificates.md 5.1, 5.6).
@safe
public struct SecItemImportExportKeyParameters {
  /// `SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION`.
  public var version: UInt32
  /// How keys are treated.
  public var flags: SecKeyImportExportFlags
  /// The password: a string, or data in UTF-8.
  public var passphrase: Unmanaged<CFTypeRef>?
  /// The title of a question; without meaning here.
  public var alertTitle: Unmanaged<CFString>?
  /// The text of a question; without meaning here.
  public var alertPrompt: Unmanaged<CFString>?
  /// The access list of imported keys; without meaning here.
  public var accessRef: Unmanaged<SecAccess>?
  /// What imported keys may do: names from `kSecAttrCanEncrypt` to `kSecAttrCanUnwrap`; nil or
  /// empty: all.
  public var keyUsage: Unmanaged<CFArray>?
  /// `kSecAttrIsPermanent`, `kSecAttrIsSensitive`, `kSecAttrIsExtractable`, as far as they are to
  /// be true; nil or empty: extractable, sensitive if private, permanent if there is a keychain.
  public var keyAttributes: Unmanaged<CFArray>?

  /// Parameters that say nothing.
  public init() {
    unsafe self.init(
      version: 0, flags: [], passphrase: nil, alertTitle: nil, alertPrompt: nil, accessRef: nil,
      keyUsage: nil, keyAttributes: nil)
  }

  /// Parameters with all their parts.
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

/// A keychain as an object.
///
/// No function gives one before file-based keychains exist; the one that the package makes stands
/// for this store (Documentation/Decisions/import-export.md).
public final class SecKeychain: Sendable {
  package init() {}
}

/// An access list of a file-based keychain: the type of parameters that are nil until those exist.
public final class SecAccess: Sendable {
  init() {}
}
