// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests stores that are older than their history.
///
/// Items that were deleted so long ago that no entry records it stay away. Undamaged items of that
/// age are there again.
@Suite struct RepairAgeTests {
  @Test(
    "a damaged page that holds nothing, the history trimmed in part and in whole",
    arguments: [4, 40])
  func emptyIndex(_ updates: Int) throws {
    let old = try OldStore(kept: 1, deleted: 120, updates: updates)
    let entries = try old.store.number("SELECT count(*) FROM history")
    #expect(updates == 4 ? entries > 100 && entries < 240 : entries == Int64(updates))
    let page = try old.store.number("SELECT rootpage FROM sqlite_master WHERE name = 'keys_key'")
    old.store.close()
    try old.flip(Int(page - 1) * 512 + 100)
    let repair = StoreRepair(StoreLocation(directory: old.store.directory))
    let kinds = Set(try repair.diagnose().findings.map(\.kind))
    #expect(kinds == [.fileDamaged])
    let report = try #require(try repair.repair())
    #expect(!report.hasLosses, "\(report.found.findings)")
    #expect(report.rowsKept == 1 && report.entriesKept == Int(entries))
    #expect(try old.judge() == OldStore.Judgement(lost: 0, back: 0, aside: 0))
  }

  @Test("one damaged byte anywhere: nothing deleted is back, what is whole is there")
  func anyByte() throws {
    let old = try OldStore(kept: 30, deleted: 90, updates: 40)
    let roots = try ["genp", "genp_slot", "meta", "history"].map {
      Int(try old.store.number("SELECT rootpage FROM sqlite_master WHERE name = '\($0)'"))
    }
    old.store.close()
    let files = try old.store.files()
    let database = Array(try #require(files["store.db"]))
    let trunk = database[32..<36].reduce(0) { $0 << 8 | Int($1) }
    #expect(trunk > 0)
    let special = ([1, trunk] + roots).flatMap { page in
      [0, 4, 9, 33, 38, 60, 200, 450].map { (page - 1) * 512 + $0 }
    }
    let anywhere = stride(from: 512 * 20 + 77, to: database.count, by: database.count / 35 | 1)
    for place in special + anywhere {
      // Some bytes make the file look like a foreign one, which is refused and not repaired.
      old.restore(files)
      try old.flip(place)
      guard
        let report = try StoreRepair(StoreLocation(directory: old.store.directory)).repair()
      else { continue }
      let said = "byte \(place % 512) of page \(place / 512 + 1): \(report.found.findings)"
      let judgement = try old.judge()
      #expect(judgement.back == 0 && judgement.lost <= 1, "\(judgement), \(said)")
      #expect(report.hasLosses == (judgement.lost > 0), "\(judgement), \(said)")
    }
  }

  @Test("neither trees nor the list of free pages: the head tells the rows that there were")
  func headTells() throws {
    let old = try OldStore(kept: 12, deleted: 36, updates: 40)
    let root = Int(try old.store.number("SELECT rootpage FROM sqlite_master WHERE name = 'genp'"))
    old.store.close()
    let head = Array(try #require(try old.store.files()["store.db"]).prefix(40))
    let trunk = head[32..<36].reduce(0) { $0 << 8 | Int($1) }
    #expect(trunk > 0)
    for page in [1, root, trunk] { try old.wipe(page: page) }
    let report = try #require(
      try StoreRepair(StoreLocation(directory: old.store.directory)).repair())
    #expect(!report.hasLosses, "\(report.found.findings)")
    #expect(try old.judge() == OldStore.Judgement(lost: 0, back: 0, aside: 0))
  }

  @Test("a row that cannot be judged: its sound image counts, not one with a higher write number")
  func unjudged() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("a", protection: "ak"))
    let row = try store.rows()[0]
    let codec = try unwrap(store.engine).testOnlyLocked(keeping: RotationStore.kept).codec
    var damaged = row
    damaged.facts.write = 99
    let inUse: Standing = [.current, .owned, .listed]
    for isFirst in [true, false] {
      var rows = SalvagedRows(codec)
      var taken = isFirst ? [rows.take(damaged, inUse)] : []
      taken.append(rows.take(row, [.listed, .sound]))
      if !isFirst { taken.append(rows.take(damaged, inUse)) }
      #expect(taken == [true, true])
      #expect(rows.newest([:]).map(\.row) == [row])
    }
    var alone = SalvagedRows(codec)
    _ = alone.take(damaged, inUse)
    #expect(alone.newest([:]).map(\.row) == [damaged])
  }

  @Test("no head, and no tree to the rows: what nothing proves is moved aside, and said")
  func nothingProves() throws {
    let old = try OldStore(kept: 30, deleted: 90, updates: 40)
    let roots = try ["genp", "meta"].map {
      Int(try old.store.number("SELECT rootpage FROM sqlite_master WHERE name = '\($0)'"))
    }
    old.store.close()
    // The list of free pages is destroyed too.
    for root in [1] + roots { try old.wipe(page: root) }
    let report = try #require(
      try StoreRepair(StoreLocation(directory: old.store.directory)).repair())
    #expect(report.hasLosses)
    let judgement = try old.judge()
    #expect(judgement.back == 0 && judgement.aside >= judgement.lost, "\(judgement)")
    #expect(judgement.lost > 0)
    #expect(report.found.findings.count { $0.kind == .rowInDoubt } >= judgement.lost)
  }
}

