// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplanations

/// A call of a trace as the JSON of an explanation (spec/diagnostics.md 7.2), as far as the record
/// tells of it: what it does not tell is not there.
struct TracedJSON {
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
      finding(
        code, code.article.severity, ArticleText.found(code.article),
        why: Article.all[code.number]?.why ?? "", fix: Article.all[code.number]?.fix ?? "")
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
