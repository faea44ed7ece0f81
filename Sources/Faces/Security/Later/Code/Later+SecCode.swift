// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecCode.h that are not there yet.

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCheckValidity(
  _ code: SecCode, _ flags: SecCSFlags, _ requirement: SecRequirement?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCheckValidityWithErrors(
  _ code: SecCode, _ flags: SecCSFlags, _ requirement: SecRequirement?,
  _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyDesignatedRequirement(
  _ code: SecStaticCode, _ flags: SecCSFlags, _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyGuestWithAttributes(
  _ host: SecCode?, _ attributes: CFDictionary?, _ flags: SecCSFlags,
  _ guest: UnsafeMutablePointer<SecCode?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyHost(
  _ guest: SecCode, _ flags: SecCSFlags, _ host: UnsafeMutablePointer<SecCode?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyPath(
  _ staticCode: SecStaticCode, _ flags: SecCSFlags, _ path: UnsafeMutablePointer<CFURL?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopySelf(_ flags: SecCSFlags, _ self: UnsafeMutablePointer<SecCode?>) -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopySigningInformation(
  _ code: SecStaticCode, _ flags: SecCSFlags, _ information: UnsafeMutablePointer<CFDictionary?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyStaticCode(
  _ code: SecCode, _ flags: SecCSFlags, _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
@discardableResult
public func SecCodeGetTypeID() -> CFTypeID { 744 }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeMapMemory(_ code: SecStaticCode, _ flags: SecCSFlags) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeValidateFileResource(
  _ code: SecStaticCode, _ relativePath: CFString, _ fileData: CFData, _ flags: SecCSFlags
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function knows it.
public let kSecCSCalculateCMSDigest: UInt32 = 64
/// Not there yet: no function knows it.
public let kSecCSContentInformation: UInt32 = 16
/// Not there yet: no function knows it.
public let kSecCSDynamicInformation: UInt32 = 8
/// Not there yet: no function knows it.
public let kSecCSInternalInformation: UInt32 = 1
/// Not there yet: no function knows it.
public let kSecCSRequirementInformation: UInt32 = 4
/// Not there yet: no function knows it.
public let kSecCSSigningInformation: UInt32 = 2
/// Not there yet: no function knows it.
public let kSecCSSkipResourceDirectory: UInt32 = 32
/// Not there yet: no function knows it.
public let kSecCSUseAllArchitectures: UInt32 = 1
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoCMS: CFString = "kSecCodeInfoCMS"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoCdHashes: CFString = "cdhashes"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoCertificates: CFString = "kSecCodeInfoCertificates"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoChangedFiles: CFString = "kSecCodeInfoChangedFiles"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoDefaultDesignatedLightweightCodeRequirement:
  CFString = "default-designated-lwcr"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoDesignatedRequirement: CFString =
  "designated-requirement"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoDigestAlgorithm: CFString =
  "kSecCodeInfoDigestAlgorithm"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoDigestAlgorithms: CFString = "digest-algorithms"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoEntitlements: CFString = "kSecCodeInfoEntitlements"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoEntitlementsDict: CFString =
  "kSecCodeInfoEntitlementsDict"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoFlags: CFString = "kSecCodeInfoFlags"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoFormat: CFString = "kSecCodeInfoFormat"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoIdentifier: CFString = "kSecCodeInfoIdentifier"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoImplicitDesignatedRequirement: CFString =
  "implicit-requirement"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoMainExecutable: CFString =
  "kSecCodeInfoMainExecutable"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoPList: CFString = "kSecCodeInfoPList"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoPlatformIdentifier: CFString =
  "platform-identifier"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoRequirementData: CFString =
  "kSecCodeInfoRequirementData"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoRequirements: CFString = "kSecCodeInfoRequirements"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoRuntimeVersion: CFString =
  "kSecCodeInfoRuntimeVersion"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoSource: CFString = "kSecCodeInfoSource"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoStapledNotarizationTicket: CFString =
  "stapled-ticket"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoStatus: CFString = "kSecCodeInfoStatus"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoTeamIdentifier: CFString = "teamid"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoTime: CFString = "kSecCodeInfoTime"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoTimestamp: CFString = "kSecCodeInfoTimestamp"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoTrust: CFString = "kSecCodeInfoTrust"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeInfoUnique: CFString = "kSecCodeInfoUnique"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributeArchitecture: CFString =
  "kSecGuestAttributeArchitecture"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributeAudit: CFString = "kSecGuestAttributeAudit"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributeCanonical: CFString =
  "kSecGuestAttributeCanonical"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributeDynamicCode: CFString =
  "kSecGuestAttributeDynamicCode"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributeDynamicCodeInfoPlist: CFString =
  "dynamicCodeInfoPlist"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributeHash: CFString = "kSecGuestAttributeHash"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributeMachPort: CFString =
  "kSecGuestAttributeMachPort"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributePid: CFString = "kSecGuestAttributePid"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecGuestAttributeSubarchitecture: CFString = "subarchitecture"
