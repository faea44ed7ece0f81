// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Return, value and use keys (spec/secitem.md 1.5).

/// Whether the secret is wanted; a real Boolean.
@safe nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// Whether the attributes are wanted; a real Boolean.
@safe nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// Whether the object is wanted; a real Boolean.
@safe nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"
/// Whether the persistent reference is wanted; a real Boolean.
@safe nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// The secret.
@safe nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// The object: a key, a certificate or an identity.
@safe nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"
/// The persistent reference.
@safe nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"
/// Items to use; file-based keychains only.
@safe nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"
/// The file-based keychain to use.
@safe nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
/// The context in which the user is asked.
@safe nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// What the user reads when asked.
@safe nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// Whether the user must not be asked; deprecated on Apple's systems.
@safe nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
/// Whether the user may be asked: one of the three values below.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// The user may be asked.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// Instead of asking, the call fails.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// Items that would need the user are left out.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// The keychain that all users share; not available here.
@safe nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString =
  "u_UserIndependentKeychain"
/// Whether the data-protection keychain is meant; here it always is.
@safe nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
