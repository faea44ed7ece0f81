// SPDX-License-Identifier: Apache-2.0

import FileKeychain
import KeychainCommands
import KeychainRequests
import KeychainTypes
import SecureMemory

/// A store in memory with the functions that the verbs need.
///
/// It refuses calls when told to.
final class ScriptedStore: ReadingService, Administration {
  struct State: Sendable {
    var items: [Match] = []
    var isMade = true
    /// The error of opening the store, or nil if it opens.
    var openingRefusal: KeychainError?
    var isRepairedMeanwhile = false
    /// The error of calls that return or change a secret.
    ///
    /// Other calls succeed.
    var secretRefusal: KeychainError?
    var addRefusal: KeychainError?
    var deleteRefusal: KeychainError?
    /// The number of searches that find nothing, as if another process added the item afterwards.
    var missedSearches = 0
    /// True if another process deletes everything before the next update.
    var vanishesBeforeUpdate = false
    var report = CheckReport()
    var rotation = RotationReport()
    /// The report of resealing.
    var resealing = CheckReport()
    var summaries: [ItemSummary] = []
    /// The items that are listed after the passcode is removed.
    var summariesWithoutPasscode: [ItemSummary] = []
    var listRefusal: KeychainError?
    /// The directories that copies were asked for.
    var copies: [String] = []
    var groups: [RequestedGroup] = []
    var lock = ScriptedLock()
    var restored = RestoreReport()
    /// The terms of each restore, in order.
    var restoreTerms: [RestoreTerms] = []
    /// The number of restores that were undone.
    var undone = 0
    var hasBeforeRestore = true
    /// The error of a restore into a new store, before or after the store is made.
    var newStoreRefusal: (KeychainError, afterMaking: Bool)?
  }

  let state = Lock(State())
  /// The directory of the administrator's trust settings, and whether this process may change it.
  let admin: (directory: String, isWritable: Bool)?
  /// The keychain files beside the store; nil if there is no place for them.
  let keychains: Keychains?
  static let path = "/store/store.db"
  /// 2016-04-08 18:51:06 UTC.
  static let moment = Instant(microseconds: 481_834_266_000_000)

  init(
    admin: (directory: String, isWritable: Bool)? = nil, keychains: Keychains? = nil,
    _ setUp: (inout State) -> Void = { _ in }
  ) {
    (self.admin, self.keychains) = (admin, keychains)
    state.withLock { setUp(&$0) }
  }

  var access: StoreAccess {
    StoreAccess(
      locate: { () throws(KeychainError) in
        StoreAccess.Place(
          directory: "/store", path: Self.path, isMade: self.state.withLock { $0.isMade })
      },
      open: { () throws(KeychainError) in
        if let refusal = self.state.withLock({ $0.openingRefusal }) { throw refusal }
        return self
      },
      maintenance: StoreAccess.Maintenance(
        diagnose: { () throws(KeychainError) in self.state.withLock { $0.report } },
        repair: { () throws(KeychainError) -> RepairReport? in
          if self.state.withLock({ $0.isRepairedMeanwhile }) { return nil }
          return RepairReport(
            found: self.state.withLock { $0.report }, rowsKept: 2, tombstonesKept: 1,
            entriesKept: 3, directory: "/store", movedAside: ["aside-x.store.db"])
        },
        reseal: { () throws(KeychainError) in self.state.withLock { $0.resealing } }),
      trust: TrustSurroundings(
        variable: { _ in nil }, now: { Self.moment },
        user: admin.map { ($0.directory + "-of-user", nil) }, admin: admin?.directory,
        isAdministrator: admin?.isWritable == true),
      restoring: { (content, passphrase) throws(KeychainError) in
        if let (refusal, isLate) = self.state.withLock({ $0.newStoreRefusal }) {
          self.state.withLock { $0.isMade = isLate }
          throw refusal
        }
        return try self.restore(content, under: .passphrase(passphrase), RestoreTerms())
      },
      keychains: keychains.map { keychains in { keychains } })
  }

  var items: [Match] { state.withLock { $0.items } }
  /// The groups that calls named, in order.
  var groups: [RequestedGroup] { state.withLock { $0.groups } }

  func rehearsing(_ rehearsal: Request.Rehearsal) -> ScriptedStore { self }

  func add(_ item: Reading<NewItem>, _ trail: inout Trail) throws(KeychainError) -> Match? {
    let new = try item.outcome.get()
    return try state.withLock { (state) throws(KeychainError) in
      if let refusal = state.addRefusal { throw refusal }
      state.groups.append(item.group)
      let key = Schema.of(new.itemClass).primaryKey
      let exists = state.items.contains { other in
        other.itemClass == new.itemClass
          && key.allSatisfy { other.attributes?[$0.attribute] == new.attributes[$0.attribute] }
      }
      if exists { throw KeychainError(.duplicateItem, "the primary key is taken") }
      var match = Match(
        new.itemClass, Identifier16(high: 0x91C0 << 48, low: UInt64(state.items.count)))
      match.attributes = new.attributes
      match.attributes?[.creationDate] = .date(Self.moment)
      match.attributes?[.modificationDate] = .date(Self.moment)
      match.secret = new.secret
      state.items.append(match)
      return nil
    }
  }

