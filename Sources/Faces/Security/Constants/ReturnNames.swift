// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Return, value and use keys (Specification/secitem.md, "Return, value and use keys").

/// Whether to return the secret; the value must be a Boolean.
@safe nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// Whether to return the attributes; the value must be a Boolean.
@safe nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// Whether to return the item as a key, certificate, identity or `SecKeychainItem`; the value must
/// be a Boolean.
@safe nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"
/// Whether to return the persistent reference; the value must be a Boolean.
@safe nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// The secret of the item.
@safe nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// The item as a `SecKey`, `SecCertificate`, `SecIdentity` or `SecKeychainItem`.
@safe nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"
/// The persistent reference of the item.
@safe nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"
/// The items to use; it has an effect in file-based keychains only.
@safe nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"
/// The file-based keychain to use.
@safe nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
/// The `LAContext` that carries the user's authentication.
@safe nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// The text that the user reads when asked to authenticate.
@safe nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// Whether the user must not be asked; deprecated on Apple's systems.
@safe nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
/// Whether the user may be asked: one of the `kSecUseAuthenticationUI…` values.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// The call may ask the user.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// The call fails instead of asking the user.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// The call leaves out items for which the user would have to be asked.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// The keychain that all users share; not available in Latchkey.
@safe nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString =
  "u_UserIndependentKeychain"
/// Whether to use the store instead of keychain files; matters in the profile `macos` only.
@safe nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
