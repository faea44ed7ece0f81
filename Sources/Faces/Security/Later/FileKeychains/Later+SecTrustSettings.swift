// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecTrustSettings.h that are not there yet.

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsCopyCertificates(
  _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsCopyModificationDate(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ modificationDate: UnsafeMutablePointer<CFDate?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsCopyTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsCreateExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
public enum SecTrustSettingsDomain: UInt32, Sendable {
  /// `kSecTrustSettingsDomainUser`.
  case user = 0
  /// `kSecTrustSettingsDomainAdmin`.
  case admin = 1
  /// `kSecTrustSettingsDomainSystem`.
  case system = 2
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsImportExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: CFData
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
public struct SecTrustSettingsKeyUsage: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// A set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecTrustSettingsKeyUseSignature`.
  public static let useSignature = SecTrustSettingsKeyUsage(rawValue: 1)
  /// `kSecTrustSettingsKeyUseEnDecryptData`.
  public static let useEnDecryptData = SecTrustSettingsKeyUsage(rawValue: 2)
  /// `kSecTrustSettingsKeyUseEnDecryptKey`.
  public static let useEnDecryptKey = SecTrustSettingsKeyUsage(rawValue: 4)
  /// `kSecTrustSettingsKeyUseSignCert`.
  public static let useSignCert = SecTrustSettingsKeyUsage(rawValue: 8)
  /// `kSecTrustSettingsKeyUseSignRevocation`.
  public static let useSignRevocation = SecTrustSettingsKeyUsage(rawValue: 16)
  /// `kSecTrustSettingsKeyUseKeyExchange`.
  public static let useKeyExchange = SecTrustSettingsKeyUsage(rawValue: 32)
  /// `kSecTrustSettingsKeyUseAny`.
  public static let useAny = SecTrustSettingsKeyUsage(rawValue: 4294967295)
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsRemoveTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
public enum SecTrustSettingsResult: UInt32, Sendable {
  /// `kSecTrustSettingsResultInvalid`.
  case invalid = 0
  /// `kSecTrustSettingsResultTrustRoot`.
  case trustRoot = 1
  /// `kSecTrustSettingsResultTrustAsRoot`.
  case trustAsRoot = 2
  /// `kSecTrustSettingsResultDeny`.
  case deny = 3
  /// `kSecTrustSettingsResultUnspecified`.
  case unspecified = 4
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustSettingsSetTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettingsDictOrArray: CFTypeRef?
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function knows it.
public let kSecTrustSettingsAllowedError: String = "kSecTrustSettingsAllowedError"
/// Not there yet: no function knows it.
public let kSecTrustSettingsApplication: String = "kSecTrustSettingsApplication"
/// Not there yet: no function knows it.
public let kSecTrustSettingsKeyUsage: String = "kSecTrustSettingsKeyUsage"
/// Not there yet: no function knows it.
public let kSecTrustSettingsPolicy: String = "kSecTrustSettingsPolicy"
/// Not there yet: no function knows it.
public let kSecTrustSettingsPolicyString: String = "kSecTrustSettingsPolicyString"
/// Not there yet: no function knows it.
public let kSecTrustSettingsResult: String = "kSecTrustSettingsResult"
