// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import Security

/// A call, and what becomes of it by a person who does what a report says of it.
///
/// What a refusal names is taken from the facts; the words are read where they are the advice.
struct AdvisedCall {
  /// What following a finding came to.
  enum Outcome: Equatable {
    /// The call, or the state of the device, is another one.
    case changed
    /// The finding says that no change of the call can help.
    case isAnswer
    /// Nobody has taught this test what the words mean, or nothing can be done that they say.
    case notUnderstood

    fileprivate init(_ isDone: Bool) { self = isDone ? .changed : .notUnderstood }
  }

  private(set) var call: KeychainCall
  let stage: Stage
  /// What takes back the changes of the state, the last first.
  private(set) var undo: [() -> Void] = []

  init(_ call: KeychainCall, on stage: Stage) {
    self.call = call
    self.stage = stage
  }

  /// Codes whose findings say that no change of the call helps, each with the reason; reviewed.
  static let answers = [
    "K201": "nothing of the class is there: it has to be added",
    "K202": "it was never stored: the add has to be made again",
    "K217": "it was deleted: it has to be added again",
    "K218": "nothing is near: the value itself is wrong, and only the program knows the right one",
    "K219": "its key is gone for good: it has to be added anew",
  ]

  // MARK: - Following

  /// Does what a finding says.
  mutating func follow(
    _ finding: KeychainExplaining.Finding, _ facts: CallFacts
  ) -> Outcome {
    let code = "\(finding.code)"
    if Self.answers[code] != nil { return .isAnswer }
    let words = finding.fixes.map(\.text).joined(separator: " ")
    if let outcome = followProgram(finding.fixes.flatMap(\.code), facts) { return outcome }
    if let outcome = followRefusal(code, words, facts) { return outcome }
    if let outcome = followCollision(code, words, facts) { return outcome }
    if let outcome = followState(code, words, facts) { return outcome }
    return followAbsence(code, words, finding, facts)
  }

  /// A call that is printed to be pasted, or a line of a dictionary.
  private mutating func followProgram(_ code: [String], _ facts: CallFacts) -> Outcome? {
    if code.contains(where: { $0.contains("SecItemUpdate(key, changes)") }) {
      var (key, changes, isKey): ([String: Any], [String: Any], Bool) = ([:], [:], true)
      for line in code {
        if line.hasPrefix("let changes") { isKey = false }
        guard let pair = pair(line, facts) else { continue }
        if isKey { key[pair.0] = pair.1 } else { changes[pair.0] = pair.1 }
      }
      call = .update(key as NSDictionary, setting: changes as NSDictionary)
      return .changed
    }
    if code == ["// nothing to change"] { return .isAnswer }
    guard code.count == 1, let pair = pair(code[0], facts) else { return nil }
    if pair.0 == kSecAttrAccessGroup as String { setGroup(pair.1) } else { query[pair.0] = pair.1 }
    return .changed
  }

  /// What a dictionary may not have: the key is taken out, or gets the name that the class has.
  private mutating func followRefusal(
    _ code: String, _ words: String, _ facts: CallFacts
  ) -> Outcome? {
    switch code {
    case "K701":
      // What has no counterpart of one name goes: `Use acct or svce`, `Only class genp has it`.
      let other = /^Use (class [a-z]+, or )?(kSecAttr[A-Za-z]+)( \([a-z]{4}\))?\./
      guard let match = words.firstMatch(of: other) else {
        return Outcome(removeRefused(facts) != nil)
      }
      return Outcome(renameRefused(to: Self.key(String(match.2)), facts))
    case "K703" where words.hasPrefix("Remove"), "K704":
      return Outcome(removeRefused(facts) != nil)
    case "K705", "K706": return Outcome(remove(family: "m_"))
    case "K707": return Outcome(remove(family: "r_"))
    case "K708":
      let key = Self.refused(facts)?.key
      guard let value = removeRefused(facts), let key else { return .notUnderstood }
      if words == "Move it to the query.", query[key] == nil { query[key] = value }
      return .changed
    case "K709": return Outcome(remove(kSecAttrAccessible as String))
    case "K710", "K711": return Outcome(remove(kSecAttrSynchronizable as String))
    case "K211", "K307", "K718": return Outcome(remove(kSecUseAuthenticationUI as String))
    case "K407",
      "K401" where words == "Name a group of your own.":
      setGroup(Stage.group("g1"))
      return .changed
    case "K403":
      guard let meant = GroupFindings.meant(facts) else { return .notUnderstood }
      setGroup(meant)
      return .changed
    default: return nil
    }
  }

