// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

extension Explanation {
  /// The explanation as one line of JSON.
  ///
  /// The form is schema 1 of Specification/diagnostics.md, "JSON of an explanation". Later versions
  /// of the schema only add fields.
  package var json: String { json(adding: [:]) }

  /// Returns the explanation as one line of JSON, together with the members that a command adds.
  ///
  /// - Parameter more: the added members. An added member is ignored if the explanation itself has
  ///   a member with this name.
  package func json(adding more: [String: JSONText]) -> String {
    var object: [String: JSONText] = [
      "schema": 1, "status": .number(Int64(status)),
      "statusName": .text(facts.statusName),
      "dryRun": .flag(facts.isDryRun),
      "assumptions": .list(facts.assumptions.map { .text($0.rawValue) }),
      "call": call, "caller": caller, "device": device,
      "findings": .list(findings.map { json(of: $0) }),
      "nearMisses": .list(nearMisses.map { json(of: $0) }),
      "incomplete": .list(
        codes.filter { [2, 3, 4].contains($0.number) }.map { .text("\($0)") }),
      "level": .text(facts.level.rawValue),
      "values": wording.showsValues ? "attributes" : "names",
    ]
    if let trail = facts.keychains { object["keychains"] = KeychainTable.json(trail) }
    if let plan = facts.plan { object["plan"] = plan.json }
    if let collision = facts.collision { object["collision"] = json(of: collision) }
    object.merge(more) { own, _ in own }
    return JSONText.object(object).line
  }

  private var call: JSONText {
    var object: [String: JSONText] = [
      "verb": .text(facts.verb.rawValue), "profile": .text(facts.profileName),
      "route": .text(facts.route),
      "pairs": .list(facts.pairs.map(\.json)),
      "changes": .list(facts.changedPairs.map(\.json)),
      "resultPointer": .flag(facts.hasResult),
    ]
    if let query = facts.query {
      object["limit"] = .object([
        "value": query.limit.count.map { .number(Int64($0)) } ?? "all",
        "given": .flag(!query.limit.isImplied),
      ])
      object["returns"] = .list(query.returns.names.map { .text($0) })
    }
    if facts.keychains != nil { object["function"] = .text(facts.function) }
    object.merge(facts.use.members(of: facts.verb)) { old, _ in old }
    return .object(object)
  }

  private var caller: JSONText {
    let groups = facts.caller.groups.enumerated().map { place, group in
      JSONText.object([
        "name": .text(group), "writable": .flag(group != Caller.tokenGroup),
        "default": .flag(place == 0),
      ])
    }
    let origin =
      switch facts.caller.origin {
      case .entitlementsFile: "entitlementsFile"
      case .adHoc: "adHoc"
      case .tool: "tool"
      case .simulated: "simulated"
      case .named: "named"
      }
    return .object([
      "identifier": .text(facts.caller.identifier), "origin": .text(origin),
      "groups": .list(groups), "notGranted": .list([]),
    ])
  }

  private var device: JSONText {
    let device = facts.device
    var object: [String: JSONText] = [
      "known": .flag(device.isKnown), "passcodeSet": .flag(device.hasPasscode),
      "firstUnlock": .flag(device.lock != .beforeFirstUnlock),
      "locked": .flag(device.lock != .unlocked),
      "classes": .object(
        Dictionary(
          uniqueKeysWithValues: Protection.allCases.map { ($0.name, .flag(device.has($0))) })),
      "promptPossible": .flag(device.noPrompt == nil),
    ]
    if let reason = device.noPrompt { object["promptReason"] = .text(reason) }
    if let since = device.lockedSince { object["since"] = .text(CivilTime(since).internetForm) }
    return .object(object)
  }

  private func json(of finding: Finding) -> JSONText {
    func text(_ lines: [Finding.Line]) -> JSONText { .text(Finding.Line.plain(lines)) }
    return .object([
      "code": .text("\(finding.code)"), "name": .text(finding.code.article.name),
      "severity": .text(finding.severity.name), "deciding": .flag(finding.isDeciding),
      "text": .text(finding.found), "why": text(finding.lines.filter { $0.label == .why }),
      "fix": text(finding.fixes),
      "items": .list(finding.items.map { .text(Wording.id($0)) }),
    ])
  }

  private func json(of miss: NearMiss) -> JSONText {
    .object([
      "item": .text(wording.id(miss.item)), "distance": .number(Int64(miss.failures.count)),
      "fails": .list(
        miss.failures.map { failure in
          var object: [String: JSONText] = ["how": .text(failure.how.name)]
          if let attribute = failure.attribute { object["attribute"] = .text(attribute.name) }
          if case .form(let words) = failure.how { object["variant"] = .text(words) }
          return .object(object)
        }),
    ])
  }

  private func json(of collision: CollisionFact) -> JSONText {
    let comparison = CollisionComparison(collision, facts)
    func content(_ value: AttributeValue?) -> JSONText {
      guard let value else { return .object([:]) }
      let count = Canonical.bytes(of: value, kind: .blob).count
      return .object(["kind": .text(value.kindName), "length": .number(Int64(count))])
    }
    let state =
      switch collision.occupant.state {
      case .locked: "locked"
      case .damaged: "damaged"
      default: collision.occupant.isTombstone ? "tombstone" : "live"
      }
    return .object([
      "item": .text(wording.id(collision.occupant)), "state": .text(state),
      "same": .list(comparison.same.map { .text($0.name) }),
      "differs": .list(
        comparison.different.map { given in
          .object([
            "attribute": .text(given.attribute.name), "stored": content(given.stored),
            "given": content(given.value),
          ])
        }),
    ])
  }
}

extension CallFacts.Pair {
  /// The key-value pair of a call's dictionary as JSON, for a trace record
  /// (Specification/diagnostics.md, "Tracing a running program").
  package var json: JSONText { .object(members) }

  /// Returns the key-value pair as JSON together with the value of the attribute.
  ///
  /// Used for a trace that shows values.
  package func json(showing value: JSONText) -> JSONText {
    var members = members
    members["value"] = value
    return .object(members)
  }

  private var members: [String: JSONText] {
    var object: [String: JSONText] = [
      // A program may pass any text as a key.
      "key": .text(TextBlock.cut(key, to: 64)), "kind": .text(kind.rawValue),
      "effect": .text(effect.rawValue),
    ]
    // Even the length of a password is withheld.
    if let length, key != "v_Data" { object["length"] = .number(Int64(length)) }
    let value = Self.isWithheld(key) ? nil : value
    if let value { object["value"] = kind == .boolean ? .flag(value == "true") : .text(value) }
    if let digest, value == nil { object["digest"] = .text(ValueDigest.text(digest)) }
    return object
  }
}

extension NearMiss.Failure.How {
  fileprivate var name: String {
    switch self {
    case .isNotStored: "absent"
    case .isEmpty, .differs, .differsIn, .synchronizable, .group: "differs"
    case .form: "form"
    case .kind: "kind"
    case .protection: "protection"
    case .filter: "filter"
    }
  }
}

extension Returns {
  fileprivate var names: [String] {
    var names: [String] = []
    if contains(.secret) { names.append("data") }
    if contains(.attributes) { names.append("attributes") }
    if contains(.reference) { names.append("ref") }
    if contains(.persistentReference) { names.append("persistent-ref") }
    return names
  }
}
