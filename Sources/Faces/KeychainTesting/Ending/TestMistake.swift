// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// A place in the source of a test.
struct CodePlace: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, as `#fileID` says.
  let file: StaticString
  let line: UInt

  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }

  var description: String { "\(file):\(line)" }

  static func == (left: CodePlace, right: CodePlace) -> Bool {
    left.line == right.line && left.file.description == right.file.description
  }

  func hash(into hasher: inout Hasher) { hasher.combine(line) }
}

/// Where a test made its device or keychain, and where it last ran code on it.
final class CodePlaces: Sendable {
  /// Where the test made it.
  let made: CodePlace
  private let lastRun: Lock<CodePlace>

  init(_ made: CodePlace) {
    self.made = made
    lastRun = Lock(made)
  }

  /// Where `run` or `use` was last called, or where the test made it if neither has been.
  var last: CodePlace { lastRun.withLock { $0 } }

  /// Notes a call of `run` or `use`.
  func note(_ file: StaticString, _ line: UInt) {
    lastRun.withLock { $0 = CodePlace(file, line) }
  }
}

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