  func copyMatching(
    _ query: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) -> [Match] {
    let wanted = try query.outcome.get()
    return try state.withLock { (state) throws(KeychainError) in
      state.groups.append(query.group)
      if state.missedSearches > 0 {
        state.missedSearches -= 1
        throw KeychainError(.itemNotFound, "nothing matches yet")
      }
      if wanted.returns.contains(.secret), let refusal = state.secretRefusal { throw refusal }
      let found = state.items.filter { Self.matches($0, wanted) }
      guard !found.isEmpty else { throw KeychainError(.itemNotFound, "nothing matches") }
      return Array(found.prefix(wanted.limit.count ?? .max))
    }
  }

  func update(
    _ query: Reading<Query>, setting changes: Reading<Changes>, _ trail: inout Trail
  ) throws(KeychainError) {
    let wanted = try query.outcome.get()
    let new = try changes.outcome.get()
    try state.withLock { (state) throws(KeychainError) in
      if state.vanishesBeforeUpdate {
        state.vanishesBeforeUpdate = false
        state.items = []
        throw KeychainError(.itemNotFound, "nothing matches any more")
      }
      for index in state.items.indices where Self.matches(state.items[index], wanted) {
        state.items[index].attributes?.merge(new.attributes)
        if let secret = new.secret { state.items[index].secret = secret }
      }
    }
  }

  func delete(_ query: Reading<Query>, _ trail: inout Trail) throws(KeychainError) {
    let wanted = try query.outcome.get()
    try state.withLock { (state) throws(KeychainError) in
      if let refusal = state.deleteRefusal { throw refusal }
      state.items.removeAll { Self.matches($0, wanted) }
    }
  }

  func requireBackup() throws(KeychainError) {
    if let refusal = state.withLock({ $0.secretRefusal }) { throw refusal }
  }

  /// Returns a backup with the number of items, without sealing anything.
  func backup(under wrapping: BackupWrapping) throws(KeychainError) -> Backup {
    try state.withLock { (state) throws(KeychainError) in
      if let refusal = state.secretRefusal { throw refusal }
      return Backup(
        content: Array("backup".utf8), count: state.items.count, omitted: [.needsPasscode: 1])
    }
  }

  func restore(
    _ content: [UInt8], under wrapping: BackupWrapping, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport {
    guard content == Array("backup".utf8) else {
      throw KeychainError(.decode, "the file is not a backup of a store")
    }
    return state.withLock { state in
      state.restoreTerms.append(terms)
      return state.restored
    }
  }

  func undoRestore(_ terms: RestoreTerms) throws(KeychainError) -> RestoreReport {
    state.withLock { state in
      state.restoreTerms.append(terms)
      state.undone += 1
      return state.restored
    }
  }

  func forgetBeforeRestore() throws(KeychainError) -> Bool {
    state.withLock { state in
      defer { state.hasBeforeRestore = false }
      return state.hasBeforeRestore
    }
  }

  func describeStore() throws(KeychainError) -> StoreDescription {
    state.withLock { state in
      StoreDescription(
        directory: "/store", path: Self.path, formatVersion: 1, store: .zero, incarnation: .zero,
        lastWrite: 0, itemCount: state.items.count)
    }
  }

  func lockStatus() throws(KeychainError) -> LockStatus { state.withLock { $0.lock.status } }

  func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) -> RotationReport {
    try state.withLock { (state) throws(KeychainError) in try state.lock.set(passcode, limit) }
    return RotationReport()
  }

  func requirePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      try state.lock.require(passcode, at: door)
    }
  }

  func changePasscode(
    from old: Passcode, to new: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      try state.lock.require(old, at: door)
      state.lock.passcode = new.bytes
    }
  }

  func removePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      try state.lock.require(passcode, at: door)
      state.lock.passcode = nil
      state.summaries = state.summariesWithoutPasscode
    }
  }

  func unlockStore(
    _ passcode: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      try state.lock.require(passcode, at: door)
      state.lock.limit = limit
      state.lock.state = .unlocked
    }
  }

  func lockStore(all: Bool) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      guard state.lock.passcode != nil else { throw .parameter("the store has no passcode") }
      state.lock.state = all ? .beforeFirstUnlock : .locked
    }
  }

  func damagedParts() throws(KeychainError) -> [String] { [] }

  func check() throws(KeychainError) -> CheckReport {
    state.withLock { $0.report }
  }

  func rotateKeys() throws(KeychainError) -> RotationReport {
    state.withLock { $0.rotation }
  }

  func copyStore(to directory: String) throws(KeychainError) -> CheckReport {
    try state.withLock { (state) throws(KeychainError) in
      if let refusal = state.addRefusal { throw refusal }
      state.copies.append(directory)
      return state.report
    }
  }

  func listItems(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary] {
    try state.withLock { (state) throws(KeychainError) in
      if let refusal = state.listRefusal { throw refusal }
      return state.summaries.filter { classes.contains($0.itemClass) }
    }
  }

  private static func matches(_ item: Match, _ query: Query) -> Bool {
    guard item.itemClass == query.itemClass else { return false }
    if !query.references.isEmpty {
      return query.references.contains(.identifier(item.itemClass, item.identifier))
    }
    return query.predicates.allSatisfy { item.attributes?[$0.attribute] == $0.value }
  }
}
