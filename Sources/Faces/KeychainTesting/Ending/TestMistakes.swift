// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The error that ends a test with mistakes, thrown by its simulated device or temporary keychain.
///
/// Every test library reports a thrown error. This error prints each mistake with its file and
/// line.
public struct TestMistakes: Error, CustomStringConvertible {
  /// The mistakes, of which there is at least one.
  ///
  /// Mistakes of the kind `failure` come first, then `escapedCall`, then `unusedAnswer`.
  public let mistakes: [TestMistake]
  /// The error that the test's own code threw, or nil if it threw no error.
  ///
  /// The mistakes may explain this error.
  public let cause: (any Error)?

  init(_ mistakes: [TestMistake], cause: (any Error)? = nil) {
    self.mistakes = mistakes
    self.cause = cause
  }

  /// The mistakes as text, with the call stacks of escaped calls and the error of the test's own
  /// code.
  public var description: String {
    let own = cause.map { ["the test's own code threw: \($0)"] } ?? []
    return (mistakes.map(\.description) + own).joined(separator: "\n")
  }

  /// Returns the error to throw after the body of a test has thrown an error.
  ///
  /// If there is a mistake of the kind `failure` or `escapedCall`, it may explain the body's error.
  /// The result is then `TestMistakes`, with the body's error as its `cause`. Otherwise the result
  /// is the body's error. Unused answers explain nothing, because the body may have stopped before
  /// it could use them.
  static func explaining(_ error: any Error, by mistakes: [TestMistake]) -> any Error {
    let reasons = mistakes.filter { $0.kind != .unusedAnswer }
    return reasons.isEmpty ? error : TestMistakes(reasons, cause: error)
  }

  /// Reports the mistakes of a device or keychain that went out of scope and therefore cannot
  /// throw.
  ///
  /// The mistakes are passed to `failTest` if the test has set it, and printed on standard error
  /// otherwise. The program does not stop, because a mistake may be in a test that passed before
  /// this check existed.
  static func tell(_ mistakes: [TestMistake]) {
    guard !mistakes.isEmpty else { return }
    if let fail = SimulatedDevice.chosenFailTest {
      for mistake in mistakes { fail("\(mistake)") }
      return
    }
    let lines = mistakes.map { "\($0.headline)\n" }.joined()
    try? FileHandle.standardError.write(contentsOf: Data(lines.utf8))
  }
}
