// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of CSCommon.h that are not there yet.

/// Not there yet: no function gives one.
public enum SecCSDigestAlgorithm: UInt32, Sendable {
  /// `kSecCodeSignatureNoHash`.
  case codeSignatureNoHash = 0
  /// `kSecCodeSignatureHashSHA1`.
  case codeSignatureHashSHA1 = 1
  /// `kSecCodeSignatureHashSHA256`.
  case codeSignatureHashSHA256 = 2
  /// `kSecCodeSignatureHashSHA256Truncated`.
  case codeSignatureHashSHA256Truncated = 3
  /// `kSecCodeSignatureHashSHA384`.
  case codeSignatureHashSHA384 = 4
  /// `kSecCodeSignatureHashSHA512`.
  case codeSignatureHashSHA512 = 5
}

/// Not there yet: no function gives one.
public struct SecCSFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// A set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecCSConsiderExpiration`.
  public static let considerExpiration = SecCSFlags(rawValue: 2147483648)
  /// `kSecCSEnforceRevocationChecks`.
  public static let enforceRevocationChecks = SecCSFlags(rawValue: 1073741824)
  /// `kSecCSNoNetworkAccess`.
  public static let noNetworkAccess = SecCSFlags(rawValue: 536870912)
  /// `kSecCSReportProgress`.
  public static let reportProgress = SecCSFlags(rawValue: 268435456)
  /// `kSecCSCheckTrustedAnchors`.
  public static let checkTrustedAnchors = SecCSFlags(rawValue: 134217728)
  /// `kSecCSQuickCheck`.
  public static let quickCheck = SecCSFlags(rawValue: 67108864)
  /// `kSecCSApplyEmbeddedPolicy`.
  public static let applyEmbeddedPolicy = SecCSFlags(rawValue: 33554432)
  /// `kSecCSStripDisallowedXattrs`.
  public static let stripDisallowedXattrs = SecCSFlags(rawValue: 16777216)
  /// `kSecCSMatchGuestRequirementInKernel`.
  public static let matchGuestRequirementInKernel = SecCSFlags(rawValue: 8388608)
}

/// Not there yet: no function gives one.
public final class SecCode: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: SecCode, right: SecCode) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Not there yet: no function gives one.
public struct SecCodeSignatureFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// A set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecCodeSignatureHost`.
  public static let host = SecCodeSignatureFlags(rawValue: 1)
  /// `kSecCodeSignatureAdhoc`.
  public static let adhoc = SecCodeSignatureFlags(rawValue: 2)
  /// `kSecCodeSignatureForceHard`.
  public static let forceHard = SecCodeSignatureFlags(rawValue: 256)
  /// `kSecCodeSignatureForceKill`.
  public static let forceKill = SecCodeSignatureFlags(rawValue: 512)
  /// `kSecCodeSignatureForceExpiration`.
  public static let forceExpiration = SecCodeSignatureFlags(rawValue: 1024)
  /// `kSecCodeSignatureRestrict`.
  public static let restrict = SecCodeSignatureFlags(rawValue: 2048)
  /// `kSecCodeSignatureEnforcement`.
  public static let enforcement = SecCodeSignatureFlags(rawValue: 4096)
  /// `kSecCodeSignatureLibraryValidation`.
  public static let libraryValidation = SecCodeSignatureFlags(rawValue: 8192)
  /// `kSecCodeSignatureRuntime`.
  public static let runtime = SecCodeSignatureFlags(rawValue: 65536)
  /// `kSecCodeSignatureLinkerSigned`.
  public static let linkerSigned = SecCodeSignatureFlags(rawValue: 131072)
}

/// Not there yet: no function gives one.
public struct SecCodeStatus: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// A set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecCodeStatusValid`.
  public static let valid = SecCodeStatus(rawValue: 1)
  /// `kSecCodeStatusHard`.
  public static let hard = SecCodeStatus(rawValue: 256)
  /// `kSecCodeStatusKill`.
  public static let kill = SecCodeStatus(rawValue: 512)
  /// `kSecCodeStatusDebugged`.
  public static let debugged = SecCodeStatus(rawValue: 268435456)
  /// `kSecCodeStatusPlatform`.
  public static let platform = SecCodeStatus(rawValue: 67108864)
}

/// The type of something that is not there yet.
public typealias SecGuestRef = UInt32
/// Not there yet: no function gives one.
public final class SecRequirement: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: SecRequirement, right: SecRequirement) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Not there yet: no function gives one.
public enum SecRequirementType: UInt32, Sendable {
  /// `kSecHostRequirementType`.
  case hostRequirementType = 1
  /// `kSecGuestRequirementType`.
  case guestRequirementType = 2
  /// `kSecDesignatedRequirementType`.
  case designatedRequirementType = 3
  /// `kSecLibraryRequirementType`.
  case libraryRequirementType = 4
  /// `kSecPluginRequirementType`.
  case pluginRequirementType = 5
  /// `kSecInvalidRequirementType`.
  case invalidRequirementType = 6
  /// `kSecRequirementTypeCount`.
  public static var requirementTypeCount: SecRequirementType { .invalidRequirementType }
}

