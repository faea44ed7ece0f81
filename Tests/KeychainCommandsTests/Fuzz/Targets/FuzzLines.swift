// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainTypes
import SecureMemory

/// Runs lines of `security -i`, on a scripted store with one item and a scripted terminal.
enum FuzzLines {
  static func run(_ bytes: [UInt8]) {
    let terminal = FuzzTerminal(bytes)
    let store = ScriptedStore { state in
      var match = Match(.genericPassword, .zero)
      match.attributes = AttributeSet()
      for name in [Attribute.service, .account, .label] { match.attributes?[name] = .text("s") }
      match.secret = SecretBytes(copying: Array("secret".utf8))
      state.items = [match]
    }
    var command = SecurityCommand(device: terminal, store: store.access)
    _ = command.run([Array("-i".utf8)])
  }
}

/// A terminal whose input is the fuzzer's, cut at newlines.
///
/// It discards all output.
private final class FuzzTerminal: TerminalDevice {
  private var lines: [ArraySlice<UInt8>]
  private var answers = 0
  let hasArrived = true
  let inputIsTerminal = false
  let outputIsTerminal = false
  let errorIsOutput = false
  let inputIsPiped = false

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: 10, omittingEmptySubsequences: false).prefix(4).reversed()
  }

  func write(_ bytes: Span<UInt8>, to stream: StandardStream) {}

  func nextLine() -> [UInt8]? { lines.popLast().map { Array($0) } }

  func readInput() throws(QuestionFailure) -> SecretBytes { throw .unreadable(errno: 9) }

  func ask(_ question: String) throws(QuestionFailure) -> SecretBytes {
    answers += 1
    guard answers < 8 else { throw .nobodyToAsk }
    return SecretBytes(copying: Array("answer".utf8))
  }

  func readSecret(from descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    guard descriptor == 3 else { throw .unreadable(errno: 9) }
    return SecretBytes(copying: [0, 1, 2])
  }
}
