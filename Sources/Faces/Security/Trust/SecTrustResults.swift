// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import KeychainTypes
import SecureMemory

/// Returns the chain of certificates from the evaluated certificate to an anchor; evaluates the
/// trust if necessary.
///
/// If an issuer's certificate is missing, the chain ends before an anchor.
///
/// - Returns: nil if the evaluation could not run.
@discardableResult
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
  trust.chain().map { $0 as NSArray }
}

/// Returns the number of certificates in the chain of the trust object; 0 if the evaluation could
/// not run.
@discardableResult
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.chain()?.count ?? 0 }

/// Returns a certificate of the chain of the trust object; evaluates the trust if necessary.
///
/// - Parameter ix: the index in the chain. Index 0 is the evaluated certificate, for which the
///   trust need not be evaluated.
/// - Returns: nil if the chain has no certificate with this index, or if the evaluation could not
///   run.
@available(*, deprecated, renamed: "SecTrustCopyCertificateChain")
@discardableResult
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
  guard ix != 0 else { return trust.question.withLock { $0.certificates[0] } }
  guard let chain = trust.chain(), chain.indices.contains(ix) else { return nil }
  return chain[ix]
}

extension SecTrust {
  /// Returns the chain from the evaluated certificate to an anchor; nil if the evaluation could not
  /// run.
  ///
  /// If a certificate in the chain equals a certificate or anchor that the caller gave, the chain
  /// contains the object of the caller.
  ///
  /// - Parameter asksStore: true if certificates from the store may be in the chain.
  func chain(asksStore: Bool = true) -> [SecCertificate]? {
    guard let found = try? evaluation(asksStore: asksStore) else { return nil }
    let given = question.withLock { $0.certificates + ($0.anchors ?? []) }
    return found.certificates.map { certificate in
      given.first { $0.value == certificate } ?? SecCertificate(certificate)
    }
  }
}

/// Returns the detailed result of the trust evaluation; evaluates the trust if necessary
/// (Specification/certificates.md, "CopyResult, CopyProperties").
///
/// - Returns: a dictionary with `kSecTrustResultValue`, `kSecTrustEvaluationDate` and
///   `TrustResultDetails`, which lists the names of the failed checks of each certificate. Nil if
///   the evaluation could not run.
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

/// Returns the failures of the trust evaluation as sentences for the user; evaluates the trust if
/// necessary (Specification/certificates.md, "CopyResult, CopyProperties").
///
/// - Returns: an array with a dictionary for each kind of failure. A failure that makes all other
///   failures meaningless is reported alone. In each dictionary, `kSecPropertyKeyType` is
///   `kSecPropertyTypeError`, and `kSecPropertyKeyValue` is the sentence. Nil if the certificate is
///   trusted, or if the evaluation could not run.
@available(*, deprecated)
@discardableResult
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
  guard let outcome = try? trust.outcome(), !outcome.result.isSuccess else { return nil }
  let failed = Set(outcome.failures.joined())
  // These two failures make all other failures meaningless, so they are reported alone.
  let alone = [TrustCheck.idLinkage, .criticalExtensions].filter { failed.contains($0) }
  let told = alone.isEmpty ? TrustCheck.allCases.filter { failed.contains($0) } : alone
  return told.map { check in
    [
      kSecPropertyKeyType: kSecPropertyTypeError,
      kSecPropertyKeyValue: NSString(string: "\(check.text)."),
    ] as NSDictionary
  } as NSArray
}

/// Returns the failures of the trust evaluation as data (Specification/certificates.md,
/// "Exceptions").
///
/// Pass the data to `SecTrustSetExceptions` to accept these failures.
///
/// - Returns: a property list; nil if the evaluation could not run.
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

/// Sets the failures that later evaluations accept: those in data from `SecTrustCopyExceptions`.
///
/// Fatal failures are never accepted.
///
/// - Parameter exceptions: the data that `SecTrustCopyExceptions` returned; nil to accept no
///   failures any more.
/// - Returns: true if the data is about the evaluated certificate. If `exceptions` is nil, true if
///   the trust object had no exceptions before.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
  let (leaf, hadSome) = trust.question.withLock { ($0.certificates[0], $0.exceptions != nil) }
  let entries = exceptions.flatMap { data in
    SavedExceptions.entries(
      in: data.array)
  }
  let accepted = entries.flatMap { TrustExceptions($0, for: leaf.value) }
  trust.change { $0.exceptions = accepted }
  return exceptions == nil ? !hadSome : accepted != nil
}
