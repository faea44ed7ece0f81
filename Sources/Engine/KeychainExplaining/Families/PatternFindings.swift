// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The findings about calls that succeed with a surprising result (Specification/diagnostics.md,
/// "Patterns over time").
enum PatternFindings {
  /// The greatest size in bytes of a secret for which a report has no warning.
  ///
  /// Larger data belongs in an encrypted file, and only the key that decrypts the file belongs in
  /// the keychain (finding K815).
  static let largeSecret = 32 << 10

  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.error == nil else { return [] }
    switch facts.verb {
    case .copyMatching: return search(facts, wording)
    case .delete: return broadDelete(facts, wording)
    case .add: return add(facts, wording)
    case .update: return accessControl(facts) + neverSyncing(facts)
    case .createRandomKey, .createWithData, .copyPublicKey, .copyExternalRepresentation,
      .createSignature, .verifySignature, .createEncryptedData, .createDecryptedData,
      .copyKeyExchangeResult, .canEvaluatePolicy, .evaluatePolicy, .evaluateAccessControl,
      .keychain:
      return []
    }
  }

  private static func search(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let query = facts.query else { return [] }
    var findings: [Finding] = []
    if query.limit.isSingle, facts.matchCount > 1 {
      let open = openKey(query, facts)
      let key = open.isEmpty ? nil : names(open)
      findings.append(
        Finding(
          .severalMatchOneReturned.text(items: facts.matchWords, isImplied: query.limit.isImplied)
        ).about(facts.matches)
          .fix(
            query.limit.isImplied
              ? .severalMatchOneReturned.setLimit(key: key)
              : .severalMatchOneReturned.certain(key: key)))
      if query.limit.isImplied {
        findings.append(
          Finding(
            .limitNotGiven.text, as: .warning
          ).fix(.limitNotGiven.fix))
      }
    } else if query.limit.isImplied {
      findings.append(
        Finding(.limitNotGiven.text))
    }
    if query.returns.isEmpty {
      findings.append(
        Finding(.nothingRequested.text).fix(.nothingRequested.fix))
    } else if !facts.hasResult {
      findings.append(withoutResult(facts))
    }
    if query.returns.contains(.secret), facts.matches.first?.hasSecret == false {
      findings.append(
        Finding(.noDataInItem.text).about([facts.matches[0]]).fix(.noDataInItem.fix))
    }
    let asking = facts.matches.filter { $0.requirement != nil }
    if query.limit.count == nil, query.returns.contains(.secret), asking.count > 1 {
      findings.append(
        Finding(.manyPrompts.text(n: asking.count)).about(asking)
          .fix(.manyPrompts.fix))
    }
    return findings
  }

  private static func withoutResult(_ facts: CallFacts) -> Finding {
    let keys = facts.pairs.filter { $0.key.hasPrefix("r_") && $0.value == "true" }
    let names = keys.map { KeyNames.constant($0.key) }.joined(separator: ", ")
    return Finding(
      .returnKeyWithoutResult.text(keys: names.isEmpty ? nil : names, n: max(1, keys.count))
    ).fix(.returnKeyWithoutResult.remove)
  }

  private static func broadDelete(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let query = facts.query, query.references.isEmpty, query.limit.count != 1 else {
      return []
    }
    let open = openKey(query, facts)
    guard facts.matchCount > 1 || !open.isEmpty else { return [] }
    return [
      Finding(
        .deleteBroaderThanOneItem.deletes(
          isDryRun: facts.isDryRun, items: facts.matchWords, key: open.isEmpty ? nil : names(open),
          n: open.count),
        as: facts.matchCount > 1 ? .danger : .info
      ).about(facts.matches)
        .fix(.deleteBroaderThanOneItem.fix)
    ]
  }

  private static func add(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let item = facts.item else { return [] }
    var findings: [Finding] = []
    let name = item.protectionName ?? item.accessControl?.protectionName
    if name == Protection.always.name || name == Protection.alwaysThisDeviceOnly.name,
      item.itemClass != .certificate
    {
      findings.append(
        Finding(.deprecatedAlways.protection(name: name ?? "")).fix(.deprecatedAlways.fix))
    }
    if name == nil, item.itemClass != .certificate {
      findings.append(
        Finding(
          .defaultProtection.text,
          as: facts.isSeenAlone ? .warning : .info
        ).fix(.defaultProtection.fix))
    }
    if item.isSynchronizable { findings += neverSyncing(under: name, []) }
    if facts.group == .absent, facts.caller.groups.count > 1 {
      findings.append(GroupFindings.defaultGroup(facts, wording))
      findings.append(
        Finding(
          .groupLeftToDefault.text(
            n: facts.caller.groups.count, first: wording.group(facts.caller.groups[0]))
        ).fix(.groupLeftToDefault.fix))
    }
    if let count = facts.secretLength, count > largeSecret {
      findings.append(
        Finding(.largeSecret.text(n: count >> 10)).fix(.largeSecret.fix))
    }
    if !item.returns.isEmpty, !facts.hasResult { findings.append(withoutResult(facts)) }
    findings += PastFindings.reordered(facts)
    return findings
  }

  /// Returns the findings about an update after which items are synchronizable and bound to this
  /// device.
  ///
  /// Items that are bound to this device are never synchronized.
  private static func neverSyncing(_ facts: CallFacts) -> [Finding] {
    guard let changes = facts.changes else { return [] }
    let name = changes.protectionName ?? changes.accessControl?.protectionName
    let met = facts.matches.filter { item in
      let protection = name.flatMap { Protection(name: $0) } ?? item.protection
      return changes.isSynchronizable ?? item.isSynchronizable && protection.isThisDeviceOnly
    }
    guard let first = met.first, name != nil || changes.isSynchronizable != nil else { return [] }
    return neverSyncing(under: name ?? first.protection.name, met)
  }

  private static func neverSyncing(under name: String?, _ items: [ItemFact]) -> [Finding] {
    guard let name, Protection(name: name)?.isThisDeviceOnly == true else { return [] }
    return [
      Finding(.synchronizableNeverSyncs.text(aku: name)).about(items).fix(
        .synchronizableNeverSyncs.one)
    ]
  }

  private static func accessControl(_ facts: CallFacts) -> [Finding] {
    guard facts.changes?.accessControl != nil else { return [] }
    return [
      Finding(.changingAccessControl.text)
    ]
  }

  /// Returns the attributes of the primary key that the query leaves open.
  ///
  /// The result has the attributes that name an item of the class, for example account and service,
  /// if the query does not give them. Application label and application tag both name a key; if the
  /// query gives one of them, neither is in the result. Other attributes of the primary key, for
  /// example the group, are in the result only if several matches differ in them.
  private static func openKey(_ query: Query, _ facts: CallFacts) -> [Attribute] {
    let given = Set(query.predicates.map(\.attribute))
    let wanted: [Attribute] =
      switch query.itemClass {
      case .genericPassword: [.account, .service]
      case .internetPassword: [.account, .server]
      case .certificate: [.issuer, .serialNumber]
      case .key: [.applicationLabel, .applicationTag]
      case .identity: []
      }
    let isNamed = query.itemClass == .key && !given.isDisjoint(with: wanted)
    let open = isNamed ? [] : wanted.filter { !given.contains($0) }
    let rest = Schema.of(query.itemClass).primaryKey.map(\.attribute).filter { attribute in
      guard !open.contains(attribute), !given.contains(attribute) else { return false }
      return Set(facts.matches.compactMap { $0.keyValue(attribute) }).count > 1
    }
    return open + rest
  }

  private static func names(_ attributes: [Attribute]) -> String {
    attributes.map(\.name).joined(separator: ", ")
  }
}

extension CallFacts {
  /// True if the program has used the keychain while no user could be asked.
  ///
  /// The program was seen in the background, while the device was locked, or before the first
  /// unlock.
  fileprivate var isSeenAlone: Bool {
    !store.habits.union(store.former?.history?.habits ?? []).isEmpty
  }
}

extension ItemFact {
  /// Returns the item's value of an attribute of the primary key, or nil if the value is not known.
  fileprivate func keyValue(_ attribute: Attribute) -> AttributeValue? {
    switch attribute {
    case .synchronizable: .number(isSynchronizable ? 1 : 0)
    default: attributes[attribute]
    }
  }
}
