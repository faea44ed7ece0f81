// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainCommands
import KeychainComposition
import KeychainExplanations
import KeychainTracing
import KeychainTypes
import SecureMemory

/// `explain --last` and `explain --call`: calls that a program has made, from its trace, and what
/// has changed since (spec/diagnostics.md 1.2, 1.4).
enum ExplainCapture {
  private static let unknown: Int32 = 3

  static func run(_ invocation: Invocation, _ options: OptionReader) throws(Stop) -> Int32 {
    try Contradiction.refuseJSON(of: "owner", options)
    let terminal = invocation.terminal
    let hasNumber = options.contains(.long("last"))
    try Contradiction.refuseSurplus(
      beside: "a call that was recorded",
      but: ["last", "call", "values", "names", "json", "all", "owner", "passcode-fd"],
      operands: Array(options.operands.dropFirst(hasNumber ? 1 : 0)), options)
    var count = 1
    if options.contains(.long("last")), let word = options.operands.first {
      guard let number = Int(String(decoding: word, as: UTF8.self)), number > 0 else {
        throw .usage(message: "--last is followed by a number of calls")
      }
      count = number
    }
    let named = options.value(.long("call")).map { String(decoding: $0, as: UTF8.self) }
    guard let path = named ?? recorded else {
      terminal.complain(
        "explain --last: nothing is recorded; run the program with LATCHKEY_TRACE=/path, and this "
          + "command too, or put last-failures = on into latchkey.conf")
      return unknown
    }
    let content: Data
    do throws(RecordFile.Refusal) {
      content =
        named == "-"
        ? TraceFileReader.content(of: .standardInput) : try RecordFile.content(of: path)
    } catch {
      terminal.complain("explain: \(Wording.visible(path)) \(error.reason)")
      return unknown
    }
    var reader = TraceFileReader()
    reader.read(String(decoding: content, as: UTF8.self).split(separator: "\n"))
    let isLast = options.contains(.long("last"))
    let calls = reader.calls.filter { !isLast || $0.status != 0 }.suffix(count)
    guard let newest = calls.last else {
      let lines = reader.unreadable
      terminal.complain(
        "explain: \(Wording.visible(path)) has no call\(isLast ? " that failed" : "")"
          + (lines == 0
            ? "" : "; \(lines) line\(lines == 1 ? " is no record" : "s are no records")"))
      return unknown
    }
    tell(Array(calls), Since(Array(calls), invocation), options, terminal)
    if options.contains(.long("owner")) { try tellOwner(newest, invocation, options) }
    guard newest.status != 0 else {
      return newest.codes.contains { $0.article.severity < .info } ? 1 : 0
    }
    let low = Int32(UInt8(truncatingIfNeeded: newest.status))
    return low < 4 ? 4 : low
  }

  private static func tell(
    _ calls: [TraceFileReader.Call], _ since: Since, _ options: OptionReader, _ terminal: Terminal
  ) {
    let showsValues = PointOfView.showsValues(options, terminal)
    if options.contains(.long("json")) {
      for call in calls {
        let later = since.findings(after: call)
        terminal.output(
          TracedJSON(call: call, since: later, showsValues: showsValues).line + "\n")
      }
      return
    }
    let reports = calls.map { call in
      TraceCommand.report(of: call, showsValues: showsValues)
        + since.findings(after: call).flatMap { [""] + $0.lines(isColoured: false) }
        .map { $0 + "\n" }.joined()
    }
    terminal.output(reports.joined(separator: "\n"))
  }

  /// What the owner may know beside what a program recorded, which holds no values to search with:
  /// where items of the program are that it does not see now.
  private static func tellOwner(
    _ call: TraceFileReader.Call, _ invocation: Invocation, _ options: OptionReader
  ) throws(Stop) {
    if let refusal = try OwnerProof.refusal(invocation, options) { throw .status(refusal) }
    let terminal = invocation.terminal
    do throws(KeychainError) {
      guard let service = try invocation.store.serviceIfMade(as: nil),
        let remembering = service as? any Remembering
      else { return }
      let made = try remembering.items(madeBy: call.caller)
      let groups = Dictionary(grouping: made) { $0.group ?? "" }
      let name = Wording.visible(call.caller)
      let head = made.isEmpty ? "No items made by \(name)" : "Items made by \(name):"
      var lines = [""] + TextBlock.wrap(head, indent: "  ")
      for (group, items) in groups.sorted(by: { $0.key < $1.key }) {
        let row = "    \(TextBlock.padded("\(items.count)", to: 6))in \(Wording.visible(group))"
        lines += TextBlock.wrap(row, indent: String(repeating: " ", count: 13))
      }
      lines += TextBlock.wrap(
        "With the values of the call: security explain --owner --as PROGRAM attr=value,...",
        indent: "  ")
      for line in lines { terminal.output(line + "\n") }
    } catch {
      terminal.complain("explain --owner: \(error)")
    }
  }

  /// What programs record into without being told each time.
  private static var recorded: String? {
    if let path = ProcessVariable.value(of: "LATCHKEY_TRACE") { return path }
    guard let path = LastFailures.path, unsafe access(path, R_OK) == 0 else { return nil }
    return path
  }

  /// What has changed in the store of now since a call.
  private struct Since {
    private let change: Int64?

    init(_ calls: [TraceFileReader.Call], _ invocation: Invocation) {
      let isOwn = calls.contains { $0.store?.isOther != true }
      let service = isOwn ? try? invocation.store.serviceIfMade(as: nil) : nil
      change = (service as? any Explaining)?.changeNumber()
    }

    func findings(after call: TraceFileReader.Call) -> [Finding] {
      if let store = call.store, store.isOther { return [store.finding] }
      guard let now = change, let then = call.change, now > then else { return [] }
      let count = now - then
      return [
        Finding(
          .stateChangedSince,
          "The store changed \(count) time\(count == 1 ? "" : "s") between the call and this "
            + "report."
        ).fix("Repeat with LATCHKEY_EXPLAIN=1.")
      ]
    }
  }
}
