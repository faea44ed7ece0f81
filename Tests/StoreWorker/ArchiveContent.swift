// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The clock by which an archive is made.
///
/// Each `step` adds a second.
final class ArchiveClock: KeychainClock {
  // Begins at 2026-11-21 00:00:00 UTC, in microseconds since 2001.
  private let time = Lock<Int64>(816_912_000_000_000)

  func now() -> Instant { Instant(microseconds: time.withLock { $0 }) }
  func sinceBoot() -> Int64 { time.withLock { $0 } }
  func step() { time.withLock { $0 += 1_000_000 } }
}

/// The content of an archive: examples of everything that its format can hold.
struct ArchiveContent {
  static let caller = Caller(
    identifier: "org.example.archive", groups: ["archive.first", "archive.second"])

  /// The caller of before with one group fewer and a new version.
  private static let changed = Caller(
    identifier: "org.example.archive", groups: ["archive.second"], version: "2.0")

  private let clock: ArchiveClock
  private var lines: [ArchiveLines] = []

  init(clock: ArchiveClock) { self.clock = clock }

  var text: String { lines.map(\.text).joined() }

  mutating func fill(_ engine: Engine) throws {
    let session = engine.session(as: Self.caller)
    for item in ArchiveItems.all { try add(item, session) }
    try change(session)
    try deleteWhileLocked(engine)
    clock.step()
    _ = try session.add(Self.password("aside", secret: "of no use to anybody"))
  }

  /// Adds an item in place of the row that was damaged meanwhile.
  ///
  /// The damaged row is kept aside.
  mutating func replaceDamaged(_ engine: Engine) throws {
    try add(Self.password("aside", secret: "added again"), engine.session(as: Self.caller))
    lines.append(ArchiveLines("count aside 1"))
    // From format 2 on: rows of two generations of keys, because most classes were locked.
    clock.step()
    _ = try Self.locked(engine).rotateKeys()
  }

  private static func locked(_ engine: Engine) -> Session {
    engine.testOnlyLocked(keeping: [.always, .alwaysThisDeviceOnly]).session(as: caller)
  }

  /// Makes the changes that stay in the log.
  mutating func finish(_ engine: Engine) throws {
    let session = engine.session(as: Self.caller)
    // From format 3 on: the record of a program, before and after it changed.
    session.notice()
    clock.step()
    engine.session(as: Self.changed).notice()
    lines.append(ArchiveLines("count programs 1"))
    try add(Self.password("in the log", secret: "only there"), session)
    clock.step()
    _ = try session.add(Self.password("deleted in the log", sync: true))
    clock.step()
    try session.delete(Self.query("deleted in the log", sync: true))
    leave(Self.password("deleted in the log", sync: true), "deleted")
  }

  /// Makes updates, moves and deletions that leave traces.
  private mutating func change(_ session: Session) throws {
    for account in ["updated", "deleted", "moved away", "withdrawn"] {
      clock.step()
      _ = try session.add(Self.password(account, secret: "first", sync: true))
    }
    clock.step()
    _ = try session.add(Self.password("deleted without a trace", secret: "gone"))
    clock.step()
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("second".utf8))
    changes.attributes[.comment] = .text("updated once")
    try session.update(Self.query("updated", sync: true), setting: changes)
    var updated = Self.password("updated", secret: "second", sync: true)
    updated.attributes[.comment] = .text("updated once")
    note(updated)

    clock.step()
    try session.delete(Self.query("deleted", sync: true))
    leave(Self.password("deleted", sync: true), "deleted")
    try session.delete(Self.query("deleted without a trace", sync: false))

    clock.step()
    var rename = Changes()
    rename.attributes[.account] = .text("moved here")
    try session.update(Self.query("moved away", sync: true), setting: rename)
    note(Self.password("moved here", secret: "first", sync: true))
    leave(Self.password("moved away", sync: true), "moved")

    clock.step()
    var local = Changes()
    local.isSynchronizable = false
    try session.update(Self.query("withdrawn", sync: true), setting: local)
    note(Self.password("withdrawn", secret: "first"))
    leave(Self.password("withdrawn", sync: true), "withdrawn")
  }

  /// Makes a tombstone that waits for its class key.
  private mutating func deleteWhileLocked(_ engine: Engine) throws {
    clock.step()
    _ = try engine.session(as: Self.caller).add(Self.password("deleted while locked", sync: true))
    clock.step()
    try Self.locked(engine).delete(Self.query("deleted while locked", sync: true))
    leave(Self.password("deleted while locked", sync: true), "unfinished")
  }

  private mutating func add(_ item: NewItem, _ session: Session) throws {
    clock.step()
    _ = try session.add(item, group: ArchiveItems.group(of: item))
    var dated = item
    dated.attributes[.creationDate] = .date(clock.now())
    dated.attributes[.modificationDate] = .date(clock.now())
    note(dated)
  }

  private mutating func note(_ item: NewItem) { lines.append(ArchiveLines(item)) }

  private mutating func leave(_ item: NewItem, _ reason: String) {
    lines.append(ArchiveLines(tombstoneOf: item, reason))
  }

  static func password(_ account: String, secret: String? = nil, sync: Bool = false) -> NewItem {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text("archive")
    item.attributes[.account] = .text(account)
    item.isSynchronizable = sync
    item.secret = secret.map { SecretBytes(copying: Array($0.utf8)) }
    return item
  }

  private static func query(_ account: String, sync: Bool) -> Query {
    var query = Query(.genericPassword, [Predicate(.account, .text(account))])
    query.sync = .only(sync)
    return query
  }
}
