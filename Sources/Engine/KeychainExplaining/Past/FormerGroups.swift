// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Searches the access groups that the program held in the past for items that match a query.
///
/// Specification/diagnostics.md, "Lost items: from symptom to moved items". Only items that the
/// program itself made are found, because the program must not learn about items that other
/// programs made in these groups. A program without entitlements also finds the items of other
/// programs without entitlements, because nothing separates these programs.
struct FormerGroups {
  let session: Session
  let reader: StoreReader
  let query: Query
  let effort: SearchEffort
  /// A low estimate of the number of rows that can be decrypted in one millisecond.
  private static let perMillisecond = 10
  /// The greatest number of lost items whose primary keys are looked up in the caller's main group.
  ///
  /// The main group is the access group of the caller's new items. A lost item cannot be moved into
  /// the main group if an item there has its primary key.
  private static let mostCompared = 20

  /// Returns the program's items in a group that the program has lost, and the program's history.
  ///
  /// The history is the application history: the store's record of the groups that the program held
  /// in the past. If the program has not lost the group or has no items in it, the result has only
  /// the history. The history is nil if the store does not remember the program.
  func access(to group: String) throws(KeychainError) -> FormerAccess {
    var access = FormerAccess()
    let caller = session.caller
    access.history = try reader.history(of: caller, under: session.codec.keybag)
    guard access.history?.lostGroups(to: caller).contains(group) == true else { return access }
    let place = try place(group, by: caller.identifier, among: 1)
    if place.count > 0 { access.lost = [place] }
    return access
  }

  func access() throws(KeychainError) -> FormerAccess {
    var access = FormerAccess()
    let caller = session.caller
    let seal = RegistrySeal(session.codec.keybag)
    access.history = try reader.history(of: caller, under: session.codec.keybag)
    access.events = try reader.keyEvents(under: session.codec.keybag)
    access.search = try workedBefore(access.history)
    let lost = access.history?.lostGroups(to: caller) ?? []
    for group in lost {
      let place = try place(group, by: caller.identifier, among: lost.count)
      if place.count > 0 { access.lost.append(place) }
    }
    if case .adHoc = caller.origin {
      access.others = try others(
        than: caller, seenSince: access.history?.generations.first?.since, seal)
    }
    return access
  }

  /// Returns the newest recorded search that found an item with fewer conditions than the present
  /// search.
  ///
  /// All conditions of the recorded search are also conditions of the present search. Nil if the
  /// history has no search of this kind.
  private func workedBefore(
    _ history: ApplicationHistory?
  ) throws(KeychainError) -> EarlierSearch? {
    guard let history, !history.searches.isEmpty else { return nil }
    let conditions = try session.codec.conditions(of: query)
    for search in history.searches.reversed() {
      guard let added = search.added(by: conditions, of: query.itemClass), !added.isEmpty else {
        continue
      }
      let version = history.generations.first { $0.number == search.generation }?.version
      return EarlierSearch(time: search.time, version: version, added: added)
    }
    return nil
  }

  /// Returns other programs without entitlements, if they made items that match the query.
  ///
  /// The program that was seen most recently comes first. A program is marked as gone
  /// (`Place.isGone`) if its executable file was removed. The caller may be this program under a
  /// new name. A program that was in use after `start` is therefore not marked.
  ///
  /// - Parameter start: the time when the caller was first seen, or nil if it was not seen before.
  private func others(
    than caller: Caller, seenSince start: Instant?, _ seal: RegistrySeal
  ) throws(KeychainError) -> [FormerAccess.Place] {
    let rows = try storing { () throws(StorageError) in try reader.registryRows() }
    let histories = rows.reversed().compactMap { seal.history(in: $0) }.filter {
      $0.generations.last?.hasEntitlements == false && $0.identifier != caller.identifier
    }
    var places: [FormerAccess.Place] = []
    for history in histories {
      let name = history.identifier
      var place = try place(name, by: name, among: histories.count)
      place.executable = history.generations.last?.executable
      place.isGone =
        place.executable.map { !Self.isThere($0) } == true && !isBeside(place, history, start)
      if place.count > 0 { places.append(place) }
    }
    return places
  }

