// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecKey.h that Latchkey does not implement yet.
public import Foundation

/// A function that Latchkey does not implement yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyCreateFromData(
  _ parameters: CFDictionary, _ keyData: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { unsafe Later.refuse(error) }

/// A function that Latchkey does not implement yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyDeriveFromPassword(
  _ password: CFString, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { unsafe Later.refuse(error) }

/// A function that Latchkey does not implement yet.
public func SecKeyGeneratePairAsync(
  _ parameters: CFDictionary, _ deliveryQueue: DispatchQueue,
  _ result: @escaping SecKeyGeneratePairBlock
) {}

/// A type of a feature that Latchkey does not implement yet.
public typealias SecKeyGeneratePairBlock = (SecKey, SecKey, CFError) -> Void
/// A function that Latchkey does not implement yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyGenerateSymmetric(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { unsafe Later.refuse(error) }

/// A function that Latchkey does not implement yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyUnwrapSymmetric(
  _ keyToUnwrap: UnsafeMutablePointer<Unmanaged<CFData>?>, _ unwrappingKey: SecKey,
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { unsafe Later.refuse(error) }

/// A function that Latchkey does not implement yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyWrapSymmetric(
  _ keyToWrap: SecKey, _ wrappingKey: SecKey, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { unsafe Later.refuse(error) }

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyAlias: Int32 = 2
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyAlwaysSensitive: Int32 = 15
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyApplicationTag: Int32 = 7
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyDecrypt: Int32 = 19
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyDerive: Int32 = 20
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyEffectiveKeySize: Int32 = 11
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyEncrypt: Int32 = 18
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyEndDate: Int32 = 13
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyExtractable: Int32 = 16
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyKeyClass: Int32 = 0
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyKeyCreator: Int32 = 8
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyKeySizeInBits: Int32 = 10
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyKeyType: Int32 = 9
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyLabel: Int32 = 6
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyModifiable: Int32 = 5
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyNeverExtractable: Int32 = 17
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyPermanent: Int32 = 3
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyPrintName: Int32 = 1
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyPrivate: Int32 = 4
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeySensitive: Int32 = 14
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeySign: Int32 = 21
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeySignRecover: Int32 = 23
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyStartDate: Int32 = 12
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyUnwrap: Int32 = 26
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyVerify: Int32 = 22
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyVerifyRecover: Int32 = 24
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecKeyWrap: Int32 = 25
