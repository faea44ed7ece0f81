// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

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
