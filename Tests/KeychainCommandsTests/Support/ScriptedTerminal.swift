// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import SecureMemory

/// A terminal whose user follows a script.
///
/// It records everything that it is shown.
final class ScriptedTerminal: TerminalDevice {
  private(set) var output: [UInt8] = []
  private(set) var error: [UInt8] = []
  /// The number of writes to standard output.
  private(set) var outputPieces = 0
  private(set) var questions: [String] = []
  var hasArrived = true
  var inputIsTerminal = false
  var outputIsTerminal = false
  var errorIsOutput = false
  /// Lines of standard input.
  var lines: [String] = []
  /// The content of a pipe at standard input, or nil if there is no pipe.
  var piped: [UInt8]?
  /// The reason why the pipe cannot be read to its end, or nil if it can.
  var pipeFailure: QuestionFailure?
  /// Answers to questions, in order.
  ///
  /// Without any answer left, the user cannot be asked.
  var answers: [String] = []
  /// The content of each descriptor.
  var descriptors: [Int32: [UInt8]] = [:]

  func write(_ bytes: Span<UInt8>, to stream: StandardStream) {
    if stream == .output { outputPieces += 1 }
    for index in bytes.indices {
      switch stream {
      case .output: output.append(bytes[index])
      case .error: error.append(bytes[index])
      }
    }
  }

  func nextLine() -> [UInt8]? {
    lines.isEmpty ? nil : Array(lines.removeFirst().utf8)
  }

  var inputIsPiped: Bool { piped != nil }

  func readInput() throws(QuestionFailure) -> SecretBytes {
    if let pipeFailure { throw pipeFailure }
    return SecretBytes(copying: piped ?? [])
  }

  func ask(_ question: String) throws(QuestionFailure) -> SecretBytes {
    questions.append(question)
    guard !answers.isEmpty else { throw .nobodyToAsk }
    return SecretBytes(copying: Array(answers.removeFirst().utf8))
  }

  func readSecret(from descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    guard let bytes = descriptors[descriptor] else { throw .unreadable(errno: 9) }
    return SecretBytes(copying: bytes)
  }

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: error, as: UTF8.self) }
}