  /// Returns true if another program was still in use after the caller was first seen.
  ///
  /// In that case, the caller is not the other program under a new name. False if `start` is nil.
  private func isBeside(
    _ place: FormerAccess.Place, _ history: ApplicationHistory, _ start: Instant?
  ) -> Bool {
    guard let start else { return false }
    let moments =
      history.generations.map(\.since) + history.searches.map(\.time)
      + place.items.flatMap { item in
        [Attribute.creationDate, .modificationDate].compactMap { name in
          if case .date(let moment)? = item.attributes[name] { moment } else { nil }
        }
      }
    return moments.contains { $0 > start }
  }

  private static func isThere(_ path: String) -> Bool {
    var about = stat()
    return unsafe stat(path, &about) == 0
  }

  /// Returns the first items that match the query, among the items that a program made in a group.
  ///
  /// If at least one item matches, `count` of the result also includes items that do not match.
  /// `count` is the number of all items of the class that the program made in the group. If no item
  /// matches, the result has no items and the count 0. The search reads only as many rows as its
  /// time limit allows, so `count` may be too small.
  ///
  /// - Parameter places: the number of searched groups, among which the time limit is divided.
  private func place(
    _ group: String, by creator: String, among places: Int
  ) throws(KeychainError) -> FormerAccess.Place {
    let affordable = effort.milliseconds * Self.perMillisecond / max(1, places)
    let most = max(1, min(effort.candidates, affordable))
    let meant = try made(by: creator, in: group, meaning: query, upTo: most)
    guard meant.count > 0 else { return FormerAccess.Place(group: group, items: [], count: 0) }
    var everything = Query(query.itemClass)
    everything.sync = .any
    let all = try made(by: creator, in: group, meaning: everything, upTo: most)
    var place = FormerAccess.Place(
      group: group, items: meant.items, count: max(all.count, meant.count))
    everything.sync = .only(true)
    place.hasSynchronizable =
      try made(by: creator, in: group, meaning: everything, upTo: most).count > 0
    if creator == session.caller.identifier { place.taken = try taken(by: all.items) }
    return place
  }

  /// Returns the items in the caller's main group that have the primary key of one of the given
  /// items.
  ///
  /// The main group is the access group of the caller's new items. The caller can therefore see the
  /// returned items anyway.
  private func taken(by items: [ItemFact]) throws(KeychainError) -> [ItemFact] {
    let target = session.caller.mainGroup
    guard let itemClass = items.first?.itemClass else { return [] }
    let digested = Set(Schema.of(itemClass).digested.map(\.attribute))
    let key = Wording.ownKey(of: itemClass).filter { digested.contains($0) }
    var found: [ItemFact] = []
    for item in items.prefix(Self.mostCompared) where item.state == .readable {
      var same = Query(
        itemClass, key.compactMap { name in item.attributes[name].map { Predicate(name, $0) } })
      guard same.predicates.count == key.count else { continue }
      same.sync = .only(item.isSynchronizable)
      let plan = try session.planner.plan(same, within: .groups([target]), reading: .digests)
      let survey = MatchSurvey(session: session, reader: reader, plan: plan, query: same)
      found += try survey.matches(upTo: 1).0
    }
    return found
  }

  private func made(
    by creator: String, in group: String, meaning query: Query, upTo most: Int
  ) throws(KeychainError) -> (items: [ItemFact], count: Int) {
    let plan = try session.planner.plan(query, within: .groups([group]), reading: .digests)
    let survey = MatchSurvey(session: session, reader: reader, plan: plan, query: query)
    let (items, count) = try survey.matches(upTo: most, by: creator)
    return (items, count)
  }
}

extension StoreReader {
  /// Returns the application history of a program, or nil if the store has no history of the
  /// program.
  func history(
    of caller: Caller, under keybag: UnlockedKeybag
  ) throws(KeychainError) -> ApplicationHistory? {
    let seal = RegistrySeal(keybag)
    let name = try sealing { () throws(SealError) in try seal.name(of: caller.identifier) }
    let row = try storing { () throws(StorageError) in try registryRow(named: name) }
    return row.flatMap { seal.history(in: $0) }
  }
}
