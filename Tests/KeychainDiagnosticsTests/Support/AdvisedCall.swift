// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import Security

/// A call that is changed by following the advice of its reports.
///
/// Names that a refusal mentions are taken from the facts. Words are read only where they are the
/// advice.
struct AdvisedCall {
  /// The outcome of following a finding.
  enum Outcome: Equatable {
    /// The call or the state of the device was changed.
    case changed
    /// The finding says that no change of the call can help.
    case isAnswer
    /// This test does not know the words, or cannot do as they ask.
    case notUnderstood

    fileprivate init(_ isDone: Bool) { self = isDone ? .changed : .notUnderstood }
  }

  private(set) var call: KeychainCall
  let stage: Stage
  /// The steps that undo the changes of the state, in the order in which they were made.
  private(set) var undo: [() -> Void] = []

  init(_ call: KeychainCall, on stage: Stage) {
    self.call = call
    self.stage = stage
  }

  /// The codes of findings that say that no change of the call helps, each with the reviewed
  /// reason.
  static let answers = [
    "K201": "nothing of the class is there: it has to be added",
    "K202": "it was never stored: the add has to be made again",
    "K217": "it was deleted: it has to be added again",
    "K218": "nothing is near: the value itself is wrong, and only the program knows the right one",
    "K219": "its key is gone for good: it has to be added anew",
  ]

  // MARK: - Following

  /// Follows the advice of a finding.
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

  /// Follows program text: a call to paste, or a line of a dictionary.
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

  /// Follows a refusal of a key: removes it, or renames it to the name that the class has.
  private mutating func followRefusal(
    _ code: String, _ words: String, _ facts: CallFacts
  ) -> Outcome? {
    switch code {
    case "K701":
      // A key with no single counterpart is removed: `Use acct or svce`, `Only class genp has it`.
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

  /// Follows a finding about an item that is in the way of an add or an update.
  private mutating func followCollision(
    _ code: String, _ words: String, _ facts: CallFacts
  ) -> Outcome? {
    guard let collision = facts.collision else { return nil }
    switch code {
    case "K101", "K105", "K106", "K109":
      // The advice is to find the item and update it, so the add becomes that update.
      guard case .add = call else { return .notUnderstood }
      change(collision)
      return .changed
    case "K103":
      guard let match = words.firstMatch(of: /^Give each user a separate (kSec[A-Za-z]+)/) else {
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

  /// Follows advice about the device, the program or the user.
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
      // Each text says in its own words to wait until the device is unlocked.
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

  /// Follows advice to change a query that finds no item.
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
      // A locked item does not tell its group, so the query searches all groups.
      guard let meant = nearest?.item.group else { return Outcome(remove(group)) }
      query[group] = meant
      return .changed
    case "K209", "K210":
      // The texts offer different values. The first one is taken.
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

  /// Follows K204: an attribute with a value that no item has, alone or with the rest.
  private mutating func narrowed(
    _ words: String, _ nearest: KeychainExplaining.NearMiss, _ facts: CallFacts
  ) -> Outcome {
    if words.hasPrefix("Compare the value with the stored values") {
      let narrowing = nearest.failures.compactMap { failure -> String? in
        switch failure.how {
        case .isNotStored, .isEmpty, .differs, .differsIn: failure.attribute?.name
        case .synchronizable, .group, .kind, .form, .protection, .filter: nil
        }
      }
      let given = narrowing.filter { give($0, of: nearest.item, facts) }
      // If no item has a value for it, there is nothing to compare with.
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

  /// Follows K505: a query with fewer conditions found the item before.
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

  /// Follows K203: the item is in another class.
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

  /// Unlocks the device.
  ///
  /// `restore` locks it again.
  mutating func unlock(_ facts: CallFacts) {
    guard facts.device.lock != .unlocked else { return }
    let phone = stage.phone
    _ = try? phone.unlock(passcode: "1234")
    undo.append { phone.lock() }
  }

  /// Undoes the changes of the device.
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

  /// Sets the group in the dictionary that names the refused group.
  private mutating func setGroup(_ name: Any) {
    let group = kSecAttrAccessGroup as String
    // A search may name the token group, a change may not. A misspelled group may be in both.
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

  /// Returns the refused pair, and whether it is one of the changes.
  private static func refused(_ facts: CallFacts) -> (key: String, isChange: Bool)? {
    if let pair = facts.error?.pair { return (pair.key, pair.isChange) }
    if let pair = facts.pairs.first(where: { $0.effect == .rejected }) { return (pair.key, false) }
    return facts.changedPairs.first { $0.effect == .rejected }.map { ($0.key, true) }
  }

  /// Removes the pair that the report names, and returns its value.
  private mutating func removeRefused(_ facts: CallFacts) -> Any? {
    guard let (key, isChange) = Self.refused(facts) else { return nil }
    return isChange ? changes.removeValue(forKey: key) : query.removeValue(forKey: key)
  }

  private mutating func renameRefused(to name: String, _ facts: CallFacts) -> Bool {
    guard let (_, isChange) = Self.refused(facts), let value = removeRefused(facts) else {
      return false
    }
    // If the other name is given as well, the refused one is dropped.
    if isChange {
      changes[name] = changes[name] ?? value
    } else {
      query[name] = query[name] ?? value
    }
    return true
  }

  /// Turns an add into an update of the item that is in its way.
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

  /// Returns a query for one item: by its whole key, or by its reference if it is not readable.
  private func one(_ item: ItemFact) -> [String: Any] {
    guard item.state == .readable else {
      return [kSecValuePersistentRef as String: reference(item)]
    }
    return whole(item.itemClass, item.attributes, item.isSynchronizable)
  }

  /// Returns a whole primary key, with its empty parts.
  ///
  /// Without them it would match more items.
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

  // MARK: - Reading printed text

  /// Reads a printed line like `kSecAttrAccount: "a",` as a key and a value.
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
    // A name stands for the value that the call gives, else for the stored value.
    if let given = query[key] { return (key, given) }
    let stored = Attribute(name: key).flatMap { facts.collision?.occupant.attributes[$0] }
    return stored.flatMap(Self.object).map { (key, $0) }
  }

  /// Returns the key that a constant stands for.
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

  /// Returns the value that a constant stands for.
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
