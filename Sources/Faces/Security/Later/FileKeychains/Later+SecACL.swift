// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecACL.h that Latchkey does not implement yet.
import Foundation

/// A function that Latchkey does not implement yet.
///
/// - Returns: an empty array.
@discardableResult
public func SecACLCopyAuthorizations(_ acl: SecACL) -> CFArray { NSArray() }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLCopyContents(
  _ acl: SecACL, _ applicationList: UnsafeMutablePointer<CFArray?>,
  _ description: UnsafeMutablePointer<CFString?>,
  _ promptSelector: UnsafeMutablePointer<SecKeychainPromptSelector>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLCreateWithSimpleContents(
  _ access: SecAccess, _ applicationList: CFArray?, _ description: CFString,
  _ promptSelector: SecKeychainPromptSelector, _ newAcl: UnsafeMutablePointer<SecACL?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
@discardableResult
public func SecACLGetTypeID() -> CFTypeID { 457 }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLRemove(_ aclRef: SecACL) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLSetContents(
  _ acl: SecACL, _ applicationList: CFArray?, _ description: CFString,
  _ promptSelector: SecKeychainPromptSelector
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLUpdateAuthorizations(_ acl: SecACL, _ authorizations: CFArray) -> OSStatus {
  errSecUnimplemented
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public struct SecKeychainPromptSelector: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt16

  /// Makes a set of options from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `kSecKeychainPromptRequirePassphase` in C.
  public static let requirePassphase = SecKeychainPromptSelector(rawValue: 1)
  /// `kSecKeychainPromptUnsigned` in C.
  public static let unsigned = SecKeychainPromptSelector(rawValue: 16)
  /// `kSecKeychainPromptUnsignedAct` in C.
  public static let unsignedAct = SecKeychainPromptSelector(rawValue: 32)
  /// `kSecKeychainPromptInvalid` in C.
  public static let invalid = SecKeychainPromptSelector(rawValue: 64)
  /// `kSecKeychainPromptInvalidAct` in C.
  public static let invalidAct = SecKeychainPromptSelector(rawValue: 128)
}
