// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The lines of a trace: one JSON object for each call (Specification/diagnostics.md, "Trace
/// record").
enum TraceLine {
  /// The greatest number of pairs of a dictionary that a record lists.
  ///
  /// Further pairs are only counted.
  static let mostPairs = 64
  /// The greatest size of a record in bytes.
  ///
  /// From a longer record, the program text of advice is left out first, then the words of
  /// findings. The codes of the findings remain.
  static let mostBytes = 16 << 10

  /// Returns the first line that a process writes to a trace file.
  static func beginning(_ showsValues: Bool) -> String {
    var object = store
    object["schema"] = 1
    object["begin"] = .text(CivilTime(LocalDate.now).internetFormToMilliseconds)
    object["version"] = .text(Version.text)
    object["pid"] = .number(Int64(getpid()))
    object["program"] = .text(ProgramName.asCalled)
    object["values"] = showsValues ? "attributes" : "names"
    return JSONText.object(object).line
  }

  /// The JSON members of a record that name the store of this process.
  ///
  /// The members are the value of `LATCHKEY_HOME`, or `default` if it is not set, and the path of
  /// the store's directory without links.
  private static var store: [String: JSONText] {
    var members: [String: JSONText] = [
      "store": .text(ProcessVariable.value(of: "LATCHKEY_HOME") ?? "default")
    ]
    members["directory"] = StoreOutline.ofThisProcess.map { .text($0.path) }
    return members
  }

  /// Returns the record of a failed call for the file that all programs of the user share.
  ///
  /// The record names the program and the store, and never has values of attributes.
  static func failure(_ call: ObservedCall) -> String {
    var besides = store
    besides["program"] = .text(ProgramName.asCalled)
    return line(call, showsValues: false, besides: besides)
  }

  /// Returns the trace record of one call, as one line of JSON.
  ///
  /// - Parameters:
  ///   - showsValues: true if the record has values of attributes.
  ///   - besides: further members of the JSON object.
  static func line(
    _ call: ObservedCall, showsValues: Bool, besides: [String: JSONText] = [:]
  ) -> String {
    let (record, facts) = (call.record, call.explanation.facts)
    var object: [String: JSONText] = [
      "schema": 1, "seq": .number(Int64(call.number)),
      "time": .text(CivilTime(record.time).internetFormToMilliseconds),
      "pid": .number(Int64(getpid())),
      "thread": .number(Int64(bitPattern: record.thread)), "caller": .text(record.caller),
      "profile": .text(facts.profileName), "route": .text(facts.route),
      "verb": .text(record.verb.rawValue), "lock": .text(lock(facts.device)),
      "pairs": pairs(record.pairs, facts, showsValues: showsValues),
      "result": .flag(facts.hasResult), "status": .number(Int64(record.status)),
      "decided": decided(facts), "matched": .number(Int64(facts.matchCount)),
      "returned": .number(Int64(returned(facts))),
      "micros": .number(Int64(record.microseconds)),
      "findings": .list(call.explanation.codes.map { .text("\($0)") }),
    ]
    object.merge(words(of: call, withPrograms: true)) { _, new in new }
    if !record.changedPairs.isEmpty {
      object["changes"] = pairs(record.changedPairs, facts, showsValues: showsValues)
    }
    if record.pairs.count > mostPairs {
      object["pairsLeftOut"] = .number(Int64(record.pairs.count - mostPairs))
    }
    if let change = record.change { object["change"] = .number(change) }
    if let query = facts.query {
      object["limit"] = .object([
        "value": query.limit.count.map { .number(Int64($0)) } ?? "all",
        "given": .flag(!query.limit.isImplied),
      ])
    }
    if let trail = facts.keychains {
      object["function"] = .text(facts.function)
      object["keychains"] = KeychainTable.json(trail)
    }
    if record.verb.subject != .items {
      object["statusName"] = .text(facts.statusName)
      object.merge(record.use.members(of: record.verb)) { old, _ in old }
    }
    object.merge(besides) { first, _ in first }
    let line = JSONText.object(object).line
    guard line.utf8.count > mostBytes else { return line }
    object.merge(words(of: call, withPrograms: false)) { _, new in new }
    let shorter = JSONText.object(object).line
    guard shorter.utf8.count > mostBytes else { return shorter }
    object["told"] = nil
    object["toldValues"] = nil
    return JSONText.object(object).line
  }

  /// Returns the findings about a call in words, for a reader of the trace on another machine.
  ///
  /// The words contain no values of attributes, so that they can be shown to anybody.
  ///
  /// - Parameter withPrograms: true to include the example code of the advice.
  private static func words(of call: ObservedCall, withPrograms: Bool) -> [String: JSONText] {
    let explanation = call.explanation
    let quiet =
      explanation.wording.showsValues
      ? Explanation(explanation.facts, CallReporter.quiet(explanation.facts.caller.groups))
      : explanation
    return [
      "told": .list(quiet.findings.map { told($0, withPrograms: withPrograms) }),
      "toldValues": "names",
    ]
  }