  /// What stands in the way of an add or of a change.
  private mutating func followCollision(
    _ code: String, _ words: String, _ facts: CallFacts
  ) -> Outcome? {
    guard let collision = facts.collision else { return nil }
    switch code {
    case "K101", "K105", "K106", "K109":
      // A search that sees the item is followed by a change of it.
      guard case .add = call else { return .notUnderstood }
      change(collision)
      return .changed
    case "K103":
      guard let match = words.firstMatch(of: /^Give each user an own (kSec[A-Za-z]+)/) else {
        return nil
      }
      query[Self.key(String(match.1))] = "somebody else's"
      return .changed
    case "K107":
      if words.hasPrefix("Narrow the query") {
        guard let first = facts.matches.first else { return .notUnderstood }
        query = one(first)
      }
      guard words.contains("elete or rename") else { return .changed }
      let key = whole(collision.occupant.itemClass, collision.wanted, collision.isSynchronizable)
      return Outcome(stage.phone.run { SecItemDelete(key as NSDictionary) } == errSecSuccess)
    default: return nil
    }
  }

  /// What is to be done to the device, to the program or by a person.
  private mutating func followState(
    _ code: String, _ words: String, _ facts: CallFacts
  ) -> Outcome? {
    let phone = stage.phone
    switch code {
    case "K303":
      guard let open = facts.matches.first(where: { !$0.isLocked }) else { return .notUnderstood }
      query[kSecAttrAccessible as String] = open.protection.name
      return .changed
    case "K301", "K302", "K304", "K305", "K306":
      // Each of them says in its own words to wait until the device is unlocked.
      let waiting = ["Stop here", "Wait", "in the foreground", "Keep the item"]
      guard waiting.contains(where: { words.contains($0) }) else { return nil }
      unlock(facts)
      return .changed
    case "K308":
      guard words.contains("in front") else { return nil }
      if words.lowercased().contains("unlock") { unlock(facts) }
      phone.setInteractive(true)
      try? phone.enterForeground()
      return .changed
    case "K401":
      guard words.contains("List it in the entitlements"), let name = facts.refusedGroup else {
        return nil
      }
      let app = stage.app
      let own = [Stage.group("g1"), Stage.group("g2")]
      try? phone.upgrade(app, .init(prefix: Stage.team, groups: own + [name]))
      undo.append { try? phone.upgrade(app, .init(prefix: Stage.team, groups: own)) }
      return .changed
    default: return nil
    }
  }