/// A store in which most items were written and deleted a hundred days before its last changes.
final class OldStore {
  struct Judgement: Equatable {
    /// The number of missing items, and then of items that should not be there.
    let lost: Int
    let back: Int
    let aside: Int
  }

  let store: ProofStore
  private let kept: Int
  private let updates: Int

  init(kept: Int, deleted: Int, updates: Int) throws {
    store = try ProofStore()
    self.kept = kept
    self.updates = updates
    let session = try store.session()
    let names = (0..<kept).map { "kept\($0)" } + (0..<deleted).map { "gone\($0)" }
    // In mixed order, so that pages hold both kept and deleted items.
    for number in names.indices {
      _ = try session.add(password(names[number * 7 % names.count], secret: "first"))
    }
    for number in 0..<deleted { try session.delete(asking("gone\(number)")) }
    store.clock.advance(seconds: 100 * 86_400)
    for number in 0..<updates {
      var changes = Changes()
      changes.secret = SecretBytes(copying: Array("kept \(number)".utf8))
      try session.update(asking("kept0"), setting: changes)
    }
  }

  func restore(_ files: [String: Data]) {
    DamageFiles.removeAll(in: store.directory)
    for (name, bytes) in files {
      DamageFiles.write(Array(bytes), to: "\(store.directory)/\(name)")
    }
  }

  func flip(_ place: Int) throws {
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: store.database)))
    bytes[place] ^= 0x55
    DamageFiles.write(bytes, to: store.database)
  }

  func wipe(page: Int) throws {
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: store.database)))
    for place in (page - 1) * 512..<page * 512 { bytes[place] = 0 }
    DamageFiles.write(bytes, to: store.database)
  }

  /// Opens the store, reads every item and the check's report, and closes it.
  func judge() throws -> Judgement {
    try store.open()
    defer { store.close() }
    let check = try store.session().check()
    #expect(check.isClean, "\(check.findings)")
    var secrets: [String: String] = [:]
    let found = try? store.session().copyMatching(asking(nil, [.attributes, .secret]))
    for item in found ?? [] {
      guard case .text(let account)? = item.attributes?[.account] else { continue }
      secrets[account] = item.secret?.text
    }
    let lost = (0..<kept).count {
      secrets["kept\($0)"] != ($0 == 0 ? "kept \(updates - 1)" : "first")
    }
    return Judgement(
      lost: lost, back: secrets.keys.count { $0.hasPrefix("gone") }, aside: check.rowsAside)
  }
}
