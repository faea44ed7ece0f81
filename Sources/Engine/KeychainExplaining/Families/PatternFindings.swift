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
      let limit = query.limit.isImplied ? "absent, which means one" : "one"
      let open = openKey(query, facts)
      let choice = open.isEmpty ? "search by a persistent reference" : "give \(names(open))"
      findings.append(
        Finding(
          .severalMatchOneReturned,
          "\(facts.matchWords) match and kSecMatchLimit is \(limit); you got the oldest."
        ).about(facts.matches)
          .fix(
            query.limit.isImplied
              ? "Set the limit, or \(choice)." : "To get a certain item, \(choice)."))
      if query.limit.isImplied {
        findings.append(
          Finding(
            .limitNotGiven,
            "kSecMatchLimit is absent: a search returns one, update and delete act "
              + "on all.", as: .warning
          ).fix("State the limit in searches."))
      }
    } else if query.limit.isImplied {
      findings.append(
        Finding(
          .limitNotGiven,
          "kSecMatchLimit is absent: a search returns one, update and delete act on all."))
    }
    if query.returns.isEmpty {
      findings.append(
        Finding(
          .nothingRequested, "No kSecReturn key: success says only that something exists."
        ).fix("Add kSecReturnData or kSecReturnAttributes."))
    } else if !facts.hasResult {
      findings.append(withoutResult(facts))
    }
    if query.returns.contains(.secret), facts.matches.first?.hasSecret == false {
      findings.append(
        Finding(
          .noDataInItem, "The item matched but was added without kSecValueData."
        ).about([facts.matches[0]]).fix("Add the data with SecItemUpdate."))
    }
    let asking = facts.matches.filter { $0.requirement != nil }
    if query.limit.count == nil, query.returns.contains(.secret), asking.count > 1 {
      findings.append(
        Finding(
          .manyPrompts,
          "The limit is all, and \(asking.count) items need a person: one refusal fails the whole "
            + "search."
        ).about(asking)
          .fix("Search for the attributes first, or share one LAContext."))
    }
    return findings
  }

  private static func withoutResult(_ facts: CallFacts) -> Finding {
    let keys = facts.pairs.filter { $0.key.hasPrefix("r_") && $0.value == "true" }
    let names = keys.map { KeyNames.constant($0.key) }.joined(separator: ", ")
    return Finding(
      .returnKeyWithoutResult,
      "\(names.isEmpty ? "A return key" : names) \(keys.count > 1 ? "are" : "is") true and the "
        + "result pointer is nil."
    ).fix("Remove it.")
  }

  private static func broadDelete(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let query = facts.query, query.references.isEmpty, query.limit.count != 1 else {
      return []
    }
    let open = openKey(query, facts)
    let removed = facts.isDryRun ? "would remove" : "removed"
    guard facts.matchCount > 1 || !open.isEmpty else { return [] }
    return [
      Finding(
        .deleteBroaderThanOneItem,
        "The delete \(removed) \(facts.matchWords)"
          + (open.isEmpty ? "." : ": \(names(open)) \(open.count == 1 ? "is" : "are") not given."),
        as: facts.matchCount > 1 ? .danger : .info
      ).about(facts.matches)
        .fix("Give the whole primary key, or a persistent reference.")
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
        Finding(
          .deprecatedAlways,
          "Protection \(name ?? ""): readable without any unlock; deprecated."
        ).fix("Use kSecAttrAccessibleAfterFirstUnlock."))
    }
    if name == nil, item.itemClass != .certificate {
      findings.append(
        Finding(
          .defaultProtection,
          "No kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked; unusable while locked.",
          as: facts.isSeenAlone ? .warning : .info
        ).fix("State the protection with kSecAttrAccessible."))
    }
    if item.isSynchronizable { findings += neverSyncing(under: name, []) }
    if facts.group == .absent, facts.caller.groups.count > 1 {
      findings.append(GroupFindings.defaultGroup(facts, wording))
      findings.append(
        Finding(
          .groupLeftToDefault,
          "You hold \(facts.caller.groups.count) groups and name no group: an add goes to "
            + "\(wording.group(facts.caller.groups[0])), a search looks at all."
        ).fix("Name kSecAttrAccessGroup where it matters."))
    }
    if let count = facts.secretLength, count > largeSecret {
      findings.append(
        Finding(
          .largeSecret, "The secret has \(count >> 10) KiB; the keychain is for small secrets."
        ).fix("Store a key here, and the data in a file."))
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
      Finding(
        .synchronizableNeverSyncs,
        "sync=1 and \(name): stored, and never sent to another device; Apple's documentation "
          + "forbids the combination."
      ).about(items).fix("Give only one of the two.")
    ]
  }

  private static func accessControl(_ facts: CallFacts) -> [Finding] {
    guard facts.changes?.accessControl != nil else { return [] }
    return [
      Finding(
        .changingAccessControl,
        "Changing an access control works here and on current Apple systems; Apple's engineers "
          + "advise to set it once, at add."
      )
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
