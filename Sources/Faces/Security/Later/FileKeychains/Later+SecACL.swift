// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecACL.h that are not there yet.
import Foundation

/// Not there yet.
///
/// - Returns: an empty array.
@discardableResult
public func SecACLCopyAuthorizations(_ acl: SecACL) -> CFArray { NSArray() }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLCopyContents(
  _ acl: SecACL, _ applicationList: UnsafeMutablePointer<CFArray?>,
  _ description: UnsafeMutablePointer<CFString?>,
  _ promptSelector: UnsafeMutablePointer<SecKeychainPromptSelector>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLCreateWithSimpleContents(
  _ access: SecAccess, _ applicationList: CFArray?, _ description: CFString,
  _ promptSelector: SecKeychainPromptSelector, _ newAcl: UnsafeMutablePointer<SecACL?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
@discardableResult
public func SecACLGetTypeID() -> CFTypeID { 457 }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLRemove(_ aclRef: SecACL) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLSetContents(
  _ acl: SecACL, _ applicationList: CFArray?, _ description: CFString,
  _ promptSelector: SecKeychainPromptSelector
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecACLUpdateAuthorizations(_ acl: SecACL, _ authorizations: CFArray) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet: no function gives one.
public struct SecKeychainPromptSelector: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// A set of bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `kSecKeychainPromptRequirePassphase`.
  public static let requirePassphase = SecKeychainPromptSelector(rawValue: 1)
  /// `kSecKeychainPromptUnsigned`.
  public static let unsigned = SecKeychainPromptSelector(rawValue: 16)
  /// `kSecKeychainPromptUnsignedAct`.
  public static let unsignedAct = SecKeychainPromptSelector(rawValue: 32)
  /// `kSecKeychainPromptInvalid`.
  public static let invalid = SecKeychainPromptSelector(rawValue: 64)
  /// `kSecKeychainPromptInvalidAct`.
  public static let invalidAct = SecKeychainPromptSelector(rawValue: 128)
}