  /// What is to be changed in a query that finds nothing.
  private mutating func followAbsence(
    _ code: String, _ words: String, _ finding: KeychainExplaining.Finding, _ facts: CallFacts
  ) -> Outcome {
    let nearest = facts.absence?.nearMisses.first { miss in
      finding.items.contains(miss.item.identifier)
    }
    switch code {
    case "K203": return Outcome(changeClass(words))
    case "K204":
      guard let nearest else { return .notUnderstood }
      return narrowed(words, nearest, facts)
    case "K205":
      let failing = (nearest?.failures ?? []).compactMap { failure -> String? in
        if case .form = failure.how { failure.attribute?.name } else { nil }
      }
      guard let nearest, !failing.isEmpty, words.hasPrefix("Write and search") else {
        return .notUnderstood
      }
      return Outcome(failing.allSatisfy { give($0, of: nearest.item, facts) })
    case "K207":
      let group = kSecAttrAccessGroup as String
      if words.hasPrefix("Remove or change") { return Outcome(remove(group)) }
      // A closed item does not tell its group: without one all of them are searched.
      guard let meant = nearest?.item.group else { return Outcome(remove(group)) }
      query[group] = meant
      return .changed
    case "K209", "K210":
      // Each gives a value in its own words; the first one is taken.
      let sync = kSecAttrSynchronizable as String
      if words.contains("kSecAttrSynchronizable: kSecAttrSynchronizableAny") {
        query[sync] = kSecAttrSynchronizableAny as String
      } else {
        query[sync] = true
      }
      return .changed
    case "K212":
      return Outcome(words.hasPrefix("Remove") && remove(kSecAttrAccessible as String))
    case "K505": return Outcome(searchAsBefore(words, facts))
    default: return .notUnderstood
    }
  }

  /// K204: an attribute that no item has, alone or with the rest.
  private mutating func narrowed(
    _ words: String, _ nearest: KeychainExplaining.NearMiss, _ facts: CallFacts
  ) -> Outcome {
    if words.hasPrefix("Compare the value with what is stored") {
      let narrowing = nearest.failures.compactMap { failure -> String? in
        switch failure.how {
        case .isNotStored, .isEmpty, .differs, .differsIn: failure.attribute?.name
        case .synchronizable, .group, .kind, .form, .protection, .filter: nil
        }
      }
      let given = narrowing.filter { give($0, of: nearest.item, facts) }
      // Where no item has any value for it, there is nothing to compare with.
      return given.isEmpty ? .isAnswer : .changed
    }
    let nothing = /^There is nothing to [a-z]+ by this key\. Without ([a-z]+)/
    if let match = words.firstMatch(of: nothing) { return Outcome(remove(String(match.1))) }
    if let match = words.firstMatch(of: /^Give (kSec[A-Za-z]+) as (the item has it|it is stored)/) {
      let key = Self.key(String(match.1))
      return Outcome(give(key, of: nearest.item, facts) || remove(key))
    }
    if let match = words.firstMatch(of: /^Remove (kSec[A-Za-z]+) from the search/) {
      return Outcome(remove(Self.key(String(match.1))))
    }
    return .notUnderstood
  }

  /// K505: fewer conditions than now have found it.
  private mutating func searchAsBefore(_ words: String, _ facts: CallFacts) -> Bool {
    if words.hasPrefix("Give "), let nearest = facts.absence?.nearMisses.first {
      let failing = nearest.failures.compactMap { $0.attribute?.name }
      return failing.filter { give($0, of: nearest.item, facts) }.count > 0
    }
    guard words.hasPrefix("Search by the primary key"), let itemClass = facts.itemClass else {
      return false
    }
    let schema = Schema.of(itemClass)
    let others = query.keys.filter { name in
      guard let row = Attribute(name: name).flatMap({ schema[$0] }) else { return false }
      return !schema.primaryKey.contains(row)
    }
    for name in others { query[name] = nil }
    return !others.isEmpty
  }

  /// K203: what is looked for is in another class.
  private mutating func changeClass(_ words: String) -> Bool {
    guard let match = words.firstMatch(of: /^Change kSecClass to (kSecClass[A-Za-z]+)([^.]*)\./)
    else { return false }
    query[kSecClass as String] = Self.constant(String(match.1))
    for pair in match.2.matches(of: /(kSecAttr[A-Za-z]+) to (kSecAttr[A-Za-z]+)/) {
      query[Self.key(String(pair.2))] = query.removeValue(forKey: Self.key(String(pair.1)))
    }
    if let left = match.2.firstMatch(of: /leave out (.*)$/) {
      for name in left.1.split(separator: ", ") { query[String(name)] = nil }
    }
    return true
  }

  // MARK: - The device and the store

