// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes

/// Records the keychains that a `SecItem` call asks, and the answer of each keychain
/// (Specification/diagnostics.md, "Facts of a call", F12).
///
/// The record is a `KeychainTrail` with one step for each keychain. Only calls that are rehearsed
/// or traced have a record. The record contains no values of attributes.
///
/// In the profile `macos`, a merged call asks Latchkey's own store first, and then keychain files.
final class KeychainNotes {
  private var trail: KeychainTrail?
  private var call: ItemRequest?
  private var verb = Request.Verb.copyMatching
  private var members: [SecKeychain] = []
  private var query: (FileQuery, [FileObject]?)?
  /// The indices, in the steps of the trail, of the keychains that are being asked.
  private var current = 0..<0
  /// True if the call can succeed only if the keychains that are being asked are unlocked.
  private var needsKeys = false

  /// True if `begin` was called, because the call asks keychain files.
  var hasBegun: Bool { trail != nil }

  /// Begins the trail of a call on keychain files.
  ///
  /// - Parameter isMerged: true if the call asks Latchkey's own store first, and then the files.
  func begin(
    _ call: ItemRequest, _ verb: Request.Verb, _ members: FileMembers,
    besideStore isMerged: Bool = false
  ) {
    guard let keychains = members.all.first?.keychains else { return }
    (self.call, self.verb, self.members) = (call, verb, members.all)
    var trail = keychains.emptyTrail(isNamed: members.isNamed)
    let request = call.dictionary.request(verb, in: call.profile)
    if let file = members.all.lazy.compactMap({ call.file($0) }).first {
      trail.canAsk = file.canAsk && request.pairs.interaction == .allow
    }
    trail.isMerged = isMerged
    trail.reason = call.dictionary.reasonForFiles
    if isMerged { trail.steps = [keychains.unasked(.store)] }
    if case .text(let name)? = request.pairs[.itemClass, "class"],
      let itemClass = ItemClass(rawValue: name)
    {
      trail.ignored = call.dictionary.withoutEffect(on: itemClass)
    }
    self.trail = trail
  }

  /// Notes the answer of Latchkey's own store to a merged call, which asks the store and then
  /// files.
  ///
  /// - Parameter error: nil if the store answered without an error.
  func storeAnswers(_ error: KeychainError?) {
    guard trail?.steps.first?.kind == .store else { return }
    trail?.steps[0].isAsked = true
    trail?.steps[0].error = error
    trail?.steps[0].matches = Int(call?.exchange?.trail?.matched ?? 0)
  }

  /// Notes that keychains are about to be searched together for the items of a query.
  ///
  /// The matching items are counted here, before the call itself searches.
  ///
  /// - Parameter objects: the objects in the dictionary; only items that these objects stand for
  ///   match. Nil if the dictionary has no objects, so that only the query decides.
  func asks(_ group: [SecKeychain], _ query: FileQuery, _ objects: [FileObject]?) {
    self.query = (query, objects)
    var wanted = query
    wanted.limit = Limit(count: nil)
    let files = group.compactMap { call?.file($0) }
    let found = (try? FileService(files, isNamed: true).find(wanted, among: objects)) ?? []
    let operation =
      verb == .copyMatching ? found.first.flatMap { $0.operation(for: query.returns) } : nil
    asks(group, needsKeys: verb == .update || operation != nil)
    for place in current {
      let own = found.filter { $0.item.keychain.path == file(of: place, in: group)?.path }
      trail?.steps[place].matches = own.count
      guard let operation, let match = own.first else { continue }
      let item = match.key ?? match.item
      trail?.steps[place].gate = (try? item.keychain.gate(of: item, operation)) ?? nil
    }
  }

  /// Notes that keychains are about to be asked together, with one step of the trail for each.
  ///
  /// - Parameter needsKeys: true if the keychains must be unlocked for the call.
  func asks(_ group: [SecKeychain], needsKeys: Bool) {
    guard let steps = trail?.steps, let call else { return }
    self.needsKeys = needsKeys
    current = steps.count..<steps.count + group.count
    for keychain in group {
      var step = keychain.keychains.unasked(keychain.member)
      step.isAsked = true
      if let file = call.file(keychain) {
        if file.isMissing {
          step.error = KeychainError(.noSuchKeychain, "the keychain file does not exist")
        }
        step.isLocked = (try? file.status().contains(.unlocked)) == false
      }
      trail?.steps.append(step)
    }
  }

  private func file(of place: Int, in group: [SecKeychain]) -> Keychain? {
    call?.file(group[place - current.lowerBound])
  }

  /// Notes the common answer of the keychains that the last call of `asks` named.
  ///
  /// - Parameters:
  ///   - error: nil if the keychains answered without an error.
  ///   - count: the number of items that the call took from the keychains; nil if it is not known.
  ///   - isOfKeychain: true if the error is about a keychain as a whole. The call then goes on with
  ///     the next keychain.
  func answers(_ error: KeychainError?, count: Int? = nil, isOfKeychain: Bool = false) {
    guard let trail else { return }
    let isForetold = error?.code == .userCancelled && call?.copies != nil
    for place in current {
      var step = trail.steps[place]
      if step.kind != .file, let count { step.matches = count }
      let isMeant = verb == .add || step.matches > 0
      if let error, !isForetold, isMeant || isOfKeychain || current.count == 1 {
        step.error = error
        step.endsCall = !isOfKeychain
        if error.code == .duplicateItem, verb == .add { step.matches = 1 }
      } else if !isMeant || count == 0, step.error == nil {
        step.error = KeychainError(.itemNotFound, "the keychain has no matching item")
      }
      step.asksUser =
        isForetold && isMeant
        || needsKeys && isMeant && (step.isLocked || step.gate != nil) && trail.canAsk
          && trail.mayAsk
      self.trail?.steps[place] = step
    }
  }
}

