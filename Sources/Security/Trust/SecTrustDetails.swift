// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Foundation
import KeychainTypes

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
