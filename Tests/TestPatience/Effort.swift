// SPDX-License-Identifier: Apache-2.0

/// The limit on the processor time that an input from outside may cost, however hostile it is.
package enum Effort {
  /// The processor time that one call may take.
  ///
  /// Inputs within the caps of the decoders take less than a tenth of this time on a busy machine,
  /// in a debug build. Without the caps they take minutes or more.
  package static let most = Duration.seconds(20)

  /// Makes a call and measures its processor time.
  ///
  /// - Returns: the result of the call, and true if the call took this thread less than `most`.
  package static func isSmall<R>(
    _ call: () throws -> R
  ) rethrows -> (result: R, isSmall: Bool) {
    let stopwatch = Stopwatch(.thread)
    let result = try call()
    return (result, stopwatch.elapsed < most)
  }
}