  /// Unlocks the device, which `restore` locks again.
  mutating func unlock(_ facts: CallFacts) {
    guard facts.device.lock != .unlocked else { return }
    let phone = stage.phone
    _ = try? phone.unlock(passcode: "1234")
    undo.append { phone.lock() }
  }

  /// Takes back what was done to the device.
  mutating func restore() {
    for step in undo.reversed() { step() }
    undo = []
  }
}

/// The dictionaries of the call.
extension AdvisedCall {
  var query: [String: Any] {
    get { call.parts.1 as? [String: Any] ?? [:] }
    set {
      let dictionary = newValue as NSDictionary
      switch call {
      case .copyMatching: call = .copyMatching(dictionary)
      case .add: call = .add(dictionary)
      case .update(_, let changes): call = .update(dictionary, setting: changes)
      case .delete: call = .delete(dictionary)
      }
    }
  }

  private var changes: [String: Any] {
    get { call.parts.2 as? [String: Any] ?? [:] }
    set {
      guard case .update(let query, _) = call else { return }
      call = .update(query, setting: newValue as NSDictionary)
    }
  }

  private mutating func remove(_ key: String) -> Bool {
    if query[key] != nil { return query.removeValue(forKey: key) != nil }
    return changes.removeValue(forKey: key) != nil
  }

  private mutating func remove(family: String) -> Bool {
    let keys = query.keys.filter { key in
      key.hasPrefix(family) || family == "m_" && key == "u_ItemList"
    }
    for key in keys { query[key] = nil }
    return !keys.isEmpty
  }

  private mutating func give(_ key: String, of item: ItemFact, _ facts: CallFacts) -> Bool {
    guard let value = stored(key, of: item, facts) else { return false }
    query[key] = value
    return true
  }

  /// The group in the dictionary that names one which is refused.
  private mutating func setGroup(_ name: Any) {
    let group = kSecAttrAccessGroup as String
    // A search may name the group of tokens, a change of what it finds may not.
    // One that is misspelled may be named twice.
    let refused = [query[group], changes[group]].map { value -> Bool in
      guard let value = value as? String, value != name as? String else { return false }
      return value == Caller.tokenGroup || value.lowercased() == (name as? String)?.lowercased()
    }
    guard !refused.contains(true) else {
      if refused[0] { query[group] = name }
      if refused[1] { changes[group] = name }
      return
    }
    let isOfChanges =
      changes[group] != nil
      && stage.phone.explain(.copyMatching(query as NSDictionary)).status
        != errSecMissingEntitlement
    if isOfChanges { changes[group] = name } else { query[group] = name }
  }

  /// The pair that was refused, and whether it is one of the changes.
  private static func refused(_ facts: CallFacts) -> (key: String, isChange: Bool)? {
    if let pair = facts.error?.pair { return (pair.key, pair.isChange) }
    if let pair = facts.pairs.first(where: { $0.effect == .rejected }) { return (pair.key, false) }
    return facts.changedPairs.first { $0.effect == .rejected }.map { ($0.key, true) }
  }

  /// Takes away what the report has named, and answers its value.
  private mutating func removeRefused(_ facts: CallFacts) -> Any? {
    guard let (key, isChange) = Self.refused(facts) else { return nil }
    return isChange ? changes.removeValue(forKey: key) : query.removeValue(forKey: key)
  }

  private mutating func renameRefused(to name: String, _ facts: CallFacts) -> Bool {
    guard let (_, isChange) = Self.refused(facts), let value = removeRefused(facts) else {
      return false
    }
    // Where the other name is given as well, the refused one goes.
    if isChange {
      changes[name] = changes[name] ?? value
    } else {
      query[name] = query[name] ?? value
    }
    return true
  }

