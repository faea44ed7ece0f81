// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import KeychainTypes
import SecureMemory

/// The certificates from the one that is asked about to the anchor, or as far as there are any;
/// evaluated if need be.
///
/// - Returns: nil where the evaluation could not run.
@discardableResult
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
  trust.chain().map { $0 as NSArray }
}

/// How many certificates the chain has; 0 where the evaluation could not run.
@discardableResult
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.chain()?.count ?? 0 }

/// A certificate of the chain; the first without an evaluation.
///
/// - Parameter ix: 0 is the one that is asked about.
/// - Returns: nil beyond the last.
@available(*, deprecated, renamed: "SecTrustCopyCertificateChain")
@discardableResult
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
  guard ix != 0 else { return trust.question.withLock { $0.certificates[0] } }
  guard let chain = trust.chain(), chain.indices.contains(ix) else { return nil }
  return chain[ix]
}

extension SecTrust {
  /// The chain, with the caller's own objects for certificates that the caller gave; nil if the
  /// evaluation could not run.
  ///
  /// - Parameter asksStore: whether the store's certificates may be in it.
  func chain(asksStore: Bool = true) -> [SecCertificate]? {
    guard let found = try? evaluation(asksStore: asksStore) else { return nil }
    let given = question.withLock { $0.certificates + ($0.anchors ?? []) }
    return found.certificates.map { certificate in
      given.first { $0.value == certificate } ?? SecCertificate(certificate)
    }
  }
}

/// The result in detail (spec/certificates.md 6.7), evaluated if need be.
///
/// - Returns: `kSecTrustResultValue`, `kSecTrustEvaluationDate` and `TrustResultDetails`: for each
///   certificate of the chain the names of the checks that it failed; nil where the evaluation
///   could not run.
@discardableResult
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
  guard let found = try? trust.evaluation(), let outcome = try? trust.outcome() else { return nil }
  let details = outcome.failures.map { failed in
    NSDictionary(
      dictionary: Dictionary(uniqueKeysWithValues: failed.map { ($0.rawValue, false) }))
  }
  let moment = NSDate(timeIntervalSinceReferenceDate: found.moment.secondsSinceReference)
  return [
    kSecTrustResultValue: NSNumber(value: outcome.result.rawValue),
    kSecTrustEvaluationDate: moment, "TrustResultDetails" as NSString: details as NSArray,
  ] as NSDictionary
}

/// What is wrong, for people (spec/certificates.md 6.7), evaluated if need be.
///
/// - Returns: nil where nothing is wrong; else dictionaries of `kSecPropertyKeyType`, which is
///   `kSecPropertyTypeError`, and `kSecPropertyKeyValue`, a sentence for each kind of failure.
@available(*, deprecated)
@discardableResult
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
  guard let outcome = try? trust.outcome(), !outcome.result.isSuccess else { return nil }
  let failed = Set(outcome.failures.joined())
  // What makes the rest meaningless is told alone.
  let alone = [TrustCheck.idLinkage, .criticalExtensions].filter { failed.contains($0) }
  let told = alone.isEmpty ? TrustCheck.allCases.filter { failed.contains($0) } : alone
  return told.map { check in
    [
      kSecPropertyKeyType: kSecPropertyTypeError,
      kSecPropertyKeyValue: NSString(string: "\(check.text)."),
    ] as NSDictionary
  } as NSArray
}

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
