// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecKey.h that are not there yet.
public import Foundation

/// Not there yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyCreateFromData(
  _ parameters: CFDictionary, _ keyData: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { unsafe Later.refuse(error) }

/// Not there yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyDeriveFromPassword(
  _ password: CFString, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { unsafe Later.refuse(error) }

/// Not there yet.
public func SecKeyGeneratePairAsync(
  _ parameters: CFDictionary, _ deliveryQueue: DispatchQueue,
  _ result: @escaping SecKeyGeneratePairBlock
) {}

/// The type of something that is not there yet.
public typealias SecKeyGeneratePairBlock = (SecKey, SecKey, CFError) -> Void
/// Not there yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyGenerateSymmetric(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { unsafe Later.refuse(error) }

/// Not there yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyUnwrapSymmetric(
  _ keyToUnwrap: UnsafeMutablePointer<Unmanaged<CFData>?>, _ unwrappingKey: SecKey,
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { unsafe Later.refuse(error) }

/// Not there yet.
///
/// - Returns: nil.
@discardableResult
public func SecKeyWrapSymmetric(
  _ keyToWrap: SecKey, _ wrappingKey: SecKey, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { unsafe Later.refuse(error) }

/// Not there yet: no function knows it.
public let kSecKeyAlias: Int32 = 2
/// Not there yet: no function knows it.
public let kSecKeyAlwaysSensitive: Int32 = 15
/// Not there yet: no function knows it.
public let kSecKeyApplicationTag: Int32 = 7
/// Not there yet: no function knows it.
public let kSecKeyDecrypt: Int32 = 19
/// Not there yet: no function knows it.
public let kSecKeyDerive: Int32 = 20
/// Not there yet: no function knows it.
public let kSecKeyEffectiveKeySize: Int32 = 11
/// Not there yet: no function knows it.
public let kSecKeyEncrypt: Int32 = 18
/// Not there yet: no function knows it.
public let kSecKeyEndDate: Int32 = 13
/// Not there yet: no function knows it.
public let kSecKeyExtractable: Int32 = 16
/// Not there yet: no function knows it.
public let kSecKeyKeyClass: Int32 = 0
/// Not there yet: no function knows it.
public let kSecKeyKeyCreator: Int32 = 8
/// Not there yet: no function knows it.
public let kSecKeyKeySizeInBits: Int32 = 10
/// Not there yet: no function knows it.
public let kSecKeyKeyType: Int32 = 9
/// Not there yet: no function knows it.
public let kSecKeyLabel: Int32 = 6
/// Not there yet: no function knows it.
public let kSecKeyModifiable: Int32 = 5
/// Not there yet: no function knows it.
public let kSecKeyNeverExtractable: Int32 = 17
/// Not there yet: no function knows it.
public let kSecKeyPermanent: Int32 = 3
/// Not there yet: no function knows it.
public let kSecKeyPrintName: Int32 = 1
/// Not there yet: no function knows it.
public let kSecKeyPrivate: Int32 = 4
/// Not there yet: no function knows it.
public let kSecKeySensitive: Int32 = 14
/// Not there yet: no function knows it.
public let kSecKeySign: Int32 = 21
/// Not there yet: no function knows it.
public let kSecKeySignRecover: Int32 = 23
/// Not there yet: no function knows it.
public let kSecKeyStartDate: Int32 = 12
/// Not there yet: no function knows it.
public let kSecKeyUnwrap: Int32 = 26
/// Not there yet: no function knows it.
public let kSecKeyVerify: Int32 = 22
/// Not there yet: no function knows it.
public let kSecKeyVerifyRecover: Int32 = 24
/// Not there yet: no function knows it.
public let kSecKeyWrap: Int32 = 25
