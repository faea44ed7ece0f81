// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// Options for the data that an export writes (Specification/certificates.md, "Import and export
/// numbers").
public struct SecItemImportExportFlags: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt32

  /// Makes a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Writes the exported data as PEM text.
  public static let pemArmour = Self(rawValue: 1)
}

/// Options for importing and exporting keys (Specification/certificates.md, "Import and export
/// numbers").
public struct SecKeyImportExportFlags: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt32

  /// Makes a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes an import fail if the data contains a second private key.
  public static let importOnlyOne = Self(rawValue: 1)
  /// Demands that the user is asked for the password of a file.
  ///
  /// Latchkey never asks the user for it, so a call that needs a password fails with -25308.
  public static let securePassphrase = Self(rawValue: 2)
  /// Allows every program to use a key that is imported into a keychain file; has no effect on the
  /// embedded store.
  public static let noAccessControl = Self(rawValue: 4)
}
