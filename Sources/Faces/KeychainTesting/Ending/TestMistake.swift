// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// A mistake of a test, found by its simulated device or temporary keychain.
///
/// A mistake prints as one line with file and line number. The call stack follows if the mistake is
/// an escaped call (a keychain call outside of every device and temporary keychain).
public struct TestMistake: Sendable, CustomStringConvertible {
  /// The types of mistakes.
  public enum Kind: Hashable, Sendable {
    /// A step given to `SimulatedDevice.answer` that no prompt has used.
    case unusedAnswer
    /// A keychain call that was refused because no device or temporary keychain was active in its
    /// task or process.
    ///
    /// The call is also in `escapes`.
    case escapedCall
    /// A prompt that no step has answered, or another mistake that is in
    /// `SimulatedDevice.failures`.
    case failure
  }

  /// The type of this mistake.
  public let kind: Kind
  /// The mistake in words.
  public let words: String
  /// The module and the file of the test, as given by `#fileID`.
  ///
  /// For an unused step, the place is the call of `SimulatedDevice.answer`. For other mistakes, it
  /// is the latest call of `run` or `use`. If there was no call, it is the place where the device
  /// or keychain was made.
  public let file: StaticString
  /// The line in `file`.
  public let line: UInt
  /// The call stack of an escaped call, innermost frame first, or an empty array for other
  /// mistakes.
  public let callStack: [String]

  init(_ kind: Kind, _ words: String, at place: CodePlace, callStack: [String] = []) {
    self.kind = kind
    self.words = words
    file = place.file
    line = place.line
    self.callStack = callStack
  }

  /// The mistake as text: one line, followed by the innermost frames of its call stack.
  public var description: String {
    let frames = callStack.prefix(Self.shownFrames).map { "\n    \($0)" }.joined()
    return headline + frames
  }

  /// The mistake as one line, without a call stack.
  var headline: String { "\(file):\(line): \(words)" }

  /// The number of frames of a call stack that are printed.
  ///
  /// About six frames belong to this library, and the frames of the test follow.
  private static let shownFrames = 20
}
