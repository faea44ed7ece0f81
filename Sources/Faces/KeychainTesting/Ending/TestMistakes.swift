// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The mistakes of a test, thrown at the end of its simulated device or temporary keychain.
///
/// Every test library reports a thrown error; this one prints each mistake with its file and line.
public struct TestMistakes: Error, CustomStringConvertible {
  /// The mistakes, at least one: failures first, then escaped calls, then unused answers.
  public let mistakes: [TestMistake]
  /// The error of the test's own code, which the mistakes may explain; nil if it threw none.
  public let cause: (any Error)?

  init(_ mistakes: [TestMistake], cause: (any Error)? = nil) {
    self.mistakes = mistakes
    self.cause = cause
  }

  /// One line for each mistake, the call stacks of escaped calls, and the error of the test's code.
  public var description: String {
    let own = cause.map { ["the test's own code threw: \($0)"] } ?? []
    return (mistakes.map(\.description) + own).joined(separator: "\n")
  }

  /// The error for a body that threw: the mistakes where they may explain it, else its own.
  ///
  /// Answers stay unused because the body did not come to its end, and explain nothing.
  static func explaining(_ error: any Error, by mistakes: [TestMistake]) -> any Error {
    let reasons = mistakes.filter { $0.kind != .unusedAnswer }
    return reasons.isEmpty ? error : TestMistakes(reasons, cause: error)
  }

  /// Tells the mistakes of a device or keychain that went out of scope, where nothing can be
  /// thrown: to `failTest` if the test has set it, else on standard error.
  ///
  /// The program goes on: such tests passed before mistakes were looked for.
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
