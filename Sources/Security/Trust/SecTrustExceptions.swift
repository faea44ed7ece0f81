// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import KeychainTypes
import SecureMemory

/// What is wrong now, in a form that `SecTrustSetExceptions` takes: to accept it
/// (spec/certificates.md 6.8).
///
/// - Returns: a property list; nil where the evaluation could not run.
@discardableResult
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
  guard let found = try? trust.evaluation() else { return nil }
  let list = TrustExceptions(accepting: found).entries.map { entry in
    var pairs: [String: Any] = [:]
    for check in entry.checks { pairs[check] = false }
    pairs[ExceptionList.digest] = entry.digest.map { Data($0) }
    return pairs
  }
  let data = try? PropertyListSerialization.data(
    fromPropertyList: list, format: .binary, options: 0)
  return data.map { NSData(data: $0) }
}

/// Accepts what was wrong when the exceptions were copied; what is fatal is never accepted.
///
/// - Parameter exceptions: nil accepts nothing any longer.
/// - Returns: true where they are about the certificate that is asked about; for nil, where there
///   were none.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
  let (leaf, hadSome) = trust.question.withLock { ($0.certificates[0], $0.exceptions != nil) }
  let entries = exceptions.flatMap { ExceptionList.entries($0) }
  let accepted = entries.flatMap { TrustExceptions($0, for: leaf.value) }
  trust.change { $0.exceptions = accepted }
  return exceptions == nil ? !hadSome : accepted != nil
}

/// Exceptions as a binary property list.
private enum ExceptionList {
  static let digest = "SHA1Digest"

  private static let magic = Array("bplist00".utf8)
  /// Objects in the list of the longest path; nothing can be nested deeper either.
  private static let mostObjects = 512
  /// The end of a list, in which the number of objects stands first but for eight bytes.
  private static let trailer = 32

  /// What the list says; nil for what is none.
  static func entries(_ data: NSData) -> [TrustExceptions.Entry]? {
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    guard bytes.starts(with: magic), bytes.count > magic.count + trailer else { return nil }
    let count = bytes.suffix(trailer - 8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= mostObjects,
      let list = unsafe try? PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil) as? [[String: Any]]
    else { return nil }
    return list.map { pairs in
      TrustExceptions.Entry(
        checks: Set(pairs.keys.filter { $0 != digest }),
        digest: (pairs[digest] as? Data).map { [UInt8]($0) })
    }
  }
}
