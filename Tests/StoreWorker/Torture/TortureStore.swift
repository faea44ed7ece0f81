// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainTypes

/// A store on which writers are killed, with its expected content.
struct TortureStore {
  /// The kind of a round.
  enum Kind: String, CaseIterable {
    /// A store that other rounds have worked on.
    case work
    /// No store yet: the writers make it.
    case creation
    /// An archived store of an older format, with a log; the writers migrate it.
    case migration
    /// Rotations of the keys, among the other changes.
    case rotation
    /// A store with a passcode.
    ///
    /// The owner sets, changes and removes it, locks, unlocks and restores. The other writers
    /// change items while the store is unlocked.
    case passcode
  }

  let directory: String
  /// The items of every writer at the last check.
  private(set) var items: [Int: [String: String]] = [:]
  /// The state that the store's owner has brought about, if it has an owner.
  var owner: OwnerJudge
  /// The content of the store before the first writer, or nil if the store was empty.
  private let origin: StoreState?

  /// - Parameter archive: the path of a store to start from.
  init(_ directory: String, archive: String? = nil) throws(KeychainError) {
    self.directory = directory
    owner = OwnerJudge(directory)
    guard let archive else {
      origin = nil
      return
    }
    // One copy is opened undisturbed. The other is for the writers.
    let quiet = directory + "-quiet"
    TortureFiles.copy(archive, to: quiet)
    defer { TortureFiles.remove(quiet) }
    origin = try Engine.open(StoreLocation(directory: quiet))
      .session(as: Self.owner).state()
    TortureFiles.copy(archive, to: directory)
  }

  private static let owner = Caller(
    identifier: "torture", groups: ["torture"], seesAllGroups: true)

  /// Checks the store after its writers were killed, and returns the fault, or nil.
  mutating func verify(_ ledgers: [Int: TortureLedger]) -> String? {
    for (writer, ledger) in ledgers {
      if let refusal = ledger.refusal { return "writer \(writer): \(refusal)" }
    }
    do throws(KeychainError) {
      if let finding = try inspect(ledgers) { return finding }
    } catch {
      return "status \(error.code.rawValue): \(error)"
    }
    let stray = TortureFiles.names(directory).filter { StoreFiles.role(of: $0) != .part }
    return stray.isEmpty ? nil : "stray files: \(stray.sorted())"
  }

  private mutating func inspect(
    _ ledgers: [Int: TortureLedger]
  ) throws(KeychainError) -> String? {
    let session = try Engine.open(
      StoreLocation(directory: directory), environment: OwnerJudge.environment
    ).session(as: Self.owner)
    for (writer, ledger) in ledgers {
      let found = try TortureItems(writer: writer).read(session)
      guard ledger.allowed.contains(found) else {
        return "writer \(writer): \(Self.difference(found, ledger))"
      }
      items[writer] = found
    }
    let report = try session.check()
    guard report.isClean else { return "check: \(report.findings)" }
    if let origin {
      let state = try session.state()
      for (slot, version) in origin.versions where !Self.isKept(version, state.versions[slot]) {
        return "an item of the archive is not as it was"
      }
    }
    // The store still accepts new items.
    let probe = TortureItems(writer: -1)
    let name = "genp/aprobe"
    _ = try session.add(probe.new(name, "1:0;probe"))
    guard try probe.read(session) == [name: "1:0;probe"] else { return "the probe is not there" }
    try session.delete(probe.query(name))
    return nil
  }

  /// Returns true if an item of the archive is unchanged.
  ///
  /// A rotation completes unfinished tombstones, so that their digest may change.
  private static func isKept(_ old: StoreState.Version, _ new: StoreState.Version?) -> Bool {
    guard let new, old.isTombstone else { return old == new }
    return new.isTombstone && old.uuid == new.uuid && old.revision == new.revision
      && old.protection == new.protection
  }

  private static func difference(_ found: [String: String], _ ledger: TortureLedger) -> String {
    var lines: [String] = []
    for name in Set(found.keys).union(ledger.acknowledged.keys).sorted() {
      let (has, had) = (found[name] ?? "-", ledger.acknowledged[name] ?? "-")
      if has != had { lines.append("\(name) is \(has), acknowledged was \(had)") }
    }
    return lines.joined(separator: ", ") + "; the last call: \(ledger.unfinished ?? [:])"
  }
}