  /// Makes an add the change of the item that is in its way.
  private mutating func change(_ collision: CollisionFact) {
    let schema = Schema.of(collision.occupant.itemClass)
    var changes: [String: Any] = [:]
    for (name, value) in query {
      guard name != kSecValueData as String else {
        changes[name] = value
        continue
      }
      // The access control is set once, at add (K719).
      guard let row = Attribute(name: name).flatMap({ schema[$0] }),
        row.attribute != .accessControl, !schema.primaryKey.contains(row)
      else { continue }
      changes[name] = value
    }
    let key = whole(collision.occupant.itemClass, collision.wanted, collision.isSynchronizable)
    call = .update(key as NSDictionary, setting: changes as NSDictionary)
  }

  /// A query for one item: by its whole key, or by its reference where nobody tells the key.
  private func one(_ item: ItemFact) -> [String: Any] {
    guard item.state == .readable else {
      return [kSecValuePersistentRef as String: reference(item)]
    }
    return whole(item.itemClass, item.attributes, item.isSynchronizable)
  }

  /// A whole key; empty parts too, without which it would mean every item that has the rest.
  private func whole(
    _ itemClass: ItemClass, _ attributes: AttributeSet, _ isSynchronizable: Bool
  ) -> [String: Any] {
    var key: [String: Any] = [kSecClass as String: itemClass.rawValue]
    let flags: [Attribute] = [
      .synchronizable, .viewHint, .tokenIdentifier, .multiUser, .sharingGroup,
    ]
    for row in Schema.of(itemClass).primaryKey where !flags.contains(row.attribute) {
      key[row.attribute.name] = attributes[row.attribute].flatMap(Self.object)
    }
    key[kSecAttrSynchronizable as String] = isSynchronizable
    return key
  }

  // MARK: - Reading what is printed

  /// `  kSecAttrAccount: "a",` as a key and a value; a name stands for what the call has.
  private func pair(_ line: String, _ facts: CallFacts) -> (String, Any)? {
    let parts = line.trimmingCharacters(in: .whitespaces).split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].hasPrefix("kSec") || parts[0].hasPrefix("\"") else {
      return nil
    }
    let key = Self.key(String(parts[0]))
    var text = parts[1].trimmingCharacters(in: .whitespaces)
    if let comment = text.range(of: ",      //") { text = String(text[..<comment.lowerBound]) }
    if text.hasSuffix(",") { text.removeLast() }
    if let value = Self.constant(text) { return (key, value) }
    if let number = Int64(text) { return (key, number) }
    if text == "Data()" { return (key, Data()) }
    if text.hasPrefix("Date(") { return (key, Date(timeIntervalSinceReferenceDate: 0)) }
    if text.hasPrefix("\"") { return (key, String(text.dropFirst().dropLast())) }
    // A name: what the call gives, else what is stored.
    if let given = query[key] { return (key, given) }
    let stored = Attribute(name: key).flatMap { facts.collision?.occupant.attributes[$0] }
    return stored.flatMap(Self.object).map { (key, $0) }
  }

  /// The key that a constant stands for.
  private static func key(_ constant: String) -> String {
    let word = constant.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    return KeyNames.key(named: word) ?? attributeNames[word] ?? word
  }

  private static let attributeNames: [String: String] = {
    var names: [String: String] = [:]
    for row in ItemClass.stored.flatMap({ Schema.of($0).rows }) {
      names[ConstantNames.constant(row.attribute)] = row.attribute.name
    }
    return names
  }()

  /// The value that a constant stands for.
  private static func constant(_ word: String) -> Any? {
    switch word {
    case "true": return true
    case "false": return false
    case "kSecAttrSynchronizableAny": return kSecAttrSynchronizableAny
    default: break
    }
    if let itemClass = ItemClass.allCases.first(where: { ConstantNames.constant($0) == word }) {
      return itemClass.rawValue
    }
    return Protection.allCases.first { ConstantNames.constant($0) == word }?.name
  }

  static func object(_ value: AttributeValue) -> Any? {
    switch value {
    case .text(let text): text
    case .bytes(let bytes): Data(bytes)
    case .number(let number): number
    case .real(let real): real
    case .date(let date): Date(timeIntervalSinceReferenceDate: date.secondsSinceReference)
    }
  }
}
