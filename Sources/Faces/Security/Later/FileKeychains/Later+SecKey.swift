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
