// SPDX-License-Identifier: Apache-2.0

/// A mistake of a test, found by its simulated device or temporary keychain.
///
/// It prints as one line with file and line, followed by the call stack of an escaped call.
public struct TestMistake: Sendable, CustomStringConvertible {
  /// What was wrong.
  public enum Kind: Hashable, Sendable {
    /// A step given to `answer` that no prompt has used.
    case unusedAnswer
    /// A call of the process that no device or keychain was in reach of; `escapes` has it too.
    case escapedCall
    /// A prompt that no step answers, or another mistake of `SimulatedDevice.failures`.
    case failure
  }

  /// What was wrong.
  public let kind: Kind
  /// What has happened, in words.
  public let words: String
  /// The module and the file of the test, as `#fileID` says.
  ///
  /// They are of the call of `answer` for an unused answer. For the other kinds they are of the
  /// call of `run` or `use` that began last, or of the device itself before the first one.
  public let file: StaticString
  /// The line in `file`.
  public let line: UInt
  /// The call stack of an escaped call, innermost frame first; empty for the other kinds.
  public let callStack: [String]

  init(_ kind: Kind, _ words: String, at place: CodePlace, callStack: [String] = []) {
    self.kind = kind
    self.words = words
    file = place.file
    line = place.line
    self.callStack = callStack
  }

  /// The mistake as one line, and the innermost frames of its call stack.
  public var description: String {
    let frames = callStack.prefix(Self.shownFrames).map { "\n    \($0)" }.joined()
    return headline + frames
  }

  /// The mistake as one line.
  var headline: String { "\(file):\(line): \(words)" }

  /// How many frames are printed: half a dozen belong to this library, and the culprit's follow.
  private static let shownFrames = 20
}
