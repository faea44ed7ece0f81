// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Values of `kSecAttrAccessible`, of token names and of groups (spec/secitem.md 1.3).

/// While the device is unlocked.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// Once the device has been unlocked after its start.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// Always; deprecated on Apple's systems.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"
/// While the device is unlocked; the item stays on it.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// Once unlocked after the start; the item stays on the device.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =
  "cku"
/// Always, the item staying on the device; deprecated on Apple's systems.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// While unlocked, on a device with a passcode only.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString =
  "akpu"
/// The token that is the device's secure element.
@safe nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// The access group of tokens' items.
@safe nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// The password in a dictionary of shared credentials.
@safe nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"
