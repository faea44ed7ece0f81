// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainExplanations
import KeychainTypes

/// `doctor --forget-history [identifier]`: what the store remembers of a program, or of all, goes
/// (spec/diagnostics.md 9).
enum ForgetHistory {
  static func run(_ invocation: Invocation, _ options: OptionReader) throws(Stop) -> Int32 {
    try Contradiction.refuseSurplus(
      beside: "--forget-history", but: ["forget-history", "yes", "passcode-fd"],
      operands: Array(options.operands.dropFirst()), options)
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
        guard Question.isAgreed(question, terminal, "doctor --forget-history") else { return 1 }
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
