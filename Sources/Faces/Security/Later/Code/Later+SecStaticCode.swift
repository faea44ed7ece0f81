// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecStaticCode.h that Latchkey does not implement yet.

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecStaticCodeCheckValidity(
  _ staticCode: SecStaticCode, _ flags: SecCSFlags, _ requirement: SecRequirement?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecStaticCodeCheckValidityWithErrors(
  _ staticCode: SecStaticCode, _ flags: SecCSFlags, _ requirement: SecRequirement?,
  _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecStaticCodeCreateWithPath(
  _ path: CFURL, _ flags: SecCSFlags, _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecStaticCodeCreateWithPathAndAttributes(
  _ path: CFURL, _ flags: SecCSFlags, _ attributes: CFDictionary,
  _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
@discardableResult
public func SecStaticCodeGetTypeID() -> CFTypeID { 576 }

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSAllowNetworkAccess: UInt32 = 65536
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSBasicValidateOnly: UInt32 = 6
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSCheckAllArchitectures: UInt32 = 1
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSCheckGatekeeperArchitectures: UInt32 = 65
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSCheckNestedCode: UInt32 = 8
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSDoNotValidateExecutable: UInt32 = 2
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSDoNotValidateResources: UInt32 = 4
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSFastExecutableValidation: UInt32 = 131072
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSFullReport: UInt32 = 32
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSRestrictSidebandData: UInt32 = 512
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSRestrictSymlinks: UInt32 = 128
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSRestrictToAppLike: UInt32 = 256
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSSingleThreaded: UInt32 = 4096
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSStrictValidate: UInt32 = 16
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSUseSoftwareSigningCert: UInt32 = 1024
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSValidatePEH: UInt32 = 2048
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeAttributeArchitecture: CFString =
  "kSecCodeAttributeArchitecture"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeAttributeBundleVersion: CFString =
  "kSecCodeAttributeBundleVersion"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeAttributeSubarchitecture: CFString = "subarchitecture"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecCodeAttributeUniversalFileOffset: CFString =
  "kSecCodeAttributeUniversalFileOffset"
