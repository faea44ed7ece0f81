// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// The places in a test's source where the test made its device or keychain, and last called `run`
/// or `use`.
final class CodePlaces: Sendable {
  /// The place where the test made its device or keychain.
  let made: CodePlace
  private let lastRun: Lock<CodePlace>

  init(_ made: CodePlace) {
    self.made = made
    lastRun = Lock(made)
  }

  /// The place of the last call of `run` or `use`, or `made` if there was no call.
  var last: CodePlace { lastRun.withLock { $0 } }

  /// Records the place of a call of `run` or `use`.
  func note(_ file: StaticString, _ line: UInt) {
    lastRun.withLock { $0 = CodePlace(file, line) }
  }
}
