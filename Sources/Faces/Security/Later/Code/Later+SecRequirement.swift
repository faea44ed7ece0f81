// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecRequirement.h that Latchkey does not implement yet.

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecRequirementCopyData(
  _ requirement: SecRequirement, _ flags: SecCSFlags, _ data: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecRequirementCopyString(
  _ requirement: SecRequirement, _ flags: SecCSFlags, _ text: UnsafeMutablePointer<CFString?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecRequirementCreateWithData(
  _ data: CFData, _ flags: SecCSFlags, _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecRequirementCreateWithString(
  _ text: CFString, _ flags: SecCSFlags, _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecRequirementCreateWithStringAndErrors(
  _ text: CFString, _ flags: SecCSFlags, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?,
  _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
@discardableResult
public func SecRequirementGetTypeID() -> CFTypeID { 571 }
