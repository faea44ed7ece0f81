// SPDX-License-Identifier: Apache-2.0
import Foundation
import SecureMemory

/// The reply of an evaluation, to be waited for.
///
/// It counts how often the reply came.
final class Reply: Sendable {
  private struct State: Sendable {
    var codes: [Int] = []
    var waiting: [CheckedContinuation<Int, Never>] = []
  }

  private let state = Lock(State())

  func take(_ success: Bool, _ error: (any Error)?) {
    let code = success && error == nil ? 0 : (error as NSError?)?.code ?? 1
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.codes.append(code)
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: code) }
  }

  var count: Int { state.withLock { $0.codes.count } }

  /// The code of the error, or 0 for success.
  var code: Int {
    get async {
      await withCheckedContinuation { continuation in
        let code = state.withLock { (state: inout State) -> Int? in
          if state.codes.isEmpty { state.waiting.append(continuation) }
          return state.codes.first
        }
        if let code { continuation.resume(returning: code) }
      }
    }
  }
}