/// Functions that return the finished record, for the findings of an explanation.
extension KeychainNotes {
  /// Returns the trail of a call that has ended.
  ///
  /// Nil if the call asked only Latchkey's own store, with one exception. If the store found no
  /// item, but a keychain file has a matching item, the trail shows this file.
  ///
  /// - Parameter error: the error of the whole call; nil if the call succeeded.
  func trail(
    of call: ItemRequest, _ verb: Request.Verb, after error: KeychainError?
  ) -> KeychainTrail? {
    let isAbsent = error?.code == .itemNotFound
    guard var trail else { return isAbsent ? inFiles(call, verb, error) : nil }
    let asked = Set(trail.steps.map(\.name))
    trail.steps += members.map { $0.keychains.unasked($0.member) }
      .filter { !asked.contains($0.name) }
    guard isAbsent, !trail.isNamed, let query, let keychains = members.first?.keychains else {
      return trail
    }
    let paths = members.map(\.path)
    trail.unlisted = steps(
      keychains.inFolder().filter { !paths.contains($0.path) }, query, of: keychains)
    if !trail.isMerged, trail.reason == .flag { trail.elsewhere = inStore(query.0, keychains) }
    return trail
  }

  /// Returns the request that findings examine: normally the request that the call sent to the
  /// store.
  ///
  /// A call that asked only keychain files sent no request to the store. The function then makes a
  /// request from the call's dictionary.
  func asked(_ exchange: Exchange) -> AskedFact {
    guard exchange.trail == nil, let call, trail != nil else { return AskedFact(exchange) }
    // The changes of an update say nothing about where its items are.
    let reading: Request.Verb = verb == .add ? .add : .copyMatching
    return AskedFact(call.dictionary.withoutObjects().request(reading, in: call.profile))
  }

  private func steps(
    _ files: [Keychain], _ query: (FileQuery, [FileObject]?), of keychains: Keychains
  ) -> [KeychainTrail.Step] {
    var all = query.0
    all.limit = Limit(count: nil)
    return files.compactMap { file in
      let found = try? FileService([file], isNamed: true).find(all, among: query.1)
      guard let found, !found.isEmpty else { return nil }
      var step = keychains.unasked(.file(file))
      step.matches = found.count
      return step
    }
  }

  /// Returns a step for Latchkey's own store if it has items for a query that went to files alone.
  ///
  /// The result is empty if the store has no such item or cannot be searched.
  private func inStore(_ query: FileQuery, _ keychains: Keychains) -> [KeychainTrail.Step] {
    guard var call else { return [] }
    (call.exchange, call.keychains, call.rehearsal) = (nil, nil, Request.Rehearsal())
    let store = SecKeychain(keychains, .store)
    let items = try? StoreMember(call, store, query).items(limit: nil)
    guard let items, !items.isEmpty else { return [] }
    var step = keychains.unasked(.store)
    step.matches = items.count
    return [step]
  }

  /// Returns the trail of a call that asked Latchkey's own store alone, if a file of the search
  /// list has a matching item.
  ///
  /// Nil if no file has a matching item, or if `kSecUseDataProtectionKeychain` is not true in the
  /// dictionary.
  private func inFiles(
    _ call: ItemRequest, _ verb: Request.Verb, _ error: KeychainError?
  ) -> KeychainTrail? {
    guard call.profile == .dataProtection, verb != .add,
      call.dictionary[FlagKey.dataProtection].flatMap({ RequestValue.boolean($0) }) == true,
      let keychains = try? KeychainChoice.current(), let list = try? keychains.searchList(),
      let objects = try? FileObjects(call.dictionary),
      let query = try? FileQuery(
        call.dictionary.withoutObjects().request(verb, in: call.profile),
        itemClass: objects.itemClass)
    else { return nil }
    let found = steps(list.compactMap(\.file), (query, objects.all), of: keychains)
    guard !found.isEmpty else { return nil }
    var trail = keychains.emptyTrail(isNamed: false)
    trail.steps = [keychains.unasked(.store)]
    (trail.steps[0].isAsked, trail.steps[0].error) = (true, error)
    trail.elsewhere = found
    return trail
  }
}

extension Keychain {
  /// Returns the part of an item's access list that stops this program; nil if the list lets it
  /// pass.
  ///
  /// The part is the entries for the operation, or the partition list.
  fileprivate func gate(
    of item: KeychainItem, _ operation: Authorization
  ) throws(KeychainError) -> KeychainTrail.Gate? {
    try gate(of: item, operation, for: client)
  }
}

extension ForeignDictionary {
  /// The reason why a call with this dictionary asks keychain files.
  fileprivate var reasonForFiles: KeychainTrail.Reason {
    let key = pairs.first { KeychainRoute.fileKeys.contains($0.key.name) }
    if let key { return .key(key.key.name) }
    if fileItem != nil { return .key(ValueKey.reference.rawValue) }
    if self[.value, ValueKey.persistentReference.rawValue] != nil {
      return .key(ValueKey.persistentReference.rawValue)
    }
    let flag = self[FlagKey.dataProtection].flatMap { RequestValue.boolean($0) }
    return flag == false ? .flag : .profile
  }

  /// Returns the names of this dictionary's attributes that keychain files cannot store, so that
  /// the attributes have no effect.
  fileprivate func withoutEffect(on itemClass: ItemClass) -> [String] {
    pairs.compactMap { pair in
      guard let attribute = pair.key.attribute, attribute != FlagKey.dataProtection,
        attribute != FlagKey.accessList, !itemClass.hasPlace(for: attribute)
      else { return nil }
      return pair.key.name
    }
  }
}
