// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of CSCommon.h that Latchkey does not implement yet.

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecCSDigestAlgorithm: UInt32, Sendable {
  /// `kSecCodeSignatureNoHash` in C.
  case codeSignatureNoHash = 0
  /// `kSecCodeSignatureHashSHA1` in C.
  case codeSignatureHashSHA1 = 1
  /// `kSecCodeSignatureHashSHA256` in C.
  case codeSignatureHashSHA256 = 2
  /// `kSecCodeSignatureHashSHA256Truncated` in C.
  case codeSignatureHashSHA256Truncated = 3
  /// `kSecCodeSignatureHashSHA384` in C.
  case codeSignatureHashSHA384 = 4
  /// `kSecCodeSignatureHashSHA512` in C.
  case codeSignatureHashSHA512 = 5
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public struct SecCSFlags: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt32

  /// Makes a set of options from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecCSConsiderExpiration` in C.
  public static let considerExpiration = SecCSFlags(rawValue: 2147483648)
  /// `kSecCSEnforceRevocationChecks` in C.
  public static let enforceRevocationChecks = SecCSFlags(rawValue: 1073741824)
  /// `kSecCSNoNetworkAccess` in C.
  public static let noNetworkAccess = SecCSFlags(rawValue: 536870912)
  /// `kSecCSReportProgress` in C.
  public static let reportProgress = SecCSFlags(rawValue: 268435456)
  /// `kSecCSCheckTrustedAnchors` in C.
  public static let checkTrustedAnchors = SecCSFlags(rawValue: 134217728)
  /// `kSecCSQuickCheck` in C.
  public static let quickCheck = SecCSFlags(rawValue: 67108864)
  /// `kSecCSApplyEmbeddedPolicy` in C.
  public static let applyEmbeddedPolicy = SecCSFlags(rawValue: 33554432)
  /// `kSecCSStripDisallowedXattrs` in C.
  public static let stripDisallowedXattrs = SecCSFlags(rawValue: 16777216)
  /// `kSecCSMatchGuestRequirementInKernel` in C.
  public static let matchGuestRequirementInKernel = SecCSFlags(rawValue: 8388608)
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class SecCode: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: SecCode, right: SecCode) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public struct SecCodeSignatureFlags: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt32

  /// Makes a set of options from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecCodeSignatureHost` in C.
  public static let host = SecCodeSignatureFlags(rawValue: 1)
  /// `kSecCodeSignatureAdhoc` in C.
  public static let adhoc = SecCodeSignatureFlags(rawValue: 2)
  /// `kSecCodeSignatureForceHard` in C.
  public static let forceHard = SecCodeSignatureFlags(rawValue: 256)
  /// `kSecCodeSignatureForceKill` in C.
  public static let forceKill = SecCodeSignatureFlags(rawValue: 512)
  /// `kSecCodeSignatureForceExpiration` in C.
  public static let forceExpiration = SecCodeSignatureFlags(rawValue: 1024)
  /// `kSecCodeSignatureRestrict` in C.
  public static let restrict = SecCodeSignatureFlags(rawValue: 2048)
  /// `kSecCodeSignatureEnforcement` in C.
  public static let enforcement = SecCodeSignatureFlags(rawValue: 4096)
  /// `kSecCodeSignatureLibraryValidation` in C.
  public static let libraryValidation = SecCodeSignatureFlags(rawValue: 8192)
  /// `kSecCodeSignatureRuntime` in C.
  public static let runtime = SecCodeSignatureFlags(rawValue: 65536)
  /// `kSecCodeSignatureLinkerSigned` in C.
  public static let linkerSigned = SecCodeSignatureFlags(rawValue: 131072)
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public struct SecCodeStatus: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt32

  /// Makes a set of options from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecCodeStatusValid` in C.
  public static let valid = SecCodeStatus(rawValue: 1)
  /// `kSecCodeStatusHard` in C.
  public static let hard = SecCodeStatus(rawValue: 256)
  /// `kSecCodeStatusKill` in C.
  public static let kill = SecCodeStatus(rawValue: 512)
  /// `kSecCodeStatusDebugged` in C.
  public static let debugged = SecCodeStatus(rawValue: 268435456)
  /// `kSecCodeStatusPlatform` in C.
  public static let platform = SecCodeStatus(rawValue: 67108864)
}

