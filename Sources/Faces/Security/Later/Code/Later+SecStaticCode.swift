// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecStaticCode.h that are not there yet.

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecStaticCodeCheckValidity(
  _ staticCode: SecStaticCode, _ flags: SecCSFlags, _ requirement: SecRequirement?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecStaticCodeCheckValidityWithErrors(
  _ staticCode: SecStaticCode, _ flags: SecCSFlags, _ requirement: SecRequirement?,
  _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecStaticCodeCreateWithPath(
  _ path: CFURL, _ flags: SecCSFlags, _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecStaticCodeCreateWithPathAndAttributes(
  _ path: CFURL, _ flags: SecCSFlags, _ attributes: CFDictionary,
  _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
@discardableResult
public func SecStaticCodeGetTypeID() -> CFTypeID { 804 }

/// Not there yet: no function knows it.
public let kSecCSAllowNetworkAccess: UInt32 = 65536
/// Not there yet: no function knows it.
public let kSecCSBasicValidateOnly: UInt32 = 6
/// Not there yet: no function knows it.
public let kSecCSCheckAllArchitectures: UInt32 = 1
/// Not there yet: no function knows it.
public let kSecCSCheckGatekeeperArchitectures: UInt32 = 65
/// Not there yet: no function knows it.
public let kSecCSCheckNestedCode: UInt32 = 8
/// Not there yet: no function knows it.
public let kSecCSDoNotValidateExecutable: UInt32 = 2
/// Not there yet: no function knows it.
public let kSecCSDoNotValidateResources: UInt32 = 4
/// Not there yet: no function knows it.
public let kSecCSFastExecutableValidation: UInt32 = 131072
/// Not there yet: no function knows it.
public let kSecCSFullReport: UInt32 = 32
/// Not there yet: no function knows it.
public let kSecCSRestrictSidebandData: UInt32 = 512
/// Not there yet: no function knows it.
public let kSecCSRestrictSymlinks: UInt32 = 128
/// Not there yet: no function knows it.
public let kSecCSRestrictToAppLike: UInt32 = 256
/// Not there yet: no function knows it.
public let kSecCSSingleThreaded: UInt32 = 4096
/// Not there yet: no function knows it.
public let kSecCSStrictValidate: UInt32 = 16
/// Not there yet: no function knows it.
public let kSecCSUseSoftwareSigningCert: UInt32 = 1024
/// Not there yet: no function knows it.
public let kSecCSValidatePEH: UInt32 = 2048
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeAttributeArchitecture: CFString =
  "kSecCodeAttributeArchitecture"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeAttributeBundleVersion: CFString =
  "kSecCodeAttributeBundleVersion"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeAttributeSubarchitecture: CFString = "subarchitecture"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecCodeAttributeUniversalFileOffset: CFString =
  "kSecCodeAttributeUniversalFileOffset"