  /// Returns a finding and its advice as JSON.
  ///
  /// - Parameter withPrograms: true to include the example code of the advice.
  private static func told(_ finding: Finding, withPrograms: Bool) -> JSONText {
    let fixes = finding.fixes.filter { withPrograms || !$0.text.isEmpty }
    var members: [String: JSONText] = [
      "code": .text("\(finding.code)"), "severity": .text(finding.severity.word),
      "text": .text(finding.found), "do": .list(fixes.map { .text($0.text) }),
    ]
    if fixes.contains(where: { $0.label == .recipe }) { members["recipe"] = .flag(true) }
    if withPrograms, fixes.contains(where: { !$0.code.isEmpty }) {
      members["programs"] = .list(
        fixes.map { fix in .list(fix.code.map { .text($0) }) })
    }
    return .object(members)
  }

  private static func returned(_ facts: CallFacts) -> Int {
    guard facts.verb == .copyMatching, facts.error == nil, facts.hasResult else { return 0 }
    return min(facts.matchCount, facts.query?.limit.count ?? .max)
  }

  private static func pairs(
    _ pairs: [CallFacts.Pair], _ facts: CallFacts, showsValues: Bool
  ) -> JSONText {
    .list(
      pairs.prefix(mostPairs).map { pair in
        guard showsValues, pair.value == nil, let shown = value(of: pair, facts) else {
          return pair.json
        }
        return pair.json(showing: shown)
      })
  }

  /// Returns the value of the attribute whose name is the key in a pair of the call's dictionary.
  ///
  /// Nil if the key is not the name of an attribute, or if the trace may not show the value. Also
  /// nil if the value is not known, or is not a text, number or date.
  private static func value(of pair: CallFacts.Pair, _ facts: CallFacts) -> JSONText? {
    let found = facts.query?.predicates.first { $0.attribute.name == pair.key }
    let attribute = Attribute(name: pair.key)
    guard let attribute, !Wording.withheld.contains(attribute),
      let value = found?.value ?? facts.item?.attributes[attribute]
    else { return nil }
    switch value {
    case .text(let text): return .text(TextBlock.cut(text, to: 256))
    case .number(let number): return .number(number)
    case .date(let date): return .text(CivilTime(date).internetFormToMilliseconds)
    case .bytes, .real: return nil
    }
  }

  private static func lock(_ device: CallFacts.Device) -> String {
    guard device.isKnown else { return "unknown" }
    return switch device.lock {
    case .unlocked: "unlocked"
    case .locked: "locked"
    case .beforeFirstUnlock: "beforeFirstUnlock"
    }
  }

  /// Returns, as JSON, the step of the keychain's work that decided the status of a call, and the
  /// reason.
  ///
  /// For example, the step is `groups` if an access group was refused, and `none` if the call
  /// succeeded.
  private static func decided(_ facts: CallFacts) -> JSONText {
    guard let error = facts.error else { return .object(["step": "none"]) }
    let step = facts.verb.subject == .items ? step(error, facts) : step(error)
    var object: [String: JSONText] = ["step": .text(step)]
    object["reason"] = .text("\(error.reason)")
    return .object(object)
  }

  /// Returns the step of the keychain's work that decided the status of a failed call about a key
  /// or a context (`LAContext`).
  ///
  /// For example, the step is `groups` if an access group was refused.
  private static func step(_ error: KeychainError) -> String {
    switch error.code {
    case .missingEntitlement: return "groups"
    case .duplicateItem: return "collision"
    case .parameter, .unimplemented, .decode: return "read"
    case .interactionNotAllowed:
      if case .authentication? = error.context { return "permitted" }
      return "available"
    case .authorizationFailed, .userCancelled: return "permitted"
    default: return "store"
    }
  }

  private static func step(_ error: KeychainError, _ facts: CallFacts) -> String {
    switch error.code {
    case .missingEntitlement: return "groups"
    case .noSuchAttribute: return "schema"
    case .duplicateItem: return "collision"
    case .itemNotFound: return "plan"
    case .decode: return "open"
    case .interactionNotAllowed, .authorizationFailed, .userCancelled:
      return facts.matches.contains(where: \.isLocked) || facts.matches.isEmpty
        ? "available" : "permitted"
    case .parameter, .noSuchClass: return "read"
    default: return "store"
    }
  }
}

/// The name of this program in trace files and reports.
enum ProgramName {
  /// The name by which the program was started.
  ///
  /// If the program has more rights than the user who started it, the name is `program`, because
  /// the user could choose any name.
  static var asCalled: String {
    guard ProcessVariable.areBelieved else { return "program" }
    return ProgramArguments.programName ?? "program"
  }
}