/// Not there yet: no function gives one.
public final class SecStaticCode: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: SecStaticCode, right: SecStaticCode) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Not there yet: no function knows it.
public let errSecCSAmbiguousBundleFormat: OSStatus = -67011
/// Not there yet: no function knows it.
public let errSecCSBadBundleFormat: OSStatus = -67028
/// Not there yet: no function knows it.
public let errSecCSBadCallbackValue: OSStatus = -67020
/// Not there yet: no function knows it.
public let errSecCSBadDictionaryFormat: OSStatus = -67058
/// Not there yet: no function knows it.
public let errSecCSBadDiskImageFormat: OSStatus = -67001
/// Not there yet: no function knows it.
public let errSecCSBadFrameworkVersion: OSStatus = -67009
/// Not there yet: no function knows it.
public let errSecCSBadLVArch: OSStatus = -67017
/// Not there yet: no function knows it.
public let errSecCSBadMainExecutable: OSStatus = -67010
/// Not there yet: no function knows it.
public let errSecCSBadNestedCode: OSStatus = -67021
/// Not there yet: no function knows it.
public let errSecCSBadObjectFormat: OSStatus = -67049
/// Not there yet: no function knows it.
public let errSecCSBadResource: OSStatus = -67054
/// Not there yet: no function knows it.
public let errSecCSBadTeamIdentifier: OSStatus = -66997
/// Not there yet: no function knows it.
public let errSecCSCMSConstructionFailed: OSStatus = -66991
/// Not there yet: no function knows it.
public let errSecCSCMSTooLarge: OSStatus = -67036
/// Not there yet: no function knows it.
public let errSecCSCancelled: OSStatus = -67006
/// Not there yet: no function knows it.
public let errSecCSDBAccess: OSStatus = -67032
/// Not there yet: no function knows it.
public let errSecCSDBDenied: OSStatus = -67033
/// Not there yet: no function knows it.
public let errSecCSDSStoreSymlink: OSStatus = -67012
/// Not there yet: no function knows it.
public let errSecCSDbCorrupt: OSStatus = -67024
/// Not there yet: no function knows it.
public let errSecCSFileHardQuarantined: OSStatus = -67026
/// Not there yet: no function knows it.
public let errSecCSGuestInvalid: OSStatus = -67063
/// Not there yet: no function knows it.
public let errSecCSHelperFailed: OSStatus = -67019
/// Not there yet: no function knows it.
public let errSecCSHostProtocolContradiction: OSStatus = -67043
/// Not there yet: no function knows it.
public let errSecCSHostProtocolDedicationError: OSStatus = -67042
/// Not there yet: no function knows it.
public let errSecCSHostProtocolInvalidAttribute: OSStatus = -67031
/// Not there yet: no function knows it.
public let errSecCSHostProtocolInvalidHash: OSStatus = -67035
/// Not there yet: no function knows it.
public let errSecCSHostProtocolNotProxy: OSStatus = -67041
/// Not there yet: no function knows it.
public let errSecCSHostProtocolRelativePath: OSStatus = -67044
/// Not there yet: no function knows it.
public let errSecCSHostProtocolStateError: OSStatus = -67040
/// Not there yet: no function knows it.
public let errSecCSHostProtocolUnrelated: OSStatus = -67039
/// Not there yet: no function knows it.
public let errSecCSHostReject: OSStatus = -67047
/// Not there yet: no function knows it.
public let errSecCSInfoPlistFailed: OSStatus = -67030
/// Not there yet: no function knows it.
public let errSecCSInternalError: OSStatus = -67048
/// Not there yet: no function knows it.
public let errSecCSInvalidAssociatedFileData: OSStatus = -66999
/// Not there yet: no function knows it.
public let errSecCSInvalidAttributeValues: OSStatus = -67066
/// Not there yet: no function knows it.
public let errSecCSInvalidEntitlements: OSStatus = -66994
/// Not there yet: no function knows it.
public let errSecCSInvalidFlags: OSStatus = -67070
/// Not there yet: no function knows it.
public let errSecCSInvalidObjectRef: OSStatus = -67071
/// Not there yet: no function knows it.
public let errSecCSInvalidPlatform: OSStatus = -67005
/// Not there yet: no function knows it.
public let errSecCSInvalidRuntimeVersion: OSStatus = -66993
/// Not there yet: no function knows it.
public let errSecCSInvalidSymlink: OSStatus = -67003
/// Not there yet: no function knows it.
public let errSecCSInvalidTeamIdentifier: OSStatus = -66998
/// Not there yet: no function knows it.
public let errSecCSMultipleGuests: OSStatus = -67064
/// Not there yet: no function knows it.
public let errSecCSNoMainExecutable: OSStatus = -67029
/// Not there yet: no function knows it.
public let errSecCSNoMatches: OSStatus = -67027
/// Not there yet: no function knows it.
public let errSecCSNoSuchCode: OSStatus = -67065
/// Not there yet: no function knows it.
public let errSecCSNotAHost: OSStatus = -67046
/// Not there yet: no function knows it.
public let errSecCSNotAppLike: OSStatus = -67002
/// Not there yet: no function knows it.
public let errSecCSNotSupported: OSStatus = -67037
/// Not there yet: no function knows it.
public let errSecCSObjectRequired: OSStatus = -67069
/// Not there yet: no function knows it.
public let errSecCSOutdated: OSStatus = -67025
/// Not there yet: no function knows it.
public let errSecCSRegularFile: OSStatus = -67015
/// Not there yet: no function knows it.
public let errSecCSRemoteSignerFailed: OSStatus = -66990
/// Not there yet: no function knows it.
public let errSecCSReqFailed: OSStatus = -67050
/// Not there yet: no function knows it.
public let errSecCSReqInvalid: OSStatus = -67052
/// Not there yet: no function knows it.
public let errSecCSReqUnsupported: OSStatus = -67051
/// Not there yet: no function knows it.
public let errSecCSResourceDirectoryFailed: OSStatus = -67023
/// Not there yet: no function knows it.
public let errSecCSResourceNotSupported: OSStatus = -67016
/// Not there yet: no function knows it.
public let errSecCSResourceRulesInvalid: OSStatus = -67053
/// Not there yet: no function knows it.
public let errSecCSResourcesInvalid: OSStatus = -67055
/// Not there yet: no function knows it.
public let errSecCSResourcesNotFound: OSStatus = -67056
/// Not there yet: no function knows it.
public let errSecCSResourcesNotSealed: OSStatus = -67057
/// Not there yet: no function knows it.
public let errSecCSRevokedNotarization: OSStatus = -66992
/// Not there yet: no function knows it.
public let errSecCSSigDBAccess: OSStatus = -67032
/// Not there yet: no function knows it.
public let errSecCSSigDBDenied: OSStatus = -67033
/// Not there yet: no function knows it.
public let errSecCSSignatureFailed: OSStatus = -67061
/// Not there yet: no function knows it.
public let errSecCSSignatureInvalid: OSStatus = -67045
/// Not there yet: no function knows it.
public let errSecCSSignatureNotVerifiable: OSStatus = -67060
/// Not there yet: no function knows it.
public let errSecCSSignatureUnsupported: OSStatus = -67059
/// Not there yet: no function knows it.
public let errSecCSSignatureUntrusted: OSStatus = -66996
/// Not there yet: no function knows it.
public let errSecCSStaticCodeChanged: OSStatus = -67034
/// Not there yet: no function knows it.
public let errSecCSStaticCodeNotFound: OSStatus = -67068
/// Not there yet: no function knows it.
public let errSecCSTooBig: OSStatus = -67004
/// Not there yet: no function knows it.
public let errSecCSUnimplemented: OSStatus = -67072
/// Not there yet: no function knows it.
public let errSecCSUnsealedAppRoot: OSStatus = -67014
/// Not there yet: no function knows it.
public let errSecCSUnsealedFrameworkRoot: OSStatus = -67008
/// Not there yet: no function knows it.
public let errSecCSUnsigned: OSStatus = -67062
/// Not there yet: no function knows it.
public let errSecCSUnsignedNestedCode: OSStatus = -67022
/// Not there yet: no function knows it.
public let errSecCSUnsupportedDigestAlgorithm: OSStatus = -67000
/// Not there yet: no function knows it.
public let errSecCSUnsupportedGuestAttributes: OSStatus = -67067
/// Not there yet: no function knows it.
public let errSecCSVetoed: OSStatus = -67018
/// Not there yet: no function knows it.
public let errSecCSWeakResourceEnvelope: OSStatus = -67007
/// Not there yet: no function knows it.
public let errSecCSWeakResourceRules: OSStatus = -67013
/// Not there yet: no function knows it.
public let errSecMultipleExecSegments: OSStatus = -66995
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorArchitecture: CFString = "kSecCFErrorArchitecture"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorGuestAttributes: CFString =
  "kSecCFErrorGuestAttributes"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorInfoPlist: CFString = "kSecCFErrorInfoPlist"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorPath: CFString = "kSecCFErrorPath"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorPattern: CFString = "kSecCFErrorPattern"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorRequirementSyntax: CFString = "SecRequirementSyntax"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceAdded: CFString = "kSecCFErrorResourceAdded"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceAltered: CFString =
  "kSecCFErrorResourceAltered"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceMissing: CFString =
  "kSecCFErrorResourceMissing"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceRecursive: CFString =
  "kSecCFErrorResourceRecursive"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceSeal: CFString = "kSecCFErrorResourceSeal"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCFErrorResourceSideband: CFString =
  "kSecCFErrorResourceSideband"
/// Not there yet: no function knows it.
public let kSecNoGuest: SecGuestRef = 0
