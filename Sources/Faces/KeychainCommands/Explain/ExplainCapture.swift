// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The commands `explain --last` and `explain --call`, which explain calls that programs have
/// recorded (Specification/diagnostics.md, "security explain", "Tracing a running program").
///
/// The explanation says whether the store has changed since the call.
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
        "explain --last: nothing is recorded; run the program and this command with "
          + "LATCHKEY_TRACE=/path, or put last-failures = on into latchkey.conf")
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
            ? "" : "; \(lines) line\(lines == 1 ? " is not a record" : "s are not records")"))
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

  /// Prints, for `--owner`, the access groups with items that the calling program created, and the
  /// number of these items.
  ///
  /// All items of the program are counted. The items that the call was to find cannot be looked up,
  /// because the record of the call has no values of attributes. Only the owner of the store may
  /// see these groups.
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

  /// The path of the file that contains the recorded calls; nil if no calls are recorded.
  ///
  /// `LATCHKEY_TRACE` names the file. Without this variable, the calls are in the file that the
  /// setting `last-failures` in latchkey.conf turns on.
  private static var recorded: String? {
    if let path = ProcessVariable.value(of: "LATCHKEY_TRACE") { return path }
    guard let path = LastFailures.path, unsafe access(path, R_OK) == 0 else { return nil }
    return path
  }

  /// The number of changes that the store has had until now.
  ///
  /// A comparison with the number in the record of a call shows whether the store has changed since
  /// the call.
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
        Finding(.stateChangedSince.changes(n: Int(count))).fix(.stateChangedSince.explainAtOnce)
      ]
    }
  }
}

/// The JSON of the explanation of a recorded call (Specification/diagnostics.md, "JSON of an
/// explanation").
///
/// A member is left out if the record has no value for it.
private struct TracedJSON {
  let call: TraceFileReader.Call
  /// The findings that the store has changed since the call, or that the call used another store.
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
    // A record lists the finding first that decided its status.
    let isDeciding = call.status != 0 && severity == .error && code == call.codes.first
    return .object([
      "code": .text("\(code)"), "name": .text(code.article.name), "severity": .text(severity.name),
      "deciding": .flag(isDeciding), "text": .text(text), "why": .text(why), "fix": .text(fix),
      "items": .list([]),
    ])
  }
}

extension TraceFileReader.Call {
  /// Returns the JSON members that describe the recorded call, except its dictionaries.
  ///
  /// Fields of the record that have a wrong type are left out.
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
