// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Values of `kSecAttrAccessible`, of token names and of access groups (Specification/secitem.md,
// "Values of enumerated attributes").

/// The item can be used while the device is unlocked.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// The item can be used once the device has been unlocked after its start.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// The item can always be used; deprecated on Apple's systems.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"
/// The item can be used while the device is unlocked, and stays on this device.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// The item can be used once the device has been unlocked after its start, and stays on this
/// device.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =
  "cku"
/// The item can always be used, and stays on this device; deprecated on Apple's systems.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// The item can be used while the device is unlocked, and exists only while a passcode is set.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString =
  "akpu"
/// The value of `kSecAttrTokenID` for the device's secure element.
@safe nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// The access group of items that belong to tokens.
@safe nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// The key of the password in a dictionary of shared web credentials.
@safe nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"
