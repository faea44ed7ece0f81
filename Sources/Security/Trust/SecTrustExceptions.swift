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
    pairs[SavedExceptions.digest] = entry.digest.map { Data($0) }
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
  let entries = exceptions.flatMap { data in
    SavedExceptions.entries(
      in: unsafe [UInt8](UnsafeRawBufferPointer(start: data.bytes, count: data.length)))
  }
  let accepted = entries.flatMap { TrustExceptions($0, for: leaf.value) }
  trust.change { $0.exceptions = accepted }
  return exceptions == nil ? !hadSome : accepted != nil
}
