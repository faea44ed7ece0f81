// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecCode.h that Latchkey does not implement yet.

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCheckValidity(
  _ code: SecCode, _ flags: SecCSFlags, _ requirement: SecRequirement?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCheckValidityWithErrors(
  _ code: SecCode, _ flags: SecCSFlags, _ requirement: SecRequirement?,
  _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyDesignatedRequirement(
  _ code: SecStaticCode, _ flags: SecCSFlags, _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyGuestWithAttributes(
  _ host: SecCode?, _ attributes: CFDictionary?, _ flags: SecCSFlags,
  _ guest: UnsafeMutablePointer<SecCode?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyHost(
  _ guest: SecCode, _ flags: SecCSFlags, _ host: UnsafeMutablePointer<SecCode?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyPath(
  _ staticCode: SecStaticCode, _ flags: SecCSFlags, _ path: UnsafeMutablePointer<CFURL?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopySelf(_ flags: SecCSFlags, _ self: UnsafeMutablePointer<SecCode?>) -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopySigningInformation(
  _ code: SecStaticCode, _ flags: SecCSFlags, _ information: UnsafeMutablePointer<CFDictionary?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeCopyStaticCode(
  _ code: SecCode, _ flags: SecCSFlags, _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
@discardableResult
public func SecCodeGetTypeID() -> CFTypeID { 516 }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeMapMemory(_ code: SecStaticCode, _ flags: SecCSFlags) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCodeValidateFileResource(
  _ code: SecStaticCode, _ relativePath: CFString, _ fileData: CFData, _ flags: SecCSFlags
) -> OSStatus { errSecUnimplemented }

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSCalculateCMSDigest: UInt32 = 64
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSContentInformation: UInt32 = 16
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSDynamicInformation: UInt32 = 8
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSInternalInformation: UInt32 = 1
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSRequirementInformation: UInt32 = 4
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSSigningInformation: UInt32 = 2
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSSkipResourceDirectory: UInt32 = 32
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSUseAllArchitectures: UInt32 = 1
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoCMS: CFString = "kSecCodeInfoCMS"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoCdHashes: CFString = "cdhashes"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoCertificates: CFString = "kSecCodeInfoCertificates"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoChangedFiles: CFString = "kSecCodeInfoChangedFiles"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoDefaultDesignatedLightweightCodeRequirement:
  CFString = "default-designated-lwcr"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoDesignatedRequirement: CFString =
  "designated-requirement"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoDigestAlgorithm: CFString =
  "kSecCodeInfoDigestAlgorithm"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoDigestAlgorithms: CFString = "digest-algorithms"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoEntitlements: CFString = "kSecCodeInfoEntitlements"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoEntitlementsDict: CFString =
  "kSecCodeInfoEntitlementsDict"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoFlags: CFString = "kSecCodeInfoFlags"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoFormat: CFString = "kSecCodeInfoFormat"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoIdentifier: CFString = "kSecCodeInfoIdentifier"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoImplicitDesignatedRequirement: CFString =
  "implicit-requirement"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoMainExecutable: CFString =
  "kSecCodeInfoMainExecutable"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoPList: CFString = "kSecCodeInfoPList"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoPlatformIdentifier: CFString =
  "platform-identifier"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoRequirementData: CFString =
  "kSecCodeInfoRequirementData"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoRequirements: CFString = "kSecCodeInfoRequirements"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoRuntimeVersion: CFString =
  "kSecCodeInfoRuntimeVersion"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoSource: CFString = "kSecCodeInfoSource"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoStapledNotarizationTicket: CFString =
  "stapled-ticket"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoStatus: CFString = "kSecCodeInfoStatus"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoTeamIdentifier: CFString = "teamid"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoTime: CFString = "kSecCodeInfoTime"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoTimestamp: CFString = "kSecCodeInfoTimestamp"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoTrust: CFString = "kSecCodeInfoTrust"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeInfoUnique: CFString = "kSecCodeInfoUnique"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributeArchitecture: CFString =
  "kSecGuestAttributeArchitecture"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributeAudit: CFString = "kSecGuestAttributeAudit"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributeCanonical: CFString =
  "kSecGuestAttributeCanonical"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributeDynamicCode: CFString =
  "kSecGuestAttributeDynamicCode"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributeDynamicCodeInfoPlist: CFString =
  "dynamicCodeInfoPlist"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributeHash: CFString = "kSecGuestAttributeHash"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributeMachPort: CFString =
  "kSecGuestAttributeMachPort"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributePid: CFString = "kSecGuestAttributePid"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecGuestAttributeSubarchitecture: CFString = "subarchitecture"
