// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition

/// Makes a question about trust (spec/certificates.md 6.1).
///
/// - Parameters:
///   - certificates: a certificate, or an array of some: the first is asked about, the others may
///     be needed to lead from it to an anchor, in any order.
///   - policies: a policy, or an array of some, all of which have to be satisfied; nil for
///     `SecPolicyCreateBasicX509`.
///   - trust: receives the question; left alone after a failure.
/// - Returns: errSecParam for empty arrays and for objects of other types.
@discardableResult
public func SecTrustCreateWithCertificates(
  _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
  let demanded: [SecPolicy]? =
    policies.map { TrustObjects.some(in: $0) } ?? [SecPolicyCreateBasicX509()]
  guard let chain: [SecCertificate] = TrustObjects.some(in: certificates), let demanded else {
    return errSecParam
  }
  unsafe trust.pointee = SecTrust(TrustQuestion(chain, demanded))
  return errSecSuccess
}

/// Objects as callers hand them over: one, or an array.
enum TrustObjects {
  /// The object, or those in the array; nil for an empty array and for objects of another type.
  static func some<Object: AnyObject>(in object: AnyObject) -> [Object]? {
    if let one = object as? Object { return [one] }
    guard let array = object as? NSArray, let list: [Object] = all(in: array) else { return nil }
    return list.isEmpty ? nil : list
  }

  /// The objects in an array; nil where one is of another type.
  static func all<Object: AnyObject>(in array: NSArray) -> [Object]? {
    let objects = PropertyList.elements(of: array).compactMap { $0 as? Object }
    return objects.count == array.count ? objects : nil
  }

  /// The bytes of a data object, or of those in an array; nil for objects of another type.
  static func bytes(in object: AnyObject) -> [[UInt8]]? {
    let list: [NSData]? = (object as? NSData).map { [$0] } ?? (object as? NSArray).flatMap(all)
    return list?.map { data in
      unsafe [UInt8](UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    }
  }
}
