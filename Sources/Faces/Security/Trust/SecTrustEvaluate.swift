// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import KeychainTypes

/// True if the certificate can be trusted under all policies of the trust object.
///
/// - Parameter error: receives the reason if the function returns false, otherwise nil. The domain
///   is `NSOSStatusErrorDomain`, the code is the status of the most important failure, and the
///   underlying error describes all failures.
/// - Returns: true if the certificate is trusted.
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

/// Evaluates whether the certificate can be trusted, and stores the result as a number.
///
/// - Parameter result: receives the result; `otherError` if the evaluation could not run.
/// - Returns: 0 if the evaluation ran, even if the certificate is not trusted.
@available(*, deprecated, renamed: "SecTrustEvaluateWithError")
@discardableResult
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>)
  -> OSStatus
{
  unsafe SecTrustGetTrustResult(trust, result)
}

/// Stores the result of the trust evaluation as a number; evaluates the trust if necessary.
///
/// - Parameter result: receives the result; `otherError` if the evaluation could not run.
/// - Returns: 0 if the evaluation ran, even if the certificate is not trusted.
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
  /// Makes the error that describes why a certificate is not trusted; nil if the certificate is
  /// trusted (Specification/certificates.md, "Evaluate results and error object").
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

/// A callback of `SecTrustEvaluateAsync`, which receives the trust object and the result as a
/// number.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void
/// A callback of `SecTrustEvaluateAsyncWithError`, which receives the trust object and its result.
///
/// The Boolean is true if the certificate is trusted. The error is nil in that case, and otherwise
/// says why the certificate is not trusted.
public typealias SecTrustWithErrorCallback = (SecTrust, Bool, CFError?) -> Void

/// Evaluates the trust on another thread, then calls back on the caller's queue.
///
/// - Parameters:
///   - queue: the queue on which the callback runs. Code that also runs on Apple's systems must
///     call this function on that queue.
///   - result: the callback, which is called once.
/// - Returns: always 0.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
  _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
) -> OSStatus {
  let asked = AskedTrust(trust: trust)
  let call = Callback(run: result)
  DispatchQueue.global().async {
    // The trust object keeps the result, so that the callback can report it from the caller's
    // queue.
    _ = try? asked.trust.evaluation()
    queue.async {
      var error: CFError?
      let isTrusted = unsafe SecTrustEvaluateWithError(asked.trust, &error)
      call.run(asked.trust, isTrusted, error)
    }
  }
  return errSecSuccess
}

/// Evaluates the trust on another thread, then calls back with the result as a number.
///
/// - Parameters:
///   - queue: the queue on which the callback runs; nil for a queue of the system.
///   - result: the callback, which is called once.
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

/// Passes a trust object to another thread, although `SecTrust` is not `Sendable`.
///
/// This is safe because each trust object protects its state with a lock.
private struct AskedTrust: @unchecked Sendable {
  let trust: SecTrust
}

/// Passes a caller's callback to the queue that the caller chose, although callbacks are not
/// `Sendable`.
private struct Callback: @unchecked Sendable {
  let run: SecTrustWithErrorCallback
}
