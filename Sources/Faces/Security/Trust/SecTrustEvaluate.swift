// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
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

/// Is told the question and its result.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void
/// Is told the question, whether the certificate may be used, and why not.
public typealias SecTrustWithErrorCallback = (SecTrust, Bool, CFError?) -> Void

/// Evaluates on another thread and tells the answer on a queue.
///
/// - Parameters:
///   - queue: where to call back. Apple demands that this function is called on it too.
///   - result: is called once.
/// - Returns: always 0.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
  _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
) -> OSStatus {
  let asked = AskedTrust(trust: trust)
  let call = Callback(run: result)
  DispatchQueue.global().async {
    // The answer is kept, and told from where the caller wants it.
    _ = try? asked.trust.evaluation()
    queue.async {
      var error: CFError?
      let isTrusted = unsafe SecTrustEvaluateWithError(asked.trust, &error)
      call.run(asked.trust, isTrusted, error)
    }
  }
  return errSecSuccess
}

/// The same by a number.
///
/// - Parameters:
///   - queue: where to call back; nil for a queue of the system.
///   - result: is called once.
/// - Returns: always 0.
@available(*, deprecated, renamed: "SecTrustEvaluateAsyncWithError")
@discardableResult
public func SecTrustEvaluateAsync(
  _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
  SecTrustEvaluateAsyncWithError(trust, queue ?? .global()) { trust, _, _ in
    var found = SecTrustResultType.invalid
    unsafe SecTrustGetTrustResult(trust, &found)
    result(trust, found)
  }
}

/// A question on its way to another thread: it has a lock of its own.
private struct AskedTrust: @unchecked Sendable {
  let trust: SecTrust
}

/// A block on its way to the queue that its caller named for it.
private struct Callback: @unchecked Sendable {
  let run: SecTrustWithErrorCallback
}
