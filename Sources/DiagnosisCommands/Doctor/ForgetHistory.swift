// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainExplanations
import KeychainTypes

/// `doctor --forget-history [identifier]`: what the store remembers of a program, or of all, goes
/// (spec/diagnostics.md 9).
enum ForgetHistory {
  static func run(_ invocation: Invocation, _ options: OptionReader) throws(Stop) -> Int32 {
    let others = options.options.filter {
      ![.long("forget-history"), .long("yes"), .long("passcode-fd")].contains($0.name)
    }
    guard options.operands.count <= 1, others.isEmpty else { throw .usage() }
    let identifier = options.operands.first.map { String(decoding: $0, as: UTF8.self) }
    let terminal = invocation.terminal
    if let refusal = try OwnerProof.refusal(invocation, options) { return refusal }
    do throws(KeychainError) {
      guard let remembering = try invocation.store.serviceIfMade(as: nil) as? any Remembering else {
        terminal.output("0 programs forgotten\n")
        return 0
      }
      let known = try remembering.histories().map(\.identifier)
        .filter { identifier == nil || $0 == identifier }
      if !known.isEmpty, !options.contains(.long("yes")) {
        let names = known.prefix(8).map { Wording.visible($0) }.joined(separator: ", ")
        let more = known.count > 8 ? " and \(known.count - 8) more" : ""
        let question = "Forget what the store remembers of \(names)\(more)?"
        guard try Question.isAgreed(question, terminal, "doctor --forget-history") else { return 1 }
      }
      let count = try remembering.forgetHistory(of: identifier)
      let told = identifier == nil ? known.count : count
      terminal.output("\(told) \(told == 1 ? "program" : "programs") forgotten\n")
      return 0
    } catch {
      terminal.complain("doctor: \(error)")
      return 1
    }
  }
}

/// A question before something that is not taken back.
enum Question {
  /// Whether a person at the terminal says yes; says where nobody can be asked, or says no.
  static func isAgreed(
    _ question: String, _ terminal: Terminal, _ command: String
  ) throws(KeychainError) -> Bool {
    switch terminal.confirm(question) {
    case true?: return true
    case false?:
      terminal.complain("\(command): nothing was changed")
      return false
    case nil:
      terminal.complain("\(command): nobody can be asked; --yes does it without the question")
      return false
    }
  }
}
