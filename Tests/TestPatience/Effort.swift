// SPDX-License-Identifier: Apache-2.0

/// The processor time that an input from outside may cost, however hostile it is.
package enum Effort {
  /// The limit of one call.
  ///
  /// Inputs within the caps of the decoders cost less than a tenth of it on
  /// a busy machine, in a debug build; without the caps they cost minutes or more.
  package static let most = Duration.seconds(20)

  /// Makes a call.
  ///
  /// - Returns: what the call returns, and whether it cost this thread less than `most`.
  package static func isSmall<R>(
    _ call: () throws -> R
  ) rethrows -> (result: R, isSmall: Bool) {
    let stopwatch = Stopwatch(.thread)
    let result = try call()
    return (result, stopwatch.elapsed < most)
  }
}
