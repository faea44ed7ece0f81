// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

/// The tag of an attribute: a number that names the attribute, often a four-character code.
public typealias SecKeychainAttrType = OSType
/// The state of a keychain: `kSecUnlockStateStatus` and other `kSec…Status` bits.
public typealias SecKeychainStatus = UInt32
/// The kind of the owner of an access object, as bits such as `kSecUseOnlyUID`.
public typealias SecAccessOwnerType = UInt32
/// A pointer to an attribute.
public typealias SecKeychainAttributePtr = UnsafeMutablePointer<SecKeychainAttribute>
/// The sixteen bytes by which a file server (AFP) identifies itself.
public typealias SecAFPServerSignature = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8
)
/// The SHA-1 hash of a public key, which has 20 bytes.
public typealias SecPublicKeyHash = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

/// An attribute of an item: a tag, which names the attribute, and the bytes of its value.
@safe
public struct SecKeychainAttribute {
  /// The tag of the attribute.
  public var tag: SecKeychainAttrType
  /// The number of bytes of the value.
  public var length: UInt32
  /// The bytes of the value; nil if the value has no bytes.
  public var data: UnsafeMutableRawPointer?

  /// Makes an attribute from all its members.
  public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
    self.tag = tag
    self.length = length
    unsafe self.data = data
  }

  /// Makes an attribute whose members are zero or nil.
  public init() { unsafe self.init(tag: 0, length: 0, data: nil) }
}

/// The attributes that a caller wants to read, or that the items of a class have.
@safe
public struct SecKeychainAttributeInfo {
  /// The number of attributes.
  public var count: UInt32
  /// The tags of the attributes.
  public var tag: UnsafeMutablePointer<UInt32>
  /// The formats of the attributes' values, such as `CSSM_DB_ATTRIBUTE_FORMAT_BLOB` (6) for bytes;
  /// nil if the formats are not needed.
  public var format: UnsafeMutablePointer<UInt32>?

  /// Makes a structure from all its members.
  public init(
    count: UInt32, tag: UnsafeMutablePointer<UInt32>, format: UnsafeMutablePointer<UInt32>?
  ) {
    self.count = count
    unsafe self.tag = tag
    unsafe self.format = format
  }
}

/// A list of attributes.
@safe
public struct SecKeychainAttributeList {
  /// The number of attributes.
  public var count: UInt32
  /// The attributes; nil for an empty list.
  public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

  /// Makes a list from all its members.
  public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
    self.count = count
    unsafe self.attr = attr
  }

  /// Makes an empty list.
  public init() { unsafe self.init(count: 0, attr: nil) }
}

/// The settings of a keychain: when it locks itself.
@safe
public struct SecKeychainSettings {
  /// The version of the structure, which is 1.
  public var version: UInt32
  /// True if the keychain is locked when the machine sleeps.
  public var lockOnSleep: DarwinBoolean
  /// A Boolean that has no effect, because `lockInterval` alone decides.
  public var useLockInterval: DarwinBoolean
  /// The seconds without use after which the keychain is locked; `INT32_MAX` for never.
  public var lockInterval: UInt32

  /// Makes a structure from all its members.
  public init(
    version: UInt32, lockOnSleep: DarwinBoolean, useLockInterval: DarwinBoolean,
    lockInterval: UInt32
  ) {
    self.version = version
    self.lockOnSleep = lockOnSleep
    self.useLockInterval = useLockInterval
    self.lockInterval = lockInterval
  }

  /// Makes a structure whose members are zero or false.
  public init() {
    self.init(version: 0, lockOnSleep: false, useLockInterval: false, lockInterval: 0)
  }
}

/// The facts about an event that a callback receives.
@safe
public struct SecKeychainCallbackInfo {
  /// The version of the structure, which is 0.
  public var version: UInt32
  /// The item of the event; a null reference for an event without an item.
  public var item: Unmanaged<SecKeychainItem>
  /// The keychain of the event; a null reference for an event without a keychain.
  public var keychain: Unmanaged<SecKeychain>
  /// The process that caused the event.
  public var pid: pid_t

  /// Makes a structure from all its members.
  public init(
    version: UInt32, item: Unmanaged<SecKeychainItem>, keychain: Unmanaged<SecKeychain>, pid: pid_t
  ) {
    self.version = version
    unsafe self.item = item
    unsafe self.keychain = keychain
    self.pid = pid
  }
}

/// A function that is called after an event of a keychain; its result is ignored.
public typealias SecKeychainCallback = (
  SecKeychainEvent, UnsafeMutablePointer<SecKeychainCallbackInfo>, UnsafeMutableRawPointer?
) -> OSStatus
