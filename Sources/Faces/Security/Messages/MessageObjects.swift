// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import SecureMemory

/// Reads the arguments of message functions that may be a single object or an array of objects.
enum MessageObjects {
  /// Returns the objects in the given array; if the argument is a single object, returns an array
  /// with that object.
  ///
  /// Nil if an object is not of the type `Object`.
  static func all<Object: AnyObject>(in object: AnyObject) -> [Object]? {
    if let one = object as? Object { return [one] }
    guard let array = object as? NSArray else { return nil }
    let objects = PropertyList.elements(of: array).compactMap { $0 as? Object }
    return objects.count == array.count ? objects : nil
  }

  /// Returns the object identifier that a caller passed as text with dots, or as data.
  ///
  /// The data is a DER element, or only the content of a DER element. Nil if the object is not an
  /// object identifier in one of these forms.
  static func identifier(_ object: AnyObject) -> OID? {
    switch object {
    case let text as NSString: return OID(dotted: String(text))
    case let data as NSData:
      let bytes = data.array
      var walk = DERWalk(bytes.span)
      let element = try? walk.next(.objectIdentifier, bytes.span)
      guard let element, walk.isAtEnd else { return OID(content: bytes) }
      return OID(content: bytes.span.array(element.content))
    default: return nil
    }
  }

  /// Copies bytes of a caller into secret memory, because a message may contain secrets.
  ///
  /// Nil if the length is negative.
  @unsafe static func bytes(_ start: UnsafeRawPointer, _ count: Int) -> SecretBytes? {
    guard count >= 0 else { return nil }
    return unsafe SecretBytes(count: count) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}