/// A type of a feature that Latchkey does not implement yet.
public typealias SecGuestRef = UInt32
/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class SecRequirement: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: SecRequirement, right: SecRequirement) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecRequirementType: UInt32, Sendable {
  /// `kSecHostRequirementType` in C.
  case hostRequirementType = 1
  /// `kSecGuestRequirementType` in C.
  case guestRequirementType = 2
  /// `kSecDesignatedRequirementType` in C.
  case designatedRequirementType = 3
  /// `kSecLibraryRequirementType` in C.
  case libraryRequirementType = 4
  /// `kSecPluginRequirementType` in C.
  case pluginRequirementType = 5
  /// `kSecInvalidRequirementType` in C.
  case invalidRequirementType = 6
  /// `kSecRequirementTypeCount` in C.
  public static var requirementTypeCount: SecRequirementType { .invalidRequirementType }
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class SecStaticCode: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: SecStaticCode, right: SecStaticCode) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSAmbiguousBundleFormat: OSStatus = -67011
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadBundleFormat: OSStatus = -67028
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadCallbackValue: OSStatus = -67020
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadDictionaryFormat: OSStatus = -67058
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadDiskImageFormat: OSStatus = -67001
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadFrameworkVersion: OSStatus = -67009
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadLVArch: OSStatus = -67017
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadMainExecutable: OSStatus = -67010
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadNestedCode: OSStatus = -67021
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadObjectFormat: OSStatus = -67049
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadResource: OSStatus = -67054
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSBadTeamIdentifier: OSStatus = -66997
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSCMSConstructionFailed: OSStatus = -66991
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSCMSTooLarge: OSStatus = -67036
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSCancelled: OSStatus = -67006
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSDBAccess: OSStatus = -67032
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSDBDenied: OSStatus = -67033
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSDSStoreSymlink: OSStatus = -67012
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSDbCorrupt: OSStatus = -67024
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSFileHardQuarantined: OSStatus = -67026
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSGuestInvalid: OSStatus = -67063
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHelperFailed: OSStatus = -67019
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostProtocolContradiction: OSStatus = -67043
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostProtocolDedicationError: OSStatus = -67042
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostProtocolInvalidAttribute: OSStatus = -67031
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostProtocolInvalidHash: OSStatus = -67035
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostProtocolNotProxy: OSStatus = -67041
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostProtocolRelativePath: OSStatus = -67044
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostProtocolStateError: OSStatus = -67040
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostProtocolUnrelated: OSStatus = -67039
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSHostReject: OSStatus = -67047
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInfoPlistFailed: OSStatus = -67030
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInternalError: OSStatus = -67048
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidAssociatedFileData: OSStatus = -66999
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidAttributeValues: OSStatus = -67066
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidEntitlements: OSStatus = -66994
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidFlags: OSStatus = -67070
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidObjectRef: OSStatus = -67071
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidPlatform: OSStatus = -67005
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidRuntimeVersion: OSStatus = -66993
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidSymlink: OSStatus = -67003
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSInvalidTeamIdentifier: OSStatus = -66998
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSMultipleGuests: OSStatus = -67064
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSNoMainExecutable: OSStatus = -67029
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSNoMatches: OSStatus = -67027
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSNoSuchCode: OSStatus = -67065
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSNotAHost: OSStatus = -67046
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSNotAppLike: OSStatus = -67002
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSNotSupported: OSStatus = -67037
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSObjectRequired: OSStatus = -67069
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSOutdated: OSStatus = -67025
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSRegularFile: OSStatus = -67015
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSRemoteSignerFailed: OSStatus = -66990
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSReqFailed: OSStatus = -67050
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSReqInvalid: OSStatus = -67052
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSReqUnsupported: OSStatus = -67051
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSResourceDirectoryFailed: OSStatus = -67023
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSResourceNotSupported: OSStatus = -67016
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSResourceRulesInvalid: OSStatus = -67053
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSResourcesInvalid: OSStatus = -67055
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSResourcesNotFound: OSStatus = -67056
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSResourcesNotSealed: OSStatus = -67057
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSRevokedNotarization: OSStatus = -66992
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSSigDBAccess: OSStatus = -67032
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSSigDBDenied: OSStatus = -67033
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSSignatureFailed: OSStatus = -67061
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSSignatureInvalid: OSStatus = -67045
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSSignatureNotVerifiable: OSStatus = -67060
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSSignatureUnsupported: OSStatus = -67059
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSSignatureUntrusted: OSStatus = -66996
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSStaticCodeChanged: OSStatus = -67034
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSStaticCodeNotFound: OSStatus = -67068
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSTooBig: OSStatus = -67004
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSUnimplemented: OSStatus = -67072
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSUnsealedAppRoot: OSStatus = -67014
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSUnsealedFrameworkRoot: OSStatus = -67008
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSUnsigned: OSStatus = -67062
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSUnsignedNestedCode: OSStatus = -67022
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSUnsupportedDigestAlgorithm: OSStatus = -67000
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSUnsupportedGuestAttributes: OSStatus = -67067
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSVetoed: OSStatus = -67018
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSWeakResourceEnvelope: OSStatus = -67007
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecCSWeakResourceRules: OSStatus = -67013
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let errSecMultipleExecSegments: OSStatus = -66995
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorArchitecture: CFString = "kSecCFErrorArchitecture"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorGuestAttributes: CFString =
  "kSecCFErrorGuestAttributes"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorInfoPlist: CFString = "kSecCFErrorInfoPlist"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorPath: CFString = "kSecCFErrorPath"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorPattern: CFString = "kSecCFErrorPattern"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorRequirementSyntax: CFString = "SecRequirementSyntax"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceAdded: CFString = "kSecCFErrorResourceAdded"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceAltered: CFString =
  "kSecCFErrorResourceAltered"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceMissing: CFString =
  "kSecCFErrorResourceMissing"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceRecursive: CFString =
  "kSecCFErrorResourceRecursive"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceSeal: CFString = "kSecCFErrorResourceSeal"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceSideband: CFString =
  "kSecCFErrorResourceSideband"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecNoGuest: SecGuestRef = 0
