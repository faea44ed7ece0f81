// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecTrustSettings.h that Latchkey does not implement yet.

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsCopyCertificates(
  _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsCopyModificationDate(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ modificationDate: UnsafeMutablePointer<CFDate?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsCopyTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsCreateExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecTrustSettingsDomain: UInt32, Sendable {
  /// `kSecTrustSettingsDomainUser` in C.
  case user = 0
  /// `kSecTrustSettingsDomainAdmin` in C.
  case admin = 1
  /// `kSecTrustSettingsDomainSystem` in C.
  case system = 2
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsImportExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: CFData
) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public struct SecTrustSettingsKeyUsage: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt32

  /// Makes a set of options from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecTrustSettingsKeyUseSignature` in C.
  public static let useSignature = SecTrustSettingsKeyUsage(rawValue: 1)
  /// `kSecTrustSettingsKeyUseEnDecryptData` in C.
  public static let useEnDecryptData = SecTrustSettingsKeyUsage(rawValue: 2)
  /// `kSecTrustSettingsKeyUseEnDecryptKey` in C.
  public static let useEnDecryptKey = SecTrustSettingsKeyUsage(rawValue: 4)
  /// `kSecTrustSettingsKeyUseSignCert` in C.
  public static let useSignCert = SecTrustSettingsKeyUsage(rawValue: 8)
  /// `kSecTrustSettingsKeyUseSignRevocation` in C.
  public static let useSignRevocation = SecTrustSettingsKeyUsage(rawValue: 16)
  /// `kSecTrustSettingsKeyUseKeyExchange` in C.
  public static let useKeyExchange = SecTrustSettingsKeyUsage(rawValue: 32)
  /// `kSecTrustSettingsKeyUseAny` in C.
  public static let useAny = SecTrustSettingsKeyUsage(rawValue: 4294967295)
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsRemoveTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecTrustSettingsResult: UInt32, Sendable {
  /// `kSecTrustSettingsResultInvalid` in C.
  case invalid = 0
  /// `kSecTrustSettingsResultTrustRoot` in C.
  case trustRoot = 1
  /// `kSecTrustSettingsResultTrustAsRoot` in C.
  case trustAsRoot = 2
  /// `kSecTrustSettingsResultDeny` in C.
  case deny = 3
  /// `kSecTrustSettingsResultUnspecified` in C.
  case unspecified = 4
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsSetTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettingsDictOrArray: CFTypeRef?
) -> OSStatus { errSecUnimplemented }

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecTrustSettingsAllowedError: String = "kSecTrustSettingsAllowedError"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecTrustSettingsApplication: String = "kSecTrustSettingsApplication"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecTrustSettingsKeyUsage: String = "kSecTrustSettingsKeyUsage"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecTrustSettingsPolicy: String = "kSecTrustSettingsPolicy"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecTrustSettingsPolicyString: String = "kSecTrustSettingsPolicyString"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecTrustSettingsResult: String = "kSecTrustSettingsResult"
