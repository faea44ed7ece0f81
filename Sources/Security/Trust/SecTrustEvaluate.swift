// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Foundation
import KeychainTypes

/// Whether the certificate may be used for what the policies say.
///
/// - Parameter error: receives why not, or nil: domain `NSOSStatusErrorDomain`, the status of the
///   most important failure, a sentence about it, and beneath it an error that tells everything.
/// - Returns: whether it may.
@discardableResult
public func SecTrustEvaluateWithError(
  _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
  do throws(KeychainError) {
    let outcome = try trust.outcome()
    unsafe error?.pointee = NSError(outcome)
    return outcome.result.isSuccess
  } catch let refusal {
    unsafe error?.pointee = NSError(status: refusal.code.rawValue, "\(refusal.reason)")
    return false
  }
}

/// The same by a number.
///
/// - Parameter result: receives the result; `otherError` where the evaluation could not run.
/// - Returns: 0 also for what is not trusted.
@available(*, deprecated, renamed: "SecTrustEvaluateWithError")
@discardableResult
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>)
  -> OSStatus
{
  unsafe SecTrustGetTrustResult(trust, result)
}

/// The result by its number, evaluated if need be.
///
/// - Parameter result: receives the result; `otherError` where the evaluation could not run.
/// - Returns: 0 also for what is not trusted.
@discardableResult
public func SecTrustGetTrustResult(
  _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
  do throws(KeychainError) {
    let found = try trust.outcome().result
    unsafe result.pointee = SecTrustResultType(rawValue: found.rawValue) ?? .otherError
    return errSecSuccess
  } catch {
    unsafe result.pointee = .otherError
    return error.code.rawValue
  }
}

extension NSError {
  /// What is wrong (spec/certificates.md 6.5); nil where nothing is.
  convenience init?(_ outcome: TrustOutcome) {
    guard let worst = outcome.worst, let summary = outcome.summary else { return nil }
    let code = Int(worst.check.status)
    let domain = "NSOSStatusErrorDomain"
    let beneath = NSError(
      domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: outcome.details])
    self.init(
      domain: domain, code: code,
      userInfo: [NSLocalizedDescriptionKey: summary, NSUnderlyingErrorKey: beneath])
  }
}
