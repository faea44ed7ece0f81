// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecTrustedApplication.h that are not there yet.

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustedApplicationCopyData(
  _ appRef: SecTrustedApplication, _ data: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustedApplicationCreateFromPath(
  _ path: UnsafePointer<CChar>?, _ app: UnsafeMutablePointer<SecTrustedApplication?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
@discardableResult
public func SecTrustedApplicationGetTypeID() -> CFTypeID { 580 }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecTrustedApplicationSetData(_ appRef: SecTrustedApplication, _ data: CFData)
  -> OSStatus
{ errSecUnimplemented }
