// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainComposition
import KeychainExplaining
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

/// A call of a trace as the JSON of an explanation (spec/diagnostics.md 7.2), as far as the record
/// tells of it: what it does not tell is not there.
private struct TracedJSON {
  let call: TraceFileReader.Call
  /// What was found since, from the store as it is now.
  let since: [Finding]
  let showsValues: Bool

  var line: String {
    JSONText.object([
      "schema": 1, "status": .number(Int64(call.status)), "statusName": .text(call.statusName),
      "dryRun": false, "assumptions": .list([]), "call": asked,
      "caller": .object(["identifier": .text(call.caller)]), "device": device,
      "captured": .object([
        "seq": .number(Int64(call.number)), "pid": .number(Int64(call.process)),
        "time": .text(call.time),
      ]),
      "findings": .list(findings), "nearMisses": .list([]),
      "incomplete": .list(
        since.filter { $0.code == .stateChangedSince }.map { .text("\($0.code)") }),
      "level": "caller", "values": showsValues ? "attributes" : "names",
    ]).line
  }

  private var asked: JSONText {
    var members = call.members
    members["verb"] = .text(call.verb.rawValue)
    members["pairs"] = .list(call.pairs.map { $0.json(showsValues: showsValues) })
    members["changes"] = .list(call.changes.map { $0.json(showsValues: showsValues) })
    return .object(members)
  }

  private var device: JSONText {
    let isKnown = ["unlocked", "locked", "beforeFirstUnlock"].contains(call.lock)
    var members: [String: JSONText] = ["known": .flag(isKnown)]
    if isKnown {
      members["locked"] = .flag(call.lock != "unlocked")
      members["firstUnlock"] = .flag(call.lock != "beforeFirstUnlock")
    }
    return .object(members)
  }

  private var findings: [JSONText] {
    let tells = call.told(showsValues: showsValues)
    let told = tells.map { json(of: $0.finding) }
    let others = call.codes.filter { code in !tells.contains { $0.code == code } }.map { code in
      let row = code.article
      return finding(code, row.severity, row.found, why: row.why, fix: row.fix)
    }
    return told + others + since.map { json(of: $0) }
  }

  private func json(of each: Finding) -> JSONText {
    finding(
      each.code, each.severity, each.found,
      why: Finding.Line.plain(each.lines.filter { $0.label == .why }),
      fix: Finding.Line.plain(each.fixes))
  }

  private func finding(
    _ code: FindingCode, _ severity: Severity, _ text: String, why: String, fix: String
  ) -> JSONText {
    // A record lists first what decided its status.
    let isDeciding = call.status != 0 && severity == .error && code == call.codes.first
    return .object([
      "code": .text("\(code)"), "name": .text(code.article.name), "severity": .text(severity.name),
      "deciding": .flag(isDeciding), "text": .text(text), "why": .text(why), "fix": .text(fix),
      "items": .list([]),
    ])
  }
}

extension TraceFileReader.Call {
  /// What of a record is about the call beside its dictionaries, as an explanation has it; fields
  /// that are not what they should be are left out.
  static func members(_ record: [String: Any]) -> [String: JSONText] {
    var members: [String: JSONText] = [:]
    let names = [
      "profile", "route", "function", "algorithm", "policy", "operation", "requires",
    ]
    for name in names { members[name] = (record[name] as? String).map { .text($0) } }
    members["resultPointer"] = (record["result"] as? Bool).map { .flag($0) }
    if let limit = record["limit"] as? [String: Any], let isGiven = limit["given"] as? Bool,
      let value = RecordNumber.whole(limit["value"]).map({ JSONText.number($0) })
        ?? (limit["value"] as? String).map({ .text($0) })
    {
      members["limit"] = .object(["value": value, "given": .flag(isGiven)])
    }
    if let key = record["key"] as? [String: Any], key["type"] is String, key["class"] is String {
      var said: [String: JSONText] = [:]
      for name in ["type", "class", "token", "protection", "accessControl", "digest"] {
        said[name] = (key[name] as? String).map { .text($0) }
      }
      said["bits"] = RecordNumber.whole(key["bits"]).map { .number($0) }
      members["key"] = .object(said)
    }
    return members
  }
}
